"""A hand that was given up is taken up again, as long as the next one has not been dealt."""

import pytest

from games import book
from games.book import records
from games.book.table_changes import table_log
from games.confirming.disputes import dispute
from games.matches.match_changes import close_match
from games.models import Dispute, Hand
from games.writing.errors import HandSealed, MatchClosed, NextHandDealt
from tests import hands
from tests.cast import Cast
from tests.factories import THROWN_IN, open_hand, write

WHY = {"void_as": "misdealt", "because": "A card was seen while dealing"}


def given_up(cast: Cast, hand: Hand) -> Hand:
    return book.give_up(user=cast.scorer, hand=hand, version=hand.version, **WHY)


def test_a_hand_taken_up_again_is_as_it_was_before_it_was_given_up(cast: Cast) -> None:
    """Given up or taken up twice it is done once; once the next is dealt it is too late."""
    hand = open_hand(cast.scorer, cast.match, hands.auction()[:2])
    Hand.objects.filter(pk=hand.pk).update(comment="Late")
    hand.comment = "Late"
    entries = records.changes_of(hand)
    for _twice in range(2):
        assert given_up(cast, hand).comment == "Late\nA card was seen while dealing"
    for _twice in range(2):
        again = book.take_up(user=cast.admin, hand=hand)
    assert (again.state, again.void_as, again.comment, again.version) == ("open", "", "Late", 2)
    assert records.changes_of(again) == entries
    write(cast.scorer, again, hands.auction()[2])
    said = [(line.words, line.by) for line in table_log(cast.match, hand.number)]
    assert said == [
        ("Gave this hand up: misdealt.", "scorer"),
        ("Took this hand up again.", "admin"),
    ]
    assert given_up(cast, again).state == Hand.State.VOID
    book.open_hand(user=cast.scorer, match=cast.match)
    with pytest.raises(NextHandDealt):
        book.take_up(user=cast.scorer, hand=again)


def test_a_hand_of_a_closed_match_and_a_sealed_one_are_not_taken_up(cast: Cast) -> None:
    sealed = cast.sealed_hand(THROWN_IN)
    with pytest.raises(HandSealed):
        book.take_up(user=cast.scorer, hand=sealed)
    hand = open_hand(cast.scorer, cast.match, hands.auction()[:2])
    given_up(cast, hand)
    close_match(user=cast.scorer, match=cast.match)
    with pytest.raises(MatchClosed):
        book.take_up(user=cast.scorer, hand=hand)


def test_a_score_that_was_disputed_is_disputed_again_when_its_hand_is_taken_up(cast: Cast) -> None:
    hand = open_hand(cast.scorer, cast.match, THROWN_IN)
    dispute(user=cast.scorer, hand=hand, player=cast.players[0], because="Not so")
    given_up(cast, hand)
    assert Dispute.objects.get().ended_as == "void"
    book.take_up(user=cast.scorer, hand=hand)
    assert (Dispute.objects.get().ended_at, Hand.objects.get().disputed) == (None, True)
