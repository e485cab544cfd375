"""Taking back an import as a whole, until the end of the next day, as a long job.

The chain keeps what was sealed: the hands become void, their results and texts go, and so do the
players whom nobody else needs. Matches that only the import brought are not shown any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.book.chain import hold_chain
from games.jobs.claims import JobClaim
from games.jobs.kinds import Ended, JobKind
from games.models import (
    BroughtForward,
    Confirmation,
    Dispute,
    Entry,
    Evening,
    EveningPoints,
    Hand,
    HandSeat,
    Job,
    Match,
    MatchSeat,
    Merge,
    Player,
    Presence,
    Publication,
    Remark,
    Seal,
    SealedText,
    Study,
    StudyItem,
)
from games.models.querysets import in_pieces
from games.transfer.importing.watching import ImportedRows
from games.transfer.importing.writing_pieces import recount
from games.writing.durably import durably, let_others_write
from games.writing.errors import Sentence

NAMED = 10  # hands, for each reason
HANDS = 25  # of one transaction


def may_be_taken_back(job: Job) -> bool:
    """Return whether an import can still be taken back: until the end of the day after it."""
    if job.kind != "import" or job.is_under_way or "taken_back" in job.report:
        return False
    if job.ended_at is None or not job.report.get("brought", {}).get("seals"):
        return False
    return timezone.localdate() <= timezone.localdate(job.ended_at) + timedelta(days=1)


def hands_of(job: Job) -> QuerySet[Hand]:
    """Return the hands that an import has brought, those that were taken back included."""
    seals = ImportedRows(**job.report["brought"]).seals
    ends = [end for both in seals for end in both]
    between = Seal.objects.filter(club=job.club, number__gt=min(ends), number__lte=max(ends))
    first = between.filter(revision=1).values_list("number", "hand")
    keys = [hand for number, hand in first if any(a < number <= b for a, b in seals)]
    return Hand.objects.filter(pk__in=keys)


def why_not(job: Job) -> list[str]:
    """Return what rests on the hands of an import by now, in sentences."""
    hands, ours = hands_of(job), ImportedRows(**job.report["brought"]).studies
    since: list[tuple[str, QuerySet[Any]]] = [
        (_("amended"), Entry.objects.exclude(device=Entry.IMPORTED)),
        (_("disputed"), Dispute.objects.filter(brought_at=None)),
        (_("commented on"), Remark.objects.filter(brought_at=None)),
        (_("published"), Publication.objects.all()),
        (_("kept in a study"), StudyItem.objects.exclude(study__public_id__in=ours)),
    ]
    sentences = []
    for what, rows in since:
        resting = hands.filter(pk__in=rows.filter(hand__in=hands).values("hand"))
        for title, number in resting.values_list("match__title", "number")[:NAMED]:
            facts = {"match": title, "number": number, "what": what}
            sentences.append(_("%(match)s, hand %(number)s: %(what)s since.") % facts)
    merges = Merge.objects.filter(club=job.club, at__gt=job.writes_since, undone_at=None)
    for merge in merges.select_related("kept"):
        if HandSeat.objects.filter(hand__in=hands, player=merge.kept).exists():
            facts = {"player": merge.kept.name}
            sentences.append(_("%(player)s was merged with somebody since.") % facts)
    return sentences


class TakeBackJob(JobKind):
    """Wishes: `job`, the import."""

    title: Sentence = gettext_lazy("Taking back an import")
    phases: Mapping[str, Sentence] = {
        "taking": gettext_lazy("Taking back every hand"),
        "counting": gettext_lazy("Counting the other hands again"),
    }
    template = "transfer/_taken_back.html"

    def run(self, claim: JobClaim) -> Ended:
        """Take back the hands that an earlier attempt has left, then what only they needed."""
        job = claim.job
        brought_by = Job.objects.get(club=job.club, public_id=job.wishes["job"])
        reasons = [] if job.writes_since else why_not(brought_by)
        if reasons:
            return Ended(Job.State.REFUSED, {"reasons": reasons})
        hands = hands_of(brought_by)
        left = list(hands.filter(state=Hand.State.SEALED).values_list("pk", flat=True))
        total, begun = hands.count(), job.writes_since or timezone.now()
        facts = {"phase": "taking", "done": total - len(left), "total": total}
        durably(lambda: claim.hold(writes_since=begun, **facts))
        for some in in_pieces(left, HANDS):
            durably(partial(_take_back, claim, some))
            let_others_write()
        claim.enter("counting")
        for variant in sorted(set(hands.order_by().values_list("variant", flat=True))):
            durably(partial(recount, job.club, variant))
        durably(partial(_clear, brought_by))
        return Ended(Job.State.DONE, {"hands": total})


def _take_back(claim: JobClaim, keys: Sequence[int]) -> None:
    """Make some hands void; their results and texts go. In the caller's transaction."""
    hold_chain(claim.job.club_id)
    HandSeat.objects.filter(hand__in=keys).delete()
    texts = SealedText.objects.filter(seal__hand__in=keys)
    texts.exclude(place__contains="/other/", text__startswith='["facts"').delete()  # game, no text
    for model in (Remark, Confirmation, Dispute):
        model.objects.filter(hand__in=keys).exclude(brought_at=None).delete()
    facts = {
        "state": Hand.State.VOID,
        "confirmed": False,
        "disputed": False,
        "comment": "",
        "words": "",
    }
    Hand.objects.filter(pk__in=keys).update(changed_at=timezone.now(), **facts)
    claim.hold(done=claim.job.done + len(keys), attempts=0)


def _clear(job: Job) -> None:
    """Hide the matches that have no other hands, and delete the players whom nobody needs."""
    hold_chain(job.club_id)
    brought, now = ImportedRows(**job.report["brought"]), timezone.now()
    for some in in_pieces(brought.matches):
        matches = Match.objects.filter(club=job.club, public_id__in=some)
        counting = Hand.objects.filter(match__in=matches).exclude(pk__in=hands_of(job))
        gone = list(matches.exclude(pk__in=counting.values("match")).values_list("pk", flat=True))
        MatchSeat.objects.filter(match__in=gone).delete()
        Match.objects.filter(pk__in=gone).update(taken_back_at=now, changed_at=now)
    for evening in Evening.objects.filter(club=job.club, public_id__in=brought.evenings):
        if not Match.objects.filter(round__evening=evening).exists():  # nobody has gone on with it
            _remove(evening)
    for some in in_pieces(brought.studies):
        came = Study.objects.filter(club=job.club, public_id__in=some)
        StudyItem.objects.filter(study__in=came, hand__state=Hand.State.VOID).delete()
        came.filter(items=None).delete()  # hands that are still here, or added since, stay in one
    BroughtForward.objects.filter(club=job.club, pk__in=brought.totals).delete()
    for some in in_pieces(brought.players):
        for player in Player.every.filter(club=job.club, public_id__in=some):
            if not any(_that_need(player)):
                player.delete()
    Job.objects.filter(pk=job.pk).update(report=job.report | {"taken_back": now.isoformat()})


def _remove(evening: Evening) -> None:
    """Remove an evening with all that belongs to it, and who was here for nothing else."""
    club, day = evening.club, evening.played_on
    sat = MatchSeat.objects.filter(match__club=club, match__played_on=day)
    here = Presence.objects.filter(player__club=club, day=day)
    if not club.evenings.filter(played_on=day).exclude(pk=evening.pk).exists():
        here.exclude(player__in=sat.values("player")).delete()
    EveningPoints.objects.filter(round__evening=evening).delete()
    Hand.objects.filter(board__evening=evening).update(board=None)
    Match.every.filter(round__evening=evening).update(round=None, first_board=None)
    evening.boards.all().delete()
    evening.drawn.all().delete()
    evening.delete()


def _that_need(player: Player) -> Iterator[bool]:
    """Yield for each column of another table whether a row of it names a player."""
    for field in Player._meta.get_fields(include_hidden=True):
        if field.auto_created and not field.concrete and field.remote_field is not None:
            rows = field.related_model._base_manager.filter(**{field.remote_field.name: player})  # type: ignore[union-attr]
            yield rows.exists()
