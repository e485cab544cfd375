"""Template tags of the rules pages."""

from collections.abc import Iterable
from typing import Protocol

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.faces import line_html
from games.templatetags.cards import game_of

register = template.Library()


class Run(Protocol):
    """Cards that follow each other in rank: the code of the highest, and of the lowest or ""."""

    @property
    def first(self) -> str: ...

    @property
    def last(self) -> str: ...


@register.simple_tag(takes_context=True)
def card_runs(context: Context, runs: Iterable[Run]) -> SafeString:
    """``{% card_runs worth.runs %}``: cards in a line of text, *20 to 2* for a row of them."""
    drawn = ((_run(run, game_of(context)),) for run in runs)
    words = format_html_join(" ", '<span class="card-run">{}</span>', drawn)
    return format_html('<span class="card-runs">{}</span>', words)


def _run(run: Run, game: str) -> SafeString:
    first = line_html(run.first, game)
    if not run.last:
        return first
    return format_html(
        '{} <span class="to">{}</span> {}', first, _("to"), line_html(run.last, game)
    )
