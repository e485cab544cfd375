"""Phrases that every page says alike: the name of a call or a promise, names in a row."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules import Variant


def call_label(variant: Variant, call: str) -> str:
    """What a call is named at the table: a bid, a challenge to one, a pass."""
    bid = variant.bid(call)
    if bid is not None:
        return _(bid.label)
    return _(variant.labels[call]) if call in variant.challenges else _("pass")


def promise(variant: Variant, announced: str) -> str:
    """What an announcement is named that its maker has yet to make good, such as a slam or the
    pagat in the last trick; "" for one that is settled once its cards are shown."""
    kind = variant.announcement(announced)
    return _(kind.label) if kind and not (kind.shows_cards or kind.ends) else ""


def labelled(label: str, text: str) -> str:
    """A label and what stands under it: "Player: Anna", with the colon as the language sets it."""
    return label + pgettext("between a label and its text", ": ") + text


def listed(words: Sequence[str]) -> str:
    """Names in a row: "Wanda, Elise and Nadia"; "" for none."""
    return get_text_list(list(words), _("and"))
