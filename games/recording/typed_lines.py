"""The lines of a sheet that is typed in: each judged as the result of its hand, and compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.display.chairs import SITS_OUT, chairs_of
from games.display.phrases import labelled
from games.display.reasons import Voice
from games.matches.match_so_far import MatchHand, MatchPlayer, MatchSoFar
from games.models import Match
from games.recording.screen import ResultForm, ResultSoFar, result_form, result_so_far
from games.rules import (
    DIRECTION,
    Change,
    RecordError,
    Replay,
    Sentence,
    entering,
    replay,
    rotation,
    say,
)
from games.writing.once import facts_digest

MOST_LINES = 100
LONGEST_LINE = 200
FEWEST_SHOWN = 40
SPARE = 10  # empty lines below the last one: nobody types faster than they are drawn

Typed = dict[str, Any]  # a line as `TypedSheet.lines` holds it
EMPTY: Typed = {"line": "", "facts": None, "over": None}


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """A line of the sheet: its hand, and what follows from what was typed.

    `chairs`: who sits there, by name, and the chair that deals; `who`: those who play, by seat;
    `scores` by chair, None for who sits out, and empty while there is no score. `theirs`: the line
    of a second typist that says something else and was not set aside.
    """

    number: int
    typed: Typed
    chairs: tuple[str, ...]
    dealer: int
    who: tuple[str, ...]
    before: Replay
    result: ResultSoFar
    scores: tuple[float | None, ...] = ()
    theirs: JudgedLine | None = None

    @property
    def state(self) -> str:
        """Return "empty", "open" while something is still to be stated, "wrong" or "right"."""
        if not self.typed["line"]:
            return "empty"
        if self.result.change:
            return "right"
        return "open" if self.result.missing and self.typed["facts"] is not None else "wrong"

    @property
    def change(self) -> Change | None:
        """Return the entry that records it; None where it is not right."""
        change: Change | None = json.loads(self.result.change) if self.result.change else None
        return change

    def words(self) -> str:
        """Return what was understood, what is still to be stated, or why it cannot be."""
        voice, result = Voice(self.who, self.before.record.variant.key), self.result

        def listed(words: Iterable[Sentence | str]) -> str:
            return ", ".join(one if isinstance(one, str) else voice.say(one) for one in words)

        match self.state:
            case "right":
                return listed(result.words)
            case "open":
                return labelled(_("Still to state"), listed(result.missing))
            case "wrong" if result.refused is not None:
                return labelled(_("Not possible"), voice.say(result.refused))
            case "wrong":
                return _("Not understood")
        return ""

    @property
    def facts(self) -> Any:
        """Return the facts in their canonical form, by which two typists are compared."""
        return self.change["action"]["facts"] if self.change else None

    @property
    def facts_text(self) -> str:
        """Return the facts as JSON: what a typist sets aside who looked at them."""
        return json.dumps(self.facts or {})

    @property
    def over_text(self) -> str:
        """Return the facts that were set aside as JSON."""
        return json.dumps(self.typed["over"])

    @property
    def shown_scores(self) -> Sequence[float | None]:
        """Return a score for each chair, None where there is none."""
        return self.scores or [None] * len(self.chairs)

    @property
    def table(self) -> str:
        """Return a short name for those who play, the same in every line where they do."""
        return f"t{facts_digest(self.who)[:8]}-"

    @property
    def form(self) -> ResultForm:
        """Return the facts that its line may state."""
        return result_form(self.before)

    @property
    def slots(self) -> str:
        """Return where each seat is drawn, at a table whose chairs have the names of sides."""
        chairs = chairs_of(self.before.record)
        return " ".join(str(chairs.slot(seat, first=1)) for seat in range(len(self.who)))


def read_lines(raw: Any) -> list[Typed] | None:
    """Return lines as they were sent, without the empty ones at the end; None for anything else."""
    if not isinstance(raw, list) or len(raw) > MOST_LINES:
        return None
    lines = []
    for one in raw:
        line = one.get("line") if isinstance(one, dict) else None
        if not isinstance(line, str) or len(line) > LONGEST_LINE:
            return None
        facts, over = (
            value if isinstance(value, dict) else None
            for value in (one.get("facts"), one.get("over"))
        )
        lines.append({"line": line.strip(), "facts": facts, "over": over})
    while lines and not lines[-1]["line"]:
        lines.pop()
    return lines


def judged_lines(match: Match, so_far: MatchSoFar, lines: Sequence[Typed]) -> list[JudgedLine]:
    """Return the lines judged, with empty ones below them; an empty line in between is no hand.

    `so_far` is the match without a hand in which nothing is recorded yet.
    """
    planned = (so_far.hands_planned or 0) - len(so_far.sealed)
    shown = min(MOST_LINES, max(planned or FEWEST_SHOWN, len(lines)) + SPARE)
    judged = []
    for typed in [*lines, *[EMPTY] * (shown - len(lines))]:
        number, deal = so_far.coming()
        people = so_far.seats.at(number)
        one, end = _judged(match, number, deal, people, typed)
        judged.append(one)
        if typed["line"] or len(judged) > len(lines):
            hand = MatchHand("", number, match.variant, deal.dealer, deal.sits_out, "sealed")
            so_far = so_far.with_hand(hand.as_sealed(end) if one.result.change else hand)
    return judged


def _judged(
    match: Match, number: int, deal: rotation.Deal, people: Sequence[MatchPlayer], typed: Typed
) -> tuple[JudgedLine, Replay]:
    names = [one.name for one in people]
    out = "" if deal.sits_out is None else names[deal.sits_out]
    who = rotation.seated(names, deal.sits_out)
    meta = {DIRECTION: match.settings.get(DIRECTION, ""), SITS_OUT: out}
    table = {
        "variant": match.variant,
        "options": match.options,
        "players": who,
        "dealer": deal.dealer,
        "meta": {key: text for key, text in meta.items() if text},
    }
    before = follows = replay(entering.record_of(table, []))
    result = ResultSoFar()
    if typed["facts"] is not None:
        change = {"op": "act", "action": {"kind": "result", "facts": typed["facts"]}}
        try:
            follows = entering.judge(table, [], entering.read(change))[1]
            result = result_so_far(before, follows, typed["facts"])
        except RecordError as error:
            why = say(error.problem.template, **error.problem.facts)
            result = ResultSoFar(refused=why)
    scores: list[float | None] = []
    if result.change:
        scores = list(follows.outcome.scores or ())
        if deal.sits_out is not None:
            scores.insert(deal.sits_out, None)
    at = (number, typed, tuple(names), deal.chair, tuple(who))
    return JudgedLine(*at, before, result, tuple(scores)), follows


def compared(mine: Sequence[JudgedLine], theirs: Sequence[JudgedLine]) -> list[JudgedLine]:
    """Return my lines, each with the second typist's where it differs and was not set aside."""
    both = []
    for at, one in enumerate(mine):
        other = theirs[at] if at < len(theirs) else replace(one, typed=EMPTY, result=ResultSoFar())
        says_same = one.facts == other.facts and (one.state == "empty") == (other.state == "empty")
        is_settled = one.typed["over"] is not None and one.typed["over"] == (other.facts or {})
        both.append(one if says_same or is_settled else replace(one, theirs=other))
    return both
