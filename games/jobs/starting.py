"""Starting the process that does the jobs: there is none that somebody has to keep alive."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games.jobs.claims import unattended
from games.models import Job
from games.writing.outages import SideWrites

# For one job a worker is started no more often than that: each costs a second of a processor.
CALL_AGAIN = timedelta(seconds=10)
calls = SideWrites()


def start_worker() -> None:
    """Start `manage.py work` in a session of its own, and do not wait for it.

    The shell between leaves at once, so that the worker belongs to nobody here and no process of
    the site has to notice its end. It has none of our files but the log.
    """
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "work"]
    subprocess.run(  # noqa: S603 - no part of it comes from elsewhere
        ["/bin/sh", "-c", '"$@" &', "sh", *command],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        check=False,
    )


def call_upkeep() -> None:
    """Start a worker for what waits until a table has ended, if the site starts workers."""
    if settings.STARTS_WORKERS:
        start_worker()


def call_worker() -> bool:
    """Start a worker where a job waits or its worker died; return whether one was started."""
    if not settings.STARTS_WORKERS:
        return False
    now = timezone.now()
    again = (
        Q(called_at=None) | Q(called_at__lt=now - CALL_AGAIN) | Q(called_at__gt=now + CALL_AGAIN)
    )
    keys = list(unattended(now).filter(again).values_list("pk", flat=True))
    if not keys:
        return False
    mine = Job.objects.filter(again, pk__in=keys)
    if not calls.attempt(lambda: mine.update(called_at=now)):
        return False
    start_worker()
    return True
