"""The line of a sealed hand, straight from its seal.

The same bytes as `format_record(read_seal(seal))`, at a fraction of the time: what was sealed was
judged then, so that nothing has to be judged again; only the order of keys is another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games import sealing
from games.ndjson import LONGEST
from games.transfer.lines import FACTS

FIRST_KEYS = ("kind", "seat")
HEAD = ("format", "variant", "options", "players", "dealer")


def record_line(
    game: bytes, commitments: str, texts: Mapping[str, str], facts: Mapping[str, Any] | None
) -> bytes:
    """The canonical line of a record, with what its club knows beside it.

    `texts` by place, as they are left of the seal. A record that would become too long with the
    facts goes without them.
    """
    record = sealing.opened(game, commitments, texts)
    line = _line(record, {} if facts is None else {FACTS: facts})
    if facts is not None and len(line) > LONGEST + 1:
        return _line(record, {})
    return line


def _line(record: dict[str, Any], beside: Mapping[str, Any]) -> bytes:
    whole = {key: record[key] for key in HEAD}
    if "deal" in record:
        deal = record["deal"]
        others = {key: deal[key] for key in sorted(deal) if key not in ("hands", "stock")}
        whole["deal"] = {"hands": deal["hands"], "stock": deal["stock"], **others}
    whole["actions"] = [_action(action) for action in record["actions"]]
    if record["meta"]:
        whole["meta"] = dict(sorted(record["meta"].items()))
    extra = {key: record[key] for key in record if key.startswith("_")} | dict(beside)
    whole |= sorted(extra.items())
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _action(action: dict[str, Any]) -> dict[str, Any]:
    """An action with its keys in the order of the canonical form."""
    if len(action) == 3 and action["kind"] == "play":
        return {"kind": "play", "seat": action["seat"], "card": action["card"]}
    first = [key for key in FIRST_KEYS if key in action]
    return {key: action[key] for key in [*first, *sorted(action.keys() - FIRST_KEYS)]}
