"""Jobs in tests: asked for, done here, or in a process of their own that may be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils import timezone

from games import jobs, statistics
from games import proof as verifying
from games.jobs.claims import STALE
from games.models import Career, Club, Job, Tally, User
from tests.cast import Cast
from tests.transfer.test_import import passed

ROOT = Path(__file__).parent.parent.parent
WISHES = {"check": False, "event": "", "played_on": "", "comments": True}
STEPS = "--steps"
# A worker on the database of the test, whose name only this process knows. In steps it asks whether
# to go on whenever it has written how far it is.
WORKER = f"""
STEPS = {STEPS!r}
import sys
import django
django.setup()
from django.conf import settings
from django.db import connection, transaction
settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = sys.argv[1]
from games.jobs.claims import JobClaim
from games.jobs.working import work
from games.transfer.importing import run
run.LINES = 4
if STEPS in sys.argv:
    hold = JobClaim.hold
    def hold_and_ask(self, **columns):
        hold(self, **columns)
        transaction.on_commit(lambda: print("and now?", flush=True) or sys.stdin.readline())
    JobClaim.hold = hold_and_ask
work()
"""


def numbered(many: int) -> list[dict[str, Any]]:
    """Different hands of one evening."""
    return [passed(board=str(number)) for number in range(1, many + 1)]


def lines(objects: Iterable[dict[str, Any]]) -> bytes:
    """Objects, one a line."""
    return b"".join(json.dumps(one).encode() + b"\n" for one in objects)


def ask_import(
    cast: Cast,
    objects: Iterable[dict[str, Any]],
    user: User | None = None,
    club: Club | None = None,
    **wishes: Any,
) -> Job:
    """An administrator asks that a file be taken in."""
    return jobs.ask(
        user=user or cast.admin,
        club=club or cast.club,
        kind="import",
        wishes=WISHES | wishes,
        file=[lines(objects)],
        file_name="hands.ndjson",
    )


def reloaded(job: Job) -> Job:
    """The job as it is now."""
    return Job.objects.get(pk=job.pk)


def worker(*how: str) -> subprocess.Popen[bytes]:
    """A process that works on the jobs of this test, all at once or in STEPS."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"}
    name = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-c", WORKER, name, *how]
    pipe = subprocess.PIPE if how else None
    return subprocess.Popen(command, env=env, cwd=ROOT, stdin=pipe, stdout=pipe)


def kill_when(job: Job, reached: Callable[[Job], bool]) -> bool:
    """Let a worker begin and kill it once the job is so far; False where it ended before."""
    with worker(STEPS) as process:
        assert process.stdin is not None and process.stdout is not None
        for _line in process.stdout:
            killed = reached(reloaded(job))
            process.stdin.write(b"go on\n")
            process.stdin.flush()
            if killed:
                process.kill()
                return True
    assert process.returncode == 0, "the worker fell"
    return False


def let_time_pass(job: Job) -> None:
    """Let the last sign of life of a job's worker be too old."""
    Job.objects.filter(pk=job.pk).update(beat_at=timezone.now() - 2 * STALE)


def check_soundness(club: Club) -> None:
    """The chain is whole, and the statistics are those of a rebuild."""
    club.refresh_from_db()
    assert verifying.findings_of(club) == []
    before = _sums(club)
    statistics.rebuild(club)
    assert before == _sums(club)


def _sums(club: Club) -> list[str]:
    told = [model.objects.filter(club=club).values() for model in (Tally, Career)]
    return sorted(str({**row, "id": 0}) for rows in told for row in rows)
