"""Hands dealt and played at random, always legally, for what must hold of every hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.rules import State, announcements, auction, card_code, cards_of, exchange, mask_of, play
from games.rules.cards import FOOL, KINGS, PLAIN, TRUMPS
from games.rules.replay import fold, start
from tests.rules.table import Hand, hand, preset
from tests.rules.written import HAND_SIZE, PACK, said

FEWEST = {3: 13, 4: 10, 5: 8}


def hands(players: int | None = None) -> st.SearchStrategy[Hand]:
    """Complete hands with all cards written down, by either preset."""
    tables = st.sampled_from((3, 4, 5)) if players is None else st.just(players)
    presets = st.sampled_from(("quick-guide", "fft"))
    return st.builds(played_at_random, st.integers(0, 2**40), tables, presets)


def played_at_random(seed: int, players: int, options: str) -> Hand:
    """One hand; the same seed gives the same."""
    chance = random.Random(seed)
    told = dealt(chance, players, preset(options))
    state = start(told.record)
    actions: list[dict[str, Any]] = []
    while not state.over:
        for action in next_actions(state, chance):
            problem = fold(state, [action])
            assert problem is None, (action, problem.code, str(problem))
            actions.append(action)
    return replace(told, actions=tuple(actions))


def dealt(chance: random.Random, players: int, options: dict[str, Any]) -> Hand:
    """A deal; now and then one seat gets the trumps and kings, and the dog the rest of them."""
    pack = chance.sample(PACK, len(PACK))
    size, dog_at = HAND_SIZE[players], players * HAND_SIZE[players]
    if chance.random() < 0.4:
        pack.sort(key=lambda card: card[0] not in "TF" and card[1:] != "K")
        dog_at = chance.choice((size, dog_at))
    dog = pack[dog_at : dog_at + len(pack) - players * size]
    pack = [card for card in pack if card not in dog]
    rows = [" ".join(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
    turned = chance.randrange(players)
    deal = dict(enumerate(rows[turned:] + rows[:turned]))
    return hand(
        players, dealer=chance.randrange(players), deal=deal, stock=" ".join(dog), **options
    )


def next_actions(state: State, chance: random.Random) -> Iterator[dict[str, Any]]:
    """What somebody may do now: announcements, then the one action that is due."""
    seat = state.turn
    if state.phase == "auction":
        yield call(state, chance)
    elif exchange.awaits(state) == "king":
        card = card_code(chance.choice(cards_of(exchange.legal(state))))
        yield {"kind": "king", "seat": seat, "card": card}
    elif exchange.awaits(state) == "discard":
        yield discard(state, chance)
    else:
        yield from announced(state, chance)
        card = card_code(chance.choice(cards_of(play.legal(state))))
        yield {"kind": "play", "seat": state.turn, "card": card}


def call(state: State, chance: random.Random) -> dict[str, Any]:
    """A pass or the next higher bid, or the petit sec that must be said."""
    calls = auction.legal(state)
    if not calls:
        alone = [said(state.held(seat) & (TRUMPS | FOOL)) for seat in range(state.n)]
        bare = alone.index("T1")
        return {"kind": "announce", "seat": bare, "what": "petit-sec"}
    return {"kind": "call", "seat": state.turn, "call": chance.choice(("pass", *calls[:2]))}


def discard(state: State, chance: random.Random) -> dict[str, Any]:
    """Plain cards below the king; trumps only where there are too few, and those are shown."""
    size = state.variant.stock_size(state.n)
    plain = cards_of(exchange.may_go(state) & PLAIN & ~KINGS)
    chosen = chance.sample(plain, min(size, len(plain)))
    trumps = cards_of(exchange.may_go(state, mask_of(chosen)) & TRUMPS)
    shown = chance.sample(trumps, size - len(chosen))
    cards = [card_code(card) for card in chosen + shown]
    shown_codes = [card_code(card) for card in shown]
    return {"kind": "discard", "seat": state.turn, "cards": cards, "shown": shown_codes}


def announced(state: State, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Now and then a slam; often a handful by somebody who has one."""
    for seat, what in announcements.legal(state):
        trumps = said(state.held(seat) & (TRUMPS | FOOL)).split()
        if what == "slam" and chance.random() < 0.1:
            yield {"kind": "announce", "seat": seat, "what": "slam"}
        elif what == "handful" and len(trumps) >= FEWEST[state.n] and chance.random() < 0.5:
            yield {"kind": "announce", "seat": seat, "what": "handful", "cards": trumps}
