"""How a match went, hand by hand."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.matches import history
from games.matches.match_rows import match_so_far
from games.models import Match
from tests.cast import Cast
from tests.factories import THROWN_IN, calls, claimed_by_seat_0


def standings(cast: Cast) -> history.Standings:
    """How the Friday stands, read in as many statements for one hand as for many."""
    match = Match.objects.get(pk=cast.match.pk)
    with CaptureQueriesContext(connection) as seen:
        found = history.match_standings(match_so_far(match))
    assert len(seen) == 3
    return found


def test_the_standings_add_up_hand_by_hand(cast: Cast) -> None:
    """Anna wins, a hand is thrown in, Anna wins again; a fourth hand is being played."""
    found = standings(cast)
    assert (found.rows, found.totals) == ((), (0, 0, 0, 0))
    cast.sealed_hand(claimed_by_seat_0(3))
    assert standings(cast).totals == (3120, -1040, -1040, -1040)
    cast.sealed_hand(THROWN_IN)
    cast.sealed_hand(claimed_by_seat_0(1))
    cast.open_hand(calls("pass"))
    found = standings(cast)
    assert [player.name for player in found.players] == ["Anna", "Boris", "Chloé", "Dario"]
    assert [row.hand.number for row in found.rows] == [1, 2, 3]
    assert [row.scores for row in found.rows] == [
        (3120, -1040, -1040, -1040),
        (0, 0, 0, 0),
        (3120, -1040, -1040, -1040),
    ]
    assert [row.totals[0] for row in found.rows] == [3120, 3120, 6240]
    assert found.totals == (6240, -2080, -2080, -2080)
