"""What the worker does: one job after the other, until none waits."""

from __future__ import annotations

import logging
from contextlib import suppress
from time import sleep
from typing import Any

from django.db import Error
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.jobs.asking import clear
from games.jobs.claims import MOST_ATTEMPTS, ClaimLost, JobClaim, next_claim, unattended
from games.jobs.exclusive import UPKEEP, exclusively
from games.jobs.kinds import KINDS, Ended, upkeep
from games.jobs.pieces import forget
from games.models import Job
from games.writing.durably import durably
from games.writing.errors import AnotherJob, Busy, StorageFull, WriteError

log = logging.getLogger(__name__)

# Seconds until a job is tried again that could not be saved; each time three times as many.
FIRST_WAIT, LONGEST_WAIT = 5, 600


def work() -> int:
    """Do all jobs that wait, then the upkeep; return how many jobs.

    None where another process does long jobs already. Raises Busy, StorageFull, and what the
    database raises: the job is then left to the next worker.
    """
    count = _do_jobs()
    with suppress(AnotherJob), exclusively(UPKEEP):
        for part in upkeep():
            part(_job_waits)
    return count + _do_jobs()


def _do_jobs() -> int:
    count = 0
    # Looked at again without the lock: a worker that was started for it may have met ours.
    while _job_waits():
        try:
            with exclusively():
                clear()
                while (claim := next_claim()) is not None:
                    do(claim)
                    count += 1
        except AnotherJob:
            break
    return count


def _job_waits() -> bool:
    return unattended(timezone.now()).exists()


def do(claim: JobClaim) -> None:
    """Do one job, whatever comes of it."""
    job = claim.job
    try:
        with translation.override(job.wishes.get("language")):
            keeps_file = _do(claim)
        if not keeps_file:
            forget(job)
    except ClaimLost:
        log.info("job %s was cancelled or taken over", job)
    except (SystemExit, KeyboardInterrupt):
        claim.hold(attempts=max(job.attempts - 1, 0))  # not its fault
        claim.release()
        raise


def _do(claim: JobClaim) -> bool:
    """Do one job; whether its file is kept."""
    job = claim.job
    if job.attempts > MOST_ATTEMPTS:
        return _failed(claim, _("It was begun several times and never got any further."))
    try:
        ended = _run(claim)
    except (ClaimLost, Error):
        raise
    except WriteError as error:
        if job.writes_since is None:
            return _failed(claim, str(error))
        log.warning("job %s: %s", job, error)
        claim.release()
        return True
    except Exception:
        log.exception("job %s failed", job)
        return _failed(claim, _("Something went wrong here. The log of the site says what."))
    claim.end(ended.state, dict(ended.report))
    return ended.keeps_file


def _run(claim: JobClaim) -> Ended:
    """Run a job until nothing keeps it from being saved.

    What has no room waits for some, longer each time, and says so on its page.
    """
    wait, since = FIRST_WAIT, timezone.localtime()
    while True:
        try:
            return KINDS[claim.job.kind].run(claim)
        except (Busy, StorageFull) as error:
            log.warning("job %s waits: %s", claim.job, error)
            facts = {"why": error, "since": date_format(since, "TIME_FORMAT")}
            words = _("%(why)s It has waited since %(since)s, and goes on by itself.") % facts
            _stay(claim, {**claim.job.report, "sentence": words}, wait)
            wait = min(3 * wait, LONGEST_WAIT)


def _stay(claim: JobClaim, report: Any, seconds: int) -> None:
    """Remain the worker of a job for that many seconds, if that can be saved. Raises ClaimLost."""
    for _second in range(seconds):
        with suppress(Busy, StorageFull):
            durably(lambda: claim.hold(report=report))
        sleep(1)


def _failed(claim: JobClaim, sentence: str) -> bool:
    """End a job that cannot be done; return whether its file is kept, to go on later."""
    claim.end(Job.State.FAILED, {**claim.job.report, "sentence": sentence})
    return claim.job.writes_since is not None
