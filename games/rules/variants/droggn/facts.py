"""Droggn, the facts: what the score of a hand follows from, and how it is stated where the cards do not tell it."""

from __future__ import annotations

from typing import Any, NamedTuple

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
from games.rules.game.scoring import sides_of
from games.rules.game.settlement import Sides
from games.rules.game.stated import (
    check_all_tricks,
    check_bid,
    check_last_pagat,
    check_without_trick,
    check_won,
    recorded_contract,
    recorded_taker,
)
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.problems import N_, Problem
from games.rules.variants.droggn.play import announced
from games.rules.variants.droggn.sheet import BIDS


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

ANNOUNCED = OneOf(
    (("", N_("nothing")), ("pagat-ultimo", N_("Pagat ultimo")), ("fool-last", N_("Fool displayed")))
)

# fmt: off
FACTS = (
    Fact("taker", N_("Declarer"), "2.5.3", SEAT, recorded=recorded_taker),
    Fact("contract", N_("Bid"), "2.5.3", OneOf(tuple((bid.key, bid.label) for bid in BIDS)), recorded=recorded_contract),
    Fact("points", N_("Card points"), "2.3.5", CardPoints(unknown=True), None),
    Fact("all_tricks", N_("All tricks"), "2.8.7", YES_NO, False),
    Fact("announced", N_("Announced"), "2.8.1", ANNOUNCED, "", lambda state: announced(state) if state.played or state.announcements else OPEN),
    Fact("ultimo", N_("Pagat in the last trick, played by"), "2.9.1", SEAT_OR_NOBODY, None),
    Fact("ultimo_won", N_("The pagat won the last trick"), "2.9.1", YES_NO, False),
    Fact("pagat_lost", N_("Pagat lost before, by"), "2.9.2", SEAT_OR_NOBODY, None),
)
# fmt: on


def stated_facts(state: State, stated: Values) -> DroggnFacts | None:
    """What the scorer has stated."""
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
    """The same facts as they are stated."""
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


def check_facts(state: State, stated: Values) -> Problem | None:
    """Why facts that are possible one by one are not together, or against the cards that were recorded."""
    sides, halves = sides_of(state, (stated["taker"],)), stated["points"]
    if halves is None and stated["contract"] != "slam":
        template = N_("Only a slam is scored without card points.")
        return impossible(state, "2.8.7", template)
    if stated["ultimo_won"] and stated["ultimo"] is None:
        template = N_("Who has won the last trick with the pagat has to be stated.")
        return impossible(state, "2.9.1", template)
    if stated["ultimo_won"] and stated["pagat_lost"] is not None:
        template = N_("A pagat that was lost cannot have won the last trick.")
        return impossible(state, "2.9.2", template)
    slam = sides.declarers if stated["all_tricks"] else None
    last = stated["ultimo_won"] and stated["ultimo"] is not None
    return (
        check_bid(state, stated, "2.5.3")
        or (None if halves is None else check_won(state, sides, halves, "2.3.5"))
        or check_all_tricks(state, sides, slam, "2.8.7")
        or check_last_pagat(state, "2.9.1", paid=last)
        or check_matsch(state, stated)
    )


def check_matsch(state: State, stated: Values) -> Problem | None:
    """2.8.7, 2.9.4: with all tricks the declarer leaves the defenders at most what lies in the stock, and the fool."""
    halves = stated["points"]
    if not stated["all_tricks"] or halves is None:
        return None
    return check_without_trick(state, state.pack.total - halves, "2.8.7", has_stock=True)
