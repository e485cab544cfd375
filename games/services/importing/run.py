"""The import itself: lines in, rows and a report out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby, islice

from django.utils import timezone

from games import statistics
from games.models import Club, Hand, Membership, Role, User
from games.services.errors import NotAdministrator
from games.services.importing.hands import Hands
from games.services.importing.lines import (
    Fault,
    Ground,
    Line,
    MatchLine,
    PlayerLine,
    RecordLine,
    RemarkLine,
    Report,
    Usual,
    Wrong,
)
from games.services.importing.matches import Matches
from games.services.importing.people import Players
from games.services.importing.remarks import Remarks
from games.services.importing.rows import Batch, Writer
from games.services.writing import durably

# Lines that are looked up and written together.
TOGETHER = 200
# To carry the statistics on by a new hand takes as long as to count so many hands anew.
AS_MANY = 25

Lines = Callable[[], Iterable[Line]]


class _Refused(Exception):
    """Roll everything back: the report says why."""


def import_lines(
    *,
    user: User,
    club: Club,
    lines: Lines,
    usual: Usual,
    dry_run: bool = False,
    on_line: Callable[[], None] = lambda: None,
    on_count: Callable[[], None] = lambda: None,
) -> Report:
    """Take lines into a club: all of them, or none where one is at fault.

    `lines` is called for the lines, once more where the database was busy: players first, then
    matches, records, remarks. `usual`: what holds for records that do not say it. With `dry_run`
    nothing is written, and the report says what would happen. `on_line` is called after each, and
    `on_count` after each hand that is then counted into the statistics.

    Raises NotAllowed for everybody but administrators of the club, Busy, StorageFull.
    """
    if not Membership.objects.filter(user=user, club=club, role=Role.ADMIN).exists():
        raise NotAdministrator
    if dry_run:
        return _Import(user, club, usual, on_line).take(lines())
    report = Report()

    def write() -> Report:
        nonlocal report
        run = _Import(user, club, usual, on_line)
        report = run.ground.report
        writer = Writer(club, user, run.ground.now)
        run.take(lines(), writer)
        if not report.ok:
            raise _Refused
        writer.close()
        _count(club, run.ground, writer, on_count)
        return report

    try:
        return durably(write)
    except _Refused:
        return report


def _count(club: Club, ground: Ground, writer: Writer, on_count: Callable[[], None]) -> None:
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
    """One run over all lines."""

    def __init__(self, user: User, club: Club, usual: Usual, on_line: Callable[[], None]) -> None:
        now = timezone.now().replace(microsecond=0)
        self.ground = Ground(user, club, now, usual, Report())
        self.on_line = on_line
        self.players = Players(self.ground)
        self.matches = Matches(self.ground, self.players)
        self.hands = Hands(self.ground, self.players, self.matches)
        self.remarks = Remarks(self.ground, self.hands)

    def take(self, lines: Iterable[Line], writer: Writer | None = None) -> Report:
        """Go through the lines. After the first fault the rest is judged, but nothing written."""
        waiting = iter(lines)
        while together := list(islice(waiting, TOGETHER)):
            batch = Batch()
            for kind, group in groupby(together, key=type):
                self._take(kind, list(group), batch)
            if writer is not None and self.ground.report.ok:
                writer.write(batch)
        return self.ground.report

    def _take(self, kind: type, group: list[Line], batch: Batch) -> None:
        if kind is RecordLine:
            self.hands.take([line for line in group if isinstance(line, RecordLine)], batch)
        else:
            for line in group:
                try:
                    self._take_one(line, batch)
                except Wrong as error:
                    self.ground.report.blame(error.fault)
        for _line in group:
            self.on_line()

    def _take_one(self, line: Line, batch: Batch) -> None:
        match line:
            case PlayerLine():
                self.players.take(line, batch)
            case MatchLine():
                self.matches.take(line, batch)
            case RemarkLine():
                self.remarks.take(line, batch)
            case Fault():
                self.ground.report.blame(line)
