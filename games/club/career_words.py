"""Words for what a player did: roles, contracts, places at the table, streaks."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.numbers import points, score
from games.models import HandSeat, TallyKind
from games.rules import find_variant
from games.statistics.careers import CareerState
from games.statistics.player_totals import Statistics


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


def in_three_sentences(variant: str, mine: Statistics) -> list[str]:
    """Return what the hands of a game have brought, what was taken, and the best of it."""
    whole = mine.whole
    since = _("Since %(day)s: %(average)s points a hand on average.") % {
        "day": date_format(mine.balance[0].day, "DATE_FORMAT"),
        "average": score(round(whole.score_halves / 2 / whole.hands, 1)),
    }
    best = _("Best hand: %(best)s; longest run of hands won: %(run)s.") % {
        "best": score(whole.best_halves / 2),
        "run": points(mine.career.longest_won),
    }
    return [since, _taken_or_won(variant, mine), best]


def _taken_or_won(variant: str, mine: Statistics) -> str:
    """Return how often a player took and made it; in a game without takers how often they won."""
    whole = mine.whole
    if not whole.taken:
        sentence = _("Won %(won)s of %(decided)s hands.")
        return sentence % {"won": points(whole.won), "decided": points(whole.decided)}
    bids = {
        contract: sums.hands
        for key, sums in mine.of_kind(TallyKind.PART).items()
        for role, _slash, contract in [key.partition("/")]
        if role == HandSeat.Role.TAKER
    }
    return ngettext(
        "Took %(taken)s hand and made %(made)s: %(contract)s.",
        "Took %(taken)s hands and made %(made)s, most often: %(contract)s.",
        whole.taken,
    ) % {
        "taken": points(whole.taken),
        "made": points(whole.made),
        "contract": contract_label(variant, max(bids, key=lambda bid: bids[bid])),
    }
