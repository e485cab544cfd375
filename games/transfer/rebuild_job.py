"""Writing again, as a long job, all that follows from the records of a club."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from time import sleep
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext_lazy as _

from games import statistics
from games.book.chain import hold_chain
from games.book.rebuilding import DoesNotStand, rebuild_hand
from games.jobs import Ended
from games.jobs.claims import JobClaim
from games.models import Hand, Job
from games.rules import RecordError
from games.transfer.importing.writing_pieces import PAUSE
from games.writing.durably import durably
from games.writing.errors import Sentence

TOGETHER = 20  # hands of one transaction
NAMED = 20  # hands that do not stand


class RebuildJob:
    """The job that goes through the hands of a club again; it has no wishes."""

    name = "rebuild"
    title: Sentence = _("Recount")
    phases: Mapping[str, Sentence] = {
        "rebuilding": _("Reading every hand again"),
        "counting": _("Counting every hand again"),
    }
    template = "transfer/_rebuilt.html"
    makes_file = False
    takes_file = False

    def run(self, claim: JobClaim) -> Ended:
        """Go through the hands after those that an earlier attempt has done, then count all."""
        job = claim.job
        hands = Hand.objects.filter(club=job.club).sealed()
        keys = list(hands.order_by("pk").values_list("pk", flat=True))
        after, wrong = job.report.get("after", 0), list(job.report.get("wrong", ()))
        claim.enter("rebuilding", len(keys))
        left = [key for key in keys if key > after]
        for at in range(0, len(left), TOGETHER):
            some = left[at : at + TOGETHER]
            done = len(keys) - len(left) + at + len(some)
            wrong = durably(partial(_rebuild_some, claim, some, done, wrong))
            sleep(PAUSE)
        claim.enter("counting")
        statistics.rebuild(job.club)
        report = {"hands": len(keys), "wrong": wrong[:NAMED], "count": len(wrong)}
        return Ended(Job.State.DONE, report)

    def context(self, job: Job) -> Mapping[str, Any]:
        """Return how many hands there were, and those whose record the rules refuse."""
        return {"report": job.report}


def _rebuild_some(claim: JobClaim, keys: list[int], done: int, wrong: list[str]) -> list[str]:
    """Write some hands again and how far that is; the ids of all hands so far that fail."""
    hold_chain(claim.job.club_id)  # nobody amends one now
    wrong = wrong + _rebuilt(keys)
    claim.hold(done=done, attempts=0, report={"after": keys[-1], "wrong": wrong})
    return wrong


def _rebuilt(keys: list[int]) -> list[str]:
    """Write some hands again; the ids of those whose record fails, which are left as they are."""
    wrong = []
    for hand in Hand.objects.filter(pk__in=keys).order_by("pk"):
        try:
            rebuild_hand(hand)
        except (DoesNotStand, RecordError, ObjectDoesNotExist):
            wrong.append(hand.public_id)
    return wrong
