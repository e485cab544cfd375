"""Words for what a player did: roles, contracts, places at the table, streaks."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import HandSeat
from games.rules import find_variant
from games.statistics.careers import CareerState


def role_name(role: str) -> str:
    """Return a role in words; hands in which nobody declared have none."""
    return str(HandSeat.Role(role).label) if role else _("without a taker")


def contract_label(variant: str, contract: str) -> str:
    """Return what a contract is called in a game."""
    game = find_variant(variant)
    bid = game.bid(contract) if game else None
    return _(bid.label) if bid else contract


def height(variant: str, contract: str) -> int:
    """Return the place of a contract among those of its game."""
    game = find_variant(variant)
    return game.height(contract) if game else 0


def place_name(players: int, place: int, *, several: bool) -> str:
    """Return a seat, counted from the dealer, in words. `several`: with the size of the table."""
    name = _("last seat") if place == players else _("seat %(place)s") % {"place": place}
    return _("of %(players)s: %(place)s") % {"players": players, "place": name} if several else name


def streak_now(career: CareerState) -> str:
    """Return the current streak in words."""
    number = abs(career.streak)
    if career.streak > 0:
        sentence = ngettext("%(number)s hand won", "%(number)s hands won in a row", number)
    elif career.streak < 0:
        sentence = ngettext("%(number)s hand lost", "%(number)s hands lost in a row", number)
    else:
        return _("nothing won or lost yet")
    return sentence % {"number": number}
