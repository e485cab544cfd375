"""The score of a finished hand before it is sealed, and what it means for the match."""

from __future__ import annotations

from typing import Any

from games.display.score_sheets import by_player, sheet_of
from games.matches.standings import chart_of, stand_of, with_hand
from games.models import Hand
from games.rules import Replay


def score_context(hand: Hand, end: Replay) -> dict[str, Any]:
    """The context of the score screen; points are numbers."""
    outcome = end.outcome
    stand = with_hand(stand_of(hand.match), hand, outcome)
    scored = outcome.scores is not None
    return {
        "outcome": outcome,
        "results": results_of(end),
        "stand": stand,
        "end": stand.end,
        "sides": [(side, stand.members(side)) for side in stand.by_side()] if scored else [],
        "chart": chart_of(stand) if scored else None,
        "sheet": sheet_of(end),
        "columns": by_player(end),
        "can_seal": scored,
    }


def results_of(end: Replay) -> list[dict[str, Any]]:
    """The score of each seat, in points; empty while there is none."""
    outcome = end.outcome
    if outcome.scores is None:
        return []
    takers = outcome.sides[0] if outcome.sides and end.state.taker is not None else ()
    scores = enumerate(zip(end.record.players, outcome.scores, strict=True))
    return [
        {"name": name, "score": score, "taker": seat in takers} for seat, (name, score) in scores
    ]
