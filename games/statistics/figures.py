"""The figures of a sum. Each is declared once: what one hand adds to it, seen from one seat.

Everything that writes, reads or adds up sums refers to figures by the names given here, which are
those of the columns of `games.models.Tally`. README.md explains how to add one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

from django.db.models import Aggregate, Count, Max, Min, Q, QuerySet, Sum

from games.models import HandSeat, Tally
from games.statistics.facts import SeatFacts

TAKER = HandSeat.Role.TAKER


class Combined(NamedTuple):
    """How several values become one.

    In Python, as an aggregate over a column, and in SQL from the value in a row (`kept`) and the
    one that is added (`excluded`).
    """

    values: Callable[[Iterable[int]], int]
    column: Callable[[str], Aggregate]
    sql: str


TOTAL = Combined(sum, Sum, "kept.{name} + excluded.{name}")
_NEW_WHERE = (
    "CASE WHEN excluded.{{name}} {} kept.{{name}} THEN excluded.{{name}} ELSE kept.{{name}} END"
)
MOST = Combined(max, Max, _NEW_WHERE.format(">"))
LEAST = Combined(min, Min, _NEW_WHERE.format("<"))


class Figure(NamedTuple):
    """How a figure is worked out.

    `of_seat` gives its value for one seat, from the facts; `over_seats` the same for many rows of
    HandSeat, by the database.
    """

    of_seat: Callable[[SeatFacts], int]
    over_seats: Aggregate
    combined: Combined = TOTAL


def counted(holds: Callable[[SeatFacts], bool], seats: Q) -> Figure:
    """Return a figure that counts hands; `seats` is its condition for rows of HandSeat."""
    return Figure(lambda seat: int(holds(seat)), Count("pk", filter=seats))


def scored(combined: Combined) -> Figure:
    """Return a figure worked out from the scores of the hands, in half points."""
    return Figure(lambda seat: seat.score, combined.column("score_halves"), combined)


class Sums(NamedTuple):
    """Sums over hands, for one seat in each. The names are those of the columns of Tally."""

    hands: Annotated[int, counted(lambda seat: True, Q())] = 0
    # Hands that were won or lost, and of them those won.
    decided: Annotated[int, counted(lambda seat: seat.won is not None, Q(won__isnull=False))] = 0
    won: Annotated[int, counted(lambda seat: seat.won is True, Q(won=True))] = 0
    # Hands as taker, and of them those made.
    taken: Annotated[int, counted(lambda seat: seat.role == TAKER, Q(role=TAKER))] = 0
    made: Annotated[
        int, counted(lambda seat: seat.role == TAKER and seat.won is True, Q(role=TAKER, won=True))
    ] = 0
    irregular: Annotated[int, counted(lambda seat: seat.irregular, Q(irregular=True))] = 0
    score_halves: Annotated[int, scored(TOTAL)] = 0
    best_halves: Annotated[int, scored(MOST)] = 0
    worst_halves: Annotated[int, scored(LEAST)] = 0


FIGURES: dict[str, Figure] = {
    name: get_args(hint)[1] for name, hint in get_type_hints(Sums, include_extras=True).items()
}


_OF_SEAT = [figure.of_seat for figure in FIGURES.values()]
_ADDED_UP = [figure.combined.values for figure in FIGURES.values()]


def of_seat(seat: SeatFacts) -> Sums:
    """Return the figures of one seat in one hand."""
    return Sums._make([brought(seat) for brought in _OF_SEAT])


def total(sums: Sequence[Sums]) -> Sums:
    """Add up several sums."""
    if len(sums) == 1:
        return sums[0]
    columns = zip(_ADDED_UP, zip(*sums, strict=True), strict=True)
    return Sums._make([added_up(values) for added_up, values in columns])


def over_seats(seats: QuerySet[HandSeat], *by: str) -> Iterator[tuple[tuple[Any, ...], Sums]]:
    """Yield the sums over seats for each combination of some columns. One statement."""
    return _added_up(seats, by, {name: figure.over_seats for name, figure in FIGURES.items()})


def over_sums(tallies: QuerySet[Tally], *by: str) -> Iterator[tuple[tuple[Any, ...], Sums]]:
    """Yield stored sums, added up for each combination of some columns. One statement."""
    columns = {name: figure.combined.column(name) for name, figure in FIGURES.items()}
    return _added_up(tallies, by, columns)


def kept_sums(tallies: QuerySet[Tally], *by: str) -> Iterator[tuple[tuple[Any, ...], Sums]]:
    """Yield the stored sums, each with some columns of its row. One statement."""
    for row in tallies.values_list(*by, *FIGURES):
        yield row[: len(by)], Sums._make(row[len(by) :])


def _added_up(
    rows: QuerySet[Any], by: tuple[str, ...], aggregates: dict[str, Aggregate]
) -> Iterator[tuple[tuple[Any, ...], Sums]]:
    # A prefix, since an aggregate may not have the name of a column.
    named = {f"all_{name}": aggregate for name, aggregate in aggregates.items()}
    for row in rows.order_by().values(*by).annotate(**named):
        figures = {name: row[f"all_{name}"] for name in FIGURES}
        yield tuple(row[name] for name in by), Sums(**figures)
