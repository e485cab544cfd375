"""Disputes: somebody who played a hand says that its score is wrong, until that has ended."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.agreed import device_name, ended, mark
from games.book.chain import players_of
from games.confirming.confirmations import finished
from games.display.typed_reasons import read_reason
from games.models import Dispute, Hand, HandSeat, Player, User
from games.people.pins import is_player
from games.writing.durably import durably, require_scorer
from games.writing.errors import DisputeEnded, HandVoid, NotAllowed, NotAtTable
from games.writing.once import Once, make_once


def dispute(
    *,
    user: User,
    hand: Hand,
    player: Player,
    because: str,
    device: str = "",
    once: Once | None = None,
) -> Dispute:
    """Take down that `player`, who played the hand, says its score is wrong, and why.

    The hand is finished, sealed or not. Members speak for themselves, scorers for everybody at the
    table. Where the player disputes the hand already, that dispute is the answer.

    Raises ValidationError (`because`), NotAtTable, HandNotFinished, HandVoid, NotAllowed,
    KeyReused, KeyMalformed, Busy, StorageFull.
    """
    if not is_player(user, player):
        require_scorer(user, hand)
    because = read_reason(because, _("Say in a few words what is wrong."))

    def make() -> Dispute:
        here = _locked(hand)
        if here.state == Hand.State.VOID:
            raise HandVoid
        if here.is_open:
            finished(here)
        if not played_by(here, player):
            raise NotAtTable
        facts = {"because": because, "device": device_name(device)}
        who = {"by": user, "by_name": user.get_username(), "club_id": hand.club_id}
        made, new = Dispute.objects.get_or_create(
            hand=here, player=player, ended_at=None, defaults=facts | who
        )
        if new:
            mark(here)
        return made

    rows = Dispute.objects.filter(hand=hand)
    sent = [hand.public_id, player.public_id, because]
    return make_once(once, user=user, sent=sent, rows=rows, make=make)


def played_by(hand: Hand, player: Player) -> bool:
    """Return whether a player played a hand. One statement."""
    if hand.state == Hand.State.SEALED:
        return HandSeat.objects.filter(hand=hand, player=player).exists()
    return player.pk in {one.pk for one in players_of(hand)}


def rule(*, user: User, dispute: Dispute, answer: str) -> Dispute:
    """End a dispute by a ruling in words: the score stands, and why. For scorers.

    Raises ValidationError (`because`), DisputeEnded, NotAllowed, Busy, StorageFull.
    """
    require_scorer(user, dispute)
    answer = read_reason(answer, _("Say in a few words why the score stands."))
    return _end(dispute, Dispute.EndedAs.RULING, user, answer)


def withdraw(*, user: User, dispute: Dispute) -> Dispute:
    """Withdraw a dispute: the player whose it is, or the account that wrote it down.

    Raises DisputeEnded, NotAllowed, Busy, StorageFull.
    """
    if not may_withdraw(user, dispute):
        raise NotAllowed
    return _end(dispute, Dispute.EndedAs.WITHDRAWN, user)


def may_withdraw(user: User, dispute: Dispute) -> bool:
    return dispute.by_id == user.pk or is_player(user, dispute.player)


def _end(dispute: Dispute, ending: Dispute.EndedAs, user: User, answer: str = "") -> Dispute:
    def write() -> Dispute:
        hand = _locked(dispute.hand)
        mine = Dispute.objects.filter(pk=dispute.pk, ended_at=None)
        if not mine.update(answer=answer, **ended(ending, user)):
            raise DisputeEnded
        mark(hand)
        return Dispute.objects.get(pk=dispute.pk)

    return durably(write)


def _locked(hand: Hand) -> Hand:
    """Return the hand as it is now, locked: others who dispute it wait."""
    Hand.objects.filter(pk=hand.pk).update(changed_at=timezone.now())
    return Hand.objects.select_related("match", "club").get(pk=hand.pk)
