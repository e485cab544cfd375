"""Taroux of Six, the facts: what the score of a hand follows from, and how it is stated where the cards do not tell it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from games.rules.cards import FOOL, FOOL_CARD, HONOURS, TRUMPS
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
from games.rules.hand.knowledge import fools_player
from games.rules.hand.state import State
from games.rules.phases.returning import stakes
from games.rules.problems import N_, Problem, say_counted
from games.rules.scoring.possible import FoolCase, Lying, Piles, Way
from games.rules.scoring.sides import cheapest, sides_of, won_by
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
    """Return the seats that announced a Slam."""
    return [made.seat for made in state.announcements if made.what == "slam"]


def recorded_slams(state: State) -> Any:
    """B35: the sides that announced a Slam, once no announcement can follow."""
    if not state.winners or state.taker is None:
        return OPEN
    sides = sides_of(state, state.variant.team(state.seats, state.taker))
    return both_or_one(sides, tuple({sides.of(seat) for seat in announcing_slam(state)}))


def both_or_one(sides: Sides, announcing: tuple[Side, ...]) -> str:
    """Return the name of the sides that announced a Slam."""
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


def tiers_of(state: State) -> tuple[int, ...]:
    """B33 (`abundance`): the numbers of trumps that score."""
    return tuple(least for least, _points in state.options["abundance"])


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
    Fact("abundances", N_("Abundances"), "B33", ShownForm(tiers_of), (), recorded_abundances),
)
# fmt: on


def stated_facts(state: State, stated: Values) -> TarouxFacts | None:
    """Return what the scorer has stated."""
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
    """Return the same facts as they are stated; of the pair, the one that has bid."""
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


# ---- what is possible together ---------------------------------------------------------------------------------


def ways(state: State, sides: Sides) -> Iterator[Way]:
    """Yield the ways in which a hand can end.

    B36, B37: the tricks of a side that makes a Slam, or of none; the Magician of a Sparrow that is won lies in that
    side's tricks, and has won one. B34: one that was announced and failed was in the hand of the player who announced
    it.
    """
    most = state.tricks_in_all
    tricks = {"": range(1, most), "declarers": range(most, most + 1), "defenders": range(1)}
    sparrows: list[tuple[int | None, bool, bool, int | None]] = [(None, False, False, None)]
    for side, seats in enumerate(sides):
        for own in seats:
            sparrows += [(own, False, True, side), (own, True, True, side)]
            sparrows += [(own, True, False, 0), (own, True, False, 1)]
    bids = [bid for bid in BIDS if bid.wins]
    for bid, slam, (seat, announced, won, one) in product(bids, tricks, sparrows):
        facts = {
            "contract": bid.key,
            "slam": slam,
            "sparrow": seat,
            "sparrow_announced": announced,
            "sparrow_won": won,
        }
        yield Way(facts, tricks[slam], one, won)


def owner_of_stock(state: State, use: str, tricks: int) -> int:
    """B27 to B30: whose discards or stock are: of the side that has no trick they are the others'."""
    if use == "other":
        return int(tricks < state.tricks_in_all)
    return int(tricks == 0)


def payers(state: State, sides: Sides, player: int) -> Side:
    """B44 (`fool_surrender_scope`): whose tricks save the Fool and pay for it."""
    scope = state.options["fool_surrender_scope"]
    if scope == "player":
        return (player,)
    return state.variant.team(state.seats, player) if scope == "partnership" else sides.of(player)


def fool_places(state: State, sides: Sides, lying: Lying) -> Iterator[FoolCase]:
    """Yield the places where the Fool may lie (B43 to B45).

    The Fool is one card of its side's pile. In a trick of the others that side gives its least valuable card for it;
    without one the Fool is lost.
    """
    worth, values = state.pack.worth, sorted(set(state.pack.worth))
    whole = worth[FOOL_CARD]

    def least(*players: int) -> set[int]:
        piles = [won_by(state, payers(state, sides, player)) for player in players]
        given = [cheapest(state.pack, pile) for pile in piles]
        return {worth[card] for card in given if card is not None}

    if state.unplayed & FOOL or not (lying.won[0] | lying.won[1]) & FOOL:
        yield from (FoolCase(0, whole, 0), FoolCase(1, 0, 1))
        # From tricks that are won already; from later ones it is the same as a Fool in a trick of its own.
        if lying.left:
            yield from (FoolCase(0, whole - given, 1) for given in least(*sides.declarers))
            yield from (FoolCase(1, given, 0) for given in least(*sides.defenders))
        return
    player = fools_player(state)
    side, winner = int(player not in sides.declarers), int(bool(lying.won[1] & FOOL))
    known = set() if player is None else least(player)
    if side == winner or not known:
        yield FoolCase(winner, 0)
    for given in values if side != winner else ():
        if given <= min(known, default=given):
            yield FoolCase(side, (whole - given) * (winner - side))


PILES = Piles(
    ways,
    owner=owner_of_stock,
    laid=("exchange",),
    barred=lambda state: HONOURS,  # B25
    fool=fool_places,
    honours="honours",
)


def check_facts(state: State, stated: Values) -> Problem | None:
    """Refuse facts that are possible one by one but not together, or not with the cards that were recorded."""
    sides = sides_of(state, state.variant.team(state.seats, stated["taker"]))
    return (
        check_abundances(state, stated["abundances"])
        or check_bid(state, stated, "B11")
        or check_shown(state, stated["abundances"], shown_before(state), "B32")
        or check_won(state, sides, stated["points"], "B6")
        or check_honours(state, sides, stated["honours"], "B6")
        or check_last_pagat(state, "B34", paid=stated["sparrow_won"])
        or check_all_tricks(state, sides, sides.named(stated["slam"]), "B35")
        or check_together(state, sides, stated, PILES)
        or check_recorded(state, sides, stated, PILES)
    )


def check_abundances(state: State, shown: tuple[Shown, ...]) -> Problem | None:
    """Refuse Abundances that cannot be shown.

    B32: one each, among the twelve cards to be played; B33: a size of the table, and all of 21 trumps, or
    (`abundance_fool`) 22 with the Fool.
    """
    if len({one.seat for one in shown}) < len(shown):
        return impossible(state, "B32", N_("A player shows at most one Abundance."))
    trumps = MOST_TRUMPS if state.options["abundance_fool"] else TRUMPS.bit_count()
    fact, most = next(fact for fact in FACTS if fact.key == "abundances"), state.hand_size
    rules = ("B33", "B32", "B33")
    return check_trumps_shown(state, fact, shown, lambda seat: most, trumps, rules)
