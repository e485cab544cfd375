"""Line charts as plain SVG: geometry worked out here, colours and dashes left to the style sheet.

Every line differs from its neighbours in dash as well as in colour and is named at its end, so that
the chart can be read without colour; the table next to it has the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640, 330
LEFT, TOP, BOTTOM = 58, 16, 28
RIGHT, RIGHT_OF_ONE, RIGHT_AT_MOST = 110, 30, 240  # one line alone needs no name
LABEL_GAP = 22  # two names at the ends of lines need so much room
TICKS = 4
LETTER = 11  # room for a letter of the axis, on a phone too
NAME_LETTER = 10

Scale = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line or a place of an axis: where it is (SVG units) and what it says."""

    at: float
    value: int | float | str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line: its points, its end, and where the name stands."""

    name: str
    style: int
    path: str
    area: str
    end_x: float
    end_y: float
    label_x: float
    label_y: float


@dataclass(frozen=True, slots=True)
class ChartMark:
    """A point with a label: where it is, where its label is and ends."""

    x: float
    y: float
    label: str
    label_y: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A line chart ready to be drawn. `baseline` is the place of zero."""

    title: str
    lines: tuple[ChartLine, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    baseline: float
    right: int
    game: str = ""
    left: int = LEFT
    marks: tuple[ChartMark, ...] = ()
    bottom: int = HEIGHT - BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def line_chart(
    title: str,
    series: Sequence[tuple[str, Sequence[float]]],
    places: Sequence[str],
    *,
    planned: int = 0,
    game: str = "",
    notes: Sequence[tuple[int, str]] = (),
) -> Chart:
    """Draw a chart of running totals.

    `series` holds a name and its totals after each place (points); every line starts at zero before
    the first. `places` names the places of the axis, and `planned` is how many there will be in the
    end. `game` is the key of the game whose points they are. `notes` are numbers of places of the
    first line, from 1, with the words shown there.
    """
    values = [value for _, totals in series for value in totals]
    step = tick_step(min([0, *values]), max([0, *values]))
    low = math.floor(min([0, *values]) / step) * step
    high = math.ceil(max([0, *values]) / step) * step
    if low == high:
        low, high = -step, step
    count = max(len(places), planned, 1)
    right = WIDTH - (_names_room([name for name, _ in series]) if len(series) > 1 else RIGHT_OF_ONE)

    def x(place: float) -> float:
        return round(LEFT + place * (right - LEFT) / count, 1)

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
    marks = tuple(_mark(x(place), series[0][1], place, words, y) for place, words in notes)
    columns = tuple(_columns(places, count, x))
    return Chart(title, lines, rows, columns, y(0), right, game, marks=marks)


def _mark(x: float, totals: Sequence[float], place: int, label: str, y: Scale) -> ChartMark:
    """Return a mark with its words on the free side of the line: above a rise, below a fall."""
    before, after = [0, *totals][place - 1 : place + 1]
    top = y(after)
    label_y = max(top - 12, TOP) if after > before else min(top + 24, HEIGHT - BOTTOM - 4)
    return ChartMark(x, top, label, round(label_y, 1), "end" if x > WIDTH / 2 else "start")


def _names_room(names: Sequence[str]) -> int:
    """Return the width that the names at the ends of lines need; a long name is cut off."""
    return min(max(RIGHT, 30 + NAME_LETTER * max(map(len, names))), RIGHT_AT_MOST)


def _line(
    name: str, style: int, totals: Sequence[float], x: Scale, y: Scale, label_y: float
) -> ChartLine:
    """Return a line through its totals; the first of them is the zero before the first place."""
    points = [(x(place), y(value)) for place, value in enumerate(totals)]
    path = " ".join(f"{left},{top}" for left, top in points)
    area = f"{points[0][0]},{y(0)} {path} {points[-1][0]},{y(0)}"
    return ChartLine(name, style + 1, path, area, *points[-1], points[-1][0] + 10, label_y)


def _columns(places: Sequence[str], count: int, x: Scale) -> Iterator[Tick]:
    """Yield the places of the axis that are named: the last one reached, and what has room."""
    names = [*places, *(str(number) for number in range(len(places) + 1, count + 1))]
    room = -math.inf
    for index, name in enumerate(names, start=1):
        now = index == len(places)
        needed = LETTER * len(name) / 2
        if name and (now or (x(index) - needed > room and _clear(index, name, places, x))):
            room = x(index) + needed + LETTER
            yield Tick(x(index), name, strong=now)


def _clear(index: int, name: str, places: Sequence[str], x: Scale) -> bool:
    """Return whether the name of a place leaves room for that of the last place reached."""
    if not places or index > len(places):
        return True
    ends = x(index) + LETTER * len(name) / 2
    return ends + LETTER < x(len(places)) - LETTER * len(places[-1]) / 2


def tick_step(low: float, high: float) -> int:
    """Return the distance between about four grid lines: 1, 2 or 5 times a power of ten."""
    rough = max((high - low) / TICKS, 1)
    power: int = 10 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def spread(heights: Sequence[float]) -> list[float]:
    """Move overlapping labels apart, in the same order and none below the chart."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    floor: float = HEIGHT - BOTTOM
    for index, above in zip(order[1:], order, strict=False):
        placed[index] = max(placed[index], placed[above] + LABEL_GAP)
    for index in reversed(order):
        placed[index] = round(min(placed[index], floor), 1)
        floor = placed[index] - LABEL_GAP
    return placed


@dataclass(frozen=True, slots=True)
class Range:
    """A share from 0 to 1 with the range in which it probably lies."""

    share: float
    low: float
    high: float
    club: float | None = None


def bare_svg(chart: Chart) -> str:
    """Return the first line of a chart over its zero as a drawing without words, for paper."""
    (line, *_) = chart.lines
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {chart.width} {chart.height}">'
        f'<path d="M{chart.left} {chart.baseline}H{chart.right}" stroke="#888"/>'
        f'<polygon points="{line.area}" fill="#1f5a41" fill-opacity=".12"/>'
        f'<polyline points="{line.path}" fill="none" stroke="#1f5a41" stroke-width="2.5"/></svg>'
    )
