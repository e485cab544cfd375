"""Whether a hand can have ended as stated where everybody plays alone.

All cards must be shared out so that each seat has the card points stated for it.

A seat has the cards of its tricks, some have more (a discard, what was left over at a claim), and the rest of the pack
is nobody's. Points are in the smallest unit of the pack; a set of them is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from games.rules.cards import FOOL, FOOL_CARD
from games.rules.game.facts import impossible
from games.rules.game.packs import Classes
from games.rules.hand.knowledge import fools_player
from games.rules.hand.state import State
from games.rules.problems import N_, Problem
from games.rules.scoring.possible import sums
from games.rules.scoring.stated import contradicted, dearest, has_excuse

MANY = 10**6


class SeatNeeds(NamedTuple):
    """What a seat is to have besides the cards that it surely has.

    These are `points`, the numbers of `tricks` that it may win, and `more` cards; it may have no more of the dearest
    cards than those of its tricks and `dear`.
    """

    points: int
    tricks: range
    more: int = 0
    dear: int = MANY


class CardsWorth(NamedTuple):
    """A number of cards and what they count together; no more than `dear` of them of the dearest."""

    points: int
    cards: int
    dear: int


def can_be_shared(
    classes: Classes, wanted: Sequence[SeatNeeds], left: int, *, exactly: bool = True
) -> bool:
    """Return whether cards can be shared out in the `left` tricks so that every seat has what is wanted.

    Each trick has one card of each seat. Not `exactly`: as far as each group of seats can tell by itself, which is
    quicker.
    """
    for tricks in _divided(classes, wanted, left):
        shares = _shares(wanted, tricks)
        if _each_group(classes, shares) and (not exactly or _fits(classes, tuple(sorted(shares)))):
            return True
    return False


def can_have(classes: Classes, one: SeatNeeds, seats: int) -> list[int]:
    """Return the numbers of tricks with which a seat can have what is wanted, whatever the others have."""
    reached = sums(classes)
    if one.points < 0:
        return []
    return [
        tricks
        for tricks in one.tricks
        if (cards := seats * tricks + one.more) < len(reached) and reached[cards] >> one.points & 1
    ]


def _divided(classes: Classes, wanted: Sequence[SeatNeeds], left: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to divide the tricks, first those in proportion to the points."""
    total = sum(one.points for one in wanted) or 1
    options = [
        sorted(
            can_have(classes, one, len(wanted)), key=lambda n: abs(n - left * one.points / total)
        )
        for one in wanted
    ]
    yield from _with_sum(options, left)


def _with_sum(options: Sequence[Sequence[int]], total: int) -> Iterator[tuple[int, ...]]:
    first, *rest = options
    if not rest:
        if total in first:
            yield (total,)
        return
    for number in first:
        if number <= total:
            yield from ((number, *others) for others in _with_sum(rest, total - number))


def _shares(wanted: Sequence[SeatNeeds], tricks: Sequence[int]) -> list[CardsWorth]:
    seats = len(wanted)
    return [
        CardsWorth(one.points, seats * won + one.more, seats * won + one.dear)
        for one, won in zip(wanted, tricks, strict=True)
    ]


def _each_group(classes: Classes, shares: Sequence[CardsWorth]) -> bool:
    """Return whether the seats of each group can together have their shares."""
    reached = sums(classes)
    for size in range(2, len(shares) + 1):
        for group in combinations(shares, size):
            cards, points = sum(one.cards for one in group), sum(one.points for one in group)
            if cards >= len(reached) or not reached[cards] >> points & 1:
                return False
    return True


@lru_cache(maxsize=4096)
def _fits(classes: Classes, shares: tuple[CardsWorth, ...]) -> bool:
    """Return whether the cards can be shared out; what is left is nobody's."""
    if not shares:
        return True
    first, rest = shares[0], shares[1:]
    return any(
        _fits(
            tuple((value, many - out) for (value, many), out in zip(classes, taken, strict=True)),
            rest,
        )
        for taken in _choices(classes, first.cards, first.points, first.dear)
    )


def _choices(classes: Classes, cards: int, points: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield how many cards of each class to take for `cards` that count `points`, no more than `most` of the dearest."""
    *others, (value, many) = classes
    if not others:
        if cards <= min(many, most) and value * cards == points:
            yield (cards,)
        return
    dearest = max([value for value, left in others if left], default=0)
    for taken in range(min(many, most, cards, points // value), -1, -1):
        left, rest = cards - taken, points - value * taken
        if rest > left * dearest:
            return
        yield from ((*less, taken) for less in _choices(tuple(others), left, rest, MANY))


# ---- what is stated ------------------------------------------------------------------------------------------

Ways = Sequence[Sequence[SeatNeeds]]


def check_shares(state: State, rule: str, ways: Ways, *, exactly: bool = True) -> Problem | None:
    """Refuse card points of all seats that no deal gives, where everybody plays alone.

    `ways`: what each seat is to have, in each way in which the hand can end; `exactly` as in `can_be_shared`.
    """
    pack, seats, tricks = state.pack, state.seats, state.tricks_in_all
    classes, (usual, *_others) = pack.classes(pack.cards), ways
    if any(can_be_shared(classes, wanted, tricks, exactly=exactly) for wanted in ways):
        return None
    for seat, one in enumerate(usual):
        points = one.points // pack.unit
        if not any(can_have(classes, wanted[seat], seats) for wanted in ways):
            if len(one.tricks) > 1:
                template = N_("{player} cannot have {points} points: no deal gives that.")
                return impossible(state, rule, template, player=seat, points=points)
            template = N_("{player} cannot have {points} points with so few tricks: {count}.")
            count = one.tricks[0]
            return impossible(state, rule, template, player=seat, points=points, count=count)
    total, may = sum(one.points for one in usual), 0
    for wanted in ways:
        may |= sums(classes)[seats * tricks + sum(one.more for one in wanted)]
    template = N_("{all} points do not go together: no deal gives that.")
    every = tuple(one.points // pack.unit for one in usual)
    if not may >> total & 1:
        template = N_(
            "{all} add up to {sum}: no deal gives that. The nearest sums that can be: {near}."
        )
    near = [bit for bit in range(may.bit_length()) if may >> bit & 1]
    below, above = [bit for bit in near if bit < total], [bit for bit in near if bit > total]
    next_to = tuple(bit // pack.unit for bit in (*below[-1:], *above[:1]))
    return impossible(state, rule, template, all=every, sum=total // pack.unit, near=next_to)


def check_shares_left(
    state: State, rule: str, ways: Ways, *, exactly: bool = True
) -> Problem | None:
    """Refuse card points that a deal can give, but none in which the tricks went as they were recorded."""
    laid = state.discard or 0
    piles = [won | (laid if seat == state.dealer else 0) for seat, won in enumerate(state.taken)]
    free = state.pack.classes(state.unwon & ~laid)
    have = [_units(state, pile) for pile in piles]
    left = state.tricks_in_all - len(state.winners)
    if not state.winners:
        return None
    for moved in _fool_moves(state):
        for wanted in ways:
            rest = [
                _rest(state, one, seat, have[seat] + moved.get(seat, 0), laid)
                for seat, one in enumerate(wanted)
            ]
            if can_be_shared(free, rest, left, exactly=exactly):
                return None
    template = N_("What was recorded does not allow that. The tricks of {players}: {cards}.")
    seat = max(range(state.seats), key=have.__getitem__)
    cards = dearest(state, state.taken[seat])
    return contradicted(state, rule, template, cards, players=(seat,))


def _units(state: State, cards: int) -> int:
    return sum(value * many for value, many in state.pack.classes(cards))


def _rest(state: State, one: SeatNeeds, seat: int, have: int, laid: int) -> SeatNeeds:
    """Return what a seat is to have besides the cards that it has."""
    won, many = state.winners.count(seat), laid.bit_count() if one.more else 0
    tricks = range(max(0, one.tricks.start - won), one.tricks.stop - won)
    return one._replace(points=one.points - have, tricks=tricks, more=one.more - many)


def _fool_moves(state: State) -> Iterator[dict[int, int]]:
    """Yield what the fool may still bring one seat and cost another, apart from the place where it lies."""
    yield {}
    if not has_excuse(state):
        return
    seats, worth = range(state.seats), state.pack.worth
    players = seats if state.unplayed & FOOL else [fools_player(state)]
    winners = [seat for seat in seats if state.taken[seat] & FOOL] or seats
    moves = {worth[FOOL_CARD] - value for value in worth} - {0}
    for player, winner, points in product(players, winners, moves):
        if player is not None and player != winner:
            yield {player: points, winner: -points}
