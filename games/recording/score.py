"""The score of a finished hand, before and after it is sealed.

Also what it means for the match, and which hand comes then. Worked out from plain values, so that a
tablet can do it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.display.headlines import headline, is_shared, margin_in_points
from games.display.reasons import Voice
from games.display.score_sheets import by_player, sheet_of
from games.matches.history import ScoredHand
from games.matches.match_so_far import MatchHand, MatchSoFar
from games.matches.standings import Stand, chart_of, ranked, stand_of
from games.recording.screen import WAYS_TO_END, contract_title
from games.rules import Replay, find_variant


def score_context(
    match: MatchSoFar, number: int, end: Replay, confirming: object
) -> dict[str, Any]:
    """Return the context of the score screen of hand `number`, which is `end`; points are numbers.

    `confirming`: what the table is asked (`games.confirming.asking`), None for nothing.
    """
    outcome, hand = end.outcome, match.hand(number)
    over = hand if hand.state == "sealed" else hand.as_sealed(end)
    stand = stand_of(match.with_hand(over))
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
        "confirming": confirming,
    }


def results_of(end: Replay) -> list[dict[str, Any]]:
    """Return the score of each seat, in points; empty while there is none."""
    outcome = end.outcome
    if outcome.scores is None:
        return []
    takers = outcome.sides[0] if outcome.sides and end.state.taker is not None else ()
    scores = enumerate(zip(end.record.players, outcome.scores, strict=True))
    return [
        {"name": name, "score": score, "taker": seat in takers} for seat, (name, score) in scores
    ]


def standing_context(stand: Stand) -> dict[str, Any]:
    """Return the context of the page between two hands: result, standing, who deals next."""
    match, standings = stand.match, stand.standings
    last = standings.rows[-1] if standings.rows else None
    number, deal = match.coming()
    return {
        "closed": match.closed,
        "number": number,
        "coming": stand.coming(number),
        "dealer": match.seats.at(number)[deal.chair].name,
        "sits_out": deal.sits_out is not None,
        "standings": standings,
        "headline": stand.headline(),
        "progress": stand.progress(),
        "end": stand.end,
        "chart": chart_of(stand),
        "teams": stand.paired,
        "ranking": [(rank, stand.members(rank)) for rank in ranked(stand)],
        "void": void_words(match),
        "void_id": match.hands[-1].public_id if match.hands else "",
        "last": last.hand if last else None,
        "result": sealed_result(last) if last else None,
    }


def void_words(match: MatchSoFar) -> str:
    """Return how the last hand of a match went wrong; "" where it did not, or nobody said."""
    last = match.hands[-1] if match.hands else None
    name = next((one.name for one in WAYS_TO_END if last and one.key == last.void_as), "")
    if last is None or not name:
        return ""
    return _("Hand %(number)s: %(how)s.") % {"number": last.number, "how": _(name)}


def sealed_result(row: ScoredHand) -> dict[str, Any]:
    """Return a sealed hand as it is announced: its title, and the scores in half points."""
    hand = row.hand
    names, halves = zip(*row.by_seat, strict=True)
    takers = () if is_shared(hand) else (hand.taker,)
    return {
        "title": _announced(hand, names, halves),
        "scores": [
            {"name": name, "score": score, "taker": seat in takers}
            for seat, (name, score) in enumerate(zip(names, halves, strict=True))
        ],
    }


def _announced(hand: MatchHand, names: tuple[str, ...], halves: Sequence[int]) -> str:
    variant = find_variant(hand.variant)
    bid = variant.bid(hand.contract) if variant else None
    if bid is None or hand.taker is None or hand.won is None:
        return headline(hand, names, halves)
    margin = None if hand.margin_halves is None else margin_in_points(hand.margin_halves)
    title = contract_title(hand.taker, bid.label, won=hand.won, margin=margin)
    return Voice(names, hand.variant).say(title)
