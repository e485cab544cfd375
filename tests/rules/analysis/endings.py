"""Endings of random hands, and what they lead to by trying every card to the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from games.rules import VARIANTS, Record, State, cards_of, replay
from games.rules.analysis.turning_points import position_before
from games.rules.cards import BIT
from games.rules.hand.actions import Play
from games.rules.phases import play
from tests.rules.properties.playing import at_random

# The most cards that are left: what can be tried to the end.
CARDS = {2: 8, 3: 10, 4: 10, 5: 11, 6: 12}


def ending(record: Record, cards: int) -> State | None:
    """The position of a hand with that many cards left to play, if it was played to the end."""
    end = replay(record).state
    number = end.tricks_in_all * end.seats - cards
    return position_before(record, end, number) if len(end.played) > end.last_play else None


@cache
def endings(key: str, players: int, seed: int, many: int) -> list[tuple[Record, State]]:
    """Random hands of a game, each with an ending in the middle of a trick or before it."""
    variant, luck = next(one for one in VARIANTS if one.key == key), random.Random(seed)
    found: list[tuple[Record, State]] = []
    while len(found) < many:
        record = at_random(variant, players, luck.randrange(2**40))
        state = ending(record, CARDS[players] - luck.randrange(7))
        found += [(record, state)] if state is not None else []
    return found


def with_every_trick(state: State, seats: Sequence[int], luck: random.Random) -> State:
    """The same hands, but some seats have won every trick so far: a slam is still possible."""
    other, n = state.fork(), state.seats
    other.winners[:] = [luck.choice(seats) for _ in state.winners[1:]] + [state.leader]
    other.taken[:] = [0] * n
    for number, card in enumerate(state.played[: len(state.winners) * n]):
        other.taken[other.winners[number // n]] |= BIT[card]
    return other


def side_of(state: State, seat: int) -> tuple[int, ...]:
    """The seats that play together with a seat, itself included."""
    if state.taker is None:
        return (seat,)
    end = state.fork()
    while end.turn is not None:
        put(end, cards_of(play.legal(end))[0])
    settlement = state.variant.settle(end)
    assert settlement is not None
    return next(side for side in settlement.sides if seat in side)


def put(state: State, card: int) -> None:
    """The seat on turn plays a card."""
    assert state.turn is not None
    play.apply(state, Play(state.turn, card))


def by_trying_all(state: State, seat: int, side: Sequence[int]) -> int:
    """What a seat scores if its side does its best for it and all others do their worst."""
    if state.turn is None:
        settlement = state.variant.settle(state)
        assert settlement is not None
        return settlement.scores[seat]
    best = max if state.turn in side else min
    return best(
        by_trying_all(after(state, card), seat, side) for card in cards_of(play.legal(state))
    )


def after(state: State, card: int) -> State:
    """The position after a card."""
    other = state.fork()
    put(other, card)
    return other
