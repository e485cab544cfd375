"""A hand that is made void counts for nothing, and what was written into it stays."""

import pytest

from games import services
from games.models import Hand
from tests.cast import Cast
from tests.factories import THROWN_IN, calls, new_key, write


def test_a_hand_begun_wrongly_counts_for_nothing(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    before = hand.changed_at
    void = services.void_hand(user=cast.scorer, hand=hand, version=2)
    assert (void.state, void.version) == (Hand.State.VOID, 2)
    assert void.changed_at > before
    assert void.entries.count() == 2
    assert services.open_hand(user=cast.scorer, match=cast.match).number == 2


def test_void_twice_is_void_once(cast: Cast) -> None:
    hand = cast.open_hand()
    first = services.void_hand(user=cast.scorer, hand=hand, version=0)
    again = services.void_hand(user=cast.scorer, hand=hand, version=0)
    assert first.changed_at == again.changed_at


def test_nobody_throws_away_what_he_has_not_seen(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    with pytest.raises(services.StaleVersion) as stale:
        services.void_hand(user=cast.scorer, hand=hand, version=1)
    assert [entry.seq for entry in stale.value.entries] == [2]
    with pytest.raises(services.VersionAhead):
        services.void_hand(user=cast.scorer, hand=hand, version=3)
    hand.refresh_from_db()
    assert hand.is_open


def test_a_sealed_hand_cannot_be_made_void(cast: Cast) -> None:
    hand = cast.sealed_hand()
    with pytest.raises(services.HandSealed):
        services.void_hand(user=cast.scorer, hand=hand, version=len(THROWN_IN))


def test_a_void_hand_takes_no_entries_and_no_seal(cast: Cast) -> None:
    hand = cast.open_hand(THROWN_IN)
    services.void_hand(user=cast.scorer, hand=hand, version=4)
    with pytest.raises(services.HandVoid):
        write(cast.scorer, hand, {"op": "undo"}, key=new_key())
    with pytest.raises(services.HandVoid):
        services.seal(user=cast.scorer, hand=hand, version=4)


def test_a_member_cannot_make_a_hand_void(cast: Cast) -> None:
    hand = cast.open_hand()
    with pytest.raises(services.NotAllowed):
        services.void_hand(user=cast.member, hand=hand, version=0)
