"""The facts that a score follows from, asked one by one where nobody wrote the cards down."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.recording.screen.score import title_of
from games.recording.screen.words import cited
from games.rules import (
    N_,
    Problem,
    RecordError,
    Replay,
    Sentence,
    State,
    facts,
    say,
)

Words = Sentence | str
AMOUNTS = ("honours", "number")  # the kinds of field shown next to the number pad


class OfferedAnswer(NamedTuple):
    """One of the answers to choose from, or one of the players asked.

    Its value as a form sends it, its name, whether it is chosen; for a player who is asked for a
    number, the one stated.
    """

    value: str
    name: Words
    chosen: bool = False
    amount: str = ""


class FactField(NamedTuple):
    """A fact that is asked for: its key, its label, the number of its rule.

    `kind` says how: "seat" or "choice" (one of the `answers`), "honours" (how many, one of the
    `answers`), "number", "seats" (a number for each of the `answers`), "shown" (who showed how many
    cards), "yes" (or no). `needed`: without it there is no score. Numbers go up to `most`, by
    halves where `halves`. `stated`: the number, or anything for yes; "" while it is open.
    """

    key: str
    label: Sentence
    rule: str
    kind: str
    needed: bool
    answers: tuple[OfferedAnswer, ...] = ()
    most: int = 0
    halves: bool = False
    stated: str = ""


class ResultSoFar(NamedTuple):
    """What has been stated up to now.

    `words` name each fact, `missing` the labels of those without which there is no score. With all
    of them: `change` (JSON) records them, `title` and `scores` say what they score. `refused`: why
    they cannot be, with the number of the `rule` and its `mark`. `asked`: the keys of what a claim
    asks besides.
    """

    words: tuple[Words, ...] = ()
    missing: tuple[Sentence, ...] = ()
    change: str = ""
    title: Sentence | None = None
    scores: tuple[tuple[str, float], ...] = ()
    refused: Sentence | None = None
    rule: str = ""
    mark: str = ""
    asked: tuple[str, ...] = ()


class ResultForm(NamedTuple):
    """The facts that are open.

    What most hands differ in (`main`), how much (`amounts`: points, honours), and what few hands
    have (`others`); what is stated of them so far; an example of what can be typed; whether numbers
    go by `halves`.
    """

    main: tuple[FactField, ...]
    amounts: tuple[FactField, ...]
    others: tuple[FactField, ...]
    so_far: ResultSoFar
    typed: tuple[Words, ...]
    halves: bool


def result_form(before: Replay, stated: Mapping[str, Any] | None = None) -> ResultForm:
    """Return the form for a hand as it stands, filled in with the facts that are `stated`."""
    state, names = before.state, before.record.players
    fields = [_field(state, names, fact) for fact in _asked(state)]
    if stated is not None:
        fields = [
            _filled(field, stated[field.key]) if field.key in stated else field for field in fields
        ]
    named = [field for field in fields if field.kind not in AMOUNTS]
    needed = [field for field in fields if field.needed]
    return ResultForm(
        main=tuple(field for field in named if field.needed),
        amounts=tuple(field for field in fields if field.kind in AMOUNTS),
        others=tuple(field for field in named if not field.needed),
        so_far=ResultSoFar(missing=tuple(field.label for field in needed)),
        typed=tuple(words for field in needed for words in _example(field)),
        halves=any(field.halves for field in fields),
    )


def result_so_far(before: Replay, follows: Replay, raw: Any) -> ResultSoFar:
    """Return what follows from the facts `raw` so far; `follows` is the hand with them."""
    state, names = before.state, before.record.players
    stated = raw if isinstance(raw, dict) else {}
    wanted = _asked(state)
    read, problem = _read(state, wanted, stated)
    words = tuple(
        spoken
        for fact in wanted
        if fact.key in read and read[fact.key] != fact.default
        for spoken in _words(fact, read[fact.key], names)
    )
    missing = tuple(
        Sentence(fact.label)
        for fact in wanted
        if fact.default is facts.OPEN and fact.key not in stated
    )
    problem = problem or (None if missing else follows.problem)
    if problem is not None:
        rule, mark = cited(state.variant, problem)
        why = say(problem.template, **problem.facts)
        return ResultSoFar(words, missing, refused=why, rule=rule, mark=mark)
    if missing or follows.state.stated is None:
        return ResultSoFar(words, missing)
    canonical = facts.written(state.variant.stating, follows.state.stated, state)
    change = {"op": "act", "action": {"kind": "result", "facts": canonical}}
    scores = tuple(zip(names, follows.outcome.scores or (), strict=False))
    return ResultSoFar(words, (), json.dumps(change), title_of(follows), scores)


def _asked(state: State) -> tuple[facts.Fact, ...]:
    """Return the open facts as people say them: who and what, how much, then what few have."""

    def place(fact: facts.Fact) -> int:
        match fact.form:
            case facts.HonoursForm():
                return 1
            case facts.CardPoints():
                return 2
        return 0 if fact.default is facts.OPEN else 3

    return tuple(sorted(state.variant.stating.wanted(state), key=place))


def _read(
    state: State, wanted: Sequence[facts.Fact], stated: Mapping[str, Any]
) -> tuple[dict[str, Any], Problem | None]:
    """Return the values of the facts that can be read, and why the first other cannot."""
    read, problem = {}, None
    for fact in wanted:
        if fact.key in stated:
            try:
                read[fact.key] = fact.form.read(stated[fact.key], fact, state)
            except RecordError as error:
                problem = problem or error.problem
    return read, problem


def _words(fact: facts.Fact, value: Any, names: Sequence[str]) -> Iterator[Words]:
    """Return a fact in the sentence that forms: "Samir", "Garde", "2 bouts", "45 points"."""
    match fact.form:
        case facts.SeatForm():
            who = Sentence(N_("nobody")) if value is None else names[value]
            yield who if fact.key == "taker" else _labelled(fact, who)
        case facts.OneOf(choices=choices):
            answer = Sentence(dict(choices)[value])
            yield answer if fact.default is facts.OPEN else _labelled(fact, answer)
        case facts.YesNo():
            yield Sentence(fact.label)
        case facts.CardPoints():
            yield say("{halves} points", halves=value)
        case facts.HonoursForm(counted=counted):
            yield counted(value.count)
        case facts.BySeat():
            yield from map("{} {}".format, names, value)
        case facts.ShownForm():
            yield from (_labelled(fact, f"{names[one.seat]} {one.cards}") for one in value)


def _labelled(fact: facts.Fact, answer: Words) -> Sentence:
    return say("{what}: {answer}", what=fact.label, answer=answer)


def _example(field: FactField) -> Iterator[Words]:
    """Return an example of what could be typed for a fact."""
    if field.kind in ("seat", "choice"):
        yield field.answers[len(field.answers) // 2].name
    elif field.kind == "honours":
        yield field.answers[-2].value
    elif field.kind == "number":
        yield str(field.most // 2)


def _field(state: State, names: Sequence[str], fact: facts.Fact) -> FactField:
    """Return how a fact is asked for, by its form."""
    field = FactField(
        fact.key, Sentence(fact.label), fact.rule, "choice", fact.default is facts.OPEN
    )
    match fact.form:
        case facts.SeatForm(nobody=nobody):
            who = [OfferedAnswer(str(seat), name) for seat, name in enumerate(names)]
            if nobody:
                who.append(OfferedAnswer("", Sentence(N_("nobody")), fact.default is None))
            return field._replace(kind="seat", answers=tuple(who))
        case facts.OneOf(choices=choices):
            words = (
                OfferedAnswer(word, Sentence(label), word == fact.default)
                for word, label in choices
            )
            return field._replace(answers=tuple(words))
        case facts.YesNo():
            return field._replace(kind="yes")
        case facts.CardPoints(whole=whole):
            return field._replace(kind="number", halves=not whole, most=state.pack.total // 2)
        case facts.HonoursForm():
            numbers = range(state.pack.honours.bit_count() + 1)
            return field._replace(
                kind="honours", answers=tuple(OfferedAnswer(str(n), str(n)) for n in numbers)
            )
        case facts.BySeat():
            return field._replace(
                kind="seats", answers=_players(names), most=fact.form.total(state)
            )
        case facts.ShownForm():
            return field._replace(kind="shown", answers=_players(names), most=facts.MOST_TRUMPS)
    raise TypeError(f"{fact.key}: no way to ask for {fact.form}")


def _filled(field: FactField, raw: Any) -> FactField:
    """Return a field with a fact as a record holds it."""
    match field.kind:
        case "number":
            return field._replace(stated=_amount(raw))
        case "yes":
            return field._replace(stated="yes" if raw else "")
        case "seats":
            amounts = {str(seat): _amount(number) for seat, number in enumerate(raw)}
        case "shown":
            amounts = {str(one["seat"]): _amount(one["cards"]) for one in raw}
        case kind:
            value = "" if raw is None else str(raw)
            if kind == "honours" and not isinstance(raw, int):
                value = str(len(raw))
            chosen = (answer._replace(chosen=answer.value == value) for answer in field.answers)
            return field._replace(answers=tuple(chosen))
    given = (answer._replace(amount=amounts.get(answer.value, "")) for answer in field.answers)
    return field._replace(answers=tuple(given))


def _amount(number: float) -> str:
    return f"{int(number)}½" if number % 1 else str(int(number))


def _players(names: Sequence[str]) -> tuple[OfferedAnswer, ...]:
    return tuple(OfferedAnswer(str(seat), name) for seat, name in enumerate(names))
