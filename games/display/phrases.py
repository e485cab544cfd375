"""Phrases that every page says alike: the name of a call or an announcement, names in a row."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules import Variant


def call_label(variant: Variant, call: str) -> str:
    """Return the name of a call at the table: a bid, a challenge to one, or a pass."""
    return _(variant.call_label(call))


def announcement(label: str, least: int | None) -> str:
    """Return what somebody announced, as a plate shows it: "Slam", "Handful 10"."""
    return _(label) if least is None else f"{_(label)} {least}"


def labelled(label: str, text: str) -> str:
    """Join a label and its text: "Player: Anna", with the colon as the language sets it."""
    return label + pgettext("between a label and its text", ": ") + text


def listed(words: Sequence[str]) -> str:
    """Join names: "Wanda, Elise and Nadia"; return "" for none."""
    return get_text_list(list(words), _("and"))
