"""Drawing: after each trick every player takes a card from the pile, as long as it lasts (sca-tarok C9, C11).

A draw is no action of a record. Whose it is follows from who led; which card it is, from the order of the pile
where somebody wrote that down. Where nobody did, a card that a seat could not follow with may have come since, and
a revoke is proven by numbers alone: more cards of the suit shown than cards drawn (sca-tarok C-i).
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import BIT, mask_of
from games.rules.game.pile import Pile
from games.rules.hand.state import State


class Draw(NamedTuple):
    """A card drawn: after which trick (from 1), by which seat, and which card, None where nobody knows."""

    trick: int
    seat: int
    card: int | None


def draw(state: State, pile: Pile, leader: int) -> None:
    """Draw cards after a gathered trick that the seat `leader` had led.

    This works out who draws, and what may be in the hands now. It is called in the middle of a stretch as well, where
    only the lists of the state are up to date.
    """
    if pile.left >= pile.least:
        if state.stock_cards is None:
            _unknown(state, pile, leader)
        else:
            _known(state, pile, leader, state.stock_cards)
    elif pile.slack:
        _show(state, pile, leader)


def _known(state: State, pile: Pile, leader: int, cards: tuple[int, ...]) -> None:
    """C9 where it is known which cards they are."""
    n, sure, may, lacks = state.seats, state.sure, state.may, state.lacks
    at, gone, seat = len(cards) - pile.left, 0, leader
    for card in cards[at : at + n]:
        bit = BIT[card]
        sure[seat] |= bit
        may[seat] |= bit
        if lacks[seat]:
            lacks[seat] &= ~bit
        gone |= bit
        seat = seat + 1 if seat + 1 < n else 0
    _take(pile, leader, n)
    state.stock = (state.stock or 0) & ~gone


def _take(pile: Pile, leader: int, n: int) -> None:
    """C9: a card each, in turn order from the seat that led the trick, as far as they go."""
    if pile.left >= n:
        pile.left -= n
        pile.rounds += 1
    else:
        pile.late = [(leader + place) % n for place in range(pile.left)]
        pile.left = 0


def _unknown(state: State, pile: Pile, leader: int) -> None:
    """C9 where it is not: any card that was not dealt to a known hand may have come."""
    if not pile.rounds:
        _open(state)
    _widen(state, leader, min(pile.left, state.seats))
    _take(pile, leader, state.seats)
    if pile.left >= pile.least:
        state.lacks[:] = (
            0,
        ) * state.seats  # who draws after every trick may show a card after each
    else:
        pile.slack, suits = _slack(state, pile), state.trick_rules.ranks.suits
        state.lacks[:] = [sum(suits[suit] for suit in own if not own[suit]) for own in pile.slack]
        if not pile.left:
            state.stock = 0


def _open(state: State) -> None:
    """Draw the first cards from a pile whose order is not known: no hand is known completely any more."""
    state.known[:] = (False,) * state.seats
    state.stock = None


def _widen(state: State, leader: int, count: int) -> None:
    """Allow for a drawn card, which may be any that is not surely in a hand: a full hand is open again.

    For a full hand no more cards are possible than it was dealt; where more are, it is open.
    """
    for place in range(count):
        seat = (leader + place) % state.seats
        if state.may[seat].bit_count() <= state.hand_size:
            state.may[seat] |= state.variant.pack.cards & ~state.placed


def _slack(state: State, pile: Pile) -> list[dict[int, int]]:
    """Return, by seat and suit that it did not follow, how many cards it has drawn since and not shown (C-i).

    This is counted after the last draw. The last such trick leaves the fewest.
    """
    n, cards, ranks = state.seats, state.played, state.trick_rules.ranks
    excused = {number for number, at in enumerate(state.play_actions) if at in state.irregular}
    played = [0] * n
    refused: list[dict[int, tuple[int, int]]] = [{} for _ in range(n)]
    seat = state.first_leader
    for trick, winner in enumerate(state.winners):
        led = ranks.suit_of[cards[trick * n]]
        for number in range(trick * n, trick * n + n):
            played[seat] |= BIT[cards[number]]
            if ranks.suit_of[cards[number]] != led and number not in excused:
                refused[seat][led] = trick, played[seat]
            seat = seat + 1 if seat + 1 < n else 0
        seat = winner
    return [
        {
            suit: pile.drawn(seat)
            - trick
            - (played[seat] & ~before & ranks.suits[suit]).bit_count()
            for suit, (trick, before) in own.items()
        }
        for seat, own in enumerate(refused)
    ]


def _show(state: State, pile: Pile, leader: int) -> None:
    """C-i later on: each card shown of a suit that was not followed leaves one less that may have been drawn."""
    n, suit_of, seat = state.seats, state.trick_rules.ranks.suit_of, leader
    for card in state.played[-n:]:
        own, suit = pile.slack[seat], suit_of[card]
        if own.get(suit):
            own[suit] -= 1
            if not own[suit]:
                state.lacks[seat] |= state.trick_rules.ranks.suits[suit]
        seat = seat + 1 if seat + 1 < n else 0


def may_have_come(state: State, seat: int, number: int, suit: int) -> bool:
    """Return whether a seat may have drawn one more card of a suit (mask) since play `number`, which did not follow it.

    C-i: the seat must have drawn more cards since, including that trick's draw, than it has shown of the suit.
    """
    pile = state.draw_pile
    if pile is None or state.stock_cards is not None:
        return False
    shown = sum(
        state.seat_of_play(later) == seat and suit & BIT[state.played[later]] != 0
        for later in range(number + 1, len(state.played))
    )
    return shown < pile.drawn(seat) - number // state.seats


def draws(state: State) -> tuple[Draw, ...]:
    """Return all cards drawn so far, in order."""
    pile, n = state.draw_pile, state.seats
    if pile is None:
        return ()
    tricks = [
        [state.seat_of_play(trick * n + place) for place in range(n)]
        for trick in range(pile.rounds)
    ]
    takers = [
        (trick, seat) for trick, seats in enumerate([*tricks, pile.late], 1) for seat in seats
    ]
    cards = state.stock_cards or (None,) * len(takers)
    return tuple(
        Draw(trick, seat, card) for (trick, seat), card in zip(takers, cards, strict=False)
    )


def drawn_by(state: State, seat: int) -> int | None:
    """Return the cards (mask) that a seat has drawn; None where their faces are not known."""
    cards = [drawn.card for drawn in draws(state) if drawn.seat == seat]
    known = [card for card in cards if card is not None]
    return mask_of(known) if len(known) == len(cards) else None
