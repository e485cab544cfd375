"""Phrases that every page says alike: what a call is named, names one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.rules import Variant


def call_label(variant: Variant, call: str) -> str:
    """What a call is named at the table: a bid, a challenge to one, a pass."""
    bid = variant.bid(call)
    if bid is not None:
        return _(bid.label)
    return _(variant.labels[call]) if call in variant.challenges else _("pass")


def listed(words: Sequence[str]) -> str:
    """Names in a row: "Wanda, Elise and Nadia"; "" for none."""
    return get_text_list(list(words), _("and"))
