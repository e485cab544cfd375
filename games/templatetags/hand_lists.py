"""The lines of a list of hands.

They are written here and not in a template since a page has fifty of them: see
games/archive/README.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.archive import Listed
from games.archive.card_moments import CardMoment
from games.confirming.disputed import disputes_in_words
from games.display.headlines import half_score, headline, variant_name
from games.display.levels import tag_of
from games.display.numbers import sign
from games.models import Club

register = template.Library()


@register.simple_tag
def hand_lines(
    club: Club, hands: Iterable[Listed], moments: Mapping[int, CardMoment] | None = None
) -> SafeString:
    """Return the lines of a list of hands, each with its link to the replay or a moment of it."""
    language = get_language() or ""
    odd = format_html(' <span class="tag irregular">{}</span>', _("irregular"))
    place = escape(reverse("hands", args=[club.slug]))
    hands = list(hands)
    disputes = disputes_in_words([hand.pk for hand in hands if hand.disputed])
    by_hand = moments or {}
    # Everything that goes into a line was escaped before.
    return SafeString(
        "".join(
            _line(hand, place, language, odd, disputes.get(hand.pk, ()), by_hand.get(hand.pk))
            for hand in hands
        )
    )


def _line(
    hand: Listed,
    place: str,
    language: str,
    odd: str,
    disputes: Sequence[str],
    moment: CardMoment | None,
) -> str:
    game, title = hand.variant, headline(hand, hand.names, hand.halves)
    second = _second(language) % (_safe(hand.title), hand.number, _game(language, game))
    people = " ".join(
        f"<span>{_safe(seat.player)} {_score(language, seat.score_halves, game)}</span>"
        for seat in hand.seats
    )
    return (
        f'<li><a class="row" href="{place}{hand.public_id}/{moment.place if moment else ""}">'
        f'<span class="row-when">{_day(language, timezone.localdate(hand.played_at))}</span>'
        f'<span><span class="row-title">{escape(title)}</span>{odd if hand.irregular else ""}'
        f"{_level(language, hand.level, hand.tricks_written)} "
        f'<span class="row-second">{second}</span>{_asked_for(moment)}{_disputed(disputes)}</span>'
        f'<span class="row-seats">{people}</span></a></li>'
    )


def _asked_for(moment: CardMoment | None) -> str:
    return format_html('<span class="row-second">{}</span>', moment.words) if moment else ""


def _disputed(disputes: Sequence[str]) -> str:
    """Return who disputes a hand, and why: few are."""
    return "".join(
        format_html('<span class="row-second disputed">{}</span>', words) for words in disputes
    )


# Fifty lines share a few games, names, days and scores.
_safe = lru_cache(maxsize=10_000)(escape)


@lru_cache(maxsize=100)
def _second(language: str) -> str:
    facts = {"match": "%s", "number": "%s", "game": "%s"}
    return escape(_("%(match)s, hand %(number)s, %(game)s") % facts)


@lru_cache(maxsize=1_000)
def _level(language: str, level: str, tricks: int | None) -> SafeString:
    """Return how much was written down of a hand that is not card by card."""
    tag = tag_of(level, tricks)
    return format_html(' <span class="tag">{}</span>', tag) if tag else SafeString("")


@lru_cache(maxsize=1_000)
def _game(language: str, game: str) -> str:
    return escape(variant_name(game))


@lru_cache(maxsize=1_000)
def _day(language: str, day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


@lru_cache(maxsize=10_000)
def _score(language: str, halves: int, game: str) -> SafeString:
    return format_html('<b class="{}">{}</b>', sign(halves), half_score(halves, game))
