"""All of a large club as one file: made in the background, and fetched when it is ready."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.jobs import Ended
from games.jobs.claims import JobClaim
from games.jobs.pieces import PIECE_BYTES, add_piece, forget, in_pieces
from games.models import Job
from games.transfer.club import contents_of
from games.transfer.zipped import Zipped
from games.writing.durably import durably
from games.writing.errors import Sentence


class ExportJob:
    """Wishes: `hidden`, whether comments go in that readers do not see."""

    name = "export"
    title: Sentence = _("Download of everything")
    phases: Mapping[str, Sentence] = {"zipping": _("Megabytes written")}
    template = "transfer/_exported.html"
    makes_file = True
    takes_file = False

    def run(self, claim: JobClaim) -> Ended:
        """Write the file, from its beginning whatever an earlier attempt has left."""
        job = claim.job
        claim.enter("zipping")
        forget(job)
        contents = contents_of(job.club, hidden=job.wishes["hidden"])
        size = 0
        for number, piece in enumerate(in_pieces(Zipped(contents).stream(job.club.head))):
            durably(partial(_keep, claim, number, piece))
            size += len(piece)
        report = {"bytes": size, "seals": contents.seals}
        return Ended(Job.State.DONE, report, keeps_file=True)

    def context(self, job: Job) -> Mapping[str, Any]:
        """Return how large the file is."""
        return {"megabytes": max(job.report.get("bytes", 0) // PIECE_BYTES, 1)}


def _keep(claim: JobClaim, number: int, piece: bytes) -> None:
    claim.hold(done=number + 1)
    add_piece(claim.job, number, piece)
