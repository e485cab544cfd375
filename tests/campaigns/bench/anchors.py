"""Somebody else's engine, driven through Python: what its users accept per step.

Another game is other work; the ratio says how we stand to an accepted tool, no more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tests.campaigns.bench.engine import listing
from tests.campaigns.bench.hands import hands_of
from tests.campaigns.figures import Goal, Line, compared, unmeasured
from tests.campaigns.timing import Case, measure

HANDS, TAROK_GAMES = 40, 100
NAME, LIBRARY = "a play, legal cards listed", "OpenSpiel tarok"


def tarok() -> Case:
    """OpenSpiel, C++: Slovenian tarok for three, all 16 tricks, moves listed and made. Raises
    ImportError."""
    import pyspiel

    chance = random.Random(7)
    game = pyspiel.load_game("tarok")
    recorded: list[tuple[pyspiel.State, list[int]]] = []
    for _ in range(TAROK_GAMES):
        state = game.new_initial_state()
        actions: list[int] = []
        while state.is_chance_node():
            values, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(values, weights)[0])
        begun = state.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            # Three passes: then all tricks are played.
            action = legal[0] if len(actions) < 3 else chance.choice(legal)
            actions.append(action)
            state.apply_action(action)
        recorded.append((begun, actions))

    def play_through(states: Sequence[pyspiel.State]) -> None:
        for state, (_begun, actions) in zip(states, recorded, strict=True):
            for action in actions:
                state.legal_actions()
                state.apply_action(action)

    units = sum(len(actions) for _, actions in recorded)
    return Case(play_through, units, lambda: [begun.clone() for begun, _ in recorded])


def rows(runs: int) -> Iterator[Line]:
    """Measure ours against it, where it is installed."""
    try:
        theirs = tarok()
    except ImportError as missing:
        yield unmeasured(NAME, f"{missing.name}, for {LIBRARY}, is not installed")
        return
    found = measure({"ours": listing(hands_of(4, HANDS, known=True)), "theirs": theirs}, runs)
    yield compared(NAME, found["ours"], LIBRARY, found["theirs"], Goal(3.5, 5))
