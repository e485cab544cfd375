"""Template tags of the rules pages."""

from collections.abc import Iterable
from typing import Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.faces import line_html

register = template.Library()


class Run(Protocol):
    """Cards that follow each other in rank: the code of the highest, and of the lowest or ""."""

    @property
    def first(self) -> str: ...

    @property
    def last(self) -> str: ...


@register.simple_tag
def card_runs(runs: Iterable[Run]) -> SafeString:
    """``{% card_runs worth.runs %}``: cards in a line of text, *20 to 2* for a row of them."""
    words = format_html_join(" ", '<span class="card-run">{}</span>', ((_run(r),) for r in runs))
    return format_html('<span class="card-runs">{}</span>', words)


def _run(run: Run) -> SafeString:
    if not run.last:
        return line_html(run.first)
    return format_html(
        '{} <span class="to">{}</span> {}', line_html(run.first), _("to"), line_html(run.last)
    )
