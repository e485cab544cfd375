"""Line charts as plain SVG: geometry worked out here, colours and dashes left to the style sheet.

Every line differs from its neighbours in dash as well as in colour and is named at its end, so that
the chart can be read without colour; the table beside it holds the same numbers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django import template

register = template.Library()

WIDTH, HEIGHT = 640, 330
LEFT, RIGHT, TOP, BOTTOM = 58, 110, 16, 28
LABEL_GAP = 17  # two names at the ends of lines need so much room
TICKS = 4
SHORT = 10  # an axis with more places than this does not name them all


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line or a place of an axis: where it is (SVG units) and what it says."""

    at: float
    value: int | float | str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its points, its end, and where the name stands."""

    name: str
    style: int
    path: str
    area: str
    end_x: float
    end_y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A line chart ready to be drawn. `baseline` is the place of zero."""

    title: str
    lines: tuple[Line, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    baseline: float
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def line_chart(
    title: str,
    series: Sequence[tuple[str, Sequence[float]]],
    places: Sequence[str],
    *,
    planned: int = 0,
) -> Chart:
    """A chart of running totals.

    `series` holds a name and its totals after each place (points); every line starts at zero before
    the first. `places` names the places of the axis, `planned` how many there will be in the end.
    """
    values = [value for _, totals in series for value in totals]
    step = tick_step(min([0, *values]), max([0, *values]))
    low = math.floor(min([0, *values]) / step) * step
    high = math.ceil(max([0, *values]) / step) * step
    if low == high:
        low, high = -step, step
    count = max(len(places), planned, 1)

    def x(place: int) -> float:
        return round(LEFT + place * (WIDTH - LEFT - RIGHT) / count, 1)

    def y(value: float) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    ends = spread([y(totals[-1]) if totals else y(0) for _, totals in series])
    lines = tuple(
        _line(name, style, [0, *totals], x, y, label_y)
        for style, ((name, totals), label_y) in enumerate(zip(series, ends, strict=True))
    )
    rows = tuple(
        Tick(y(value), value, strong=value == 0)
        for value in (low + index * step for index in range(round((high - low) / step) + 1))
    )
    return Chart(title, lines, rows, tuple(_columns(places, count, x)), y(0))


def _line(name, style, totals, x, y, label_y) -> Line:
    points = [(x(place), y(value)) for place, value in enumerate(totals)]
    path = " ".join(f"{left},{top}" for left, top in points)
    area = f"{points[0][0]},{y(0)} {path} {points[-1][0]},{y(0)}"
    return Line(name, style + 1, path, area, *points[-1], label_y)


def _columns(places, count, x):
    """The places of the axis that are named; those still to come have their number."""
    names = [*places, *(str(number) for number in range(len(places) + 1, count + 1))]
    every = max(1, math.ceil(count / SHORT)) if count > 2 * SHORT else 1
    for index, name in enumerate(names, start=1):
        if (len(places) - index) % every == 0:
            yield Tick(x(index), name, strong=index == len(places))


def tick_step(low: float, high: float) -> int:
    """The distance of the grid lines: 1, 2 or 5 times a power of ten, about four between the
    ends."""
    rough = max((high - low) / TICKS, 1)
    power = 10 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def spread(heights: Sequence[float]) -> list[float]:
    """Moves labels apart that would stand on one another, as little as possible, order kept."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed: list[float] = []
    for index in order:
        placed.append(max([heights[index], *(at + LABEL_GAP for at in placed[-1:])]))
    overshoot = max(0, placed[-1] - (HEIGHT - BOTTOM)) if placed else 0
    for position in range(len(placed) - 1, -1, -1):
        ceiling = (
            placed[position + 1] - LABEL_GAP if position + 1 < len(placed) else HEIGHT - BOTTOM
        )
        placed[position] = min(placed[position], ceiling) if overshoot else placed[position]
    result = [0.0] * len(heights)
    for index, at in zip(order, placed, strict=True):
        result[index] = round(at, 1)
    return result


@register.inclusion_tag("archive/_chart.html")
def draw_chart(chart: Chart, key: str) -> dict[str, object]:
    """Draws a chart; `key` is the id of its root element."""
    return {"chart": chart, "key": key}
