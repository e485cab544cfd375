"""What merging two players who are one person moves, judged before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import (
    BroughtForward,
    Club,
    Confirmation,
    Dispute,
    EveningPoints,
    HandSeat,
    Invitation,
    Match,
    MatchSeat,
    Membership,
    Player,
    Presence,
    SealedText,
    User,
)
from games.models.fields import PUBLIC_ID
from games.writing.durably import require_admin
from games.writing.once import facts_digest

CONFLICTS_NAMED = 5
# What belongs to a player in addition to the hands, as `Merge.moved` names it.
BELONGINGS: Mapping[str, Any] = {
    "brought_forward": BroughtForward,
    "confirmations": Confirmation,
    "disputes": Dispute,
    "evening_points": EveningPoints,
    "invitations": Invitation,
    "memberships": Membership,
    "presences": Presence,
}


class Meeting(NamedTuple):
    """A hand at which both sat, by its match and its number."""

    match: int
    number: int


@dataclass(frozen=True, slots=True)
class MergePlan:
    """What merging `gone` into `kept` moves, unsaved.

    `why_not`: sentences that say where both sat at one table, which cannot be. `moved` as it is
    stored.
    """

    kept: Player
    gone: Player
    moved: Mapping[str, Any]
    variants: tuple[str, ...]
    why_not: tuple[str, ...]

    @property
    def hands(self) -> int:
        """How many sealed hands follow."""
        return len(self.moved["hands"])

    @property
    def matches(self) -> int:
        """In how many matches they sat."""
        return len({match for match, *_seat in self.moved["seats"]})

    @property
    def seen(self) -> str:
        """A digest of all that a preview shows."""
        facts = [self.kept.pk, self.gone.pk, self.moved, self.why_not]
        return facts_digest(facts)


def ids_now(club: Club | int) -> dict[str, str]:
    """Return the ids of players who are gone, each with the id of now. One statement."""
    merged = Player.every.filter(club=club).exclude(merged_into=None)
    into = dict(merged.values_list("public_id", "merged_into__public_id"))

    def last(key: str) -> str:
        seen = set[str]()
        while key in into and key not in seen:
            seen.add(key)
            key = into[key]
        return key

    return {key: last(key) for key in into}


def player_now(club: int, public_id: str) -> Player | None:
    """Return the player whom an id of this club means.

    The id may be one that a page or a tablet has kept since before a merge. Returns None where
    there is no such player, they were erased, or it is no id. One statement, one more for each
    merge.
    """
    if not PUBLIC_ID.fullmatch(public_id):
        return None
    player = Player.every.filter(club=club, public_id=public_id).first()
    followed = set[int]()
    while player is not None and player.merged_into is not None:
        if player.pk in followed:  # a circle, which only damage makes
            return None
        followed.add(player.pk)
        player = player.merged_into
    return None if player is None or player.erased_at is not None else player


def plan_merge(*, user: User, kept: Player, gone: Player) -> MergePlan:
    """Return what a merge would move. About ten statements. Raises ValidationError, NotAllowed."""
    require_admin(user, kept)
    if kept.pk == gone.pk:
        raise cannot("same", _("Choose another player than this one."))
    if kept.club_id != gone.club_id:
        raise cannot("unknown-player", _("A player belongs to another club."))
    for player in (kept, gone):
        if player.merged_into_id is not None:
            raise cannot("merged", _("%(name)s has been merged already.") % {"name": player.name})
        if player.erased_at is not None:
            raise cannot("erased", _("This player has been erased."))
    return _planned(kept, gone)


def _planned(kept: Player, gone: Player) -> MergePlan:
    seats = MatchSeat.objects.filter(player=gone).order_by("match", "seat", "since")
    hands = HandSeat.objects.filter(player=gone).order_by("hand", "seat")
    moved: dict[str, Any] = {
        "seats": [list(row) for row in seats.values_list("match", "seat", "since", "until")],
        "hands": [list(row) for row in hands.values_list("hand", "seat")],
    }
    for name, model in BELONGINGS.items():
        rows = model.objects.filter(player=gone).order_by("pk")
        moved[name] = list(rows.values_list("pk", flat=True))
    theirs = gone.presences.exclude(day__in=kept.presences.values("day"))  # one of a day is enough
    moved["presences"] = list(theirs.order_by("pk").values_list("pk", flat=True))
    variants = hands.order_by().values_list("variant", flat=True).distinct()
    why_not = tuple(_why_not(_meetings(kept, gone)))
    return MergePlan(kept, gone, moved, tuple(sorted(variants)), why_not)


def _meetings(kept: Player, gone: Player) -> list[Meeting]:
    """Return the hands at which both sat: by their seats, by agreement, in a former revision."""
    theirs = MatchSeat.objects.filter(player=gone, match__seats__player=kept)
    ranges = theirs.values_list(
        "match", "since", "until", "match__seats__since", "match__seats__until"
    ).filter(match__seats__player=kept)
    met = {
        Meeting(match, max(since, other_since))
        for match, since, until, other_since, other_until in ranges
        if since <= other_until and other_since <= until
    }
    for rows in (
        HandSeat.objects.filter(player=gone, hand__seats__player=kept),
        Confirmation.objects.filter(player=gone, hand__confirmations__player=kept),
        Dispute.objects.filter(player=gone, hand__disputes__player=kept),
    ):
        met |= {Meeting(*row) for row in rows.values_list("hand__match", "hand__number")}
    return sorted(met | _met_before(kept, gone))


def _met_before(kept: Player, gone: Player) -> set[Meeting]:
    """Return the hands at whose former revisions both sat."""
    texts = SealedText.objects.filter(
        Q(text__startswith=f"{kept.public_id} ") | Q(text__startswith=f"{gone.public_id} "),
        seal__club=kept.club_id,
        seal__hand__amended_at__isnull=False,
        place__startswith="players/",
    )
    seen: set[int] = set()
    met = set()
    for seal, match, number in texts.values_list("seal", "seal__hand__match", "seal__hand__number"):
        if seal in seen:
            met.add(Meeting(match, number))
        seen.add(seal)
    return met


def _why_not(meetings: Sequence[Meeting]) -> Iterator[str]:
    named = meetings[:CONFLICTS_NAMED]
    matches = Match.objects.in_bulk([one.match for one in named])
    for one in named:
        match = matches[one.match]
        yield _("Both sit at hand %(number)d of “%(match)s”, %(day)s.") % {
            "number": one.number,
            "match": match.title,
            "day": date_format(match.played_on),
        }
    if len(meetings) > len(named):
        yield _("And at %(count)d more.") % {"count": len(meetings) - len(named)}


def cannot(code: str, message: str) -> ValidationError:
    """Return the error that says why two players cannot be merged, or not be parted again."""
    return ValidationError(message, code=code)
