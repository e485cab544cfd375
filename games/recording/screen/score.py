"""The title of a score."""

from __future__ import annotations

from math import ceil

from games.rules import Replay, Sentence, say, say_counted


def title_of(end: Replay) -> Sentence:
    """The title of the score: "Samir loses the Petite by 9"."""
    state, outcome = end.state, end.outcome
    if outcome.status == "passed-out":
        return say("Everybody passed")
    if outcome.status == "annulled":
        return say("The hand is annulled")
    if outcome.scores is None:
        return say("The score cannot be worked out")
    if state.taker is None or state.contract is None:
        most = max(outcome.scores)
        first = tuple(seat for seat, score in enumerate(outcome.scores) if score == most)
        return say_counted(
            "{players} wins with {halves}",
            "{players} win with {halves}",
            count=len(first),
            players=first,
            halves=int(2 * most),
        )
    facts = {"player": state.taker, "what": state.contract.label}
    if outcome.margin is None:
        if outcome.won:
            return say("{player} makes the {what}", **facts)
        return say("{player} loses the {what}", **facts)
    margin = ceil(abs(outcome.margin))  # half a point goes to the side that wins
    if not outcome.won:
        return say("{player} loses the {what} by {margin}", **facts, margin=margin)
    if margin == 0:
        return say("{player} just makes the {what}", **facts)
    return say("{player} makes the {what} by {margin}", **facts, margin=margin)
