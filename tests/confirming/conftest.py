"""The club of every test of its scores: a hand has ended, and nobody has sealed it yet."""

import pytest

from games.club.opening_clubs import set_up
from games.models import Confirms, Hand
from tests.cast import Cast, gather
from tests.factories import claimed_by_seat_0
from tests.ground import Ground, laid_once

Finished = tuple[Cast, Hand]


def play() -> Finished:
    """Both clubs and the hand, played once for a file."""
    cast = gather()
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    return cast, cast.open_hand(claimed_by_seat_0())


hand_ended = laid_once(play)


@pytest.fixture
def _evening(hand_ended: Ground[Finished], db: None) -> Finished:
    return hand_ended.given()


@pytest.fixture
def cast(_evening: Finished) -> Cast:
    """The people that every test knows, in a club where scores are confirmed by a tap."""
    return _evening[0]


@pytest.fixture
def finished(_evening: Finished) -> Hand:
    """A hand that Anna has won as taker, with Boris, Chloé and Dario against her."""
    return _evening[1]


@pytest.fixture
def sealed(cast: Cast, finished: Hand) -> Hand:
    """The same hand, sealed in the club that no longer asks."""
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.NO)
    return cast.sealed_hand([])
