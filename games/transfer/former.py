"""Former revisions of hands that were amended: what the line of such a hand carries of them.

The line holds the record as it is sealed now. Beside it, in the facts of the club, stands for each
former revision its record, and when, by whom and because of what it was replaced; the first one
first. "" stands for a text that was erased.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from games.book.revisions import PLACE
from games.book.sealed_lines import PARTS, readable, record_line, texts_in
from games.models import Seal
from games.models.querysets import copied

ROW = {"hand_id": "int8", "number": "int4", **PARTS}


def is_amended(commitments: str) -> bool:
    """Whether a seal is that of a further revision."""
    return f"\n{PLACE}/" in commitments


def amendments_of(latest: Mapping[int, int]) -> Mapping[int, str]:
    """The field `amendments` of some hands, as JSON; `latest`: the numbers of their seals that go
    out, by hand. One statement."""
    seals = readable(Seal.objects.filter(hand__in=list(latest))).order_by("hand_id", "revision")
    amendments: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    lines: dict[int, str] = {}
    for hand, number, game, commitments, texts_json in copied(seals, ROW):
        texts = texts_in(texts_json)
        if number > latest[hand]:
            continue
        if hand in lines:
            why = {name: texts.get(f"{PLACE}/{name}", "") for name in ("at", "because", "by")}
            amendments[hand].append(why | {"record": json.loads(lines[hand])})
        lines[hand] = record_line(game, commitments, texts).decode()
    return {
        hand: json.dumps(revisions, ensure_ascii=False, separators=(",", ":"))
        for hand, revisions in amendments.items()
    }
