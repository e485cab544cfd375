"""Who works on a job: at most one process, however many believe that they do."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.models import Job
from games.models.fields import new_public_id
from games.writing.durably import durably

BEAT = 1.0  # seconds between two signs of life
STALE = timedelta(seconds=20)  # without one, its worker is taken for dead
MOST_ATTEMPTS = 4  # without getting any further


class ClaimLost(Exception):
    """The job was cancelled, or another process has taken it over."""


def unattended(now: Any) -> QuerySet[Job]:
    """Return jobs that wait or whose worker is dead; a sign of life from the future is none."""
    silent = Q(beat_at=None) | Q(beat_at__lt=now - STALE) | Q(beat_at__gt=now + STALE)
    dead = Q(state=Job.State.RUNNING) & silent
    return Job.objects.filter(Q(state=Job.State.WAITING) | dead)


class JobClaim:
    """The right of this process to work on a job.

    Every write of the job asks for it in the same transaction, so that a process that was stopped
    for a while writes nothing when it goes on.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.next_beat = monotonic() + BEAT

    def hold(self, **columns: Any) -> None:
        """Write columns of the job, in a transaction that may be the caller's. Raises ClaimLost."""
        mine = Job.objects.filter(pk=self.job.pk, worker=self.job.worker, state=Job.State.RUNNING)
        if not mine.update(beat_at=timezone.now(), **columns):
            raise ClaimLost
        for name, value in columns.items():
            setattr(self.job, name, value)
        self.next_beat = monotonic() + BEAT

    def enter(self, phase: str, total: int = 0) -> None:
        """Begin a phase of `total` steps (0: unknown). Raises ClaimLost, Busy, StorageFull."""
        durably(lambda: self.hold(phase=phase, done=0, total=total))

    def reach(self, done: int) -> None:
        """Note how many steps of the phase are done, now and then. Raises as `enter`."""
        if monotonic() >= self.next_beat:
            durably(lambda: self.hold(done=done))

    def end(self, state: Job.State, report: Any) -> None:
        """End the job. Raises as `enter`."""
        durably(lambda: self.hold(state=state, report=report, ended_at=timezone.now(), worker=""))

    def release(self) -> None:
        """Leave the job to the next worker. Raises as `enter`."""
        durably(lambda: self.hold(state=Job.State.WAITING, worker=""))


def next_claim() -> JobClaim | None:
    """Claim the job of the club whose last one ended longest ago; None where none waits.

    Of its jobs it is the one that has waited longest, so clubs take turns. Raises Busy,
    StorageFull.
    """
    of_club = Job.objects.filter(club=OuterRef("club")).exclude(ended_at=None).order_by("-ended_at")
    while True:
        waiting = unattended(timezone.now()).annotate(
            served_at=Subquery(of_club.values("ended_at")[:1])
        )
        turns = F("served_at").asc(nulls_first=True)
        job = waiting.order_by(turns, "asked_at", "pk").first()
        if job is None:
            return None
        before = Job.objects.filter(
            pk=job.pk, state=job.state, worker=job.worker, attempts=job.attempts
        )
        changes: dict[str, Any] = {"state": Job.State.RUNNING, "worker": new_public_id()}
        changes |= {"attempts": F("attempts") + 1, "beat_at": timezone.now()}
        if durably(partial(before.update, **changes)):
            return JobClaim(Job.objects.select_related("club", "asked_by").get(pk=job.pk))
