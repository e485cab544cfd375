"""The phase table: which module checks and applies which action."""

from __future__ import annotations

from typing import Any

from games.rules.hand.actions import (
    Action,
    Announce,
    Claim,
    Foreign,
    Note,
    Play,
    Ruling,
    StatedFacts,
    TakeBack,
)
from games.rules.hand.state import State
from games.rules.hand.turns import wrong_phase
from games.rules.phases import announcements, play, stating
from games.rules.problems import Problem


class _Anytime:
    """Notes and rulings may stand anywhere and change neither turn nor phase."""

    @staticmethod
    def check(state: State, action: Note | Ruling) -> Problem | None:
        return None

    @staticmethod
    def apply(state: State, action: Note | Ruling) -> None:
        if isinstance(action, Ruling):
            state.rulings.append(action.halves)


class _Never:
    """Actions that other games have."""

    @staticmethod
    def check(state: State, action: Foreign) -> Problem | None:
        return wrong_phase(state)

    @staticmethod
    def apply(state: State, action: Foreign) -> None:
        raise AssertionError("a foreign action is always refused")


# What happens in every game; the rest of its kinds each variant maps to its phases.
COMMON: dict[type, Any] = {
    Announce: announcements,
    Play: play,
    TakeBack: play.TakingBack,
    Claim: play.Claiming,
    StatedFacts: stating,
    Note: _Anytime,
    Ruling: _Anytime,
    Foreign: _Never,
}


def phase_for(state: State, action: Action) -> Any:
    """Return the module that checks and applies an action in this game."""
    kind = type(action)
    return COMMON[kind] if kind in COMMON else state.variant.phases[kind]


def check(state: State, action: Action) -> Problem | None:
    """Return why the rules refuse an action now, or None. What the table lets stand with a reason is not refused."""
    problem: Problem | None = phase_for(state, action).check(state, action)
    if problem is None or (
        problem.excusable and problem.earlier is None and getattr(action, "irregular", False)
    ):
        return None
    return problem


def enter(state: State, action: Action) -> Problem | None:
    """Check an action and, where nothing forbids it, apply it. Returns the problem or None."""
    phase = phase_for(state, action)
    problem: Problem | None = phase.check(state, action)
    if problem is not None:
        irregular = getattr(action, "irregular", False)
        if not (irregular and problem.excusable and problem.earlier is None):
            return problem
    phase.apply(state, action)
    return None
