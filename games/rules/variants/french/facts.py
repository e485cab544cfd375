"""French Tarot, the facts: what the score of a hand follows from, and how it is stated where the cards do not tell it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from games.rules.cards import HONOURS
from games.rules.game.facts import (
    MOST_TRUMPS,
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
from games.rules.game.settlement import Side, Sides
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.phases.calling import known_sides
from games.rules.problems import N_, Problem, say_counted
from games.rules.scoring.possible import Piles, Way, fool_goes_back
from games.rules.scoring.sides import sides_of
from games.rules.scoring.stated import (
    check_all_tricks,
    check_bid,
    check_honours,
    check_last_pagat,
    check_recorded,
    check_shown,
    check_together,
    check_trumps_shown,
    check_won,
    recorded_contract,
    recorded_taker,
)
from games.rules.variants.french.sheet import BIDS, CALLERS, HANDFULS


class FrenchFacts(NamedTuple):
    """What the score of a hand follows from.

    `halves` are the half points of the taker's side, `bouts` its bouts. `petit` is 1 where the petit in the last
    trick is paid to the taker's side, -1 where it is paid to the defence, else 0. `handfuls`: by whom each was shown,
    and of how many cards. `slam_called`: the taker called one; `slam`: the side that has all
    the tricks, None for neither. `misere`: who declared one, None for nobody.
    """

    bid: Bid
    sides: Sides
    halves: int
    bouts: Honours
    petit: int
    handfuls: tuple[Shown, ...]
    slam_called: bool
    slam: Side | None
    misere: int | None = None


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


def recorded_misere(state: State) -> Any:
    """1.8.19: it is stated only where it counts; no action of a record is a misère."""
    return OPEN if state.options["misere"] else None


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
    Fact("bouts", N_("Bouts (oudlers)"), "1.3.3", HonoursForm(lambda count: say_counted("{count} bout", "{count} bouts", count=count))),
    Fact("petit", N_("Petit in the last trick"), "1.8.15", side_form(N_("Taker"), N_("Defence")), ""),
    Fact("handfuls", N_("Handfuls"), "1.8.1", ShownForm(lambda state: HANDFULS[state.seats]), (), recorded_handfuls),
    Fact("slam_called", N_("Slam called"), "1.8.10", YES_NO, False, recorded_slam),
    Fact("slam", N_("All tricks"), "1.8.10", side_form(N_("Taker"), N_("Defence")), ""),
    Fact("misere", N_("Misère"), "1.8.19", SEAT_OR_NOBODY, None, recorded_misere),
)
# fmt: on


def stated_facts(state: State, stated: Values) -> FrenchFacts | None:
    """Return what the scorer has stated."""
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
        stated["misere"],
    )


def stated_sides(state: State, stated: Values) -> Sides:
    """1.6.3: the taker alone, or with a partner."""
    taker, partner = stated["taker"], stated["partner"]
    return sides_of(state, (taker,) if partner in (None, taker) else (taker, partner))


def values_of(state: State, facts: FrenchFacts) -> dict[str, Any]:
    """Return the same facts as they are stated."""
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
        "misere": facts.misere,
    }


# ---- what is possible together ---------------------------------------------------------------------------------


def ways(state: State, sides: Sides) -> Iterator[Way]:
    """Yield the ways in which a hand can end.

    1.8.10: the tricks of a side that makes a slam, or of none. 1.8.15: the petit lies in a trick of the side that it is
    paid to; by 1.8.16 it has won that trick.
    """
    most, wins = state.tricks_in_all, state.options["petit"] == "taker"
    tricks = {"": range(1, most), "declarers": range(most, most + 1), "defenders": range(1)}
    petit = {"": None, "declarers": 0} if wins else {"": None, "declarers": 0, "defenders": 1}
    for bid, slam, paid in product(BIDS, tricks, petit):
        facts = {"contract": bid.key, "slam": slam, "petit": paid}
        yield Way(facts, tricks[slam], petit[paid], apart=wins and bool(paid))


PILES = Piles(
    ways,
    owner=lambda state, use, tricks: int(use == "other"),  # 1.7.1 to 1.7.3
    laid=("exchange",),
    barred=lambda state: HONOURS if state.options["discard"] == "strict" else 0,  # 1.7.4
    fool=fool_goes_back(8),  # 1.10.1 to 1.10.3, in half points
    honours="bouts",
    rules={"bouts": "1.3.4", "slam": "1.8.14"},
)


def check_facts(state: State, stated: Values) -> Problem | None:
    """Refuse facts that are possible one by one but not together, or not with the cards that were recorded."""
    sides, points = stated_sides(state, stated), stated["points"]
    return (
        check_clubs_choice(state, stated)
        or check_handfuls(state, stated)
        or check_bid(state, stated, "1.5.2")
        or check_shown(state, stated["handfuls"], handfuls_of(state), "1.8.1")
        or check_won(state, sides, points, "1.3.4")
        or check_honours(state, sides, stated["bouts"], "1.3.4")
        or check_last_pagat(state, "1.8.15", paid=bool(stated["petit"]), from_end=2)
        or check_all_tricks(state, sides, sides.named(stated["slam"]), "1.8.10")
        or check_together(state, sides, stated, PILES)
        or check_recorded(state, sides, stated, PILES)
    )


def check_clubs_choice(state: State, stated: Values) -> Problem | None:
    """1.8.2, 1.8.16: what the options `handful_by` and `petit` leave to the taker."""
    if stated["petit"] == "defenders" and state.options["petit"] == "taker":
        template = N_("In this match the defence is not paid for the petit.")
        return impossible(state, "1.8.16", template)
    others = {one.seat for one in stated["handfuls"]} - {stated["taker"]}
    if others and state.options["handful_by"] == "taker":
        return impossible(state, "1.8.2", N_("In this match only the taker may show a handful."))
    return None


def check_handfuls(state: State, stated: Values) -> Problem | None:
    """Refuse handfuls that cannot be shown.

    1.8.3: one each; 1.8.4: a tier; 1.8.5: of 22 trumps with the Excuse; 1.8.6: a taker who laid trumps away openly
    shows them as well.
    """
    shown, taker, bid = (
        stated["handfuls"],
        stated["taker"],
        state.variant.bid(stated["contract"]),
    )
    if len({one.seat for one in shown}) < len(shown):
        return impossible(state, "1.8.3", N_("A player shows at most one handful."))
    laid = state.variant.discard_size(state.seats) if bid and bid.stock in PILES.laid else 0

    def most(seat: int) -> int:
        return min(MOST_TRUMPS, state.hand_size + (laid if seat == taker else 0))

    fact = next(fact for fact in FACTS if fact.key == "handfuls")
    rules = ("1.8.4", "1.8.6", "1.8.5")
    return check_trumps_shown(state, fact, shown, most, MOST_TRUMPS, rules)
