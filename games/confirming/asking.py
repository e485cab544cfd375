"""Who is asked whether a score is right: at the table's tablet, and on a player's telephone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.access.forms import new_key
from games.book.chain import players_of
from games.confirming.confirmations import confirmation_of, finished, other_side
from games.models import (
    Club,
    Confirmation,
    Confirms,
    Dispute,
    Hand,
    Match,
    Membership,
    Player,
    User,
)
from games.rules import Replay
from games.writing.errors import HandNotFinished


@dataclass(frozen=True, slots=True)
class Asking:
    """What the score screen asks of the table.

    `names` may confirm, `table` may say that something is wrong; `given` is who has confirmed,
    `disputes` are those that are open. `key` goes with a dispute, so that a form that is sent twice
    raises one.
    """

    by_pin: bool
    names: Sequence[Player]
    table: Sequence[Player]
    given: Confirmation | None
    disputes: Sequence[Dispute]
    key: str

    @property
    def ready(self) -> bool:
        """Return whether the hand can be sealed without saying why nobody was asked."""
        return bool(self.given or self.disputes)


def asking_of(hand: Hand, played: Replay) -> Asking | None:
    """Return what is asked about the score of a finished hand.

    None where the club does not want it, the hand is sealed, or nothing was scored. Five
    statements, none where the club does not want it.
    """
    if hand.club.confirms == Confirms.NO or not hand.is_open or played.outcome.status != "scored":
        return None
    return Asking(
        by_pin=hand.club.confirms == Confirms.PIN,
        names=[one.player for one in other_side(hand, played)],
        table=players_of(hand),
        given=confirmation_of(hand),
        disputes=open_disputes(hand),
        key=new_key(),
    )


def open_disputes(hand: Hand) -> list[Dispute]:
    """Return the disputes of a hand that nothing has ended yet. One statement."""
    mine = Dispute.objects.filter(hand=hand, ended_at=None)
    return list(mine.select_related("player").order_by("pk"))


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A finished hand that a member has played, and its score for them, in half points.

    `confirmed`: they have said so already; `dispute`: what they say is wrong.
    """

    hand: Hand
    player: Player
    score_halves: int
    may_confirm: bool
    confirmed: bool
    dispute: Dispute | None
    key: str

    @property
    def players(self) -> tuple[Player]:
        """In whose name something may be disputed here."""
        return (self.player,)


def asked_of(user: User, club: Club, match: Match | None = None) -> list[AskedHand]:
    """Return the finished hands, not sealed, that this account's player played."""
    if club.confirms == Confirms.NO:
        return []
    member = Membership.objects.filter(user=user, club=club).select_related("player").first()
    if member is None or member.player is None:
        return []
    hands = Hand.objects.filter(
        club=club, state=Hand.State.OPEN, match__seats__player=member.player
    )
    if match is not None:
        hands = hands.filter(match=match)
    asked = (_asked(hand, member.player) for hand in hands.select_related("match", "club"))
    return [one for one in asked if one is not None]


def _asked(hand: Hand, player: Player) -> AskedHand | None:
    keys = [one.pk for one in players_of(hand)]
    try:
        played = finished(hand)
    except HandNotFinished:
        return None
    scores = played.outcome.scores
    if player.pk not in keys or scores is None or played.outcome.status != "scored":
        return None
    mine = Confirmation.objects.filter(hand=hand, version=hand.version, player=player)
    return AskedHand(
        hand=hand,
        player=player,
        score_halves=int(2 * scores[keys.index(player.pk)]),
        may_confirm=player.pk in (one.player.pk for one in other_side(hand, played)),
        confirmed=mine.exists(),
        dispute=Dispute.objects.filter(hand=hand, player=player, ended_at=None).first(),
        key=new_key(),
    )


def others_pin_of(user: User, club: Club) -> Player | None:
    """Return the player of this account if somebody else set their PIN, and PINs are asked for."""
    if club.confirms != Confirms.PIN:
        return None
    mine = Membership.objects.filter(user=user, club=club, player__pin_set_by__isnull=False)
    member = mine.select_related("player__pin_set_by").first()
    return None if member is None else member.player
