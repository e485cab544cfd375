"""Taroux of Six, the facts: what the score of a hand follows from, and how it is stated where the cards do not tell it."""

from __future__ import annotations

from typing import Any, NamedTuple

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
    recorded_contract,
    recorded_taker,
)
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.phases.returning import stakes
from games.rules.problems import N_, Problem, say_counted
from games.rules.variants.taroux_of_six.sheet import BIDS, priced


class TarouxFacts(NamedTuple):
    """What the score of a hand follows from.

    `bid` with the multiplier of the match; `times` 1, or 2 and 4 after a contra and a re-contra; `points` and `honours`
    of the Declarers. `sparrow` is who announced it, or else won it; whether it was announced; whether it was won.
    `slams`: the sides that announced one; `slam`: the side that has all the tricks. `abundances`: by whom each was
    shown, and of how many cards.
    """

    bid: Bid
    times: int
    sides: Sides
    points: int
    honours: Honours
    sparrow: tuple[int, bool, bool] | None
    slams: tuple[Side, ...]
    slam: Side | None
    abundances: tuple[Shown, ...]


# ---- as they are stated --------------------------------------------------------------------------------------

CHALLENGES = {"": 1, "contra": 2, "recontra": 4}
PAIRS_LABELS = (N_("Declarers"), N_("Defenders"))
ANNOUNCING = OneOf(
    (
        ("", N_("neither")),
        ("declarers", PAIRS_LABELS[0]),
        ("defenders", PAIRS_LABELS[1]),
        ("both", N_("both")),
    )
)


def recorded_challenge(state: State) -> Any:
    """B19 to B22: what was said to the bid, once the auction is over."""
    if recorded_contract(state) is OPEN:
        return OPEN
    return next(name for name, times in CHALLENGES.items() if times == stakes(state))


def announcing_slam(state: State) -> list[int]:
    """The seats that announced a Slam."""
    return [made.seat for made in state.announcements if made.what == "slam"]


def recorded_slams(state: State) -> Any:
    """B35: the sides that announced a Slam, once no announcement can follow."""
    if not state.winners or state.taker is None:
        return OPEN
    sides = sides_of(state, state.variant.team(state.seats, state.taker))
    return both_or_one(sides, tuple({sides.of(seat) for seat in announcing_slam(state)}))


def both_or_one(sides: Sides, announcing: tuple[Side, ...]) -> str:
    """The name of the sides that announced a Slam."""
    return "both" if len(announcing) == 2 else sides.name_of(announcing[0] if announcing else None)


def recorded_sparrow(state: State) -> Any:
    """B34: who announced it; one that nobody announced is open to the end."""
    return next((made.seat for made in state.announcements if made.what == "sparrow"), OPEN)


def recorded_announcement(state: State) -> Any:
    """B34: whether it was announced, where somebody did."""
    return OPEN if recorded_sparrow(state) is OPEN else True


def shown_before(state: State) -> tuple[Shown, ...]:
    """B32, B33: who showed an Abundance, of how many cards; the smaller number that was claimed."""
    shown = [made for made in state.announcements if made.what == "abundance"]
    return tuple(Shown(made.seat, len(made.cards), made.size) for made in shown)


def recorded_abundances(state: State) -> Any:
    """B31: none is shown any more once everybody has played a card."""
    return shown_before(state) if state.winners else OPEN


# fmt: off
FACTS = (
    Fact("taker", N_("Bidding Declarer"), "B11", SEAT, recorded=recorded_taker),
    Fact("contract", N_("Bid"), "B11", OneOf(tuple((bid.key, bid.label) for bid in BIDS if bid.wins)), recorded=recorded_contract),
    Fact("challenge", N_("Contra"), "B23", OneOf((("", N_("none")), ("contra", N_("Contra")), ("recontra", N_("Re-contra")))), "", recorded_challenge),
    Fact("points", N_("Card points"), "B6", CardPoints(whole=True)),
    Fact("honours", N_("Honours"), "B47", HonoursForm(lambda count: say_counted("{count} honour", "{count} honours", count=count))),
    Fact("sparrow", N_("Sparrow, by"), "B34", SEAT_OR_NOBODY, None, recorded_sparrow),
    Fact("sparrow_announced", N_("Sparrow announced"), "B34", YES_NO, False, recorded_announcement),
    Fact("sparrow_won", N_("Sparrow won"), "B36", YES_NO, False),
    Fact("slam_announced", N_("Slam announced"), "B35", ANNOUNCING, "", recorded_slams),
    Fact("slam", N_("All tricks"), "B36", side_form(*PAIRS_LABELS), ""),
    Fact("abundances", N_("Abundances"), "B33", ShownForm(lambda state: state.options["abundance"][0][0]), (), recorded_abundances),
)
# fmt: on


def stated_facts(state: State, stated: Values) -> TarouxFacts | None:
    """What the scorer has stated."""
    bid, seat = state.variant.bid(stated["contract"]), stated["sparrow"]
    if bid is None:
        return None
    sides = sides_of(state, state.variant.team(state.seats, stated["taker"]))
    announcing = stated["slam_announced"]
    return TarouxFacts(
        priced(state.options, bid),
        CHALLENGES[stated["challenge"]],
        sides,
        stated["points"] // 2,
        stated["honours"],
        None if seat is None else (seat, stated["sparrow_announced"], stated["sparrow_won"]),
        sides if announcing == "both" else tuple(filter(None, (sides.named(announcing),))),
        sides.named(stated["slam"]),
        stated["abundances"],
    )


def values_of(state: State, facts: TarouxFacts) -> dict[str, Any]:
    """The same facts as they are stated; of the pair the one that has bid."""
    seat, announced, won = facts.sparrow or (None, False, False)
    return {
        "taker": state.taker,
        "contract": facts.bid.key,
        "challenge": next(name for name, times in CHALLENGES.items() if times == facts.times),
        "points": 2 * facts.points,
        "honours": facts.honours,
        "sparrow": seat,
        "sparrow_announced": announced,
        "sparrow_won": won,
        "slam_announced": both_or_one(facts.sides, facts.slams),
        "slam": facts.sides.name_of(facts.slam),
        "abundances": facts.abundances,
    }


def check_facts(state: State, stated: Values) -> Problem | None:
    """Why facts that are possible one by one are not together, or against the cards that were recorded."""
    sides = sides_of(state, state.variant.team(state.seats, stated["taker"]))
    seat, won = stated["sparrow"], stated["sparrow_won"]
    if won and seat is None:
        return impossible(state, "B36", N_("Who has won the Sparrow has to be stated."))
    if seat is not None and not stated["sparrow_announced"] and not won:
        template = N_("A Sparrow that nobody announced counts only if it is won.")
        return impossible(state, "B36", template)
    if len({one.seat for one in stated["abundances"]}) < len(stated["abundances"]):
        return impossible(state, "B32", N_("A player shows at most one Abundance."))
    return (
        check_bid(state, stated, "B11")
        or check_shown(state, stated["abundances"], shown_before(state), "B32")
        or check_points(state, sides, stated["points"], stated["honours"], "B6")
        or check_all_tricks(state, sides, sides.named(stated["slam"]), "B35")
        or check_last_pagat(state, "B34", paid=seat is not None and won)
    )
