"""What tests do at a table where scores are confirmed."""

from typing import Any

from games.club.opening_clubs import set_up
from games.confirming import confirmations
from games.models import Confirmation, Hand, Membership, Player, User
from tests.cast import Cast


def wants(cast: Cast, confirms: str) -> None:
    """Say how the club confirms scores from now on."""
    set_up(user=cast.admin, club=cast.club, confirms=confirms)
    cast.match.club.confirms = confirms


def now(hand: Hand) -> Hand:
    """The hand as it is stored."""
    return Hand.objects.get(pk=hand.pk)


def confirm(user: User, hand: Hand, player: Player, **facts: Any) -> Confirmation:
    """Confirm the score that is shown now; `facts` replace the defaults."""
    plain: dict[str, Any] = {"version": now(hand).version}
    return confirmations.confirm(user=user, hand=now(hand), player=player, **plain | facts)


def plays_as(user: User, player: Player | None) -> None:
    """Let the account of a member be this player, or nobody."""
    mine = Membership.objects.filter(user=user)
    (mine.filter(club=player.club) if player else mine).update(player=player)
