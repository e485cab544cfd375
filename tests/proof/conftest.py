"""The archive that is changed behind the site's back: three sealed hands, one of them scored."""

import pytest

from tests.cast import Cast, gather
from tests.factories import THROWN_IN, act, claimed_by_seat_0
from tests.ground import Ground, laid_once


@pytest.fixture
def archive(three_hands: Ground[Cast], db: None) -> Cast:
    """Three sealed hands, one of them scored."""
    return three_hands.given()


def seal_three() -> Cast:
    """Found both clubs and let Les Atouts play three hands."""
    cast = gather()
    noted = [*THROWN_IN, act("note", text="Nobody dared.")]
    for changes in (claimed_by_seat_0(), noted, THROWN_IN):
        cast.sealed_hand(changes)
    cast.club.refresh_from_db()
    return cast


three_hands = laid_once(seal_three)
