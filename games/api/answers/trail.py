"""The entries of a hand as rows: who wrote what, and when."""

import json
from typing import Any

from games.models import Entry


def entry_row(entry: Entry) -> dict[str, Any]:
    """An entry, its author joined, as the interface shows it."""
    return {
        "seq": entry.seq,
        "change": json.loads(entry.change),
        "author": entry.author.get_username(),
        "device": entry.device or None,
        "at": entry.at.isoformat().replace("+00:00", "Z"),
    }
