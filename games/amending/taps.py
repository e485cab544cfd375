"""What is open next to a draft, an entry or the place before it, and what a tap makes of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import QueryDict

from games.access.pages import number_sent
from games.amending.answering import answered
from games.amending.asking import Asked, Questions
from games.amending.drafts import Draft, spliced
from games.amending.raising import RESULT
from games.replay.differences import DifferenceWords
from games.rules import CODES


@dataclass(frozen=True, slots=True)
class Opened:
    """What is looked at: the entry with an index, or with `missing` the place before it.

    `words` name the entry ("" for the place after the last one); `number` is that of the question
    that is open among the `asked`, which may be none where an earlier entry is refused; `hints`
    say what else there is to know. `missed`: what may be missing before an entry.
    """

    index: int
    missing: bool
    words: str
    number: int
    asked: tuple[Asked, ...]
    missed: tuple[Asked, ...] = ()
    trick: tuple[str, ...] = ()

    @property
    def question(self) -> Asked | None:
        """Return the question that is open."""
        return self.asked[self.number] if self.number < len(self.asked) else None


def opened_entry(draft: Draft, index: int) -> Opened | None:
    """Return an entry that is looked at; None where the draft has no such entry."""
    if draft.corrected is None or not 0 <= index < len(draft.actions):
        return None
    record = draft.corrected.after.record
    questions = Questions(draft.corrected.after, index)
    words = DifferenceWords(record).named(record.actions[index])
    asked = (questions.of(record.actions[index]),)
    return Opened(index, False, words, 0, asked, questions.missing())


def opened_before(draft: Draft, index: int, number: int = 0) -> Opened | None:
    """Return the place before an entry, where another is missing; None without such a place."""
    if draft.corrected is None or not 0 <= index <= len(draft.actions):
        return None
    record = draft.corrected.after.record
    named = DifferenceWords(record).listed(record.actions[index : index + 1])
    questions = Questions(draft.corrected.after, index)
    lying = questions.state.on_table().values() if questions.reached else ()
    trick = tuple(CODES[card] for card in lying)
    return Opened(index, True, named, number, questions.missing(), trick=trick)


# What a button does: look at an entry or at the place before one, take entries out, take a change
# back, put another card.
TAPS = ("open", "missing", "out", "back", "put")
Opening = Callable[[Draft], Opened | None]


def after_tap(draft: Draft, sent: QueryDict) -> tuple[str, Opening]:
    """Return the text of the draft after what was tapped, and what is open then."""
    name = next((one for one in TAPS if one in sent), "")
    at, _colon, more = str(sent.get(name, "")).partition(":")
    index, number = number_sent(at), number_sent(more)
    match name:
        case "open":
            return draft.text, lambda now: opened_entry(now, index)
        case "missing":
            return draft.text, lambda now: opened_before(now, index, max(0, number))
        case "out":
            return spliced(draft, index, max(1, number), ()), _closed
        case "back":
            return _taken_back(draft, index), _closed
        case "put" if 0 <= index < len(draft.actions) and "card" in draft.actions[index]:
            return spliced(draft, index, 1, [{**draft.actions[index], "card": more}]), _closed
        case "" if "answer" in sent:
            return _answered(draft, sent)
    return draft.text, _closed


def _closed(_draft: Draft) -> None:
    """Open nothing."""


def _taken_back(draft: Draft, number: int) -> str:
    """Return the text of a draft without one of its differences."""
    if not 0 <= number < len(draft.differences):
        return draft.text
    one = draft.differences[number]
    return spliced(draft, one.at, one.count, one.was)


def _answered(draft: Draft, sent: QueryDict) -> tuple[str, Opening]:
    index, missing = number_sent(sent.get("at", "")), sent.get("missing-before") == "1"
    number = max(0, number_sent(sent.get("question", "")))
    opened = opened_before(draft, index, number) if missing else opened_entry(draft, index)
    if draft.corrected is None or opened is None or opened.question is None:
        return draft.text, _closed
    state = Questions(draft.corrected.after, index).state
    action = answered(opened.question, str(sent["answer"]), sent, state)
    if action is None:
        return draft.text, lambda _now: opened
    text = spliced(draft, index, 0 if missing else 1, [action])
    return text, (lambda now: _goes_on(now, index + 1)) if missing else _closed


def _goes_on(draft: Draft, index: int) -> Opened | None:
    """Return the place after an entry that was added, as long as more is missing.

    That is before the result of a hand that is raised, and where the entry that follows does not
    fit yet.
    """
    before_result = index < len(draft.actions) and draft.actions[index]["kind"] == RESULT
    if (before_result and draft.refused in (None, index)) or draft.refused == index:
        return opened_before(draft, index)
    return None
