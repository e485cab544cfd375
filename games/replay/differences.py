"""What one revision of a hand says otherwise than another, entry by entry, in words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.card_names import short_name
from games.display.entry_words import entry_words
from games.display.phrases import labelled, listed
from games.display.reasons import Voice
from games.display.stated_words import fact_words
from games.rules import Record

Deed = Mapping[str, Any]  # an entry as a record holds it
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
NAMED_ALONE = 3  # of more entries in a row only the first is named


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference in words.

    In the later record the `count` entries from `at` on replace the entries `was`.
    """

    words: str
    at: int
    count: int
    was: tuple[Deed, ...]


def differences(before: Record, after: Record) -> list[Difference]:
    """Return what is changed, added and taken out, in the order of the hand."""
    words = DifferenceWords(after)
    old, new = before.actions, after.actions
    before_keys, after_keys = (
        [json.dumps(one, sort_keys=True) for one in all_] for all_ in (old, new)
    )
    pieces = SequenceMatcher(None, before_keys, after_keys, autojunk=False).get_opcodes()
    return [
        Difference(capfirst(words.of(was, now)), at, len(now), tuple(was))
        for kind, i, j, m, n in pieces
        if kind != "equal"
        for was, at, now in _pairs(old[i:j], m, new[m:n])
    ]


def _pairs(
    old: Sequence[Deed], at: int, new: Sequence[Deed]
) -> Iterator[tuple[Sequence[Deed], int, Sequence[Deed]]]:
    """Yield each entry with its replacement, or all at once where their numbers differ."""
    if len(old) == len(new):
        for index, (was, now) in enumerate(zip(old, new, strict=True)):
            yield [was], at + index, [now]
        return
    yield old, at, new


class DifferenceWords:
    """Entries, and what is changed in them, in the words of one hand."""

    def __init__(self, record: Record) -> None:
        self.variant, self.players = record.variant, record.players
        self.voice = Voice(record.players, record.variant.key)

    def of(self, was: Sequence[Deed], now: Sequence[Deed]) -> str:
        """Describe how some entries replace others; either may be none."""
        if len(was) == len(now) == 1:
            return self.edit(was[0], now[0])
        if was and now and was[-1]["kind"] == now[-1]["kind"] == "result":
            return listed([self.of(was[:-1], now[:-1]), *self._stated(was[-1], now[-1])])
        parts = []
        if was:
            parts.append(_("takes out %(what)s") % {"what": self.shortened(was)})
        if now:
            parts.append(_("adds %(what)s") % {"what": self.shortened(now)})
        return listed(parts)

    def shortened(self, actions: Sequence[Deed]) -> str:
        """Actions one after the other; of many how many, and the first."""
        if len(actions) <= NAMED_ALONE:
            return self.listed(actions)
        return ngettext(
            "%(count)s entry, from %(what)s on", "%(count)s entries, from %(what)s on", len(actions)
        ) % {"count": len(actions), "what": self.listed(actions[:1])}

    def listed(self, actions: Iterable[Deed]) -> str:
        """Actions in a few words, one after the other."""
        return listed([self.named(one) for one in actions])

    def named(self, action: Deed) -> str:
        """Return an entry in a few words; one that the game does not know by its kind."""
        try:
            return self.voice.say(entry_words(self.variant, action))
        except UNREADABLE:
            return str(action["kind"])

    def edit(self, was: Deed, now: Deed | None) -> str:
        """Describe one correction of an entry; None takes it out."""
        former = self.listed([was])
        if now is None:
            return _("takes out %(what)s") % {"what": former}
        later = self.listed([now])
        if later != former:
            return _("changes %(what)s to %(now)s") % {"what": former, "now": later}
        changed = _("changes %(what)s") % {"what": former}
        inside = self._inside(was, now)
        return labelled(changed, inside) if inside else changed

    def _stated(self, was: Deed, now: Deed) -> list[str]:
        """Say what a result states otherwise.

        What was recorded since need not be stated any more.
        """
        return [self.edit(was, now)] if self._inside(was, now) else []

    def _inside(self, was: Deed, now: Deed) -> str:
        """Say what differs in two entries that have the same name."""
        if "facts" in was and "facts" in now:
            return listed(list(self._facts(was["facts"], now["facts"])))
        cards = [action.get("cards") or () for action in (was, now)]
        gone, new = (
            [short_name(code, self.variant.key) for code in one if code not in other]
            for one, other in (cards, reversed(cards))
        )
        return self._became(listed(gone), listed(new)) if gone or new else ""

    def _facts(self, was: Deed, now: Deed) -> Iterator[str]:
        for fact in self.variant.stating.facts:
            if fact.key not in now or now[fact.key] == was.get(fact.key):
                continue
            words = [
                fact_words(self.variant, fact.form, one[fact.key], self.players)
                if fact.key in one
                else ""
                for one in (was, now)
            ]
            yield f"{_(fact.label)} {self._became(*words)}"

    def _became(self, was: str, now: str) -> str:
        return _("%(was)s → %(now)s") % {"was": was or _("nothing"), "now": now or _("nothing")}
