"""The import itself: lines in, rows and a report out.

First all lines are judged and compared with what is here, without any lock; if none is at fault
they are written, piece by piece.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby, islice
from tempfile import TemporaryFile
from typing import IO

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Club, Role, User
from games.transfer.importing.comparing import Comparison
from games.transfer.importing.ids import Ids
from games.transfer.importing.judging import Judged, judged
from games.transfer.importing.lines import (
    Ground,
    Line,
    LineFault,
    LineSpot,
    RecordLine,
    Report,
    Usual,
    Wrong,
)
from games.transfer.importing.memory import Memory
from games.transfer.importing.watching import Watcher
from games.transfer.importing.writing_pieces import PieceWriter
from games.writing.durably import role_of
from games.writing.errors import NotAdministrator, StorageFull

# Lines of a piece: about a match. Others wait for the lock while it is written.
LINES = 25


def import_lines(
    *,
    user: User,
    club: Club,
    lines: Iterable[Line],
    usual: Usual,
    most_faults: int | None = None,
    most_hands: int | None = None,
    ids_kept: bool = False,
    dry_run: bool = False,
    watcher: Watcher | None = None,
    begun: bool = False,
) -> Report:
    """Import lines into a club: all of them, or none if one is at fault.

    The caller is the only one who imports on this site: `games.jobs.exclusive`.

    `lines`: players first, then matches, records, remarks, agreement. `usual`: what holds for
    records that do not say it. After `most_faults` no further line is judged; more new hands than
    `most_hands` are refused. `ids_kept`: as `Ids` has it. With `dry_run` nothing is written, and
    the report says what would happen. `watcher` follows the progress. `begun`: an earlier attempt
    with the same lines ended while it wrote; what is at fault now is left out.

    Raises NotAllowed for everybody but administrators of the club (when it begins), Busy,
    StorageFull.
    """
    watcher = watcher or Watcher()
    ids = Ids(club, kept=ids_kept)
    ground = Ground(user, club, timezone.now(), usual, ids, Report(), Memory())
    writer = PieceWriter(ground, watcher)
    if begun:
        writer.write_all(_pieces(lines))
        return writer.report
    if role_of(user, club) is not Role.ADMIN:
        raise NotAdministrator
    with TemporaryFile() as kept:
        report, count = _checked(lines, ground, most_faults, watcher, kept)
        if most_hands is not None and report.hands.new > most_hands:
            report.blame(too_many_hands(report.hands.new, most_hands))
        if dry_run or not report.ok:
            return report
        watcher.begins_to_write(count)
        writer.write_all(_kept_in(kept))
    return writer.report


def too_many_hands(new: int, most: int) -> LineFault:
    """Return the fault of a file with more hands than the club may import today."""
    words = _(
        "It brings %(new)s hands; today the club may take in %(most)s more. Ask the person who "
        "looks after the site."
    )
    return LineFault(LineSpot("", 0), "too-many-hands", words % {"new": new, "most": most})


def _checked(
    lines: Iterable[Line],
    ground: Ground,
    most_faults: int | None,
    watcher: Watcher,
    kept: IO[bytes],
) -> tuple[Report, int]:
    """Judge the lines and compare them, without any lock, and keep them in a file.

    Return what the result would be, and how many lines there are. Raises StorageFull.
    """
    comparison = Comparison(ground)
    report, count = ground.report, 0
    for piece in _pieces(lines):
        comparison.take(piece)
        watcher.judged(len(piece))
        count += len(piece)
        if most_faults is not None and report.faulty >= most_faults:
            report.stopped = True
            break
        try:
            pickle.dump(piece, kept, pickle.HIGHEST_PROTOCOL)
        except OSError as error:
            raise StorageFull from error
    return report, count


def _kept_in(file: IO[bytes]) -> Iterator[list[Judged | Line]]:
    """Yield the pieces that are kept in a file. Raises StorageFull."""
    try:
        file.seek(0)
    except OSError as error:
        raise StorageFull from error
    with suppress(EOFError):
        while True:
            # Nobody but this process has ever had the file.
            yield pickle.load(file)  # noqa: S301


def _pieces(lines: Iterable[Line]) -> Iterator[list[Judged | Line]]:
    """Judge lines, and yield those of one kind that follow each other, at most LINES together."""
    for _kind, alike in groupby(map(_judged, lines), key=type):
        while piece := list(islice(alike, LINES)):
            yield piece


def _judged(line: Line) -> Judged | Line:
    """Return a line as it is imported: a hand judged, or its fault where the rules refuse it."""
    if not isinstance(line, RecordLine):
        return line
    try:
        return judged(line)
    except Wrong as error:
        return error.fault
