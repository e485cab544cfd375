"""Template tags for the hands of a player: a line is written in Python, since a page has fifty."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.club.career_hands import CareerHand
from games.display.headlines import half_score
from games.display.numbers import sign
from games.models import Club

register = template.Library()

LINE = (
    '<li><a class="row" href="{}{}/"><span class="row-when">{}</span>'
    '<span><span class="row-title">{}</span>{} <span class="row-second">{}</span></span> '
    '<span class="row-figure {}">{}</span></a></li>'
)
FEW = (
    '<li><a href="{}{}/"><span>{}<span class="second">{}</span></span> '
    '<b class="num {}">{}</b></a></li>'
)


@register.simple_tag
def career_hands(club: Club, hands: Iterable[CareerHand]) -> SafeString:
    """The lines of a player's hands; each leads to its replay."""
    place = reverse("hands", args=[club.slug])
    odd = format_html(' <span class="tag irregular">{}</span>', _("irregular"))
    lines = []
    for hand in hands:
        facts = (_day(hand.day), hand.title, odd if hand.irregular else "")
        second = _listed(hand.verdict, hand.others)
        lines.append(format_html(LINE, place, hand.public_id, *facts, second, *_score(hand)))
    return SafeString("".join(lines))


@register.simple_tag
def few_hands(club: Club, hands: Iterable[CareerHand]) -> SafeString:
    """A few hands, each with its day, the part that was played, and its score."""
    place = reverse("hands", args=[club.slug])
    lines = []
    for hand in hands:
        facts = _listed(hand.title, hand.verdict), _listed(_day(hand.day), hand.role)
        lines.append(format_html(FEW, place, hand.public_id, *facts, *_score(hand)))
    return SafeString("".join(lines))


def _day(day: date) -> str:
    this_year = day.year == timezone.localdate().year
    return date_format(day, "MONTH_DAY_FORMAT" if this_year else "SHORT_DATE_FORMAT")


def _listed(*words: str) -> str:
    return ", ".join(filter(None, words))


def _score(hand: CareerHand) -> tuple[str, str]:
    return sign(hand.score_halves), half_score(hand.score_halves, hand.variant)
