"""The score of a finished hand before it is sealed, and what it makes of the match."""

from __future__ import annotations

from typing import Any

from games.display.score_sheets import by_player, sheet_of
from games.matches.standings import chart_of, stand_of, with_hand
from games.recording import Desk
from games.recording.screen import title_of


def score_context(desk: Desk) -> dict[str, Any]:
    """What the score screen shows; points as numbers."""
    outcome = desk.replay.outcome
    stand = with_hand(stand_of(desk.hand.match), desk.hand, outcome)
    scored = outcome.scores is not None
    return {
        "title": title_of(desk),
        "outcome": outcome,
        "results": results_of(desk),
        "stand": stand,
        "end": stand.end,
        "sides": [(side, stand.members(side)) for side in stand.by_side()] if scored else [],
        "chart": chart_of(stand) if scored else None,
        "sheet": sheet_of(desk.replay),
        "columns": by_player(desk.replay),
        "can_seal": scored,
    }


def results_of(desk: Desk) -> list[dict[str, Any]]:
    """What the hand brings each seat, in points; empty while it is not scored."""
    outcome = desk.replay.outcome
    if outcome.scores is None:
        return []
    takers = outcome.sides[0] if outcome.sides and desk.state.taker is not None else ()
    scores = enumerate(zip(desk.names, outcome.scores, strict=True))
    return [
        {"name": name, "score": score, "taker": seat in takers} for seat, (name, score) in scores
    ]
