"""Template filters for hands in lists and titles."""

from fractions import Fraction

from django import template

from games.display import headlines
from games.rules import find_variant
from games.templatetags.numbers import Number, points, score

register = template.Library()

register.filter("variant_name", headlines.variant_name)
register.filter("contract_name", headlines.contract_name)
register.filter("verdict", headlines.verdict)


@register.filter
def half_score(halves: int | None, game: str = "") -> str:
    """Write a score that is counted in half points: `68` as *+34*; as *34* where in the game points
    are collected, not won from each other."""
    return "" if halves is None else game_score(Fraction(halves, 2), game)


@register.filter
def game_score(value: Number | None, game: str) -> str:
    """Write a score as its game does: with its sign, or as a number of points."""
    variant = find_variant(game)
    return points(value) if variant and not variant.zero_sum else score(value)
