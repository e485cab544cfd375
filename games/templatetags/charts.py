"""Template tags that draw charts."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.display.charts import Chart, Range

register = template.Library()

RANGE_WIDTH = 154


@register.inclusion_tag("archive/_chart.html")
def draw_chart(chart: Chart, key: str) -> dict[str, object]:
    """Draws a chart; `key` is the id of its root element."""
    return {"chart": chart, "key": key}


@register.simple_tag
def draw_range(measured: Range) -> SafeString:
    """Draw a share from 0 to 100 % as a point in its likely range, and the club's as a stroke."""
    low, high, share = (
        round(RANGE_WIDTH * part, 1) for part in (measured.low, measured.high, measured.share)
    )
    stroke = SafeString("")
    if measured.club is not None:
        at = round(RANGE_WIDTH * measured.club, 1)
        stroke = format_html('<line class="club" x1="{0}" x2="{0}" y1="1" y2="13"/>', at)
    return format_html(
        '<svg class="range-plot" viewBox="-4 0 {} 14" aria-hidden="true">'
        '<line class="grid" x1="0" x2="{}" y1="7" y2="7"/>'
        '<rect class="band" x="{}" y="3" width="{}" height="8" rx="1.5"/>'
        '<circle class="share" cx="{}" cy="7" r="4"/>{}</svg>',
        RANGE_WIDTH + 8,
        RANGE_WIDTH,
        low,
        round(high - low, 1),
        share,
        stroke,
    )
