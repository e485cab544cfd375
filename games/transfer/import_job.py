"""Importing a file as a long job: checked alone, or taken in as well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.book.chain import hands_left
from games.jobs.claims import JobClaim
from games.jobs.kinds import Ended, JobKind
from games.jobs.pieces import on_disk
from games.models import Job
from games.transfer.importing.lines import MOST_FAULTS, SAID, Line, RecordLine, Report, Usual
from games.transfer.importing.run import import_lines, too_many_hands
from games.transfer.importing.watching import ImportedRows, Watcher
from games.transfer.report import summary, tallies
from games.transfer.sources import Limits, lines_of
from games.transfer.taking_back import may_be_taken_back
from games.writing.durably import durably
from games.writing.errors import Sentence

MEGABYTE = 1_000_000
UNPACKED = 10  # times what was sent
MOST_LINES = 200_000  # blank ones too
FAULTS_SHOWN = 50


class JobWatcher(Watcher):
    """A watcher that notes in a job how far its import is."""

    def __init__(self, claim: JobClaim) -> None:
        self.claim = claim
        self.lines = 0
        self.before = ImportedRows(**claim.job.report.get("brought", {}))  # by earlier attempts

    def judged(self, lines: int) -> None:
        """Write it down for the page, now and then."""
        self.lines += lines
        self.claim.reach(self.lines)

    def begins_to_write(self, lines: int) -> None:
        """Note that from now on nobody can cancel the job."""
        facts = {"phase": "writing", "done": 0, "total": lines, "writes_since": timezone.now()}
        durably(lambda: self.claim.hold(**facts))

    def in_piece(self, lines: int, brought: ImportedRows) -> None:
        """Write down how far it is. An attempt that begins again passes what is here already."""
        report = {**self.claim.job.report, "brought": self.before.with_more(brought)._asdict()}
        self.claim.hold(done=max(lines, self.claim.job.done), attempts=0, report=report)


class ImportJob(JobKind):
    """Wishes: `check` (nothing is written), `event`, `played_on`, `comments`."""

    title: Sentence = _("Import")
    phases: Mapping[str, Sentence] = {
        "judging": _("Judging every line"),
        "writing": _("Writing"),
    }
    template = "transfer/_brought.html"
    takes_file = True

    def run(self, claim: JobClaim) -> Ended:
        """Judge the file and import it.

        After an attempt that was cut off while it wrote, import the rest.
        """
        job = claim.job
        if job.asked_by is None:
            sentence = gettext("The person who asked for it no longer has an account here.")
            return Ended(Job.State.FAILED, {**job.report, "sentence": sentence})
        begun = job.writes_since is not None
        if not begun:
            claim.enter("judging")
        day = job.wishes["played_on"]
        with on_disk(job) as path:
            report = import_lines(
                user=job.asked_by,
                club=job.club,
                lines=wanted(path, job.wishes),
                usual=Usual(
                    job.wishes["event"] or gettext("Imported"),
                    date.fromisoformat(day) if day else timezone.localdate(job.asked_at),
                ),
                most_faults=MOST_FAULTS,
                most_hands=hands_left(job.club),
                dry_run=job.wishes["check"],
                watcher=JobWatcher(claim),
                begun=begun,
            )
        taken = report.ok or report.written
        state = Job.State.DONE if taken else Job.State.REFUSED
        keeps_file = job.wishes["check"] and report.ok and report.changes
        brought = {"brought": job.report["brought"]} if "brought" in job.report else {}
        return Ended(state, report.as_json() | brought, keeps_file)

    def context(self, job: Job) -> Mapping[str, Any]:
        """Return the report in sentences and counts, and the first faults."""
        report = Report.from_json(job.report)
        stopped = job.writes_since and job.state != Job.State.DONE
        so_far = (job.done, job.total) if stopped else None
        counts = [(name, count) for name, count in tallies(report) if count.new or count.known]
        return {
            "report": report,
            "sentences": list(summary(report, dry_run=job.wishes["check"], so_far=so_far)),
            "counts": counts,
            "faults": report.faults[:FAULTS_SHOWN],
            "more": max(report.faulty - FAULTS_SHOWN, 0),
            "may_go": may_be_taken_back(job),
            "taken_back": job.report.get("taken_back", ""),
        }


def wanted(path: Path, wishes: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the lines of the file, without comments where they are not wanted."""
    most = settings.HANDS_A_DAY
    limits = Limits(UNPACKED * settings.IMPORT_MEGABYTES * MEGABYTE, MOST_LINES)
    hands = 0
    for line in lines_of([path], limits):
        hands += isinstance(line, RecordLine)
        if hands > most:  # before an hour goes by with judging them
            yield too_many_hands(hands, most)
            return
        if wishes["comments"] or not isinstance(line, SAID):
            yield line
