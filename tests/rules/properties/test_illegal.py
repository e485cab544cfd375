"""Thousands of random entries that the rules forbid, spread over all games: each is refused in a
whole sentence, and something else can be done instead."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from games.rules import Problem, RecordError, State, Variant, card_code, cards_of
from games.rules.hand.actions import King, Play
from games.rules.hand.engine import check
from games.rules.record.reading import read_action
from tests.rules.properties.playing import (
    EVERY_MODE,
    EVERY_TABLE,
    MODES,
    TABLES,
    at_random,
    may_act,
    positions,
    written,
)
from tests.rules.refusals import assert_well_said
from tests.thorough import amount

REFUSALS = amount(5_000, thorough=20_000)
EACH = -(-REFUSALS // (len(TABLES) * len(MODES)))
# Entries tried at each position of a hand.
TRIES = 2

Action = dict[str, Any]


@EVERY_TABLE
@EVERY_MODE
def test_what_the_rules_forbid_is_refused_and_something_else_may_be_done(
    variant: Variant, players: int, mode: str
) -> None:
    refused: dict[str, int] = {}
    luck = random.Random(f"{variant.key} {players} {mode}")
    for state, following in _everywhere(variant, players, mode, luck):
        for _ in range(TRIES):
            raw = _wrong(state, following, luck)
            problem = _judged(raw, state)
            if problem is not None:
                refused[problem.code] = refused.get(problem.code, 0) + 1
                assert_well_said(problem)
                assert may_act(state)
                assert _judged(following, state) is None
                _what_is_called_legal_is(problem, raw, state)
        if sum(refused.values()) >= EACH:
            break
    assert len(refused) > 3, refused


def _everywhere(
    variant: Variant, players: int, mode: str, luck: random.Random
) -> Iterator[tuple[State, Action]]:
    """Positions of one hand after the other, each with the action that follows; of those between
    two cards, which are most, only some."""
    for seed in count():
        record = written(at_random(variant, players, seed), seed, mode)
        for state, following in zip(positions(record), record.actions, strict=False):
            if following["kind"] != "play" or luck.random() < 0.2:
                yield state, dict(following)


def _judged(raw: Action, state: State) -> Problem | None:
    try:
        return check(state, read_action(raw, state.variant, state.seats))
    except RecordError as error:
        return error.problem


def _what_is_called_legal_is(problem: Problem, raw: Action, state: State) -> None:
    """A card named as legal in place of the refused one is accepted; the last one may tell more."""
    if problem.legal is None or len(state.played) == state.last_play:
        return
    assert problem.legal
    kind = {"play": Play, "king": King}.get(raw["kind"])
    if kind is not None:
        assert all(check(state, kind(raw["seat"], card)) is None for card in problem.legal)


# ---- entries that are probably wrong -------------------------------------------------------------


def _wrong(state: State, following: Action, luck: random.Random) -> Action:
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
