"""A sealed hand while it is being amended: a text, its result, the ways out of a conflict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games import book
from games.amending.raising import RESULT, Differing, differing, settled, stated_at
from games.book.results import is_finished
from games.display.card_names import short_name
from games.display.reasons import sentence
from games.models import Hand, User
from games.replay.differences import Difference, DifferenceWords, differences
from games.rules import Action, Problem, RecordError, Replay, notation, replay, strict
from games.writing.errors import RecordMismatch, Refused

FULL = Hand.Level.FULL
PLAYED = ("play", "result")
MOST_TAKEN_OUT = 4  # entries that a refusal offers to take out together


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """An entry of the draft: index, words, whether it was changed, whether it is refused."""

    index: int
    words: str
    changed: bool
    refused: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A text, the object it says (None where it cannot be read), and its result.

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
        """Return whether its facts are stated, so that the hand can be raised to a higher level."""
        actions = self.raw["actions"] if self.raw else ()
        return stated_at(actions) < len(actions)

    @property
    def actions(self) -> list[Action]:
        """Return its entries; none where it cannot be read."""
        return list(self.raw["actions"]) if self.raw else []

    @property
    def refused(self) -> int | None:
        """Return the index of the refused entry; that after the last one where one is missing."""
        if self.corrected is None or self.corrected.after.problem is None:
            return None
        return _index(self.corrected.after.problem, self.corrected.after)

    @property
    def differences(self) -> list[Difference]:
        """Return what is changed, added and taken out."""
        if self.corrected is None:
            return []
        return differences(self.corrected.before.record, self.corrected.after.record)

    @property
    def every_card(self) -> bool:
        """Return whether every card is there now in the place of the facts that were stated."""
        corrected = self.corrected
        if corrected is None or corrected.after.problem is not None:
            return False
        levels = (corrected.before.outcome.level, corrected.after.outcome.level)
        return levels[0] != FULL and levels[1] == FULL

    @property
    def fits(self) -> bool:
        """Return whether it could be sealed: finished, and not what is sealed already."""
        corrected = self.corrected
        return bool(corrected and not self.why and not corrected.same)


def draft_of(user: User, hand: Hand, text: str) -> Draft:
    """Judge a text as an amendment of a sealed hand; nothing is saved."""
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


def spliced(draft: Draft, at: int, count: int, actions: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of a draft with other entries in the place of `count` of them."""
    if draft.raw is None or not 0 <= at <= len(draft.actions):
        return draft.text
    there = draft.actions
    changed = [*there[:at], *actions, *there[at + count :]]
    return notation.format_object({**draft.raw, "actions": changed})


def groups_of(draft: Draft) -> list[tuple[str, list[DraftEntry]]]:
    """Return the entries of a draft by name: before the play, trick by trick, the result."""
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
    before, after = corrected.before.record, corrected.after.record
    problem = corrected.after.problem
    changes = {at for one in differences(before, after) for at in range(one.at, one.at + one.count)}
    words = DifferenceWords(corrected.after.record)
    refused = -1 if problem is None else _index(problem, corrected.after)
    for index, action in enumerate(after.actions):
        changed = index in changes
        yield DraftEntry(index, words.named(action), changed, index == refused), action["kind"]


def refused_words(draft: Draft) -> str:
    """Return the refused entry in a few words; "" where none is, or one is missing."""
    at = draft.refused
    if at is None or draft.corrected is None or at >= len(draft.actions):
        return ""
    after = draft.corrected.after.record
    return DifferenceWords(after).named(after.actions[at])


def superfluous(draft: Draft) -> tuple[int, int, str] | None:
    """Return entries (index, how many, words) without which a refused draft fits."""
    at = draft.refused
    if at is None or draft.corrected is None:
        return None
    record = draft.corrected.after.record
    for count in range(1, MOST_TAKEN_OUT + 1):
        gone = record.actions[at : at + count]
        if len(gone) < count or any(action["kind"] in PLAYED for action in gone):
            return None
        left = [*record.actions[:at], *record.actions[at + count :]]
        if replay(record._replace(actions=tuple(left))).problem is None:
            return at, count, DifferenceWords(record).listed(gone)
    return None


@dataclass(frozen=True, slots=True)
class DraftSwap:
    """Two cards mixed up: which entry is to be `card`; `words` where it is the refused one."""

    index: int
    card: str
    words: str


def swap_of(draft: Draft) -> DraftSwap | None:
    """Return the most usual slip, two cards mixed up.

    Where a card is played twice and one of the two entries was changed, the other may have been
    what that one was.
    """
    corrected, at = draft.corrected, draft.refused
    if corrected is None or at is None or not draft.rule:
        return None
    before, after = corrected.before.record.actions, corrected.after.record.actions
    if at >= len(after) or after[at]["kind"] != "play" or len(before) != len(after):
        return None
    for other, action in enumerate(after):
        if other == at or action["kind"] != "play" or action["card"] != after[at]["card"]:
            continue
        if action != before[other] and "card" in before[other]:
            card = before[other]["card"]
            return DraftSwap(at, card, short_name(card, corrected.after.record.variant.key))
        if after[at] != before[at] and "card" in before[at]:
            return DraftSwap(other, before[at]["card"], "")
    return None
