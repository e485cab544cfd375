"""The club of every test of its league, after four hands."""

import pytest

from tests.cast import Cast, gather
from tests.factories import THROWN_IN, claimed_by_seat_0, open_match, sealed_hand
from tests.ground import Ground, laid_once


def play() -> Cast:
    """Anna wins two of three with Boris, Chloé, Dario; Emma one of one with Boris, Chloé, Anna."""
    cast = gather()
    anna, boris, chloe, _dario, emma = cast.players
    for dealer in (3, 0):
        cast.sealed_hand(claimed_by_seat_0(dealer))
    cast.sealed_hand(THROWN_IN)
    other = open_match(cast.scorer, cast.club, [emma, boris, chloe, anna], title="Sunday")
    sealed_hand(cast.scorer, other, claimed_by_seat_0())
    return cast


four_hands = laid_once(play)


@pytest.fixture
def cast(four_hands: Ground[Cast], db: None) -> Cast:
    """The people that every test knows, after these hands; the other club has played none."""
    return four_hands.given()
