"""Template filters for scores and card points."""

from typing import Any

from django import template

from games.display import headlines, numbers

register = template.Library()

register.filter("points", numbers.points)
register.filter("score", numbers.score)
register.filter("half_points", numbers.half_points)
register.filter("sign", numbers.sign)
register.filter("percent", numbers.percent)


@register.filter
def worth(halves: int, rules: Any) -> str:
    """Show points of a championship: those by place without a sign, those of the lists with it."""
    return numbers.half_points(halves) if rules.places else headlines.half_score(halves)
