"""Hands dealt and played by chance, always legally: for the demo club."""

import random
from collections.abc import Mapping
from typing import Any

from games.records import Change
from games.rules import (
    Record,
    State,
    Variant,
    announcements,
    auction,
    card_code,
    cards_of,
    exchange,
    mask_of,
    play,
)
from games.rules.cards import HONOURS, KINGS, PLAIN, TRUMPS
from games.rules.replay import fold, start

# From so many trumps, kings and bouts in the hand, by number of players: petite, garde, garde sans.
STRENGTH = {3: (10, 12, 15), 4: (8, 10, 13), 5: (7, 9, 12)}
BIDS = ("small", "guard", "guard-without")


def changes(
    *,
    seed: int,
    variant: Variant,
    options: Mapping[str, Any],
    players: int,
    dealer: int,
    hands_known: bool,
) -> list[Change]:
    """The entries of a hand, complete from the deal to the last card.

    `options`: what differs from the defaults. With `hands_known` the deal is recorded; without,
    only what everybody at the table saw: the dog is turned up, the discard stays face down.
    """
    chance = random.Random(seed)  # noqa: S311 - the same hands in every demo
    pack = list(range(78))
    chance.shuffle(pack)
    size = variant.hand_size(players)
    hands = tuple(tuple(pack[seat * size : (seat + 1) * size]) for seat in range(players))
    stock = tuple(pack[players * size :])
    complete = variant.default_options() | dict(options)
    names = tuple(map(str, range(players)))
    state = start(Record(variant, complete, names, dealer, hands, stock))
    actions: list[dict[str, Any]] = []
    while not state.over:
        action = _next(state, chance)
        if fold(state, [action]) is not None:
            raise AssertionError(f"{action} was taken for legal")
        actions += [action] if hands_known else _as_seen(action, stock)
    written: list[Change] = [{"op": "act", "action": action} for action in actions]
    if hands_known:
        deal = {"hands": [codes(hand) for hand in hands], "stock": codes(stock)}
        written.insert(0, {"op": "deal", "deal": deal})
    return written


def codes(cards: tuple[int, ...] | list[int]) -> list[str]:
    """Cards as records write them."""
    return [card_code(card) for card in cards]


def _as_seen(action: dict[str, Any], stock: tuple[int, ...]) -> list[dict[str, Any]]:
    if action["kind"] != "discard":
        return [action]
    return [{"kind": "stock", "cards": codes(stock)}, action | {"cards": None}]


def on_turn(state: State) -> int:
    """The seat that must act. Raises ValueError where the hand is over."""
    if state.turn is None:
        raise ValueError("the hand is over")
    return state.turn


def _next(state: State, chance: random.Random) -> dict[str, Any]:
    if state.phase == "auction" and not auction.legal(state):
        seat, what = announcements.legal(state)[0]  # a petit sec must be said
        return {"kind": "announce", "seat": seat, "what": what}
    if state.phase == "auction":
        return {"kind": "call", "seat": state.turn, "call": _call(state)}
    waiting = exchange.awaits(state)
    if waiting == "king":
        return {"kind": "king", "seat": state.taker, "card": card_code(_partner(state))}
    if waiting == "discard":
        return _discard(state)
    card = chance.choice(cards_of(play.legal(state)))
    return {"kind": "play", "seat": state.turn, "card": card_code(card)}


def _call(state: State) -> str:
    hand = state.held(on_turn(state))
    strength = sum((hand & good).bit_count() for good in (TRUMPS, KINGS, HONOURS))
    worth = [bid for bid, least in zip(BIDS, STRENGTH[state.n], strict=True) if strength >= least]
    possible = [bid for bid in worth if bid in auction.legal(state)]
    return possible[-1] if possible else "pass"


def _partner(state: State) -> int:
    """A king of another hand, where the taker has not got them all."""
    may = exchange.legal(state)
    return cards_of(may & KINGS & ~state.held(on_turn(state)) or may)[0]


def _discard(state: State) -> dict[str, Any]:
    """The cheapest plain cards; trumps only where there are too few, and those are shown."""
    chosen: list[int] = []
    size = state.variant.stock_size(state.n)
    while len(chosen) < size:
        laid = mask_of(chosen)
        may = exchange.may_go(state, laid) & ~laid
        plain = cards_of(may & PLAIN) or cards_of(may)
        chosen.append(min(plain, key=lambda card: (state.variant.pack.points_of((card,)), card)))
    shown = codes([card for card in chosen if not 1 << card & PLAIN])
    action = {"kind": "discard", "seat": state.taker, "cards": codes(chosen)}
    return action | {"shown": shown} if shown else action
