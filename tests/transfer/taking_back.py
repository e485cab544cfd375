"""An import that is taken back again, as the job that brought it in knows it."""

from typing import Any

from django.utils import timezone

from games import jobs
from games.jobs.working import work
from games.models import Club, Job, User
from games.transfer.importing.watching import ImportedRows, Watcher


class Watched(Watcher):
    """What an import has brought, for the job that takes it back."""

    brought = ImportedRows()

    def in_piece(self, lines: int, brought: ImportedRows) -> None:
        """Take note of what an import has brought, unless all of it was here."""
        self.brought = brought if any(brought) else self.brought

    def as_job(self, user: User, club: Club, **facts: Any) -> Job:
        """The job that was done; `facts` replace those of this moment."""
        now, report = timezone.now(), {"brought": self.brought._asdict()}
        plain = {"kind": "import", "state": Job.State.DONE, "ended_at": now, "writes_since": now}
        return Job.objects.create(club=club, asked_by=user, report=report, **plain | facts)


def take_back(job: Job) -> None:
    """Ask for it, and do it."""
    assert job.asked_by is not None
    wishes = {"job": job.public_id}
    jobs.ask(user=job.asked_by, club=job.club, kind="take-back", wishes=wishes)
    work()
