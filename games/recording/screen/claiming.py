"""A claim: who takes the rest, what the score lacks that the table knows, and what it scores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.recording.screen.result import FactField, OfferedAnswer, ResultSoFar, Words
from games.recording.screen.score import title_of
from games.recording.screen.words import cited
from games.rules import (
    FORMAT_STATED,
    Problem,
    Replay,
    Sentence,
    State,
    cards_of,
    claims,
    replay,
    say,
)

CLAIMED = "claimed"


class ClaimForm(NamedTuple):
    """Who takes the rest, the questions that its score needs, and the score so far."""

    claimed: FactField
    asked: tuple[FactField, ...]
    so_far: ResultSoFar


def claim_form(before: Replay) -> ClaimForm:
    """Return the form for a hand as it stands."""
    state, fields = before.state, []
    players = tuple(
        OfferedAnswer(str(seat), name) for seat, name in enumerate(before.record.players)
    )
    claimed = FactField(CLAIMED, _label(state, CLAIMED), "", "seat", needed=True, answers=players)
    aside, may = OfferedAnswer(str(claims.ASIDE), _aside(state)), claims.may_lie_aside(state)
    for key, card in claims.single_cards(state).items():
        answers = (*players, aside) if may >> card & 1 else players
        fields.append(FactField(key, _label(state, key), "", "seat", needed=False, answers=answers))
    number = FactField(
        claims.POINTS_ASIDE, _label(state, claims.POINTS_ASIDE), "", "number", needed=False
    )
    fields.append(number._replace(most=state.pack.total // 2, halves=True))
    counts = tuple(OfferedAnswer(str(n), str(n)) for n in range(state.pack.honours.bit_count() + 1))
    honours = claims.HONOURS_ASIDE
    fields.append(
        FactField(honours, _label(state, honours), "", "honours", needed=False, answers=counts)
    )
    return ClaimForm(claimed, tuple(fields), ResultSoFar())


def claim_so_far(before: Replay, raw: Mapping[str, Any]) -> ResultSoFar:
    """Return what follows from a claim with the answers so far, by `claimed` and the `claims`."""
    seat, seats = raw.get(CLAIMED), range(len(before.record.players))
    if seat not in seats:
        return ResultSoFar(missing=(_label(before.state, CLAIMED),))
    words = (say("{player} takes the rest", player=seat),)
    claim = {"kind": "claim", "seat": seat}
    after = _with(before, [claim])
    if after.problem is not None:
        return _refused(words, before, after.problem)
    if after.outcome.scores is not None:
        return _scored(words, before, [claim])
    state = after.state
    answers = {
        key: value for key in claims.QUESTIONS if (value := _read(key, raw, seats)) is not None
    }
    # More may be asked after an answer; with one that cannot be, what was asked at first stays.
    asked = claims.lacking(state, answers) or claims.lacking(state)
    missing = tuple(_label(state, key) for key in asked if key not in answers)
    if missing:
        return ResultSoFar(words, missing, asked=asked)
    answers = {key: answers[key] for key in asked}
    facts = claims.facts_of_claim(state, answers)
    if facts is None and not asked:
        return _scored(words, before, [claim])
    if facts is None:
        why = say("What was recorded does not allow that.")
        if claims.can_be(state, answers):
            why = say("The score depends on which cards they are: state the result.")
        return ResultSoFar(words, refused=why, asked=asked)
    return _scored(words, before, [claim, {"kind": "result", "facts": facts}])._replace(asked=asked)


def _label(state: State, key: str) -> Sentence:
    if key == CLAIMED:
        return say("Who takes the rest?")
    if key in claims.single_cards(state):
        return say("Who holds the {card}?", card=claims.single_cards(state)[key])
    if key == claims.HONOURS_ASIDE:
        honours = tuple(cards_of(state.pack.honours))
        return say("How many of these are among them: {cards}?", cards=honours)
    if state.exchanged:
        return say("Card points discarded")
    return say("Card points in the {what}", what=state.variant.labels["stock"])


def _aside(state: State) -> Sentence:
    if state.exchanged:
        return say("discarded")
    return say("in the {what}", what=state.variant.labels["stock"])


def _read(key: str, raw: Mapping[str, Any], seats: Sequence[int]) -> int | None:
    """Return a seat or ASIDE, half points, or a number; None for anything else."""
    value = raw.get(key)
    if key in (claims.WHO_HAS_FOOL, claims.WHO_HAS_CALLED):
        return value if value in (*seats, claims.ASIDE) else None
    if not isinstance(value, int | float) or value < 0:
        return None
    return int(2 * value) if key == claims.POINTS_ASIDE else int(value)


def _with(before: Replay, actions: Sequence[Mapping[str, Any]]) -> Replay:
    record = before.record
    return replay(record._replace(actions=(*record.actions, *actions), format=FORMAT_STATED))


def _refused(words: tuple[Words, ...], before: Replay, problem: Problem) -> ResultSoFar:
    rule, mark = cited(before.record.variant, problem)
    why = say(problem.template, **problem.facts)
    return ResultSoFar(words, refused=why, rule=rule, mark=mark)


def _scored(
    words: tuple[Words, ...], before: Replay, actions: Sequence[Mapping[str, Any]]
) -> ResultSoFar:
    follows = _with(before, actions)
    if follows.problem is not None:
        return _refused(words, before, follows.problem)
    changes = [{"op": "act", "action": action} for action in actions]
    change = changes[0] if len(changes) == 1 else {"op": "several", "changes": changes}
    scores = tuple(zip(follows.record.players, follows.outcome.scores or (), strict=False))
    return ResultSoFar(words, (), json.dumps(change), title_of(follows), scores)
