"""A chosen filter in words: "Player Samir", "Held trump 21 and Fool"."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from django.forms import Form
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.archive.fields import PointsField
from games.display.card_names import card_name
from games.display.numbers import points
from games.rules import card_code


def words(form: Form, name: str, *, game: str = "") -> str:
    """Filter `name` of a valid form; cards in the words of a game."""
    field, value = form.fields[name], form.cleaned_data[name]
    return f"{field.label} {_value(field, value, game)}"


def _value(field: Any, value: Any, game: str) -> str:
    if isinstance(value, tuple):
        return get_text_list([str(card_name(card_code(card), game)) for card in value], _("and"))
    if isinstance(value, date):
        return date_format(value)
    if isinstance(field, PointsField):
        return points(Fraction(value, 2))
    return str(dict(field.choices)[value]) if hasattr(field, "choices") else str(value)
