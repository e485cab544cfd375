"""Thousands of random entries that the rules forbid, spread over all games: each is refused in a
whole sentence, and something else can be done instead."""

import random
from collections.abc import Iterator
from itertools import count

from games.rules import Problem, RecordError, State, Variant
from games.rules.hand.actions import King, Play
from games.rules.record.reading import read_action
from games.rules.replaying.phase_table import check
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
from tests.rules.properties.wrong_entries import Action, probably_wrong
from tests.rules.refusals import assert_well_said
from tests.thorough import amount

REFUSALS = amount(5_000, thorough=20_000)
EACH = -(-REFUSALS // (len(TABLES) * len(MODES)))
# Entries tried at each position of a hand.
TRIES = 2


@EVERY_TABLE
@EVERY_MODE
def test_what_the_rules_forbid_is_refused_and_something_else_may_be_done(
    variant: Variant, players: int, mode: str
) -> None:
    refused: dict[str, int] = {}
    luck = random.Random(f"{variant.key} {players} {mode}")
    for state, following in _everywhere(variant, players, mode, luck):
        for _ in range(TRIES):
            raw = probably_wrong(state, following, luck)
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
    """Positions of hands, each with the action that follows; of those between cards only some."""
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
