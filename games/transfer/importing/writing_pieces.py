"""Writing what was judged, piece by piece: each a transaction that nobody waits for long."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

from django.db import IntegrityError
from django.utils import timezone

from games import statistics
from games.access.errors import Busy
from games.access.writing import ATTEMPTS, durably
from games.book.erasing.erasing_again import erase_brought
from games.models import Club, Hand, User
from games.transfer.importing.comparing import Comparison
from games.transfer.importing.ids import Ids
from games.transfer.importing.lines import Report, Usual
from games.transfer.importing.memory import Memory
from games.transfer.importing.rows import (
    MANY,
    Batch,
    Writer,
    hands_known,
    look_anew,
    room_for_many,
)
from games.transfer.importing.spool import Spool
from games.transfer.importing.watching import Begun, Watcher

# Seconds that a piece should take: others wait no longer than that for the lock.
PIECE = 0.1
# Seconds between two pieces. Whoever waits for SQLite's lock looks whether it is free after 50 ms
# at the latest, as long as they have not waited for a quarter of a second.
PAUSE = 0.06
# Lines of a piece. Not fewer: each piece begins by reading who is in the club.
FIRST, FEWEST, MOST = 20, 20, 200

Written = TypeVar("Written")


class Target(NamedTuple):
    """Into which club lines are written, by whom; what holds for records that do not say it."""

    user: User
    club: Club
    usual: Usual
    ids: Ids

    def compared(self, memory: Memory, now: datetime) -> Comparison:
        """A comparison with what is in the club; `now` as for `Comparison`."""
        return Comparison(self.user, self.club, self.usual, self.ids, memory, now)


class Pace:
    """How many lines of a kind are written together: as many as take about `PIECE`."""

    def __init__(self) -> None:
        self.lines = FIRST

    def took(self, seconds: float) -> None:
        """So long took as many lines as this."""
        fitting = int(self.lines * PIECE / max(seconds, 0.001))
        self.lines = max(FEWEST, min(fitting, 2 * self.lines, MOST))


class PieceWriter:
    """Writes lines behind those that an earlier attempt has written.

    What others have changed since the lines were compared stays as it is: a line that conflicts
    with it is left out, and named in the report.
    """

    def __init__(self, target: Target, watcher: Watcher, begun: Begun) -> None:
        self.target = target
        self.watcher = watcher
        self.memory = Memory()
        self.report = begun.report
        self.report.written = True
        self.here, self.done = begun.lines, 0
        self.analysed, self.hands = max(MANY, hands_known()), 0

    def write_all(self, spool: Spool) -> None:
        """Write all lines that were judged. Raises Busy, StorageFull, and whatever the watcher
        raises; the pieces before stay."""
        paces: dict[type, Pace] = {}
        with room_for_many():
            for kind, lines in _alike(spool):
                pace = paces.setdefault(kind, Pace())
                known = max(min(self.here - self.done, len(lines)), 0)
                self._recall(lines[:known])
                self.done += known
                lines = lines[known:]
                while lines:
                    some, lines = lines[: pace.lines], lines[pace.lines :]
                    began = monotonic()
                    self._write(some)
                    if len(some) == pace.lines:
                        pace.took(monotonic() - began)
                    sleep(PAUSE)
        self._erase()

    def _recall(self, lines: Sequence[Any]) -> None:
        """Settle again what lines have settled that are here already."""
        if lines:
            branch = self.memory.branch()
            self.target.compared(branch, timezone.now()).take(lines)
            self.memory.keep(branch)
            self.watcher.compared(len(lines))

    def _write(self, lines: Sequence[Any]) -> None:
        """Write one piece, in a transaction of its own."""
        branch, report, hands = _written(lambda: self._write_piece(lines))
        self.memory.keep(branch)
        self.report = report
        self.done += len(lines)
        self.hands += hands
        self.watcher.wrote(hands)
        if self.hands > self.analysed:
            look_anew()
            self.analysed = 2 * self.hands

    def _write_piece(self, lines: Sequence[Any]) -> tuple[Memory, Report, int]:
        """What the lines have settled, what came of all lines so far, how many hands were new."""
        branch = self.memory.branch()
        writer = Writer(self.target.club, self.target.user)  # first: it locks the chain
        comparison = self.target.compared(branch, writer.now)
        batch = comparison.take(lines)
        writer.write(batch)
        writer.close()
        _count(writer, batch)
        report = Report.from_json(self.report.as_json())
        report.add(comparison.report)
        self.watcher.in_piece(self.done + len(lines), report)
        return branch, report, len(batch.hands) + len(batch.again)

    def _erase(self) -> None:
        """Erase what was brought about people who had been erased here."""
        for player, names in self.memory.erased.items():
            facts = {"user": self.target.user, "player": player, "names": names}
            durably(partial(erase_brought, **facts))  # type: ignore[arg-type]


def _alike(spool: Spool) -> Iterator[tuple[type, list[Any]]]:
    """The lines, those of one kind that follow each other together."""
    for together in spool.chunks():
        for kind, group in groupby(together, key=type):
            yield kind, list(group)


def _written(write: Callable[[], Written]) -> Written:
    """Write durably, once more where somebody came first with a name, a number or an id that had
    been free. Raises Busy where that happens again and again."""
    for _attempt in range(ATTEMPTS):
        try:
            return durably(write)
        except IntegrityError as error:
            lost = error
    raise Busy from lost


def _count(writer: Writer, batch: Batch) -> None:
    """Take the new hands into the statistics; all hands of a game in which one was amended."""
    recounted = {new.hand.variant for new in batch.again}
    first = {"revisions__number__gt": writer.club.seals, "revisions__revision": 1}
    new = Hand.objects.filter(club=writer.club, **first).exclude(variant__in=recounted)
    hands: dict[str, list[int]] = defaultdict(list)
    for key, variant in new.order_by("revisions__number").values_list("pk", "variant"):
        hands[variant].append(key)
    for variant, keys in hands.items():
        club = writer.club.pk
        statistics.add(club, variant, statistics.facts_of_hands(club, variant, keys))
    for variant in sorted(recounted):
        statistics.recount(writer.club.pk, variant)
