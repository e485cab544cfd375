"""The import itself: lines in, rows and a report out.

First all lines are read and judged, which takes by far the longest and asks no table; then they
are compared with what is here, and only then written, in one transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from time import monotonic
from typing import Any

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from games import statistics
from games.access.errors import Busy, NotAdministrator
from games.access.writing import ATTEMPTS, durably
from games.book.erasing.erasing_again import erase_brought
from games.models import Club, Hand, Membership, Role, User
from games.transfer.importing.agreement_lines import Agreements
from games.transfer.importing.exclusive import exclusively
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.ids import Ids
from games.transfer.importing.judging import Judged, judged
from games.transfer.importing.lines import (
    NO_BOUNDS,
    Bounds,
    ConfirmationLine,
    DisputeLine,
    Ground,
    Line,
    LineFault,
    MatchLine,
    PlayerLine,
    RecordLine,
    RemarkLine,
    Report,
    Usual,
    Wrong,
)
from games.transfer.importing.match_lines import Matches
from games.transfer.importing.people_lines import Players
from games.transfer.importing.remark_lines import Remarks
from games.transfer.importing.rows import Batch, Writer, room_for_many
from games.transfer.importing.spool import Spool

# Lines that are looked up and written together.
TOGETHER = 200
# Adding one new hand to the statistics takes as long as counting this many hands again.
AS_MANY = 25

Step = Callable[[], None]


class _Refused(Exception):
    """Roll everything back: the report says why."""


def nothing() -> None:
    """Nobody wants to know how far it is."""


def import_lines(
    *,
    user: User,
    club: Club,
    lines: Iterable[Line],
    usual: Usual,
    bounds: Bounds = NO_BOUNDS,
    ids_kept: bool = False,
    dry_run: bool = False,
    on_line: Step = nothing,
    on_hand: Step = nothing,
    on_count: Step = nothing,
) -> Report:
    """Take lines into a club: all of them, or none where one is at fault.

    `lines`: players first, then matches, records, remarks, agreement. `usual`: what holds for
    records that do not say it. `bounds`: how much may be asked for. `ids_kept`: for whoever has
    the server, as `Ids` says. With `dry_run` nothing is written, and the report says what would
    happen. `on_line` is called after each line that was judged, `on_hand` after each hand that was
    written, and `on_count` after each that was then counted into the statistics.

    Raises NotAllowed for everybody but administrators of the club, ImportUnderWay, Busy,
    StorageFull.
    """
    if not Membership.objects.filter(user=user, club=club, role=Role.ADMIN).exists():
        raise NotAdministrator
    ids = Ids(club, kept=ids_kept)
    with exclusively(), Spool(TOGETHER) as spool:
        stopped = _judge(lines, spool, bounds, on_line)
        report = _Import(user, club, usual, ids).take(spool)
        report.stopped = stopped
        if dry_run or not report.ok:
            return report

        def write() -> Report:
            nonlocal report
            run = _Import(user, club, usual, ids)
            report = run.ground.report
            writer = Writer(club, user, run.ground.now)
            run.take(spool, writer, on_hand)
            if not report.ok:
                raise _Refused
            writer.close()
            for player, names in run.players.erased.items():
                erase_brought(user=user, player=player, names=names)
            _count(club, run.ground, writer, on_count)
            return report

        try:
            return _written(write)
        except _Refused:
            return report


def _judge(lines: Iterable[Line], spool: Spool, bounds: Bounds, on_line: Step) -> bool:
    """Judge the lines into the spool, as far as the bounds let it; whether it ended at too many
    faults."""
    end = None if bounds.seconds is None else monotonic() + bounds.seconds
    faults = 0
    for line in _bounded(lines, bounds):
        if end is not None and monotonic() > end and not isinstance(line, LineFault):
            spool.add(_too_slow(line, bounds))
            return False
        result = _judged(line)
        spool.add(result)
        on_line()
        faults += isinstance(result, LineFault)
        if faults == bounds.faults:
            return True
    return False


def _judged(line: Line) -> Judged | Line:
    """A line as it is taken in: a hand as far as the rules let it stand."""
    if not isinstance(line, RecordLine):
        return line
    try:
        return judged(line)
    except Wrong as error:
        return error.fault


def _bounded(lines: Iterable[Line], bounds: Bounds) -> Iterator[Line]:
    """The lines up to one too many of a kind."""
    counted = Counter[type]()
    for line in lines:
        counted[type(line)] += 1
        most = bounds.each if isinstance(line, RecordLine | MatchLine | PlayerLine) else None
        if most is not None and counted[type(line)] > most:
            sentence = _(
                "A file may contain at most %(limit)s hands here, and as many matches "
                "and players. Ask the person who looks after the site."
            )
            yield LineFault(line.spot, "too-large", sentence % {"limit": most})
            return
        yield line


def _too_slow(line: Line, bounds: Bounds) -> LineFault:
    sentence = _(
        "This file takes longer than %(limit)s seconds to judge. Ask the person who "
        "looks after the site."
    )
    return LineFault(line.spot, "too-slow", sentence % {"limit": f"{bounds.seconds:g}"})


def _written(write: Callable[[], Report]) -> Report:
    """Write durably, once more where somebody came first with a name, a number or an id that had
    been free. Raises Busy where that happens again and again."""
    for _attempt in range(ATTEMPTS):
        try:
            with room_for_many():
                return durably(write)
        except IntegrityError as error:
            lost = error
    raise Busy from lost


def _count(club: Club, ground: Ground, writer: Writer, on_count: Step) -> None:
    """Take the new hands into the statistics."""
    if ground.report.hands.new * AS_MANY > writer.club.seals or writer.amended:
        statistics.rebuild(club, on_count)
        return
    first = {"revisions__number__gt": writer.club.seals, "revisions__revision": 1}
    new = Hand.objects.filter(club=club, **first)
    for hand in new.order_by("revisions__number"):
        statistics.add(hand)
        on_count()


class _Import:
    """One run over all judged lines, compared with what is in the club."""

    def __init__(self, user: User, club: Club, usual: Usual, ids: Ids) -> None:
        now = timezone.now().replace(microsecond=0)
        self.ground = Ground(user, club, now, usual, ids, Report())
        self.players = Players(self.ground)
        self.matches = Matches(self.ground, self.players)
        self.hands = Hands(self.ground, self.players, self.matches)
        self.remarks = Remarks(self.ground, self.hands)
        self.agreements = Agreements(self.ground, self.players, self.hands)

    def take(self, spool: Spool, writer: Writer | None = None, on_hand: Step = nothing) -> Report:
        """Go through the lines; what is new is written where there is a writer. After the first
        fault the rest is looked at, but nothing written."""
        for together in spool.chunks():
            batch = Batch()
            for kind, group in groupby(together, key=type):
                self._take(kind, list(group), batch)
            if writer is not None and self.ground.report.ok:
                writer.write(batch)
                for _hand in batch.hands + batch.again:
                    on_hand()
        return self.ground.report

    def _take(self, kind: type, group: list[Any], batch: Batch) -> None:
        """Take lines of one kind into the batch."""
        if kind is Judged:
            self.hands.take(group, batch)
        elif kind is RemarkLine:
            self.remarks.take(group, batch)
        elif kind in (ConfirmationLine, DisputeLine):
            self.agreements.take(group, batch)
        elif kind is PlayerLine:
            self.players.take(group, batch)
        elif kind is MatchLine:
            self.matches.take(group, batch)
        else:
            for fault in group:
                self.ground.report.blame(fault)
