"""Where a card may be that nobody has played: in a hand, or aside, in a discard or a stock that nobody saw."""

from __future__ import annotations

from games.rules.cards import BIT
from games.rules.game.terms import Laying
from games.rules.hand.state import State

# The place of a card that was laid away, or lies in the stock that nobody took up; hands are their seats.
ASIDE = -1


def whereabouts(state: State, card: int) -> tuple[int, ...]:
    """Return the places where a card that is not played may be: seats, and ASIDE."""
    bit = BIT[card]
    sure = tuple([seat for seat in range(state.seats) if state.sure[seat] & bit])
    if sure:
        return sure
    if (known_aside(state) | state.shown) & bit:
        return (ASIDE,)
    hands = [
        seat for seat in range(state.seats) if state.possible(seat) & bit and room(state, seat)
    ]
    return (*hands, ASIDE) if may_lie_aside(state) & bit else tuple(hands)


def room(state: State, seat: int) -> bool:
    """Return whether a hand holds cards that nobody knows."""
    return not state.known[seat] and state.room(seat) > 0


def known_aside(state: State) -> int:
    """Return the cards (mask) that were seen to be laid away, or in a stock that nobody took up."""
    cards = 0 if state.exchanged else state.stock or 0
    for one in state.laid:
        cards |= one.cards or 0
    return cards


def may_lie_aside(state: State) -> int:
    """Return the cards (mask) that may lie unseen in a discard, or in the stock that nobody took up."""
    free = state.unplayed & ~state.placed & ~state.shown & ~known_aside(state)
    if not state.exchanged:
        return free if state.stock is None else 0
    cards = 0
    for one in state.laid:
        if one.cards is None:
            barred = 0 if one.excused else never_face_down(state, one.seat, one.shown)
            # Until a hand is full it may hold whatever its player may have laid away.
            own = state.may[one.seat] if room(state, one.seat) else free
            cards |= free & own & ~barred
    return cards


def never_face_down(state: State, seat: int, shown: int) -> int:
    """Return what a seat that showed these cards cannot have laid away face down at all (masks)."""
    laying, cards = Laying(seat, 0, 0, shown), 0
    for ban in state.variant.bans(state):
        if not ban.together:
            cards |= ban.barred(state, laying)
    return cards
