"""French Tarot, the facts: what the score of a hand follows from, and how it is stated where the cards do not tell it."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.rules.cards import FOOL, T1, TRUMPS
from games.rules.game.facts import (
    OPEN,
    SEAT,
    SEAT_OR_NOBODY,
    YES_NO,
    CardPoints,
    Fact,
    Honours,
    HonoursForm,
    OneOf,
    Shown,
    ShownForm,
    Values,
    impossible,
    side_form,
)
from games.rules.game.scoring import sides_of
from games.rules.game.settlement import Side, Sides
from games.rules.game.stated import (
    check_all_tricks,
    check_bid,
    check_last_pagat,
    check_points,
    check_shown,
    check_without_trick,
    recorded_contract,
    recorded_taker,
)
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.phases.calling import known_sides
from games.rules.problems import N_, Problem, say_counted
from games.rules.variants.french.sheet import BIDS, CALLERS, HANDFULS


class FrenchFacts(NamedTuple):
    """What the score of a hand follows from.

    `halves` are the half points of the taker's side, `bouts` its bouts. `petit` is 1 where the petit in the last
    trick is paid to the taker's side, -1 where it is paid to the defence, else 0. `handfuls`: by whom each was shown,
    and of how many cards. `slam_called`: the taker called one; `slam`: the side that has all
    the tricks, None for neither.
    """

    bid: Bid
    sides: Sides
    halves: int
    bouts: Honours
    petit: int
    handfuls: tuple[Shown, ...]
    slam_called: bool
    slam: Side | None


def handfuls_of(state: State) -> tuple[Shown, ...]:
    """1.8.1, 1.8.4: who showed a handful, of how many cards; the lower one that was claimed."""
    return tuple(Shown(seat, cards.bit_count(), size) for seat, cards, size in state.handfuls)


# ---- as they are stated --------------------------------------------------------------------------------------


def recorded_handfuls(state: State) -> Any:
    """1.8.3: none is shown any more once everybody has played a card."""
    return handfuls_of(state) if state.winners else OPEN


def recorded_slam(state: State) -> Any:
    """1.8.10: a slam is called until the first card is played."""
    return state.slam_called if state.slam_called or state.played else OPEN


def recorded_partner(state: State) -> Any:
    """1.6.4: nobody at a table where no card is called; else who holds it, once that is known."""
    if state.seats < CALLERS:
        return None
    sides = known_sides(state) if state.called is not None else None
    if sides is None:
        return OPEN
    return next((seat for seat in sides.declarers if seat != state.taker), None)


# fmt: off
FACTS = (
    Fact("taker", N_("Taker"), "1.5.2", SEAT, recorded=recorded_taker),
    Fact("contract", N_("Contract"), "1.5.3", OneOf(tuple((bid.key, bid.label) for bid in BIDS)), recorded=recorded_contract),
    Fact("partner", N_("Partner"), "1.6.4", SEAT_OR_NOBODY, recorded=recorded_partner),
    Fact("points", N_("Card points"), "1.3.4", CardPoints()),
    Fact("bouts", N_("Bouts"), "1.3.3", HonoursForm(lambda count: say_counted("{count} bout", "{count} bouts", count=count))),
    Fact("petit", N_("Petit in the last trick"), "1.8.15", side_form(N_("Taker"), N_("Defence")), ""),
    Fact("handfuls", N_("Handfuls"), "1.8.1", ShownForm(lambda state: HANDFULS[state.seats][0]), (), recorded_handfuls),
    Fact("slam_called", N_("Slam called"), "1.8.10", YES_NO, False, recorded_slam),
    Fact("slam", N_("All tricks"), "1.8.10", side_form(N_("Taker"), N_("Defence")), ""),
)
# fmt: on


def stated_facts(state: State, stated: Values) -> FrenchFacts | None:
    """What the scorer has stated."""
    bid = state.variant.bid(stated["contract"])
    if bid is None:
        return None
    sides = stated_sides(state, stated)
    return FrenchFacts(
        bid,
        sides,
        stated["points"],
        stated["bouts"],
        {"": 0, "declarers": 1, "defenders": -1}[stated["petit"]],
        stated["handfuls"],
        stated["slam_called"],
        sides.named(stated["slam"]),
    )


def stated_sides(state: State, stated: Values) -> Sides:
    """1.6.3: the taker alone, or with a partner."""
    taker, partner = stated["taker"], stated["partner"]
    return sides_of(state, (taker,) if partner in (None, taker) else (taker, partner))


def values_of(state: State, facts: FrenchFacts) -> dict[str, Any]:
    """The same facts as they are stated."""
    taker, *mates = facts.sides.declarers
    return {
        "taker": taker,
        "contract": facts.bid.key,
        "partner": mates[0] if mates else None,
        "points": facts.halves,
        "bouts": facts.bouts,
        "petit": {0: "", 1: "declarers", -1: "defenders"}[facts.petit],
        "handfuls": facts.handfuls,
        "slam_called": facts.slam_called,
        "slam": facts.sides.name_of(facts.slam),
    }


def check_facts(state: State, stated: Values) -> Problem | None:
    """Why facts that are possible one by one are not together, or against the cards that were recorded."""
    sides = stated_sides(state, stated)
    return (
        check_bid(state, stated, "1.5.2")
        or check_shown(state, stated["handfuls"], handfuls_of(state), "1.8.1")
        or check_points(state, sides, stated["points"], stated["bouts"], "1.3.4")
        or check_petit(state, stated)
        or check_handfuls(state, stated)
        or check_all_tricks(state, sides, sides.named(stated["slam"]), "1.8.10")
        or check_slam_points(state, stated)
    )


def check_petit(state: State, stated: Values) -> Problem | None:
    """1.8.15, 1.8.16: the petit lies with the side that is paid for it."""
    bouts, side = stated["bouts"], stated["petit"]
    if side == "defenders" and state.options["petit"] == "taker":
        template = N_("In this match the defence is not paid for the petit.")
        return impossible(state, "1.8.16", template)
    cards = range(78) if bouts.cards is None else bouts.cards
    if side == "declarers" and (not bouts.count or T1 not in cards):
        return impossible(state, "1.8.15", N_("Then the petit is a bout of the taker's side."))
    if side == "defenders" and (bouts.count == 3 or T1 in (bouts.cards or ())):
        return impossible(state, "1.8.15", N_("Then the petit is no bout of the taker's side."))
    return check_last_pagat(state, "1.8.15", paid=bool(side), from_end=2)


def check_handfuls(state: State, stated: Values) -> Problem | None:
    """1.8.2, 1.8.3: who may show a handful, and one each; there are 22 trumps with the Excuse."""
    shown = stated["handfuls"]
    seats = [one.seat for one in shown]
    if state.options["handful_by"] == "taker" and set(seats) - {stated["taker"]}:
        return impossible(state, "1.8.2", N_("In this match only the taker may show a handful."))
    if len(set(seats)) < len(seats):
        return impossible(state, "1.8.3", N_("A player shows at most one handful."))
    if sum(one.cards for one in shown) > (TRUMPS | FOOL).bit_count():
        return impossible(state, "1.8.5", N_("There are only 22 trumps with the Excuse."))
    return None


def check_slam_points(state: State, stated: Values) -> Problem | None:
    """1.8.14: who has no trick has at most the Excuse, and what lies in dog or discard."""
    slam, bid = stated["slam"], state.variant.bid(stated["contract"])
    if not slam or bid is None:
        return None
    owner = "defenders" if bid.stock == "other" else "declarers"
    losing = stated["points"] if slam == "defenders" else state.pack.total - stated["points"]
    return check_without_trick(state, losing, "1.8.14", has_stock=owner != slam)
