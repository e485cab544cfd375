"""The fields of filters: days, cards, points, one of a few words. Each says what it accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.choices import BaseChoiceIterator, flatten_choices
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field

from games.access.forms import DayInput
from games.display.card_names import card_name
from games.display.numbers import points
from games.display.phrases import listed
from games.models.days import DAY_BOUNDS
from games.models.fields import PUBLIC_ID
from games.rules import card_code, ids_of

LONGEST_TEXT = 200
MOST_POINTS = 10_000


class PlainSelect(forms.Select):
    """A select written without Django's templates, of which it renders one for each option."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the element with its options; groups of them come after those without a group."""
        alone = [one for one in self.choices if not isinstance(one[1], list)]
        groups = [one for one in self.choices if isinstance(one[1], list)]
        chosen = value or ""
        return format_html(
            '<select name="{}"{}>{}{}</select>',
            name,
            flatatt(self.build_attrs(self.attrs, attrs)),
            _options(alone, chosen),
            format_html_join(
                "",
                '<optgroup label="{}">{}</optgroup>',
                ((label, _options(group, chosen)) for label, group in groups),
            ),
        )


def _options(choices: Iterable[tuple[Any, Any]], chosen: Any) -> SafeString:
    selected = {chosen: mark_safe(" selected")}
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((key, selected.get(key, ""), label) for key, label in choices),
    )


class Names(BaseChoiceIterator):
    """A list of choices that never changes and that forms share; Django copies any other."""

    def __init__(self, pairs: Iterable[tuple[str, Any]]) -> None:
        self.pairs = list(pairs)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __deepcopy__(self, memo: Any) -> Names:
        return self


class Shared:
    """A filter that is not copied in depth for each filter set, but for its field."""

    def __deepcopy__(self, memo: Any) -> Any:
        made = copy(self)
        made.__dict__.pop("_field", None)
        return made


class DayFilter(Shared, django_filters.DateFilter):
    """A day as YYYY-MM-DD, whatever the language of the request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(
            *args,
            input_formats=["%Y-%m-%d"],
            widget=DayInput,
            validators=DAY_BOUNDS,
            error_messages={"invalid": gettext_lazy("Write a day as YYYY-MM-DD.")},
            **kwargs,
        )


class OneOfFilter(Shared, django_filters.ChoiceFilter):
    """One of a few words; `labels` are their names on a page."""

    def __init__(self, words: Iterable[str], labels: Iterable[Any] = (), **kwargs: Any) -> None:
        words = list(words)
        names = list(labels) or words
        message = format_lazy("{} {}.", gettext_lazy("Allowed values:"), ", ".join(words))
        super().__init__(
            choices=Names(zip(words, names, strict=True)),
            widget=PlainSelect,
            error_messages={"invalid_choice": message},
            **{"empty_label": gettext_lazy("any"), **kwargs},
        )


class PlayerFilter(django_filters.ChoiceFilter):
    """One of some players of a club: their public ids and names."""

    def __init__(self, field_name: str | None, players: Names, **kwargs: Any) -> None:
        super().__init__(
            field_name,
            choices=players,
            empty_label=gettext_lazy("any"),
            widget=PlainSelect,
            error_messages={"invalid_choice": gettext_lazy("The club has no such player.")},
            **kwargs,
        )


class PointsField(forms.DecimalField):
    """Points, whole or with a half; read as half points."""

    def clean(self, value: Any) -> int | None:
        points = super().clean(value)
        if points is None:
            return None
        halves = 2 * points
        if halves != int(halves):
            raise ValidationError(_("Points are whole or end in a half: 7 or 7.5."), "points")
        return int(halves)


@extend_schema_field(OpenApiTypes.NUMBER)
class PointsFilter(Shared, django_filters.Filter):
    """A number of points."""

    field_class = PointsField

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_value=Decimal(MOST_POINTS), min_value=Decimal(-MOST_POINTS), **kwargs)


class CardsField(forms.CharField):
    """At most `most` cards, by codes with spaces or commas between them; read as numbers."""

    codes = True  # a page offers keys to choose them

    def __init__(self, *, most: int = 78, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_TEXT * 2, **kwargs)
        self.most = most
        if most == 1:
            self.widget.attrs["data-single"] = ""

    def clean(self, value: Any) -> tuple[int, ...]:
        codes = re.split(r"[\s,+]+", super().clean(value).strip())
        cards = tuple(dict.fromkeys(_card(code) for code in codes if code))
        if len(cards) > self.most:
            raise ValidationError(_("This is one card, not several."), "too-many-cards")
        return cards


# What people call some cards, in addition to their codes; a bare number is a trump.
CALLED = {"PETIT": "T1", "PAGAT": "T1", "EXCUSE": "F", "FOOL": "F", "NARR": "F"}


def _card(code: str) -> int:
    try:
        called = f"T{code}" if code.isdecimal() else CALLED.get(code.upper(), code)
        return ids_of([called])[0]
    except KeyError:
        message = _(
            "“%(code)s” is not a card. Cards are S, H, D, C with 1 to 10, J, N, Q or K; "
            "T1 to T21 or 1 to 21, petit; F, excuse."
        )
        raise ValidationError(message % {"code": code[:10]}, "unknown-card") from None


@extend_schema_field(OpenApiTypes.STR)
class CardsFilter(Shared, django_filters.Filter):
    """Some cards; all of them must match."""

    field_class = CardsField


@extend_schema_field(OpenApiTypes.INT)
class NumberFilter(Shared, django_filters.Filter):
    """A whole number from 1 on."""

    field_class = forms.IntegerField

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=most, **kwargs)


class PublicIdField(forms.CharField):
    """The id of something; whether the reader may see it is checked later."""

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        if text and not PUBLIC_ID.fullmatch(text):
            raise ValidationError(
                _("This is not an id: an id is 16 lowercase letters and digits."), "no-id"
            )
        return text


class PublicIdFilter(Shared, django_filters.CharFilter):
    """The id of something. A mistyped id is refused; it does not give an empty list."""

    field_class = PublicIdField


class TextFilter(Shared, django_filters.CharFilter):
    """Some words."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_TEXT, **kwargs)


def in_words(field: forms.Field, value: Any, game: str) -> str:
    """Return a chosen value in words, "trump 21 and Fool"; cards are named as in `game`."""
    if isinstance(value, tuple):
        return listed([card_name(card_code(card), game) for card in value])
    if isinstance(value, date):
        return date_format(value)
    if isinstance(field, PointsField):
        return points(Fraction(value, 2))
    return str(dict(flatten_choices(getattr(field, "choices", ()))).get(value, value))
