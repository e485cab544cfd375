"""Template tags of the rules pages."""

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.display.faces import line_html
from games.display.phrases import labelled
from games.display.rule_cards import CardRun
from games.display.score_sheets import SheetLine
from games.rules import find_variant
from games.templatetags.cards import game_of

register = template.Library()


@register.simple_tag(takes_context=True)
def card_runs(context: Context, runs: Iterable[CardRun]) -> SafeString:
    """``{% card_runs worth.runs %}``: cards in a line of text, *20 to 2* for a row of them."""
    drawn = ((_run(run, game_of(context)),) for run in runs)
    words = format_html_join(" ", '<span class="card-run">{}</span>', drawn)
    return format_html('<span class="card-runs">{}</span>', words)


def _run(run: CardRun, game: str) -> SafeString:
    first = line_html(run.first, game)
    if not run.last:
        return first
    return format_html(
        '{} <span class="to">{}</span> {}', first, _("to"), line_html(run.last, game)
    )


@register.simple_tag
def rule_mark(game: str, rule: str) -> SafeString:
    """Return the word next to a rule that the sources leave open; nothing for others."""
    mark = _mark(game, rule)
    return format_html('<span class="tag">{}</span>', _(mark)) if mark else SafeString()


@register.simple_tag(takes_context=True)
def rule_dagger(context: Context, rule: str) -> SafeString:
    """``{% rule_dagger line.rule %}``: the same as a sign, in a line that has room for no word."""
    mark = _mark(game_of(context), rule)
    if not mark:
        return SafeString()
    return format_html(
        '<sup class="dagger" aria-hidden="true">†</sup><span class="visually-hidden"> {}</span>',
        _(mark),
    )


@register.simple_tag(takes_context=True)
def dagger_legend(context: Context, lines: Iterable[SheetLine]) -> SafeString:
    """``{% dagger_legend sheet %}``: what the sign means, where one of the lines has it."""
    marks = (_mark(game_of(context), line.rule) for line in lines)
    words = [_(mark) for mark in sorted(set(marks), key=len) if mark]
    if not words:
        return SafeString()
    return format_html(
        '<p class="second legend"><span class="dagger" aria-hidden="true">†</span> {}</p>',
        labelled(", ".join(words), _("the sources say nothing about this rule, or too little.")),
    )


def _mark(game: str, rule: str) -> str:
    variant = find_variant(game)
    return variant.mark(rule) if variant else ""
