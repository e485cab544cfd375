"""Raising a sealed hand to a higher level, from paper or from memory; see README.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.display.stated_words import fact_words
from games.rules import Replay, State, facts, notation, replay, shape

HEAD = "format "  # how a whole hand begins in the notation
RESULT = "result"


@dataclass(frozen=True, slots=True)
class Differing:
    """A fact that the cards give otherwise than it was stated: its label, and both in words."""

    label: str
    stated: str
    given: str


def with_before(raw: Mapping[str, Any], text: str) -> str:
    """Return the text of a draft (`raw`) with the lines of `text` before its result.

    `text` itself where it is a whole hand. Raises notation.NotationError where it cannot be read.
    """
    text = text.replace("\r\n", "\n").strip("\n")
    if text.startswith(HEAD):
        return text
    added = [line.action for line in notation.parse_actions(text, len(raw["players"]))]
    actions = list(raw["actions"])
    at = stated_at(actions)
    actions[at:at] = added
    return notation.format_object({**raw, "actions": actions})


def line_in(text: str, raw: Mapping[str, Any], refused: int | None) -> int:
    """Return the line of an added text whose entry in the draft (`raw`) is refused, or 0."""
    if refused is None or text.startswith(HEAD):
        return 0
    lines = [line.line for line in notation.parse_actions(text, len(raw["players"]))]
    at = refused - stated_at(raw["actions"])
    return lines[at] if 0 <= at < len(lines) else 0


def stated_at(actions: Sequence[Any]) -> int:
    """Return the index of the action that states the facts; the number of actions if none does."""
    kinds = (action.get("kind") for action in actions)
    return next((at for at, kind in enumerate(kinds) if kind == RESULT), len(actions))


def settled(raw: dict[str, Any], after: Replay) -> dict[str, Any]:
    """Return the draft without what need not be stated any more, since it was recorded before.

    That is the facts that are known there, or the whole result where every card is. Unchanged where
    nothing is.
    """
    actions = list(raw["actions"])
    at = stated_at(actions)
    if at == len(actions) or at > after.count:
        return raw
    before = replay(after.record, upto=at).state
    if _is_scored(before):
        del actions[at]
    elif after.problem is None and after.state.stated is not None:
        stating = after.record.variant.stating
        wanted = {fact.key for fact in stating.wanted(before)}
        known = {key: one for key, one in actions[at]["facts"].items() if key in wanted}
        actions[at] = {**actions[at], "facts": known}
    return {**raw, "format": shape.format_of(actions), "actions": actions}


def _is_scored(state: State) -> bool:
    return state.status == "scored" and state.variant.settle(state) is not None


def differing(before: Replay, after: Replay) -> list[Differing]:
    """Return the stated facts that the cards of the finished hand contradict."""
    variant, stated = after.record.variant, before.state.stated
    given = variant.stating.of(after.state) if after.state.stated is None else None
    if stated is None or given is None:
        return []
    return [
        Differing(
            _(fact.label),
            *(
                fact_words(variant, fact.form, fact.form.write(values[fact.key]), names)
                for values, names in (
                    (stated, before.record.players),
                    (given, after.record.players),
                )
            ),
        )
        for fact in variant.stating.facts
        if not _alike(stated[fact.key], given[fact.key])
    ]


def _alike(stated: Any, given: Any) -> bool:
    """Return whether the cards give what was stated; of honours perhaps only their number was."""
    if isinstance(stated, facts.Honours) and stated.cards is None:
        return bool(stated.count == given.count)
    return bool(stated == given)
