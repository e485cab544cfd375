"""All of a large club as one file: made in the background, and fetched when it is ready."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.jobs.claims import JobClaim
from games.jobs.kinds import Ended, JobKind
from games.jobs.pieces import PIECE_BYTES, add_piece, forget, in_pieces
from games.models import Job
from games.statistics.periods import days_of
from games.transfer.club import HandSelection, contents_of
from games.transfer.report import left_out
from games.transfer.season import SeasonFile, files_of
from games.transfer.zipped import OtherFile, Zipped
from games.writing.durably import durably
from games.writing.errors import Sentence


class ExportJob(JobKind):
    """Wishes: `hidden`, whether comments go in that readers do not see.

    `period`: only the hands of these days, together with the files for people.
    """

    title: Sentence = _("Download of everything")
    phases: Mapping[str, Sentence] = {"zipping": _("Megabytes written")}
    template = "transfer/_exported.html"
    makes_file = True

    def run(self, claim: JobClaim) -> Ended:
        """Write the file, from its beginning whatever an earlier attempt has left."""
        job = claim.job
        claim.enter("zipping")
        forget(job)
        period = job.wishes.get("period")
        selection = HandSelection("", *days_of(period)) if period else None
        contents = contents_of(job.club, selection, hidden=job.wishes["hidden"])
        others = _others(claim, files_of(job.club, period)) if period else ()
        size = 0
        for number, piece in enumerate(in_pieces(Zipped(contents).stream(others))):
            durably(partial(_keep, claim, number, piece))
            size += len(piece)
        report = {"bytes": size, "seals": contents.seals, "held": contents.held()}
        return Ended(Job.State.DONE, report, keeps_file=True)

    def context(self, job: Job) -> Mapping[str, Any]:
        """Return how large the file is, and what is not in it."""
        megabytes = max(job.report.get("bytes", 0) // PIECE_BYTES, 1)
        return {"megabytes": megabytes, "left_out": left_out(job.report.get("held", 0))}


def _others(claim: JobClaim, files: Iterable[SeasonFile]) -> Iterator[OtherFile]:
    for file in files:
        durably(claim.hold)  # a file may take some seconds
        yield file.name, file.write


def _keep(claim: JobClaim, number: int, piece: bytes) -> None:
    claim.hold(done=number + 1)
    add_piece(claim.job, number, piece)
