"""A sealed hand while it is being amended: a draft in the text notation, what it comes to, its
entries with what each of them may have been."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games import book
from games.access.errors import RecordMismatch, Refused
from games.book.results import is_finished
from games.display.card_names import card_name, short_name
from games.display.entry_words import entry_words
from games.display.phrases import call_label
from games.display.reasons import Voice, sentence
from games.models import Hand, User
from games.replay.raising import RESULT, Differing, differing, settled, stated_at
from games.rules import CODES, Problem, RecordError, Replay, cards_of, notation, strict

# What may be changed in an entry of each kind; all else is changed in the text.
CHOSEN = {"play": "card", "takeback": "card", "king": "card", "call": "call", "claim": "seat"}
FULL = Hand.Level.FULL
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """An entry of the draft: its index, it in a few words; whether it is not as it was sealed, and
    whether it is the one that is refused."""

    index: int
    words: str
    changed: bool
    refused: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """An entry that is looked at: `choices` (value, words, whether it is the present one) are what
    it may have been; none where only the text tells."""

    index: int
    words: str
    choices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A text, the object it says (None where it cannot be read), and what that comes to.

    What stands in its way: the line of the text from 1 (0 for none), why, the number of the rule.
    `differing`: the facts that were stated and that the cards give otherwise.
    """

    text: str
    raw: dict[str, Any] | None = None
    corrected: book.Corrected | None = None
    line: int = 0
    why: str = ""
    rule: str = ""
    differing: tuple[Differing, ...] = ()

    @property
    def stated(self) -> bool:
        """Whether its facts are stated, so that the hand can be raised to a higher level."""
        actions = self.raw["actions"] if self.raw else ()
        return stated_at(actions) < len(actions)

    @property
    def every_card(self) -> bool:
        """Whether every card is there now in the place of the facts that were stated."""
        corrected = self.corrected
        if corrected is None or corrected.after.problem is not None:
            return False
        levels = (corrected.before.outcome.level, corrected.after.outcome.level)
        return levels[0] != FULL and levels[1] == FULL

    @property
    def fits(self) -> bool:
        """Whether it could be sealed: finished, and not what is sealed already."""
        corrected = self.corrected
        return bool(corrected and not self.why and not corrected.same)


def draft_of(user: User, hand: Hand, text: str) -> Draft:
    """Judges a text as an amendment of a sealed hand; nothing is saved."""
    text = text.replace("\r\n", "\n").strip("\n") + "\n"
    try:
        written = notation.read_hand(text)
    except notation.NotationError as error:
        return Draft(text, line=error.line, why=sentence(error.problem))
    try:
        raw = strict.decode(written.json_line())
        wanted = book.Wanted(record=raw)
        corrected = book.preview_amendment(user=user, hand=hand, wanted=wanted)
    except RecordError as error:
        return Draft(text, line=written.line_of(error.problem), why=sentence(error.problem))
    except Refused as error:
        return Draft(text, line=written.line_of(error.problem), why=sentence(error.problem))
    except RecordMismatch as error:
        return Draft(text, line=written.line, why=str(error))
    tidy = settled(raw, corrected.after)
    if tidy != raw:
        return draft_of(user, hand, notation.format_object(tidy))
    return _judged(Draft(text, raw, corrected), corrected, written.actions)


def _judged(draft: Draft, corrected: book.Corrected, lines: tuple[int, ...]) -> Draft:
    problem, record = corrected.after.problem, corrected.after.record
    if problem is not None:
        at = _index(problem, corrected.after)
        line = lines[at] if at < len(lines) else 0
        why, rule = sentence(problem, record.players), problem.rule.partition("/")[2]
        return Draft(draft.text, draft.raw, corrected, line, why, rule)
    if not is_finished(corrected.after.outcome):
        return Draft(draft.text, draft.raw, corrected, 0, _("The hand is not finished."))
    return replace(draft, differing=tuple(differing(corrected.before, corrected.after)))


def _index(problem: Problem, follows: Replay) -> int:
    return follows.count if problem.action is None else problem.action


def put(draft: Draft, index: int, value: str) -> str:
    """The text of a draft in which an entry is something else."""
    if draft.raw is None or not 0 <= index < len(draft.raw["actions"]):
        return draft.text
    actions = list(draft.raw["actions"])
    field = CHOSEN.get(actions[index]["kind"], "")
    if field == "seat" and not value.isdecimal():
        return draft.text
    if field:
        actions[index] = {**actions[index], field: int(value) if field == "seat" else value}
    return notation.format_object({**draft.raw, "actions": actions})


def groups_of(draft: Draft) -> list[tuple[str, list[DraftEntry]]]:
    """The entries of a draft by name: what came before the play, then trick by trick; the result
    where one is stated."""
    if draft.corrected is None:
        return []
    groups: list[tuple[str, list[DraftEntry]]] = [(_("Before the play"), [])]
    played, seats = 0, len(draft.corrected.after.record.players)
    for row, kind in _rows(draft.corrected):
        if kind == "play":
            if played % seats == 0:
                trick = _("Trick %(number)s") % {"number": played // seats + 1}
                groups.append((trick, []))
            played += 1
        elif kind == RESULT:
            groups.append((_("The result"), []))
        groups[-1][1].append(row)
    return [group for group in groups if group[1]]


def _rows(corrected: book.Corrected) -> Iterator[tuple[DraftEntry, str]]:
    before, after = corrected.before.record.actions, corrected.after.record.actions
    problem = corrected.after.problem
    refused = -1 if problem is None else _index(problem, corrected.after)
    for index, action in enumerate(after):
        changed = index >= len(before) or action != before[index]
        words = words_of(corrected.after, index)
        yield DraftEntry(index, words, changed, index == refused), action["kind"]


def words_of(follows: Replay, index: int) -> str:
    """An entry in a few words; one that the game does not know by its kind."""
    action = follows.record.actions[index]
    try:
        voice = Voice(follows.record.players, follows.record.variant.key)
        return voice.say(entry_words(follows.record.variant, action))
    except UNREADABLE:
        return str(action["kind"])


def refused_words(draft: Draft) -> str:
    """The entry that is refused, in a few words; "" where none is."""
    corrected = draft.corrected
    if corrected is None or corrected.after.problem is None:
        return ""
    at = _index(corrected.after.problem, corrected.after)
    return words_of(corrected.after, at) if at < len(corrected.after.record.actions) else ""


def opened_of(draft: Draft, index: int) -> Opened | None:
    """An entry that is looked at; None where the draft has no such entry."""
    if draft.corrected is None or not 0 <= index < len(draft.corrected.after.record.actions):
        return None
    follows = draft.corrected.after
    action = follows.record.actions[index]
    now = str(action.get(CHOSEN.get(action["kind"], ""), ""))
    choices = tuple((value, words, value == now) for value, words in _choices(follows, action))
    return Opened(index, words_of(follows, index), choices)


def _choices(follows: Replay, action: Any) -> Iterator[tuple[str, str]]:
    variant = follows.record.variant
    match CHOSEN.get(action["kind"]):
        case "card":
            for card in cards_of(variant.pack.cards):
                yield CODES[card], str(card_name(CODES[card], variant.key))
        case "call":
            yield "pass", _("pass")
            yield from ((bid.key, call_label(variant, bid.key)) for bid in variant.bids)
        case "seat":
            yield from ((str(seat), name) for seat, name in enumerate(follows.record.players))


def swap_of(draft: Draft) -> tuple[int, str, str] | None:
    """The most usual slip, two cards mixed up: where a card was played already, by an entry that
    was changed, the refused entry may have been what that one was. Its index, card, and words."""
    corrected = draft.corrected
    if corrected is None or corrected.after.problem is None or not draft.rule:
        return None
    before, after = corrected.before.record.actions, corrected.after.record.actions
    at = _index(corrected.after.problem, corrected.after)
    if at >= len(after) or after[at]["kind"] != "play" or len(before) != len(after):
        return None
    for other, action in enumerate(after):
        twin = action["kind"] == "play" and action.get("card") == after[at].get("card")
        if twin and other != at and action != before[other] and "card" in before[other]:
            card = before[other]["card"]
            return at, card, str(short_name(card, corrected.after.record.variant.key))
    return None
