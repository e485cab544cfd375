"""The import itself: lines in, rows and a report out.

First all lines are read and judged, which takes by far the longest and asks no table; then they
are compared with what is here, and only then written, piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _

from games.access.errors import NotAdministrator
from games.models import Club, Membership, Role, User
from games.transfer.importing.ids import Ids
from games.transfer.importing.judging import Judged, judged
from games.transfer.importing.lines import (
    Line,
    LineFault,
    RecordLine,
    Report,
    Spot,
    Usual,
    Wrong,
)
from games.transfer.importing.memory import Memory
from games.transfer.importing.spool import Spool
from games.transfer.importing.watching import Begun, Watcher
from games.transfer.importing.writing_pieces import PieceWriter, Target

# Lines that are looked up together.
TOGETHER = 200


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
    begun: Begun | None = None,
) -> Report:
    """Take lines into a club: all of them, or none where one is at fault. The caller is the only
    one who imports on this site: `games.jobs.exclusive`.

    `lines`: players first, then matches, records, remarks, agreement. `usual`: what holds for
    records that do not say it. After `most_faults` no further line is judged; more new hands than
    `most_hands` are refused. `ids_kept`: for
    whoever has the server, as `Ids` says. With `dry_run` nothing is written, and the report says
    what would happen. `watcher` is told how far it is. `begun`: where an earlier attempt with the
    same lines was ended while it wrote; what is at fault now is left out, since a part is here
    already.

    Raises NotAllowed for everybody but administrators of the club (when it begins), Busy,
    StorageFull.
    """
    watcher = watcher or Watcher()
    if begun is None and not is_admin(user, club):
        raise NotAdministrator
    target = Target(user, club, usual, Ids(club, kept=ids_kept))
    with Spool(TOGETHER) as spool:
        stopped, count = _judge(lines, spool, most_faults, watcher)
        if begun is None:
            report = _compared(spool, target, watcher)
            report.stopped = stopped
            if most_hands is not None and report.hands.new > most_hands:
                report.blame(too_many_hands(report.hands.new, most_hands))
            if dry_run or not report.ok:
                return report
            watcher.begins_to_write(count)
        writer = PieceWriter(target, watcher, begun or Begun(0))
        writer.write_all(spool)
        return writer.report


def too_many_hands(new: int, most: int) -> LineFault:
    """The fault of a file with more hands than the club may take in today."""
    words = _(
        "It brings %(new)s hands; today the club may take in %(most)s more. Ask the person who "
        "looks after the site."
    )
    return LineFault(Spot("", 0), "too-many-hands", words % {"new": new, "most": most})


def is_admin(user: User, club: Club) -> bool:
    """Whether somebody looks after a club."""
    return Membership.objects.filter(user=user, club=club, role=Role.ADMIN).exists()


def _compared(spool: Spool, target: Target, watcher: Watcher) -> Report:
    """What would come of the lines, without any lock."""
    comparison = target.compared(Memory(), timezone.now())
    for lines in spool.chunks():
        comparison.take(lines)
        watcher.compared(len(lines))
    return comparison.report


def _judge(
    lines: Iterable[Line], spool: Spool, most_faults: int | None, watcher: Watcher
) -> tuple[bool, int]:
    """Judge the lines into the spool; whether it ended at too many faults, and how many lines there
    are."""
    faults = count = 0
    for line in lines:
        result = _judged(line)
        spool.add(result)
        watcher.judged()
        count += 1
        faults += isinstance(result, LineFault)
        if faults == most_faults:
            return True, count
    return False, count


def _judged(line: Line) -> Judged | Line:
    """A line as it is taken in: a hand as far as the rules let it stand."""
    if not isinstance(line, RecordLine):
        return line
    try:
        return judged(line)
    except Wrong as error:
        return error.fault
