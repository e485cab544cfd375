"""Whether those who played agree with a score: what a seal asks for, and what ends a dispute.

All of it runs in the caller's transaction.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists
from django.utils import timezone

from games.book.provenance import agreed_of
from games.models import Club, Confirmation, Confirms, Dispute, Entry, Hand, Player, User
from games.writing.errors import NotConfirmed


class Waiver(NamedTuple):
    """Why nobody confirms a score before it is sealed, and the tablet on which that was said."""

    because: str
    device: str


def settle(hand: Hand, club: Club, user: User, version: int, waiver: Waiver | None) -> str:
    """Allow the score of a hand to be sealed at a version, and return who agreed to it.

    Raises NotConfirmed if the club wants it confirmed and nobody has done so, unless somebody
    disputes it or there is a reason. No statement if the club does not ask, otherwise one for each
    answer that it looks for.
    """
    if club.confirms == Confirms.NO:
        return ""
    given = Confirmation.objects.filter(hand=hand, version=version)
    if given.update(sealed=True):
        Hand.objects.filter(pk=hand.pk).update(confirmed=True)
        return agreed_of(version, given.values_list("seat", "how"))
    if Dispute.objects.filter(hand=hand, ended_at=None).exists():
        return ""
    if waiver is None:
        raise NotConfirmed
    Confirmation.objects.create(
        club_id=hand.club_id,
        hand=hand,
        version=version,
        how=Confirmation.How.WAIVED,
        because=waiver.because,
        sealed=True,
        by=user,
        by_name=user.get_username(),
        device=waiver.device,
    )
    return agreed_of(version, [(None, Confirmation.How.WAIVED.value)])


def end_disputes(
    hand: Hand, ending: Dispute.EndedAs, user: User, *, player: Player | None = None
) -> None:
    """End all open disputes of a hand, or those of one player, without a ruling."""
    open_ones = Dispute.objects.filter(hand=hand, ended_at=None)
    if player is not None:
        open_ones = open_ones.filter(player=player)
    if open_ones.update(**ended(ending, user)):
        mark(hand)


def reopen_disputes(hand: Hand) -> None:
    """Take up again what a hand's being void had ended. One statement where there is nothing."""
    as_before = {"ended_as": "", "ended_at": None, "ended_by": None, "ended_by_name": ""}
    if Dispute.objects.filter(hand=hand, ended_as=Dispute.EndedAs.VOID).update(**as_before):
        mark(hand)


def ended(ending: Dispute.EndedAs, user: User) -> dict[str, object]:
    """Return the columns that end a dispute now."""
    by = {"ended_by": user, "ended_by_name": user.get_username()}
    return {"ended_as": ending, "ended_at": timezone.now(), **by}


def mark(hand: Hand) -> None:
    """Note in the row of a hand, which the caller has locked, whether a dispute is open."""
    now = timezone.now()
    Hand.objects.filter(pk=hand.pk).update(disputed=_is_disputed(hand), changed_at=now)


def _is_disputed(hand: Hand) -> Exists:
    return Exists(Dispute.objects.filter(hand=hand.pk, ended_at=None))


def rewrite_columns(hand: Hand) -> None:
    """Write the columns of a sealed hand that follow from confirmations and disputes."""
    given = Confirmation.objects.filter(hand=hand.pk, sealed=True).exclude(player=None)
    confirmed = Exists(given) if hand.amended_at is None else False
    Hand.objects.filter(pk=hand.pk).update(disputed=_is_disputed(hand), confirmed=confirmed)


def device_name(device: str) -> str:
    """Return the name of a tablet as it is kept; none may pass for an import."""
    name = "".join(filter(str.isprintable, device))[:64]
    return "" if name == Entry.IMPORTED else name
