"""How much of a hand was written down before its facts were stated, in words."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext


class LevelColumns(Protocol):
    """The columns of a hand that tell it: `tricks_written` only at the level "tricks"."""

    @property
    def level(self) -> str: ...
    @property
    def tricks_written(self) -> int | None: ...


TAGS = {
    "result": gettext_noop("result only"),
    "auction": gettext_noop("auction and exchange"),
}
SENTENCES = {
    "result": gettext_noop("Only the result was written down."),
    "auction": gettext_noop("The auction and the exchange were written down, then the result."),
}


def level_tag(hand: LevelColumns) -> str:
    """Return a tag for a hand: "tricks up to 11"; "" if it was written down card by card."""
    return tag_of(hand.level, hand.tricks_written)


def tag_of(level: str, tricks: int | None) -> str:
    """Return the same tag from the two columns."""
    if level in TAGS:
        return _(TAGS[level])
    if tricks is None:
        return ""
    return _("tricks up to %(number)s") % {"number": tricks} if tricks else _("the first cards")


def level_sentence(hand: LevelColumns) -> str:
    """Return the same as a sentence for the page of a hand; "" if written down card by card."""
    if hand.level in SENTENCES:
        return _(SENTENCES[hand.level])
    tricks = hand.tricks_written
    if tricks is None:
        return ""
    if not tricks:
        return _("The first cards were written down, then the result.")
    sentence = ngettext(
        "The first trick was written down, then the result.",
        "The tricks were written down up to number %(number)s, then the result.",
        tricks,
    )
    return sentence % {"number": tricks}
