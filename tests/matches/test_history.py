"""How a match went, hand by hand."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.matches import history
from games.matches.match_rows import match_so_far
from games.models import Match
from tests.cast import Cast
from tests.factories import THROWN_IN, calls, claimed_by_seat_0


@pytest.fixture
def evening(cast: Cast) -> Cast:
    """Anna wins, a hand is thrown in, Anna wins again; a fourth hand is being played."""
    for changes in (claimed_by_seat_0(3), THROWN_IN, claimed_by_seat_0(1)):
        cast.sealed_hand(changes)
    cast.open_hand(calls("pass"))
    return cast


def test_the_standings_add_up_hand_by_hand(evening: Cast) -> None:
    found = history.match_standings(match_so_far(evening.match))
    assert [player.name for player in found.players] == ["Anna", "Boris", "Chloé", "Dario"]
    assert [row.hand.number for row in found.rows] == [1, 2, 3]
    assert [row.scores for row in found.rows] == [
        (3120, -1040, -1040, -1040),
        (0, 0, 0, 0),
        (3120, -1040, -1040, -1040),
    ]
    assert [row.totals[0] for row in found.rows] == [3120, 3120, 6240]
    assert found.totals == (6240, -2080, -2080, -2080)


def test_a_match_without_hands_has_standings_too(cast: Cast) -> None:
    found = history.match_standings(match_so_far(cast.match))
    assert (found.rows, found.totals) == ((), (0, 0, 0, 0))


def test_standings_take_as_many_statements_for_one_hand_as_for_many(cast: Cast) -> None:
    for hands in (1, 5):
        for _ in range(hands):
            cast.sealed_hand()
        match = Match.objects.get()
        with CaptureQueriesContext(connection) as seen:
            history.match_standings(match_so_far(match))
        assert len(seen) == 3
