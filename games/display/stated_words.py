"""Stated facts in words: "Taker: Samir, Contract: Garde, Card points: 45"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.display.card_names import short_name
from games.display.phrases import labelled, listed
from games.rules import Variant, facts


def stated_words(variant: Variant, stated: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the facts of a result as a record holds them, in the order of the sheet."""
    return ", ".join(
        labelled(_(fact.label), fact_words(variant, fact.form, stated[fact.key], names))
        for fact in variant.stating.facts
        if fact.key in stated
    )


def fact_words(variant: Variant, form: facts.FactForm, raw: Any, names: Sequence[str]) -> str:
    """Return one fact in words, according to its form; the value is as a record holds it."""
    match form, raw:
        case facts.SeatForm(), None:
            return _("nobody")
        case facts.SeatForm(), int():
            return names[raw]
        case facts.OneOf(choices=choices), str():
            return _(dict(choices)[raw])
        case facts.YesNo(), bool():
            return _("yes") if raw else _("no")
        case facts.HonoursForm(), list():
            return listed([short_name(code, variant.key) for code in raw]) or _("none")
        case facts.ShownForm(), list():
            return listed([f"{names[one['seat']]} {one['cards']}" for one in raw]) or _("none")
        case facts.BySeat(), list():
            pairs = zip(names, raw, strict=True)
            return listed([f"{name} {number}" for name, number in pairs])
    return str(raw)
