"""A hand that is made void counts for nothing, and what was written into it stays."""

import pytest
from django.core.exceptions import ValidationError

from games import book
from games.matches.match_changes import close_match
from games.models import Hand
from games.writing.errors import (
    HandSealed,
    HandStillOpen,
    HandVoid,
    NotAllowed,
    StaleVersion,
    VersionAhead,
)
from tests.cast import Cast
from tests.factories import THROWN_IN, calls, new_key, write


def gives_up(cast: Cast, hand: Hand, **facts: str) -> Hand:
    plain = {"void_as": Hand.Void.GIVEN_UP, "because": "It fell down."}
    return book.give_up(user=cast.scorer, hand=hand, version=hand.version, **plain | facts)


def test_a_hand_begun_wrongly_counts_for_nothing_and_takes_nothing_more(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    before = hand.changed_at
    void = book.void_hand(user=cast.scorer, hand=hand, version=2)
    assert (void.state, void.version) == (Hand.State.VOID, 2)
    assert void.changed_at > before
    assert void.entries.count() == 2
    again = book.void_hand(user=cast.scorer, hand=hand, version=2)  # twice is once
    assert again.changed_at == void.changed_at
    with pytest.raises(HandVoid):
        write(cast.scorer, hand, {"op": "undo"}, key=new_key())
    with pytest.raises(HandVoid):
        book.seal(user=cast.scorer, hand=hand, version=2)
    assert book.open_hand(user=cast.scorer, match=cast.match).number == 2


def test_a_hand_is_given_up_for_a_reason_that_is_told(cast: Cast) -> None:
    hand = book.open_hand(user=cast.scorer, match=cast.match, comment="With the new pack.")
    hand = Hand.objects.with_table().get(pk=hand.pk)
    for call in calls("pass pass"):
        write(cast.scorer, hand, call)
    for facts, field in (
        ({"because": ""}, "because"),
        ({"because": " \n"}, "because"),
        ({"because": "x" * 1001}, "because"),
        ({"because": "a\u202eb"}, "because"),
        ({"void_as": "lost"}, "void_as"),
    ):
        with pytest.raises(ValidationError) as fault:
            gives_up(cast, hand, **facts)
        assert fault.value.message_dict.keys() == {field}
    assert Hand.objects.get(pk=hand.pk).is_open
    void = gives_up(cast, hand, because="  Misdeal: 19 cards\nfor Anna ")
    assert void.state == Hand.State.VOID
    assert void.comment == "With the new pack.\nMisdeal: 19 cards for Anna"
    assert void.entries.count() == 2


@pytest.mark.parametrize(
    ("void_as", "moves_on"),
    [(Hand.Void.MISDEALT, 0), (Hand.Void.GIVEN_UP, 0), (Hand.Void.THROWN_IN, 1)],
)
def test_the_same_player_deals_again_unless_the_hand_was_thrown_in(
    cast: Cast, void_as: str, moves_on: int
) -> None:
    hand = cast.open_hand(calls("pass pass"))
    assert gives_up(cast, hand, void_as=void_as).void_as == void_as
    following = book.open_hand(user=cast.scorer, match=cast.match)
    assert hand.dealer is not None
    assert (following.number, following.dealer) == (2, (hand.dealer + moves_on) % 4)


def test_nobody_throws_away_what_they_have_not_seen_and_members_nothing(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    with pytest.raises(StaleVersion) as stale:
        book.void_hand(user=cast.scorer, hand=hand, version=1)
    assert [entry.seq for entry in stale.value.entries] == [2]
    with pytest.raises(VersionAhead):
        book.void_hand(user=cast.scorer, hand=hand, version=3)
    with pytest.raises(NotAllowed):
        book.void_hand(user=cast.member, hand=hand, version=2)
    hand.refresh_from_db()
    assert hand.is_open


def test_a_sealed_hand_cannot_be_made_void(cast: Cast) -> None:
    hand = cast.sealed_hand()
    with pytest.raises(HandSealed):
        book.void_hand(user=cast.scorer, hand=hand, version=len(THROWN_IN))


def test_a_match_is_closed_once_its_hand_is_given_up(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    with pytest.raises(HandStillOpen):
        close_match(user=cast.scorer, match=cast.match)
    gives_up(cast, hand, because="The lights went out.")
    assert close_match(user=cast.scorer, match=cast.match).closed_at is not None
