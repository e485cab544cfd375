"""Entries that are probably wrong: another seat or card than the one that is due, or made up."""

import random
from collections.abc import Callable
from typing import Any

from games.rules import State, card_code, cards_of

Action = dict[str, Any]


def probably_wrong(state: State, following: Action, luck: random.Random) -> Action:
    """The action that is due, with another seat or card; another one of the kind by the seat on
    turn, of cards that it may hold; or anything at all."""
    on_turn = 0 if state.turn is None else state.turn
    own = [card_code(card) for card in cards_of(state.possible(on_turn))]
    pack = [card_code(card) for card in cards_of(state.variant.pack.cards)]
    way = luck.random()
    if way < 0.2:
        return following | {"seat": luck.randrange(state.seats)}
    if way < 0.4 and isinstance(following.get("cards"), list):
        return following | {"cards": [luck.choice(pack), *following["cards"][1:]]}
    if way < 0.4 and "card" in following:
        return following | {"card": luck.choice(pack)}
    if way < 0.8 and following["kind"] in _ANYTHING:
        return _ANYTHING[following["kind"]](state, on_turn, own, luck)
    kind = luck.choice(list(_ANYTHING))
    return _ANYTHING[kind](state, luck.randrange(state.seats), luck.choice((own, pack)), luck)


def _some(cards: list[str], number: int, luck: random.Random) -> list[str]:
    return luck.sample(cards, min(number, len(cards)))


def _call(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    calls = ["pass", *(bid.key for bid in state.variant.bids), *state.variant.challenges]
    of = state.contract.key if state.contract else "take"
    return {"kind": "call", "seat": seat, "call": luck.choice(calls), "of": of}


def _announce(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    kinds = [kind.key for kind in state.variant.announcements] or ["slam"]
    trumps = [card for card in cards if card[0] in "TF"] or cards
    shown = _some(trumps, luck.randrange(1, 12), luck)
    return {"kind": "announce", "seat": seat, "what": luck.choice(kinds), "cards": shown}


def _stock(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    return {"kind": "stock", "cards": _some(cards, state.variant.stock_size(state.seats), luck)}


def _discard(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    laid = _some(cards, state.variant.discard_size(state.seats), luck)
    return {"kind": "discard", "seat": seat, "cards": laid, "shown": luck.choice(([], laid[:1]))}


def _take(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    return {"kind": "take", "seat": seat, "half": luck.choice(("first", "second"))}


def _buy(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    card, pay = luck.choice(cards), luck.choice(cards)
    return {
        "kind": "buy",
        "seat": seat,
        "card": card,
        "pay": pay,
        "from": luck.randrange(state.seats),
    }


def _king(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    return {"kind": "king", "seat": seat, "card": luck.choice(cards)}


def _play(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    return {"kind": "play", "seat": seat, "card": luck.choice(cards)}


def _claim(state: State, seat: int, cards: list[str], luck: random.Random) -> Action:
    return {"kind": "claim", "seat": seat}


_ANYTHING: dict[str, Callable[[State, int, list[str], random.Random], Action]] = {
    "call": _call,
    "announce": _announce,
    "stock": _stock,
    "discard": _discard,
    "take": _take,
    "buy": _buy,
    "king": _king,
    "play": _play,
    "claim": _claim,
}
