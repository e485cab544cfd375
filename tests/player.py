"""A player by chance: one legal action after the other, in every game.

What is legal is asked of the phase that is on turn, so that nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.rules import (
    FOOL,
    HONOURS,
    KINGS,
    PLAIN,
    TRUMPS,
    Announce,
    Call,
    Discard,
    State,
    announcements,
    card_code,
    cards_of,
    exchange,
    fold,
    mask_of,
    play,
)

Action = dict[str, Any]

# Trumps, kings and honours above the average hand that make a bid, the next, the one above.
GOOD = (TRUMPS, KINGS, HONOURS)
ABOVE = (1, 3, 6)


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays.

    `wild`: bids, lays away and buys whatever the rules allow instead of what makes sense;
    `announces`, `claims`: how often, from 0 to 1, each time it could be done.
    """

    wild: bool = False
    announces: float = 0
    claims: float = 0


SENSIBLE = Habits()


def play_on(state: State, chance: Random, habits: Habits = SENSIBLE) -> Iterator[Action]:
    """Yield everything that happens from here to the end of the hand; the state follows.

    All cards have to be known. Raises AssertionError where the rules refuse what they called legal.
    """
    while not state.over:
        action = next_action(state, chance, habits)
        problem = fold(state, [action])
        if problem is not None:
            raise AssertionError(f"{action} was taken for legal: {problem.code}, {problem}")
        yield action


def next_action(state: State, chance: Random, habits: Habits = SENSIBLE) -> Action:
    """Choose a legal action: an announcement or a claim if that is a habit, else what is due."""
    if habits.announces and (announced := _announcement(state, chance, habits)):
        return announced
    if state.phase == "auction":
        return _call(state, chance, habits)
    waiting = exchange.awaits(state)
    if waiting:
        return _STEPS[waiting](state, chance, habits)
    if habits.claims and state.phase == "play" and chance.random() < habits.claims:
        return {"kind": "claim", "seat": chance.randrange(state.seats)}
    card = chance.choice(cards_of(play.legal(state)))
    return {"kind": "play", "seat": state.turn, "card": card_code(card)}


def codes(cards: tuple[int, ...] | list[int]) -> list[str]:
    """Return cards as records write them."""
    return [card_code(card) for card in cards]


def on_turn(state: State) -> int:
    """Return the seat that must act. Raises ValueError where the hand is over."""
    if state.turn is None:
        raise ValueError("the hand is over")
    return state.turn


# ---- announcements -------------------------------------------------------------------------------


def _announcement(state: State, chance: Random, habits: Habits) -> Action | None:
    for seat, what in announcements.legal(state):
        if chance.random() < habits.announces:
            for cards in _worth_showing(state, seat, what, chance):
                if announcements.check(state, Announce(seat, what, cards)) is None:
                    action = {"kind": "announce", "seat": seat, "what": what}
                    return action | {"cards": codes(cards)} if cards else action
    return None


def _worth_showing(state: State, seat: int, what: str, chance: Random) -> Iterator[tuple[int, ...]]:
    """Yield cards that might be shown with an announcement, the best guess first."""
    kind = state.variant.announcement(what)
    if kind is None or not kind.shows_cards:
        yield ()
        return
    trumps = cards_of(state.held(seat) & (TRUMPS | FOOL))
    yield tuple(trumps)
    trumps = cards_of(state.held(seat) & TRUMPS)
    yield tuple(trumps)
    yield tuple(chance.sample(trumps, max(len(trumps) - 1, 0)))


# ---- the auction ---------------------------------------------------------------------------------


def _call(state: State, chance: Random, habits: Habits) -> Action:
    auction = state.variant.phases[Call]
    calls = auction.legal(state)
    if not calls:  # something has to be said first
        seat, what = announcements.legal(state)[0]
        return {"kind": "announce", "seat": seat, "what": what}
    if not habits.wild:
        return {"kind": "call", "seat": state.turn, "call": _sensible_bid(state, calls)}
    last = state.contract.key if state.contract else ""
    answers = auction.out_of_turn(state) if state.variant.challenges else ()
    if answers and chance.random() < 0.5:
        again = state.variant.challenges[-1]
        return {"kind": "call", "seat": chance.choice(answers), "call": again, "of": last}
    call = calls[0] if chance.random() < 0.5 else chance.choice(calls)
    action = {"kind": "call", "seat": state.turn, "call": call}
    return action | {"of": last} if call in state.variant.challenges else action


def _sensible_bid(state: State, calls: tuple[str, ...]) -> str:
    """Return the highest bid that the hand is worth, or a pass."""
    hand, pack = state.held(on_turn(state)), state.variant.pack.cards
    strength = sum((hand & good).bit_count() for good in GOOD)
    average = sum((pack & good).bit_count() for good in GOOD) * state.hand_size / pack.bit_count()
    bids = [bid.key for bid in state.variant.bids if bid.wins]
    worth = [bid for bid, above in zip(bids, ABOVE, strict=False) if strength >= average + above]
    possible = [bid for bid in worth if bid in calls]
    return possible[-1] if possible else "pass"


# ---- the exchange --------------------------------------------------------------------------------


def _king(state: State, chance: Random, habits: Habits) -> Action:
    """Call a king of another hand, unless the taker has all of them."""
    may = exchange.legal(state)
    cards = cards_of(may if habits.wild else may & KINGS & ~state.held(on_turn(state)) or may)
    card = chance.choice(cards) if habits.wild else cards[0]
    return {"kind": "king", "seat": state.turn, "card": card_code(card)}


def _take(state: State, chance: Random, habits: Habits) -> Action:
    return {"kind": "take", "seat": state.turn, "half": chance.choice(("first", "second"))}


def _discard(state: State, chance: Random, habits: Habits) -> Action:
    """Discard the cheapest plain cards; trumps, shown, only where these are too few."""
    seat, size = on_turn(state), state.variant.discard_size(state.seats)
    chosen: list[int] = []
    may = cards_of(exchange.may_go(state))
    if habits.wild and len(may) >= size:
        chosen = chance.sample(may, size)
    if not chosen or exchange.check(state, Discard(seat, tuple(chosen), _shown(chosen))):
        chosen = _cheapest(state, size)
    action = {"kind": "discard", "seat": seat, "cards": codes(chosen)}
    shown = _shown(chosen)
    return action | {"shown": codes(shown)} if shown else action


def _cheapest(state: State, size: int) -> list[int]:
    chosen: list[int] = []
    while len(chosen) < size:
        laid = mask_of(chosen)
        may = exchange.may_go(state, laid) & ~laid
        plain = cards_of(may & PLAIN) or cards_of(may)
        chosen.append(min(plain, key=lambda card: (state.pack.worth[card], card)))
    return chosen


def _shown(chosen: list[int]) -> tuple[int, ...]:
    return tuple(card for card in chosen if not 1 << card & PLAIN)


def _buy(state: State, chance: Random, habits: Habits) -> Action:
    """Buy the most valuable card for the least valuable; if wild, any for any, or nothing."""
    seat, worth = on_turn(state), state.pack.worth
    cards, own = cards_of(exchange.legal(state)), cards_of(state.held(seat))
    action: Action = {"kind": "buy", "seat": seat, "card": None}
    if habits.wild and chance.random() < 0.2:
        return action
    card = chance.choice(cards) if habits.wild else max(cards, key=worth.__getitem__)
    pay = chance.choice(own) if habits.wild else min(own, key=worth.__getitem__)
    seller = next(other for other in range(state.seats) if state.held(other) >> card & 1)
    return action | {"card": card_code(card), "pay": card_code(pay), "from": seller}


_STEPS = {"king": _king, "take": _take, "discard": _discard, "buy": _buy}
