"""Hands that are being recorded, as they stood after their last entry.

A card is entered every few seconds, and folding everything before it is a good part of what an
entry costs. Entries are never changed and a version is never given twice, so what a hand came to
at a version stays true. Nothing depends on what is kept here: another process, or this one after a
start, reads the entries.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

from games.rules import Replay

HANDS = 64  # as many tables as play at one time; a hand takes some 30 KB


class Kept(NamedTuple):
    """A hand after its entry number `version`.

    `keys` of all its entries, the `size` of their texts in characters; the `facts` of its table
    that the record was made with (records.facts_of).
    """

    version: int
    keys: frozenset[str]
    size: int
    facts: Mapping[str, Any]
    replay: Replay


class Shelf:
    """The hands that were written to last, each by its public id.

    What is taken is gone from here: of two threads only one can play a hand on.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._hands: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def put(self, hand: str, kept: Kept) -> None:
        """Keep a hand, in the place of the one that has lain here longest."""
        with self._lock:
            self._hands[hand] = kept
            self._hands.move_to_end(hand)
            if len(self._hands) > self._room:
                self._hands.popitem(last=False)

    def take(self, hand: str, version: int, facts: Mapping[str, Any]) -> Kept | None:
        """Take the hand if it is here; at another version or with other facts it is discarded."""
        with self._lock:
            kept = self._hands.pop(hand, None)
        if kept is None or kept.version != version or kept.facts != facts:
            return None
        return kept


shelf = Shelf(HANDS)
