"""Template filters for scores and card points."""

from typing import Any

from django import template

from games.display import numbers

register = template.Library()

register.filter("points", numbers.points)
register.filter("score", numbers.score)
register.filter("half_points", numbers.half_points)
register.filter("sign", numbers.sign)
register.filter("percent", numbers.percent)


@register.filter
def worth(halves: int, rules: Any) -> str:
    """Show half points of a championship as its rules write them."""
    return str(rules.in_words(halves))
