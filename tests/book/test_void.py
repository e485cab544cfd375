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


def test_a_hand_begun_wrongly_counts_for_nothing(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    before = hand.changed_at
    void = book.void_hand(user=cast.scorer, hand=hand, version=2)
    assert (void.state, void.version) == (Hand.State.VOID, 2)
    assert void.changed_at > before
    assert void.entries.count() == 2
    assert book.open_hand(user=cast.scorer, match=cast.match).number == 2


def test_a_hand_that_went_wrong_is_given_up_and_says_why(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    void = gives_up(cast, hand, because="  Misdeal: 19 cards\nfor Anna ")
    assert (void.state, void.comment) == (Hand.State.VOID, "Misdeal: 19 cards for Anna")
    assert void.entries.count() == 2


@pytest.mark.parametrize("void_as", [Hand.Void.MISDEALT, Hand.Void.GIVEN_UP])
def test_after_a_misdeal_or_a_hand_given_up_the_same_player_deals(cast: Cast, void_as: str) -> None:
    hand = cast.open_hand(calls("pass pass"))
    assert gives_up(cast, hand, void_as=void_as).void_as == void_as
    assert book.open_hand(user=cast.scorer, match=cast.match).dealer == hand.dealer


def test_after_a_hand_that_was_thrown_in_the_next_player_deals(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    gives_up(cast, hand, void_as=Hand.Void.THROWN_IN)
    following = book.open_hand(user=cast.scorer, match=cast.match)
    assert hand.dealer is not None
    assert (following.number, following.dealer) == (2, (hand.dealer + 1) % 4)


def test_a_hand_ends_in_no_other_way(cast: Cast) -> None:
    hand = cast.open_hand()
    with pytest.raises(ValidationError) as fault:
        gives_up(cast, hand, void_as="lost")
    assert fault.value.message_dict.keys() == {"void_as"}


def test_the_comment_of_a_hand_given_up_stays(cast: Cast) -> None:
    book.open_hand(user=cast.scorer, match=cast.match, comment="With the new pack.")
    hand = Hand.objects.get()
    void = gives_up(cast, hand, because="It fell down.")
    assert void.comment == "With the new pack.\nIt fell down."


@pytest.mark.parametrize("because", ["", " \n", "x" * 1001, "a\u202eb"])
def test_a_hand_is_not_given_up_without_a_reason(cast: Cast, because: str) -> None:
    hand = cast.open_hand(calls("pass pass"))
    with pytest.raises(ValidationError) as fault:
        gives_up(cast, hand, because=because)
    assert fault.value.message_dict.keys() == {"because"}
    hand.refresh_from_db()
    assert hand.is_open


def test_a_match_is_closed_once_its_hand_is_given_up(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    with pytest.raises(HandStillOpen):
        close_match(user=cast.scorer, match=cast.match)
    gives_up(cast, hand, because="The lights went out.")
    assert close_match(user=cast.scorer, match=cast.match).closed_at is not None


def test_void_twice_is_void_once(cast: Cast) -> None:
    hand = cast.open_hand()
    first = book.void_hand(user=cast.scorer, hand=hand, version=0)
    again = book.void_hand(user=cast.scorer, hand=hand, version=0)
    assert first.changed_at == again.changed_at


def test_nobody_throws_away_what_he_has_not_seen(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    with pytest.raises(StaleVersion) as stale:
        book.void_hand(user=cast.scorer, hand=hand, version=1)
    assert [entry.seq for entry in stale.value.entries] == [2]
    with pytest.raises(VersionAhead):
        book.void_hand(user=cast.scorer, hand=hand, version=3)
    hand.refresh_from_db()
    assert hand.is_open


def test_a_sealed_hand_cannot_be_made_void(cast: Cast) -> None:
    hand = cast.sealed_hand()
    with pytest.raises(HandSealed):
        book.void_hand(user=cast.scorer, hand=hand, version=len(THROWN_IN))


def test_a_void_hand_takes_no_entries_and_no_seal(cast: Cast) -> None:
    hand = cast.open_hand(THROWN_IN)
    book.void_hand(user=cast.scorer, hand=hand, version=4)
    with pytest.raises(HandVoid):
        write(cast.scorer, hand, {"op": "undo"}, key=new_key())
    with pytest.raises(HandVoid):
        book.seal(user=cast.scorer, hand=hand, version=4)


def test_a_member_cannot_make_a_hand_void(cast: Cast) -> None:
    hand = cast.open_hand()
    with pytest.raises(NotAllowed):
        book.void_hand(user=cast.member, hand=hand, version=0)
