"""Template filters for hands in lists and titles."""

from fractions import Fraction

from django import template

from games import headlines
from games.templatetags.numbers import score

register = template.Library()

register.filter("variant_name", headlines.variant_name)
register.filter("contract_name", headlines.contract_name)
register.filter("verdict", headlines.verdict)


@register.filter
def half_score(halves: int | None) -> str:
    """Write a score that is counted in half points, with its sign: `68` as *+34*."""
    return "" if halves is None else score(Fraction(halves, 2))
