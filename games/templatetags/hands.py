"""Template tags for lists of hands: a line is written in Python, since a page has fifty of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.headlines import headline, variant_name
from games.models import Club
from games.search import Listed
from games.templatetags.headlines import half_score
from games.templatetags.numbers import sign

register = template.Library()

LINE = (
    '<li><a class="row" href="{}{}/"><span class="row-when">{}</span>'
    '<span><span class="row-title">{}</span>{} <span class="row-second">{}</span></span>'
    '<span class="row-seats">{}</span></a></li>'
)


@register.simple_tag
def hand_lines(club: Club, hands: Iterable[Listed]) -> SafeString:
    """The lines of a list of hands; each leads to its replay."""
    place, language = reverse("hands", args=[club.slug]), get_language() or ""
    odd = format_html(' <span class="tag irregular">{}</span>', _("irregular"))
    return SafeString("".join(_line(hand, place, language, odd) for hand in hands))


def _line(hand: Listed, place: str, language: str, odd: SafeString) -> SafeString:
    seats = hand.seats
    title = headline(hand, [seat.player for seat in seats], [seat.score_halves for seat in seats])
    facts = {"match": hand.title, "number": hand.number, "game": variant_name(hand.variant)}
    scores = (_score(language, seat.score_halves, hand.variant) for seat in seats)
    return format_html(
        LINE,
        place,
        hand.public_id,
        _day(language, timezone.localtime(hand.played_at).date()),
        title,
        odd if hand.irregular else "",
        _("%(match)s, hand %(number)s, %(game)s") % facts,
        SafeString(
            " ".join(
                format_html("<span>{} {}</span>", seat.player, score)
                for seat, score in zip(seats, scores, strict=True)
            )
        ),
    )


# Fifty lines share a few days and scores.
@lru_cache(maxsize=1_000)
def _day(language: str, day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


@lru_cache(maxsize=10_000)
def _score(language: str, halves: int, game: str) -> SafeString:
    return format_html('<b class="{}">{}</b>', sign(halves), half_score(halves, game))
