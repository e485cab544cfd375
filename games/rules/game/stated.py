"""What stated facts of two sides must agree with: each other, and the tricks that were recorded before."""

from __future__ import annotations

from typing import Any

from games.rules.cards import FOOL, T1, cards_of
from games.rules.game.facts import OPEN, Honours, Shown, Values, impossible
from games.rules.game.scoring import trick_of, won_by
from games.rules.game.settlement import Side, Sides
from games.rules.hand.actions import Call
from games.rules.hand.state import AUCTION, State
from games.rules.problems import N_, Problem

MOST_SHOWN = 8  # cards that a contradiction names


def contradicted(
    state: State, rule: str, template: str, cards: tuple[int, ...], **facts: object
) -> Problem:
    """Facts that recorded cards, which the sentence names, do not allow."""
    facts |= {"cards": cards}
    return Problem("fact-contradicted", template, facts, state.variant.rule(rule), cards=cards)


def recorded_contract(state: State) -> Any:
    """The bid that is played (its key), once the auction is over."""
    bid = state.contract
    return OPEN if bid is None or state.phase == AUCTION else bid.key


def recorded_taker(state: State) -> Any:
    """Who plays it."""
    return OPEN if recorded_contract(state) is OPEN else state.taker


def check_bid(state: State, stated: Values, rule: str) -> Problem | None:
    """Judge the bid stated beside the one that stands: it is higher, or the same of the same seat, or of a seat that has
    still to speak, since the table may have let a bid stand that was too low."""
    variant, bid, taker = state.variant, state.contract, stated["taker"]
    if bid is None:
        return None
    standing, height = variant.height(bid.key), variant.height(stated["contract"])
    if height > standing or (height == standing and taker == state.taker):
        return None
    if taker != state.taker and may_still_call(state, taker):
        return None
    template = N_("{player} has said {bid}.")
    facts = {"player": state.taker, "bid": bid.label}
    return Problem("fact-contradicted", template, facts, variant.rule(rule), seat=state.taker)


def may_still_call(state: State, seat: int) -> bool:
    """Return whether a seat comes to speak once more, if all before it pass."""
    ahead = state.fork()
    while ahead.phase == AUCTION and ahead.turn not in (None, seat):
        state.variant.phases[Call].apply(ahead, Call(ahead.turn, "pass"))
    return ahead.phase == AUCTION


def check_shown(
    state: State, shown: tuple[Shown, ...], before: tuple[Shown, ...], rule: str
) -> Problem | None:
    """What was shown before is among what is stated."""
    missing = next((one for one in before if one not in shown), None)
    if missing is None:
        return None
    template = N_("{player} has shown {count} trumps.")
    facts = {"player": missing.seat, "count": missing.cards}
    return Problem("fact-contradicted", template, facts, state.variant.rule(rule), missing.seat)


def check_points(
    state: State, sides: Sides, halves: int, honours: Honours, rule: str
) -> Problem | None:
    """The card points of the declarers (halves) beside the honours of both sides, and beside the tricks recorded."""
    return (
        _check_worth(state, halves, honours, rule)
        or check_won(state, sides, halves, rule)
        or _check_honours(state, sides, honours, rule)
    )


def _check_worth(state: State, halves: int, honours: Honours, rule: str) -> Problem | None:
    pack, others = state.pack, state.pack.total - halves
    worth = min(pack.worth[card] for card in cards_of(pack.honours)) * 2 // pack.unit
    left = pack.honours.bit_count() - honours.count
    # A fool for which there is no card to give counts half a point less.
    for points, count in ((halves, honours.count), (others, left)):
        if count and points < worth * count - 1:
            template = N_("{halves} points are too few for {count} of these: {cards}.")
            cards = tuple(cards_of(pack.honours))
            return impossible(state, rule, template, count=count, halves=points, cards=cards)
    return None


def check_without_trick(state: State, losing: int, rule: str, *, has_stock: bool) -> Problem | None:
    """A side without a trick has at most the fool, and what was laid away or not taken up where that is its own;
    `losing` are the half points stated of it."""
    pack = state.pack
    dearest = max(pack.worth) * 2 // pack.unit
    most = dearest * (1 + (state.variant.stock_size(state.seats) if has_stock else 0))
    if losing <= most:
        return None
    template = N_("A side without a trick cannot have {halves} points.")
    return impossible(state, rule, template, halves=losing)


def check_won(state: State, sides: Sides, halves: int, rule: str) -> Problem | None:
    """The card points of the declarers (halves) beside the tricks recorded."""
    pack, others = state.pack, state.pack.total - halves
    for points, side in ((halves, sides.declarers), (others, sides.defenders)):
        won = won_by(state, side) & ~FOOL
        if points < pack.points(won) - 1:
            template = N_("The tricks of {players} count {halves} points by now: {cards}.")
            counting = _dearest(state, won)
            known = pack.points(won)
            return contradicted(state, rule, template, counting, players=side, halves=known)
    return None


def check_won_by_seat(state: State, points: tuple[int, ...], rule: str) -> Problem | None:
    """The card points of each seat, where everybody plays alone, beside the tricks recorded."""
    for seat, own in enumerate(points):
        won = state.taken[seat] & ~FOOL
        # A card may have been given for the fool; of what counts in threes a part is still open.
        known = (state.pack.points(won) - 2 * max(state.pack.worth) // state.pack.unit) // 2
        if own < known:
            template = N_("The tricks of {player} count {points} points by now: {cards}.")
            shown = state.pack.points(won) // 2
            cards = _dearest(state, won)
            return contradicted(state, rule, template, cards, player=seat, points=shown)
    return None


def _dearest(state: State, cards: int) -> tuple[int, ...]:
    worth = state.pack.worth
    return tuple(sorted(cards_of(cards), key=lambda card: -worth[card])[:MOST_SHOWN])


def _check_honours(state: State, sides: Sides, honours: Honours, rule: str) -> Problem | None:
    """Honours that lie in tricks recorded; of the fool's it is not certain whose it stays."""
    counting = state.pack.honours & ~FOOL
    own, others = (tuple(cards_of(won_by(state, side) & counting)) for side in sides)
    named = None if honours.cards is None else set(honours.cards)
    stays = state.pack.honours.bit_count() - honours.count
    agrees = named is None or set(own) <= named, named is None or not set(others) & named
    won, room = (own, others), (honours.count, stays)
    for side, cards, fits, most in zip(sides, won, agrees, room, strict=True):
        if not fits or len(cards) > most:
            template = N_("{players} have won {cards}.")
            return contradicted(state, rule, template, cards, players=side)
    return None


def check_all_tricks(state: State, sides: Sides, slam: Side | None, rule: str) -> Problem | None:
    """A side that has all the tricks has those that were recorded."""
    if slam is None:
        return None
    other = next((seat for seat in state.winners if seat not in slam), None)
    if other is None:
        return None
    number = state.winners.index(other)
    template = N_("{player} has won trick {trick}: {cards}.")
    cards = tuple(state.trick(number).cards)
    return contradicted(state, rule, template, cards, player=other, trick=number + 1)


def check_last_pagat(state: State, rule: str, *, paid: bool, from_end: int = 1) -> Problem | None:
    """A pagat that was played before cannot be paid for in the last trick; `from_end` counts the tricks in which it
    may have been."""
    trick = trick_of(state, T1)
    if not paid or trick is None or trick >= state.tricks_in_all - from_end:
        return None
    template = N_("{cards} was played to trick {trick}.")
    return contradicted(state, rule, template, (T1,), trick=trick + 1)
