"""The title of a score."""

from __future__ import annotations

from math import ceil

from games.rules import Replay, Sentence, say, say_counted


def title_of(end: Replay) -> Sentence:
    """Return the title of the score: "Petite: Samir short by 9"."""
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
    # Half a point goes to the side that wins.
    margin = None if outcome.margin is None else ceil(abs(outcome.margin))
    label, won = state.contract.label, bool(outcome.won)
    return contract_title(state.taker, label, won=won, margin=margin)


def contract_title(player: int, what: str, *, won: bool, margin: int | None) -> Sentence:
    """Say what became of a contract.

    `what` is its label, `player` the seat that took it, `margin` the card points by which it was
    made or missed, None where they do not decide.

    The label stands in front, since not every one goes with an article: "Against the Stock".
    """
    facts = {"what": what, "player": player}
    if margin is None:
        return (
            say("{what}: {player} made it", **facts)
            if won
            else say("{what}: {player} lost it", **facts)
        )
    if not won:
        return say("{what}: {player} short by {margin}", **facts, margin=margin)
    if margin == 0:
        return say("{what}: {player} just made it", **facts)
    return say("{what}: {player} made it by {margin}", **facts, margin=margin)
