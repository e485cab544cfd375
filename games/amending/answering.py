"""What was answered: the entry that follows from a question and the fields of a form."""

from __future__ import annotations

import re
from typing import Any

from django.http import QueryDict

from games.access.pages import number_sent
from games.amending.asking import Asked, bare
from games.recording.screen.result import FactField
from games.rules import CODES, TRUMPS, Action, State, card_id, facts

NUMBER = re.compile(r"-?\d{1,5}([.,]5|½)?\Z")
UNSEEN = "unseen"


def answered(asked: Asked, value: str, sent: QueryDict, state: State) -> Action | None:
    """Return the entry that an answer makes, None for no such answer; `value` is the button's."""
    action = bare(asked.action)
    match asked.kind:
        case "card":
            return {**action, "card": value} if value in CODES else None
        case "cards":
            return _with_cards(action, None if value == UNSEEN else _codes(sent, "card"), state)
        case "choice":
            chosen = _choice(asked, value)
            left = {key: action[key] for key in action if key not in ("call", "of")}
            return None if chosen is None else {**left, **chosen}
        case "text" | "ruling":
            points = [_number(text) or 0 for text in sent.getlist("points")]
            words = {"text": sent.get("said", "")}
            return {**action, **words, **({"points": points} if asked.points else {})}
        case "buy":
            return _bought(asked, action, value, sent)
    return {**action, "facts": _facts(asked, action["facts"], sent, state)}


def _codes(sent: QueryDict, name: str) -> list[str]:
    return [code for code in sent.getlist(name) if code in CODES]


def _with_cards(action: Action, cards: list[str] | None, state: State) -> Action:
    """Return an exchange or an announcement with these cards; those that stay keep their order."""
    left = {key: action[key] for key in action if key != "shown"}
    if cards is None:
        return {**left, "cards": None}
    shows = any(ban.code == "discard-not-shown" for ban in state.variant.bans(state))
    was_shown = action.get("shown", [])
    shown = [c for c in cards if c in was_shown or (shows and TRUMPS >> card_id(c) & 1)]
    if action["kind"] == "discard" and shown:
        left["shown"] = _in_order(was_shown, shown)
    return {**left, "cards": _in_order(action["cards"] or [], cards)}


def _in_order(was: list[str], cards: list[str]) -> list[str]:
    """Return cards, those that were there before in their order."""
    stay = [code for code in was if code in cards]
    return [*stay, *(code for code in cards if code not in stay)]


def _bought(asked: Asked, action: Action, value: str, sent: QueryDict) -> Action:
    cards = _codes(sent, "card")
    left = {key: action[key] for key in action if key not in ("card", "pay", "from")}
    if value == UNSEEN or not cards:
        return {**left, "card": None}
    pay = next(iter(_codes(sent, "pay")), None)
    given = _choice(asked, sent.get("from", "")) or {}
    return {**left, "card": cards[0], "pay": pay, **given}


def _choice(asked: Asked, number: str) -> Action | None:
    """Return what belongs to the choice of that number; None for no such choice."""
    at = number_sent(number)
    return asked.choices[at][0] if 0 <= at < len(asked.choices) else None


# --- the facts of a result -----------------------------------------------------------------------


def _facts(asked: Asked, was: Action, sent: QueryDict, state: State) -> dict[str, Any]:
    """Return the facts of the form; the honours of a side stay while their number does."""
    form = asked.form
    fields = (*form.main, *form.amounts, *form.others) if form else ()
    stated = {field.key: _fact(field, sent) for field in fields}
    for field in fields:
        before = was.get(field.key)
        if not isinstance(before, list):
            continue
        if field.kind == "honours" and len(before) == stated[field.key]:
            stated[field.key] = before
        if field.kind == "shown":
            stated[field.key] = [_as_before(one, before) for one in stated[field.key]]
    for fact in state.variant.stating.wanted(state):
        if fact.default is not facts.OPEN and stated.get(fact.key) == fact.form.write(fact.default):
            stated[fact.key] = ...
    kept = {key: value for key, value in was.items() if key not in stated}
    return kept | {key: value for key, value in stated.items() if value is not ...}


def _as_before(one: dict[str, Any], before: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a showing, with the lower tier that was claimed if it is the same."""
    return next((was for was in before if one.items() <= was.items()), one)


def _fact(field: FactField, sent: QueryDict) -> Any:
    """Return one fact as a record holds it; ... while it is open."""
    value = sent.get(field.key)
    match field.kind:
        case "yes":
            return value is not None
        case "number":
            return _open(_number(value or ""))
        case "seats":
            numbers = [_number(text) for text in sent.getlist(field.key)]
            return ... if None in numbers else numbers
        case "shown":
            numbers = [_number(text) for text in sent.getlist(field.key)]
            return [
                {"seat": int(answer.value), "cards": number}
                for answer, number in zip(field.answers, numbers, strict=False)
                if number
            ]
    if value is None or value not in {answer.value for answer in field.answers}:
        return ...
    if field.kind == "choice":
        return value
    return int(value) if value else None


def _open(number: float | None) -> Any:
    return ... if number is None else number


def _number(text: str) -> float | None:
    """Return a number as people write it: 45, 45½, 45,5; None for what is not one."""
    text = text.strip()
    if not NUMBER.match(text):
        return None
    number = float(text.replace("½", ".5").replace(",", "."))
    return int(number) if number == int(number) else number
