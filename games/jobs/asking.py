"""Asking for a job, cancelling it, and clearing away what is old."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import get_language

from games.jobs.kinds import KINDS
from games.jobs.pieces import forget, store
from games.models import Club, Job, User
from games.models.jobs import FILE_NAME_LENGTH
from games.writing.durably import durably
from games.writing.errors import JobPastCancelling, JobUnderWay

FILE_KEPT = timedelta(days=7)
CHECK_KEPT = timedelta(days=1)  # a file that was sent, and not taken in
ROW_KEPT = timedelta(days=90)
LONGEST_ARRIVAL = timedelta(hours=1)


def ask(
    *,
    user: User,
    club: Club,
    kind: str,
    wishes: Mapping[str, Any],
    file: Iterable[bytes] = (),
    file_name: str = "",
) -> Job:
    """Ask for a job; once this returns, it will be done. `wishes` are plain values of its kind.

    Raises JobUnderWay where the club has one of this kind that has not ended; Busy, StorageFull.
    """
    if Job.objects.filter(club=club, kind=kind, state__in=Job.UNDER_WAY).exists():
        raise JobUnderWay
    job = Job(
        club=club,
        kind=kind,
        asked_by=user,
        wishes={**wishes, "language": get_language()},
        file_name=file_name[-FILE_NAME_LENGTH:],
    )
    durably(job.save)
    _forget_former(job)
    try:
        store(job, file)
        _wait(job, {})
    except BaseException:
        forget(job)
        durably(job.delete)
        raise
    return job


def _forget_former(job: Job) -> None:
    """Delete the files of the club's earlier jobs of the kind, of which one is kept.

    They were checked and not taken in, or made for the same account. One that was broken off while
    it wrote keeps its own.
    """
    former = Job.objects.filter(club=job.club, kind=job.kind, writes_since=None)
    if not KINDS[job.kind].takes_file:
        former = former.filter(asked_by=job.asked_by)
    under_way = (Job.State.ARRIVING, *Job.UNDER_WAY)
    for one in former.exclude(state__in=under_way).filter(pieces__number=0):
        forget(one)


def ask_again(job: Job, wishes: Mapping[str, Any]) -> None:
    """Ask for more of a job that has ended and still has its file. Raises as `ask`."""
    report = {key: one for key, one in job.report.items() if key == "brought"}
    _wait(job, {"wishes": job.wishes | wishes, "report": report, "ended_at": None, "attempts": 0})


def _wait(job: Job, changes: Mapping[str, Any]) -> None:
    """Put a job back in the queue for a worker."""
    mine = Job.objects.filter(pk=job.pk, state=job.state)
    columns = {"state": Job.State.WAITING, "phase": "", "done": 0, "total": 0, "called_at": None}
    columns |= changes
    try:
        changed = durably(lambda: mine.update(**columns))
    except IntegrityError as error:
        raise JobUnderWay from error
    if not changed:
        raise JobUnderWay
    for name, value in columns.items():
        setattr(job, name, value)


def cancel(job: Job) -> None:
    """Cancel a job that has written nothing. Raises JobPastCancelling, Busy, StorageFull."""
    mine = Job.objects.filter(pk=job.pk, state__in=Job.UNDER_WAY, writes_since=None)
    ended = {"state": Job.State.CANCELLED, "ended_at": timezone.now(), "worker": ""}
    if not durably(lambda: mine.update(**ended)):
        raise JobPastCancelling
    forget(job)


def clear() -> None:
    """Delete the files that are kept no longer or never came whole. Raises Busy, StorageFull."""
    now = timezone.now()
    over = Job.objects.exclude(state__in=Job.UNDER_WAY)
    for job in over.filter(ended_at__lt=now - CHECK_KEPT, pieces__number=0):
        checked = job.writes_since is None and KINDS[job.kind].takes_file
        if checked or (job.ended_at and job.ended_at < now - FILE_KEPT):
            forget(job)
    unfinished = over.filter(state=Job.State.ARRIVING, asked_at__lt=now - LONGEST_ARRIVAL)
    for job in [*unfinished, *over.filter(ended_at__lt=now - ROW_KEPT)]:
        forget(job)
        durably(job.delete)
