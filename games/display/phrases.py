"""Phrases that every page says alike: the name of a call or an announcement, names in a row."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules import Variant


def call_label(variant: Variant, call: str) -> str:
    """What a call is named at the table: a bid, a challenge to one, a pass."""
    return _(variant.call_label(call))


def announcement(label: str, least: int | None) -> str:
    """What somebody announced, as a plate says it: "Slam"; of cards shown, how many had to be:
    "Handful 10"."""
    return _(label) if least is None else f"{_(label)} {least}"


def labelled(label: str, text: str) -> str:
    """A label and what stands under it: "Player: Anna", with the colon as the language sets it."""
    return label + pgettext("between a label and its text", ": ") + text


def listed(words: Sequence[str]) -> str:
    """Names in a row: "Wanda, Elise and Nadia"; "" for none."""
    return get_text_list(list(words), _("and"))
