"""Former revisions of hands that were amended: what the line of such a hand says of them.

The line holds the record as it is sealed now. The facts of the club, next to it, have for each
former revision its record, and when, by whom and why it was replaced; the first one first. ""
means a text that was erased. Where other people played it then, their ids by seat.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from games.book.records import read_texts
from games.book.revisions import MARK, PLACE, SEATS, Seated, seated_at
from games.book.sealed_lines import PARTS, readable, record_line, texts_in
from games.models import Entry, Seal
from games.models.querysets import copied
from games.rules import Change

ROW = {"hand_id": "int8", "number": "int4", **PARTS}


def is_amended(commitments: str) -> bool:
    """Return whether a seal is that of a further revision."""
    return f"\n{PLACE}/" in commitments


def amendments_of(
    latest: Mapping[int, int], players: Mapping[int, list[str]], merged: Mapping[str, str]
) -> Mapping[int, str]:
    """Return the field `amendments` of some hands, as JSON.

    `latest`: the numbers of their seals that go out, by hand; `players`: the ids of those who play
    them now; `merged` as `ids_now` gives it. Two statements.
    """
    people = _entries_of_people(latest)
    seals = readable(Seal.objects.filter(hand__in=list(latest))).order_by("hand_id", "revision")
    amendments: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    lines: dict[int, str] = {}
    for hand, number, game, commitments, texts_json in copied(seals, ROW):
        texts = texts_in(texts_json)
        if number > latest[hand]:
            continue
        if hand in lines:
            why = {name: texts.get(f"{PLACE}/{name}", "") for name in ("at", "because", "by")}
            revision = len(amendments[hand]) + 1
            was = seated_at(people[hand], revision, Seated(players[hand], 0)).players
            was = [merged.get(player, player) for player in was]
            seated = {} if was == players[hand] else {"players": was}
            amendments[hand].append(why | {"record": json.loads(lines[hand])} | seated)
        lines[hand] = record_line(game, commitments, texts).decode()
    return {
        hand: json.dumps(revisions, ensure_ascii=False, separators=(",", ":"))
        for hand, revisions in amendments.items()
    }


def _entries_of_people(hands: Iterable[int]) -> Mapping[int, list[Change]]:
    """Return hands' entries that begin a revision or correct who plays it. One statement."""
    begins = Q(change__startswith=f'{{"op":"{MARK}"') | Q(change__startswith=f'{{"op":"{SEATS}"')
    entries = Entry.objects.filter(begins, hand__in=list(hands)).order_by("hand_id", "seq")
    changes: defaultdict[int, list[Change]] = defaultdict(list)
    for hand, text in entries.values_list("hand_id", "change"):
        changes[hand] += read_texts([text])
    return changes
