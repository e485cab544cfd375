"""Droggn, the facts: what the score of a hand follows from, and how it is stated where the cards do not tell it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from games.rules.cards import HONOURS, T1
from games.rules.game.facts import (
    OPEN,
    SEAT,
    SEAT_OR_NOBODY,
    YES_NO,
    CardPoints,
    Fact,
    OneOf,
    Values,
    impossible,
)
from games.rules.game.settlement import Sides
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.problems import N_, Problem
from games.rules.scoring.possible import Piles, Way, fool_goes_back
from games.rules.scoring.sides import sides_of, trick_of
from games.rules.scoring.stated import (
    check_all_tricks,
    check_bid,
    check_recorded,
    check_together,
    check_won,
    contradicted,
    recorded_contract,
    recorded_taker,
)
from games.rules.variants.droggn.play import announced, pagat_lost, pagat_ultimo
from games.rules.variants.droggn.sheet import BIDS, TAKEN


class DroggnFacts(NamedTuple):
    """What the score of a hand follows from.

    `halves` are the half points of the declarer; None at a slam where nobody knows them, and nothing depends on it.
    `announced` is what the declarer announced ("pagat-ultimo", "fool-last" or ""); `ultimo` who played the pagat in the
    last trick, or announced it and played it before, and whether it won; `pagat_lost` who lost it to the other side
    before the last trick. `honours` of the declarer do not count, and are not stated.
    """

    bid: Bid
    sides: Sides
    halves: int | None
    all_tricks: bool
    announced: str
    ultimo: tuple[int, bool] | None
    pagat_lost: int | None
    honours: int | None = None


# ---- as they are stated --------------------------------------------------------------------------------------

ANNOUNCEMENTS = {
    "": N_("nothing"),
    "pagat-ultimo": N_("Pagat ultimo"),
    "fool-last": N_("Fool displayed"),
}

# fmt: off
FACTS = (
    Fact("taker", N_("Declarer"), "2.5.3", SEAT, recorded=recorded_taker),
    Fact("contract", N_("Bid"), "2.5.3", OneOf(tuple((bid.key, bid.label) for bid in BIDS)), recorded=recorded_contract),
    Fact("points", N_("Card points"), "2.3.5", CardPoints(unknown=True), None),
    Fact("all_tricks", N_("All tricks"), "2.8.7", YES_NO, False),
    Fact("announced", N_("Announced"), "2.8.1", OneOf(tuple(ANNOUNCEMENTS.items())), "", lambda state: announced(state) if state.played or state.announcements else OPEN),
    Fact("ultimo", N_("Pagat in the last trick, played by"), "2.9.1", SEAT_OR_NOBODY, None),
    Fact("ultimo_won", N_("The pagat won the last trick"), "2.9.1", YES_NO, False),
    Fact("pagat_lost", N_("Pagat lost before, by"), "2.9.2", SEAT_OR_NOBODY, None),
)
# fmt: on


def stated_facts(state: State, stated: Values) -> DroggnFacts | None:
    """Return what the scorer has stated."""
    bid, ultimo = state.variant.bid(stated["contract"]), stated["ultimo"]
    if bid is None:
        return None
    return DroggnFacts(
        bid,
        sides_of(state, (stated["taker"],)),
        stated["points"],
        stated["all_tricks"],
        stated["announced"],
        None if ultimo is None else (ultimo, stated["ultimo_won"]),
        stated["pagat_lost"],
    )


def values_of(state: State, facts: DroggnFacts) -> dict[str, Any]:
    """Return the same facts as they are stated."""
    ultimo, won = facts.ultimo or (None, False)
    return {
        "taker": facts.sides.declarers[0],
        "contract": facts.bid.key,
        "points": facts.halves,
        "all_tricks": facts.all_tricks,
        "announced": facts.announced,
        "ultimo": ultimo,
        "ultimo_won": won,
        "pagat_lost": facts.pagat_lost,
    }


# ---- what is possible together ---------------------------------------------------------------------------------


class Pagat(NamedTuple):
    """What can become of the pagat.

    It has the facts `ultimo`, `ultimo_won` and `pagat_lost`; the side in whose tricks it is (0 the declarer's), None
    where that is open; the side that wins the last trick, None where that is open.
    """

    ultimo: int | None = None
    won: bool = False
    lost: int | None = None
    one: int | None = None
    last: int | None = None


def pagats(sides: Sides, announced: str) -> Iterator[Pagat]:
    """Yield what can become of the pagat (2.8.1, 2.9.1, 2.9.2).

    It is neither in the last trick nor lost before it; in the last trick, won or beaten; or lost before. One that was
    announced is the declarer's, and has failed wherever else it is played.
    """
    (declarer,), shown = sides.declarers, announced == "pagat-ultimo"
    yield Pagat()
    if shown:
        yield Pagat(declarer, one=0)
    for seat in (declarer,) if shown else (*sides.declarers, *sides.defenders):
        own = int(seat != declarer)
        yield Pagat(seat, won=True, one=own, last=own)
        for winner in (0, 1) if own else (1,):
            yield Pagat(seat, one=winner, last=winner)
        yield Pagat(seat if shown else None, lost=seat, one=1 - own)


def ways(state: State, sides: Sides) -> Iterator[Way]:
    """2.8.1: a pagat or, 2.8.3, at a Slam the fool is announced; 2.8.7: a Slam ends with the first trick lost."""
    most = state.tricks_in_all
    for bid, what, all_tricks in product(BIDS, ANNOUNCEMENTS, (False, True)):
        slam = bid.key == "slam"
        if what == "fool-last" and not slam:
            continue
        for pagat in pagats(sides, what):
            tricks = range(most, most + 1) if all_tricks else range(most)
            if slam and not all_tricks and pagat.last is not None:
                tricks = range(most - 1, most) if pagat.last else range(0)
            elif slam and not all_tricks and pagat.lost is not None and pagat.one:
                tricks = range(most - 1)
            facts = {
                "contract": bid.key,
                "all_tricks": all_tricks,
                "announced": what,
                "ultimo": pagat.ultimo,
                "ultimo_won": pagat.won,
                "pagat_lost": pagat.lost,
            }
            fool = 0 if what == "fool-last" and all_tricks else None
            yield Way(facts, tricks, pagat.one, pagat.won, fool)


def owner_of_stock(state: State, use: str) -> int:
    """2.6.1, 2.6.5: whose discard or stock is: 0 the declarer's, 1 the defenders'."""
    own = use == TAKEN or state.options["stock_unexchanged"] == "declarer"
    return int(not own)


def company(state: State) -> tuple[int, ...]:
    """2.6.3 (`king_discard`): how many trumps go with no king, one king, two of them: three cards in all."""
    return (0, 1) if state.options["king_discard"] == "one-each" else (0, 1, 1)


PILES = Piles(
    ways,
    owner=lambda state, use, tricks: owner_of_stock(state, use),
    laid=(TAKEN,),
    barred=lambda state: HONOURS,  # 2.6.2
    kings=company,
    fool=fool_goes_back(12),  # 2.8.6: 4 points, in thirds
)


def check_facts(state: State, stated: Values) -> Problem | None:
    """Refuse facts that are possible one by one but not together, or not with the cards that were recorded."""
    sides, halves = sides_of(state, (stated["taker"],)), stated["points"]
    if halves is None and stated["contract"] != "slam":
        template = N_("Only a slam is scored without card points.")
        return impossible(state, "2.8.7", template)
    return (
        check_bid(state, stated, "2.5.3")
        or (None if halves is None else check_won(state, sides, halves, "2.3.5"))
        or check_all_tricks(
            state, sides, sides.declarers if stated["all_tricks"] else None, "2.8.7"
        )
        or check_pagat(state, sides, stated)
        or check_together(state, sides, stated, PILES)
        or check_recorded(state, sides, stated, PILES)
    )


def check_pagat(state: State, sides: Sides, stated: Values) -> Problem | None:
    """2.9: of a pagat that was played before it is known what became of it."""
    trick, ultimo = trick_of(state, T1), stated["ultimo"]
    if trick is None or trick >= len(state.winners):
        return None
    facts = None if ultimo is None else (ultimo, stated["ultimo_won"]), stated["pagat_lost"]
    if facts == (pagat_ultimo(state), pagat_lost(state, sides)):
        return None
    template = N_("{cards} was played to trick {trick}.")
    return contradicted(state, "2.9.1", template, (T1,), trick=trick + 1)
