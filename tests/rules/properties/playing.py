"""Hands of every game dealt and played at random, always legally, for what must hold of each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

from games.rules import VARIANTS, Option, Record, State, Variant, cards_of
from games.rules.cards import FOOL, KINGS, TRUMPS
from games.rules.hand.actions import Call
from games.rules.phases import announcements, exchange
from games.rules.phases.play import legal
from games.rules.replaying.replay import fold, start
from tests import chance
from tests.player import Habits, play_on

NAMES = ("Anna", "Boris", "Chloe", "Dario", "Elise", "Farid")
TABLES = [(variant, players) for variant in VARIANTS for players in variant.seats]
EVERY_TABLE = pytest.mark.parametrize(
    ("variant", "players"), TABLES, ids=lambda value: getattr(value, "key", value)
)
# What the scorer has written down: every hand, some of them, none.
MODES = ("all", "some", "none")
EVERY_MODE = pytest.mark.parametrize("mode", MODES)
SEEDS = st.integers(0, 2**40)


def hands() -> st.SearchStrategy[Record]:
    """Complete hands of every game, with all, some or none of the cards written down."""
    return st.builds(_hand, st.sampled_from(TABLES), SEEDS, st.sampled_from(MODES))


def _hand(table: tuple[Variant, int], seed: int, mode: str) -> Record:
    variant, players = table
    return written(at_random(variant, players, seed), seed, mode)


def at_random(variant: Variant, players: int, seed: int) -> Record:
    """One hand with all cards written down; the same seed gives the same."""
    luck = random.Random(seed)
    options = {option.key: _value(option, luck) for option in variant.options}
    habits = Habits(
        wild=luck.random() < 0.8,
        announces=luck.choice((0, 0.05, 0.5)),
        claims=luck.choice((0, 0, 0.01)),
    )
    pack = _shuffled(variant, players, luck)
    dealer = luck.randrange(players)
    told = chance.dealt(variant, options, pack, players=players, dealer=dealer)
    actions = tuple(play_on(start(told), luck, habits))
    return told._replace(players=NAMES[:players], actions=actions)


def _value(option: Option, luck: random.Random) -> Any:
    """One of the choices; of an option that is edited, now and then none of them."""
    value = luck.choice(option.choices).value
    if option.form is not None and luck.random() < 0.5:
        words = "".join(
            luck.choice("123456789") if sign.isdigit() else sign for sign in option.text(value)
        )
        try:
            return option.parse(words)
        except ValueError:
            return value
    return value


def _shuffled(variant: Variant, players: int, luck: random.Random) -> list[int]:
    """The pack; now and then one seat gets the trumps and kings, and the stock the rest of them."""
    pack = cards_of(variant.pack.cards)
    luck.shuffle(pack)
    if luck.random() < 0.6:
        return pack
    pack.sort(key=lambda card: not (TRUMPS | FOOL | KINGS) >> card & 1)
    size, stock = variant.hand_size(players), variant.stock_size(players)
    at = luck.choice((size, players * size))
    pack = pack[:at] + pack[at + stock :] + pack[at : at + stock]
    turned = luck.randrange(players) * size
    return pack[turned : players * size] + pack[:turned] + pack[players * size :]


def written(record: Record, seed: int, mode: str) -> Record:
    """The hand as somebody wrote it down who knew all cards, those of some seats, or none."""
    if mode == "all":
        return record
    seats = range(len(record.players))
    known = [seat for seat in seats if seed >> seat & 1] if mode == "some" else []
    return chance.as_seen(record, known=known)


def positions(record: Record) -> Iterator[State]:
    """The state before each action and at the end; it changes in place from one to the next."""
    state = start(record)
    for action in record.actions:
        yield state
        problem = fold(state, [action])
        assert problem is None, (action, problem.code, str(problem))
    yield state


def may_act(state: State) -> bool:
    """Whether the phase on turn offers anything at all."""
    if state.phase == "auction":
        return bool(state.variant.phases[Call].legal(state) or announcements.legal(state))
    if state.phase == "exchange":
        return exchange.awaits(state) == "take" or bool(exchange.legal(state))
    return bool(legal(state))
