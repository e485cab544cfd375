"""The facts that a score follows from, asked for one by one where nobody wrote the cards down."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.recording.screen.score import title_of
from games.rules import CODES, N_, Problem, Replay, Sentence, State, cards_of, facts, say


class Answer(NamedTuple):
    """One of the answers to choose from, or one of the players asked: its value as a form sends it,
    its name, whether it was chosen, the number that was given for it ("" for none)."""

    value: str
    name: Sentence | str
    chosen: bool = False
    number: str = ""


class FactField(NamedTuple):
    """A fact that is asked for: its key, its label, the number of its rule.

    `kind` says how: "seat" or "choice" (one of the `answers`), "cards" (any of them), "number" in
    steps of `step`, "seats" (a number for each of the `answers`), "shown" (who showed how many
    cards), "yes" (or no). Numbers go up to `most`; `number` is the one given so far, `yes` whether
    it was said.
    """

    key: str
    label: str
    rule: str
    kind: str
    answers: tuple[Answer, ...] = ()
    step: str = "1"
    most: int = 0
    number: str = ""
    yes: bool = False


class ResultForm(NamedTuple):
    """The facts that are open, and why those that were stated are refused (None: they are not)."""

    fields: tuple[FactField, ...]
    refused: Sentence | None = None
    rule: str = ""


class Stated(NamedTuple):
    """What a hand scores with the facts that were stated: the change (JSON) that records them, the
    title, the points of each player."""

    change: str
    title: Sentence
    scores: tuple[tuple[str, float], ...]


def stated_of(follows: Replay, change: Mapping[str, Any]) -> Stated:
    """What stands in the panel before a result is recorded."""
    scores = follows.outcome.scores or ()
    named = tuple(zip(follows.record.players, scores, strict=False))
    return Stated(json.dumps(change), title_of(follows), named)


def result_form(before: Replay, raw: Any = None, problem: Problem | None = None) -> ResultForm:
    """The form for a hand as it stands; `raw`: the facts that were stated, `problem`: why they are
    refused."""
    state, names = before.state, before.record.players
    stated = raw if isinstance(raw, dict) else {}
    asked = state.variant.stating.wanted(state)
    fields = tuple(_field(state, names, fact, stated.get(fact.key)) for fact in asked)
    if problem is None:
        return ResultForm(fields)
    sentence, rule = say(problem.template, **problem.facts), problem.rule.partition("/")[2]
    return ResultForm(fields, sentence, rule)


def _field(state: State, names: Sequence[str], fact: facts.Fact, raw: Any) -> FactField:
    """How a fact is asked for, by its form."""
    field = FactField(fact.key, fact.label, fact.rule, "choice")
    match fact.form:
        case facts.SeatForm(nobody=nobody):
            who = [Answer(str(seat), name, raw == seat) for seat, name in enumerate(names)]
            if nobody:
                who.append(Answer("", Sentence(N_("nobody")), raw is None))
            return field._replace(kind="seat", answers=tuple(who))
        case facts.OneOf(choices=choices):
            words = (Answer(word, Sentence(label), raw == word) for word, label in choices)
            return field._replace(answers=tuple(words))
        case facts.YesNo():
            return field._replace(kind="yes", yes=raw is True)
        case facts.CardPoints(whole=whole):
            number = "" if raw is None else str(raw)
            most, step = state.pack.total // 2, "1" if whole else "0.5"
            return field._replace(kind="number", step=step, most=most, number=number)
        case facts.HonoursForm():
            return field._replace(kind="cards", answers=_honours(state, raw))
        case facts.BySeat():
            most = fact.form.total(state)
            return field._replace(kind="seats", answers=_by_seat(names, raw), most=most)
        case facts.ShownForm():
            answers = _by_seat(names, [_shown_by(raw, seat) for seat in range(len(names))])
            return field._replace(kind="shown", answers=answers, most=facts.MOST_TRUMPS)
    raise TypeError(f"{fact.key}: no way to ask for {fact.form}")


def _honours(state: State, raw: Any) -> tuple[Answer, ...]:
    """The honours of the pack, those that are the side's chosen."""
    chosen = raw if isinstance(raw, list) else []
    cards = cards_of(state.pack.honours)
    return tuple(
        Answer(CODES[card], say("{card}", card=card), CODES[card] in chosen) for card in cards
    )


def _shown_by(raw: Any, seat: int) -> Any:
    """How many cards a seat has shown, as it was stated; "" where nothing readable says so."""
    shown = [one for one in raw if isinstance(one, dict)] if isinstance(raw, list) else []
    return next((one.get("cards", "") for one in shown if one.get("seat") == seat), "")


def _by_seat(names: Sequence[str], raw: Any) -> tuple[Answer, ...]:
    """The players, each with the number that was given."""
    given = raw if isinstance(raw, list) and len(raw) == len(names) else [""] * len(names)
    return tuple(
        Answer(str(seat), name, number=str(number))
        for seat, (name, number) in enumerate(zip(names, given, strict=True))
    )
