"""Writing what was judged, piece by piece: each a transaction that nobody waits for long."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from django.db import IntegrityError

from games import statistics
from games.book.chain import hold_chain
from games.models import Club, Hand
from games.people.erasing.erasing_again import erase_brought
from games.transfer.importing.comparing import Comparison
from games.transfer.importing.judging import Judged
from games.transfer.importing.lines import Ground, Report
from games.transfer.importing.memory import Memory
from games.transfer.importing.rows import Batch, Writer
from games.transfer.importing.watching import ImportedRows, Watcher
from games.writing.durably import ATTEMPTS, durably, let_others_write
from games.writing.errors import Busy

Written = TypeVar("Written")


class PieceWriter:
    """A writer of lines, piece by piece; those that are here already change nothing.

    What others have changed since the lines were compared stays as it is: a line that conflicts
    with it is left out, and named in the report.
    """

    def __init__(self, ground: Ground, watcher: Watcher) -> None:
        self.ground = ground
        self.watcher = watcher
        self.memory = Memory()
        self.report = Report(written=True)
        self.brought = ImportedRows()
        self.done = 0
        self.out_of_order: set[str] = set()  # the games of hands whose players have played since

    def write_all(self, pieces: Iterable[Sequence[Any]]) -> None:
        """Write lines that were judged.

        Raises Busy, StorageFull, and anything that the watcher raises; the pieces before stay.
        """
        for lines in pieces:
            self._write(lines)
            let_others_write()
        for variant in sorted(self.out_of_order):
            durably(partial(recount, self.ground.club, variant))
        for player, names in self.memory.erased.items():  # had been erased here
            user = self.ground.user
            durably(partial(erase_brought, user=user, player=player, names=names))

    def _write(self, lines: Sequence[Any]) -> None:
        """Write one piece, in a transaction of its own."""
        self.memory, report, self.brought, hands = _written(lambda: self._write_piece(lines))
        self.report.add(report)
        self.done += len(lines)
        self.watcher.wrote(hands)

    def _write_piece(self, lines: Sequence[Any]) -> tuple[Memory, Report, ImportedRows, int]:
        """Write some lines in the open transaction.

        Return what the lines so far have settled, the report on these, what has come so far, and
        how many hands are new.
        """
        memory, report = self.memory.copy(), Report()
        writer = Writer(self.ground.club, self.ground.user)  # first: it locks the chain
        ground = self.ground._replace(now=writer.now, report=report, memory=memory)
        batch = Comparison(ground).take(lines)
        writer.write(batch)
        writer.close()
        self._count(writer, batch)
        new = ImportedRows(
            [(writer.club.seals, writer.number)] if writer.number > writer.club.seals else [],
            [player.public_id for player in batch.players],
            [match.public_id for match in batch.matches],
            [one.evening.public_id for one in batch.evenings],
            [one.pk for one in batch.totals],
            [study.public_id for study in batch.studies],
        )
        brought = self.brought.with_more(new)
        self.watcher.in_piece(self.done + len(lines), brought)
        if report.hands.known:
            # They may be those of an attempt that ended before it counted them in their order.
            self.out_of_order.update(line.variant for line in lines if isinstance(line, Judged))
        return memory, report, brought, len(batch.hands) + len(batch.again)

    def _count(self, writer: Writer, batch: Batch) -> None:
        """Take the new hands into the statistics; all hands of a game in which one was amended."""
        recounted = {new.hand.variant for new in batch.again}
        first = {"revisions__number__gt": writer.club.seals, "revisions__revision": 1}
        new = Hand.objects.filter(club=writer.club, **first).exclude(variant__in=recounted)
        hands: dict[str, list[int]] = defaultdict(list)
        for key, variant in new.order_by("revisions__number").values_list("pk", "variant"):
            hands[variant].append(key)
        club = writer.club.pk
        for variant, keys in hands.items():
            facts = statistics.facts_of_hands(club, variant, keys)
            if not statistics.append(club, variant, facts):
                self.out_of_order.add(variant)
        for variant in sorted(recounted):
            statistics.recount(club, variant)


def recount(club: Club, variant: str) -> None:
    """Count all hands of a club in one game again. Runs in a transaction."""
    hold_chain(club.pk)
    statistics.recount(club.pk, variant)


def _written(write: Callable[[], Written]) -> Written:
    """Write durably; once more if somebody else took a name, a number or an id in the meantime.

    Raises Busy where that happens again and again.
    """
    for _attempt in range(ATTEMPTS):
        try:
            return durably(write)
        except IntegrityError as error:
            lost = error
    raise Busy from lost
