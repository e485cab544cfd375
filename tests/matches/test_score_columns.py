"""The score sheet of a game in which each player counts by themselves: a column for each."""

import pytest

from games.display.score_sheets import by_player
from games.rules import Replay, find_variant, replay
from tests.games import record_by_chance

OF_ONE = [("sca-tarok", 2), ("sca-tarok", 4), ("taros-1659", 6), ("scarto", 3)]


def end_of(key: str, players: int) -> Replay:
    variant = find_variant(key)
    assert variant is not None
    return replay(record_by_chance(variant, players))


@pytest.mark.parametrize(("key", "players"), OF_ONE)
def test_each_player_has_a_column_that_ends_with_their_score_and_no_line_is_left_out(
    key: str, players: int
) -> None:
    end = end_of(key, players)
    sheet = by_player(end)
    assert sheet is not None
    assert all(len(row.cells) == players for row in sheet.rows)
    assert sheet.rows[0].label == "Tricks"
    (total,) = (row for row in sheet.rows if row.result)
    assert tuple(cell.points for cell in total.cells if cell) == end.outcome.scores
    assert sheet.rows[-1] is total
    cells = [cell for row in sheet.rows for cell in row.cells if cell is not None]
    assert len(cells) + len(sheet.others) == len(end.outcome.lines)


def ruled(end: Replay) -> Replay:
    """The same hand after the director has given the first player what the second loses."""
    points = [10, -10, *[0] * (end.state.seats - 2)]
    ruling = {"kind": "ruling", "text": "slow play", "points": points}
    return replay(end.record._replace(actions=(*end.record.actions, ruling)))


@pytest.mark.parametrize(("key", "players"), [("french", 4), ("droggn", 3), ("taroux-of-six", 6)])
def test_a_game_of_sides_has_no_columns_even_after_a_ruling(key: str, players: int) -> None:
    end = end_of(key, players)
    assert by_player(end) is by_player(ruled(end)) is None


def test_rulings_of_the_director_are_next_to_the_columns() -> None:
    end = end_of("sca-tarok", 3)
    plain, sheet = by_player(end), by_player(ruled(end))
    assert plain is not None and sheet is not None
    assert sheet.rows == plain.rows
    added = sheet.others[len(plain.others) :]
    assert [line.points for line in added] == [10, -10, *(ruled(end).outcome.scores or ())]
