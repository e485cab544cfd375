"""The score of a finished hand before it is sealed, and what it makes of the match."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games import history
from games.desk import Desk
from games.desk.desk import title_of
from games.templatetags.charts import Chart, line_chart
from games.views.score_sheets import sheet_of


def score_context(desk: Desk) -> dict[str, Any]:
    """What the score screen shows; points as numbers."""
    outcome = desk.replay.outcome
    standings = history.match_standings(desk.hand.match)
    results = results_of(desk, standings)
    return {
        "title": title_of(desk),
        "outcome": outcome,
        "results": results,
        "chart": _chart(desk, standings, results),
        "sheet": sheet_of(desk.replay),
        "can_seal": outcome.scores is not None,
    }


def results_of(desk: Desk, standings: history.Standings) -> list[dict[str, Any]]:
    """The running score with this hand, by seat: before, this hand, total; empty while unscored."""
    outcome = desk.replay.outcome
    if outcome.scores is None:
        return []
    takers = outcome.sides[0] if outcome.sides and desk.state.taker is not None else ()
    before = standings.totals or (0,) * len(outcome.scores)
    return [
        {
            "name": name,
            "before": before[seat] / 2,
            "score": outcome.scores[seat],
            "total": before[seat] / 2 + outcome.scores[seat],
            "taker": seat in takers,
        }
        for seat, name in enumerate(desk.names)
    ]


def _chart(desk: Desk, standings: history.Standings, results: list[dict[str, Any]]) -> Chart | None:
    """The running scores as lines, this hand included; None for the first hand of a match."""
    if not standings.rows or not results:
        return None
    series = [
        (result["name"], [*(row.totals[seat] / 2 for row in standings.rows), result["total"]])
        for seat, result in enumerate(results)
    ]
    numbers = [*(row.hand.number for row in standings.rows), desk.hand.number]
    match = desk.hand.match
    title = _("Running scores of %(match)s") % {"match": match.title}
    return line_chart(title, series, list(map(str, numbers)), planned=match.hands_planned or 0)
