"""Template filters for scores and card points."""

from django import template

from games.display import numbers

register = template.Library()

register.filter("points", numbers.points)
register.filter("score", numbers.score)
register.filter("half_points", numbers.half_points)
register.filter("sign", numbers.sign)
register.filter("percent", numbers.percent)
