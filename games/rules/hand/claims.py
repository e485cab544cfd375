"""A claim whose score lacks something that the table knows: who holds the fool, what the cards laid away count
(fine points 7). What the table says of it is supposed, and the facts that then follow are stated after the claim."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.rules.cards import BIT, FOOL, cards_of
from games.rules.game.facts import written
from games.rules.hand.state import State


class Lacking(NamedTuple):
    """What the score of a claim lacks: who holds the fool; the card points laid away."""

    fool: bool
    laid: bool


def lacking(state: State) -> Lacking | None:
    """What would have to be known for the score of a hand that ended with a claim. None where nothing, or where what is
    unknown cannot be asked for like that."""
    facts = state.variant.stating
    if state.claim is None or facts.of(state) is not None:
        return None
    holders = [None] if state.placed & FOOL or not state.unplayed & FOOL else range(state.seats)
    for laid in (None, _some_points(state)):
        for fool in holders:
            supposed = suppose(state, fool, laid)
            if supposed is not None and facts.of(supposed) is not None:
                return Lacking(fool is not None, laid is not None)
    return None


def facts_of_claim(state: State, fool: int | None, laid: int | None) -> dict[str, Any] | None:
    """The facts (JSON) that follow from a claim once the table has said who holds the fool (a seat) and what the cards
    laid away count (half points), None for what was not asked. None where that cannot be, or does not tell the score."""
    supposed, stating = suppose(state, fool, laid), state.variant.stating
    values = None if supposed is None else stating.of(supposed)
    return None if values is None else written(stating, values, state)


def suppose(state: State, fool: int | None, laid: int | None) -> State | None:
    """The hand with what the table says of it; None where it cannot be."""
    supposed = state.fork()
    if fool is not None:
        if not state.may[fool] & FOOL or state.crowded_out(fool, FOOL, state.room(fool)):
            return None
        supposed.sure[fool] |= FOOL
        supposed.close_full_hand(fool)
    if laid is not None:
        away = _cards_worth(supposed, laid)
        if away is None:
            return None
        supposed.laid = [
            one if one.cards is not None else one._replace(cards=away) for one in state.laid
        ]
    return supposed


def _some_points(state: State) -> int | None:
    """Any number of half points that the cards laid away can count; None where they were seen."""
    total = range(state.pack.total + 1)
    return next((halves for halves in total if _cards_worth(state, halves) is not None), None)


def _cards_worth(state: State, halves: int) -> int | None:
    """Cards (mask) that may have been laid away unseen and count so much. Nobody lays away an honour, so that no more
    than their points decides."""
    unseen = [one for one in state.laid if one.cards is None]
    if len(unseen) != 1:
        return None
    shown, worth, pack = unseen[0].shown, state.pack.worth, state.pack
    away = {(shown.bit_count(), sum([worth[card] for card in cards_of(shown)])): shown}
    free = state.unplayed & ~state.placed & ~pack.honours & ~FOOL & ~state.shown
    size = state.variant.discard_size(state.seats)
    for card in cards_of(free & pack.cards):
        for (count, value), cards in list(away.items()):
            if count < size:
                away.setdefault((count + 1, value + worth[card]), cards | BIT[card])
    full = (cards for (count, _value), cards in away.items() if count == size)
    return next((cards for cards in full if pack.points(cards) == halves), None)
