"""Charts: where lines, grid and names stand."""

from itertools import pairwise

from games.display.charts import LABEL_GAP, Range, line_chart, spread, tick_step
from games.templatetags.charts import draw_range

TWO = [("Anna", [10, -40]), ("Boris", [-10, 40])]


def test_grid_lines_stand_at_round_numbers() -> None:
    for low, high, step in (
        *((0, 0, 1), (-1, 2, 1), (0, 34, 10)),
        *((-825, 551, 500), (0, 2500, 1000), (-3, 5, 2)),
    ):
        assert tick_step(low, high) == step


def test_lines_start_at_a_strong_zero_and_hands_to_come_have_their_place() -> None:
    """They start before the first hand; where nothing happened a line is flat."""
    chart = line_chart("Scores", TWO, ["1", "2"], planned=4)
    starts = {tuple(map(float, line.path.split()[0].split(","))) for line in chart.lines}
    assert starts == {(chart.left, chart.baseline)}
    assert [row.value for row in chart.rows if row.strong] == [0]
    assert [row.value for row in chart.rows] == [-40, -20, 0, 20, 40]
    assert [column.value for column in chart.columns] == ["1", "2", "3", "4"]
    assert [column.value for column in chart.columns if column.strong] == ["2"]
    flat = line_chart("Scores", [("Anna", [0, 0])], ["1", "2"])
    assert flat.lines[0].end_y == flat.baseline


def test_of_many_places_only_those_are_named_that_have_room() -> None:
    names = [f"{day} Nov" for day in range(1, 61)]
    chart = line_chart("Balance", [("Anna", [5] * 60)], names)
    shown = [column.value for column in chart.columns]
    assert 3 <= len(shown) <= 10
    assert shown[-1] == "60 Nov"


def test_names_at_the_ends_of_lines_do_not_stand_on_one_another() -> None:
    placed = sorted(spread([100.0, 101.0, 99.0, 300.0, 301.0]))
    gaps = [below - above for above, below in pairwise(placed)]
    assert min(gaps) >= LABEL_GAP


def test_a_share_is_drawn_within_its_range() -> None:
    drawing = draw_range(Range(0.5, 0.25, 0.75))
    assert 'cx="77.0"' in drawing
    assert 'x="38.5"' in drawing
    assert 'width="77.0"' in drawing
