"""The deal: what a record says of it, checked and completed by subtraction (fine points, "What is known")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from games.rules.cards import mask_of_dealt
from games.rules.game.variant import Variant
from games.rules.hand.state import State
from games.rules.problems import N_, Problem

Hands = Sequence[Sequence[int] | None]


def check(variant: Variant, hands: Hands, stock: Sequence[int] | None) -> Problem | None:
    """Return the first fault of a deal in the order of the table of codes: a card twice, then a wrong number."""
    parts = [part for part in (*hands, stock) if part is not None]
    if len(frozenset().union(*parts)) < sum(map(len, parts)):
        dealt = list(chain.from_iterable(parts))
        twice = next(card for card in dealt if dealt.count(card) > 1)
        return Problem(
            "duplicate-card",
            N_("{card} is dealt twice."),
            {"card": twice},
            cards=(twice,),
        )
    players = len(hands)
    size = variant.hand_size(players)
    for seat, hand in enumerate(hands):
        if hand is not None and len(hand) != size:
            return Problem(
                "wrong-card-count",
                N_("{player} has {count} cards; {size} are dealt."),
                {"player": seat, "count": len(hand), "size": size},
                rule=variant.cite("deal"),
                seat=seat,
            )
    if stock is not None and len(stock) != variant.stock_size(players):
        return Problem(
            "wrong-card-count",
            N_("The stock has {count} cards; it must have {size}."),
            {"count": len(stock), "size": variant.stock_size(players)},
            rule=variant.cite("deal"),
        )
    return None


def deal(state: State, hands: Hands, stock: Sequence[int] | None) -> None:
    """Enter what is known of the deal in a new state, one missing part by subtraction."""
    parts = [None if part is None else mask_of_dealt(part) for part in (*hands, stock)]
    unknown = parts.count(None)
    if unknown == len(parts):
        return
    if unknown == 1:
        parts[parts.index(None)] = state.variant.pack.cards & ~_all_of(parts)
    state.knowledge = "full" if unknown <= 1 else "partial"
    *state.dealt, state.stock = parts
    state.stock_cards = None if stock is None else tuple(stock)
    place(state)


def place(state: State) -> None:
    """Work out who may hold what from the dealt hands and the stock, before any exchange."""
    elsewhere = state.variant.pack.cards & ~_all_of((*state.dealt, state.stock))
    for seat, hand in enumerate(state.dealt):
        if hand is None:
            state.may[seat] &= elsewhere | state.sure[seat]
        else:
            state.sure[seat] = state.may[seat] = hand
            state.known[seat] = True


def _all_of(parts: Iterable[int | None]) -> int:
    """Return the cards of all parts of the deal that are known (masks)."""
    cards = 0
    for part in parts:
        cards |= part or 0
    return cards


def learn_stock(state: State, stock: int) -> None:
    """Turn up the stock: if one hand alone is still unknown, it follows from the stock."""
    state.stock = stock
    if state.dealt.count(None) == 1:
        known = stock | _all_of(state.dealt)
        state.dealt[state.dealt.index(None)] = state.variant.pack.cards & ~known
    place(state)


def join_stock(state: State, seat: int, cards: int) -> None:
    """Make cards of the stock (mask) part of a hand."""
    for other in range(state.seats):
        state.may[other] &= ~cards
    state.sure[seat] |= cards
    state.may[seat] |= cards
    state.exchanged = True
