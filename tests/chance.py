"""Hands dealt and played by chance, always legally, in every game."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from games.rules import Change, Record, Variant, cards_of, exchange, fold, start
from tests.player import SENSIBLE, Action, Habits, codes, play_on


def changes(
    *,
    seed: int,
    variant: Variant,
    options: Mapping[str, Any],
    players: int,
    dealer: int,
    hands_known: bool,
) -> list[Change]:
    """Return the entries of a hand, complete from the deal to the last card.

    `options`: what differs from the defaults. With `hands_known` the deal is recorded; without,
    only what everybody at the table saw.
    """
    record = hand(seed=seed, variant=variant, options=options, players=players, dealer=dealer)
    seen = record if hands_known else as_seen(record)
    written: list[Change] = [{"op": "act", "action": dict(action)} for action in seen.actions]
    if hands_known:
        deal = {
            "hands": [codes(cards or ()) for cards in record.hands],
            "stock": codes(record.stock or ()),
        }
        written.insert(0, {"op": "deal", "deal": deal})
    return written


def hand(
    *,
    seed: int,
    variant: Variant,
    options: Mapping[str, Any],
    players: int,
    dealer: int,
    habits: Habits = SENSIBLE,
) -> Record:
    """Return the record of a complete hand with all cards, the same for the same seed."""
    chance = random.Random(seed)
    pack = cards_of(variant.pack.cards)
    chance.shuffle(pack)
    record = dealt(variant, options, pack, players=players, dealer=dealer)
    return record._replace(actions=tuple(play_on(start(record), chance, habits)))


def dealt(
    variant: Variant,
    options: Mapping[str, Any],
    pack: Sequence[int],
    *,
    players: int,
    dealer: int,
) -> Record:
    """Return a hand dealt from the pack, from seat 0 on, before anything has happened."""
    size = variant.hand_size(players)
    hands = tuple(tuple(pack[seat * size : (seat + 1) * size]) for seat in range(players))
    complete = variant.default_options() | dict(options)
    names = tuple(map(str, range(players)))
    return Record(variant, complete, names, dealer, hands, tuple(pack[players * size :]))


def as_seen(record: Record, *, known: Collection[int] = ()) -> Record:
    """Return the same hand as the table saw it.

    Only the hands of these seats are written down. The stock is turned up where everybody may see
    it; discard and payment lie face down.
    """
    hands = tuple(cards if seat in known else None for seat, cards in enumerate(record.hands))
    seen = record._replace(hands=hands, stock=None, actions=())
    return seen._replace(actions=tuple(_seen_actions(seen, record)))


def _seen_actions(seen: Record, record: Record) -> Iterator[Action]:
    state = start(seen)
    for action in map(dict, record.actions):
        if exchange.awaits(state) == "stock":
            stock = {"kind": "stock", "cards": codes(record.stock or ())}
            fold(state, [stock])
            yield stock
        face_down = {"discard": "cards", "buy": "pay"}.get(action["kind"])
        if face_down in action:
            action[face_down] = None
        fold(state, [action])
        yield action
