"""Matches as plain values: of hands whose scores are given, and made up by chance."""

from random import Random
from typing import Any

from games.matches.match_so_far import MatchHand, MatchPlayer, MatchSoFar
from games.rules import LAST_HAND, Seating, SeatingPlan, SeatRange, Variant
from tests.games import PLAYERS


def match_of(key: str, people: int, **facts: Any) -> MatchSoFar:
    """A match without hands of the first of the players; `facts` replace those of an open end."""
    seated = [MatchPlayer(name.lower(), name) for name in PLAYERS[:people]]
    rows = (SeatRange(chair, 1, LAST_HAND, one) for chair, one in enumerate(seated))
    plain: dict[str, Any] = {
        "public_id": "m1",
        "title": "Friday",
        "variant": key,
        "settings": {},
        "hands_planned": None,
        "first_dealer": 0,
        "dealer_sits_out": False,
        "closed": False,
        "seats": SeatingPlan(tuple(rows)),
    }
    return MatchSoFar(**plain | facts)


def scored(number: int, halves: tuple[int, ...]) -> MatchHand:
    """A sealed hand that brought each seat so many half points."""
    hand = MatchHand(f"h{number}", number, "french", 0, None, state="sealed")
    return hand._replace(status="scored", scores=halves)


def thrown_in(number: int, people: int) -> MatchHand:
    return scored(number, (0,) * people)._replace(status="passed-out")


def match_by_chance(variant: Variant, table: Seating, seed: int) -> MatchSoFar:
    """A match of any number of hands, some void, whose people changed chairs, came or went."""
    chance = Random(f"{variant.key} {table} {seed}")
    names = (*PLAYERS, "Gaëlle", "O’Hara")
    everybody = [MatchPlayer(f"p{at}", name) for at, name in enumerate(names)]
    people = everybody[: table.people]
    rows = (SeatRange(chair, 1, LAST_HAND, one) for chair, one in enumerate(people))
    seats: SeatingPlan[MatchPlayer] = SeatingPlan(tuple(rows))
    for _ in range(chance.randrange(3)):
        others = chance.sample(everybody, table.people)
        since = chance.randint(2, 8)
        seats = seats.with_people(others, since, chance.choice([since, since + 2, LAST_HAND]))
    match = MatchSoFar(
        public_id="m1",
        title="Friday, “the 13th”",
        variant=variant.key,
        settings={one.key: one.default for one in variant.settings if chance.random() < 0.5},
        hands_planned=chance.choice([None, 4]),
        first_dealer=chance.randrange(table.people),
        dealer_sits_out=table.dealer_sits_out,
        closed=chance.random() < 0.3,
        seats=seats,
        deals_on=chance.random() < 0.5,
    )
    for at in range(chance.randrange(9)):
        match = match.with_hand(played(match, chance, at))
    return match


def played(match: MatchSoFar, chance: Random, at: int) -> MatchHand:
    """The next hand, dealt by whose turn it is: scored, thrown in, void, or still open."""
    number, deal = match.coming()
    hand = MatchHand(f"h{at}", number, match.variant, deal.dealer, deal.sits_out)
    state = chance.choice(["sealed"] * 5 + ["void", "open"])
    if state != "sealed":
        void_as = chance.choice(["", "misdealt", "thrown-in"]) if state == "void" else ""
        return hand._replace(state=state, void_as=void_as)
    seats = len(match.seats.first) - match.dealer_sits_out
    scores = tuple(chance.randint(-400, 400) for _ in range(seats))
    if chance.random() < 0.2:
        return hand._replace(state=state, status="passed-out", scores=(0,) * seats)
    scored = hand._replace(state=state, status="scored", scores=scores)
    taker = chance.randrange(seats)
    return scored._replace(contract="guard", taker=taker, won=True, margin_halves=7)
