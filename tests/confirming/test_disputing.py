"""Somebody who played a hand says that its score is wrong; how that ends, and what stays of it."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from games import book
from games.club.opening_clubs import set_up
from games.confirming import disputes
from games.confirming.confirmations import confirm
from games.confirming.disputes import rule, withdraw
from games.models import Confirms, Dispute, Hand, Membership, Player, User
from games.writing.errors import DisputeEnded, HandNotFinished, HandVoid, NotAllowed, NotAtTable
from games.writing.once import Once
from tests.cast import Cast
from tests.factories import act, calls, claimed_by_seat_0, new_key

pytestmark = pytest.mark.both_databases


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A sealed hand that Anna has won as taker."""
    return cast.sealed_hand(claimed_by_seat_0())


def dispute(user: User, hand: Hand, player: Player, because: str = "It was 52.", **facts):
    return disputes.dispute(user=user, hand=hand, player=player, because=because, **facts)


def is_disputed(hand: Hand) -> bool:
    return Hand.objects.get(pk=hand.pk).disputed


def boris_is(cast: Cast, user: User) -> None:
    Membership.objects.filter(user=user, club=cast.club).update(player=cast.players[1])


def test_a_scorer_disputes_for_anybody_who_played(cast: Cast, hand: Hand) -> None:
    made = dispute(cast.scorer, hand, cast.players[1], " It was\n52. ", device="Tablet 3F")
    assert (made.because, made.player, made.by_name) == ("It was 52.", cast.players[1], "scorer")
    assert made.is_open
    assert is_disputed(hand)


def test_members_dispute_what_they_played(cast: Cast, hand: Hand) -> None:
    with pytest.raises(NotAllowed):
        dispute(cast.member, hand, cast.players[1])
    boris_is(cast, cast.member)
    assert dispute(cast.member, hand, cast.players[1])
    with pytest.raises(NotAllowed):
        dispute(cast.member, hand, cast.players[2])


def test_nobody_disputes_a_hand_that_they_did_not_play(cast: Cast, hand: Hand) -> None:
    with pytest.raises(NotAtTable):
        dispute(cast.scorer, hand, cast.players[4])


@pytest.mark.parametrize("because", ["", " \n", "x" * 1001])
def test_a_dispute_says_why(cast: Cast, hand: Hand, because: str) -> None:
    with pytest.raises(ValidationError):
        dispute(cast.scorer, hand, cast.players[1], because)


def test_a_hand_that_is_not_finished_has_no_score_to_dispute(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass guard"))
    with pytest.raises(HandNotFinished):
        dispute(cast.scorer, hand, cast.players[1])


def test_whoever_disputes_a_hand_already_disputes_it_once(cast: Cast, hand: Hand) -> None:
    first = dispute(cast.scorer, hand, cast.players[1])
    assert dispute(cast.scorer, hand, cast.players[1], "And again.") == first
    assert dispute(cast.scorer, hand, cast.players[2]) != first


def test_a_form_that_is_sent_twice_raises_one_dispute(cast: Cast, hand: Hand) -> None:
    key = new_key()
    first = dispute(cast.scorer, hand, cast.players[1], once=Once(key))
    withdraw(user=cast.scorer, dispute=first)
    assert dispute(cast.scorer, hand, cast.players[1], once=Once(key)) == first
    assert not is_disputed(hand)


def test_a_disputed_hand_is_sealed_so_that_the_table_plays_on(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    hand = cast.open_hand(claimed_by_seat_0())
    dispute(cast.scorer, hand, cast.players[1])
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    sealed = Hand.objects.get(pk=hand.pk)
    assert (sealed.state, sealed.disputed, sealed.confirmed) == ("sealed", True, False)


def test_a_ruling_ends_a_dispute_and_says_why_the_score_stands(cast: Cast, hand: Hand) -> None:
    made = dispute(cast.scorer, hand, cast.players[1])
    with pytest.raises(ValidationError):
        rule(user=cast.admin, dispute=made, answer=" ")
    ended = rule(user=cast.admin, dispute=made, answer="Counted again: 45.")
    assert (ended.ended_as, ended.answer, ended.ended_by_name) == (
        "ruling",
        "Counted again: 45.",
        "admin",
    )
    assert not is_disputed(hand)
    with pytest.raises(DisputeEnded):
        rule(user=cast.admin, dispute=made, answer="Once more.")


def test_members_rule_nothing(cast: Cast, hand: Hand) -> None:
    boris_is(cast, cast.member)
    made = dispute(cast.member, hand, cast.players[1])
    with pytest.raises(NotAllowed):
        rule(user=cast.member, dispute=made, answer="I am right.")


def test_whoever_raised_a_dispute_withdraws_it(cast: Cast, hand: Hand) -> None:
    made = dispute(cast.scorer, hand, cast.players[1])
    with pytest.raises(NotAllowed):
        withdraw(user=cast.admin, dispute=made)
    boris_is(cast, cast.member)
    assert withdraw(user=cast.member, dispute=made).ended_as == "withdrawn"
    assert not is_disputed(hand)


def test_a_hand_stays_disputed_until_the_last_dispute_has_ended(cast: Cast, hand: Hand) -> None:
    first, second = (dispute(cast.scorer, hand, cast.players[seat]) for seat in (1, 2))
    withdraw(user=cast.scorer, dispute=first)
    assert is_disputed(hand)
    withdraw(user=cast.scorer, dispute=second)
    assert not is_disputed(hand)


def test_an_amendment_ends_the_disputes_about_what_it_amends(cast: Cast, hand: Hand) -> None:
    dispute(cast.scorer, hand, cast.players[1])
    wanted = book.Wanted(changes=[act("note", text="Seen.")])
    facts: dict[str, Any] = {
        "version": hand.version,
        "key": new_key(),
        "because": "The last trick was wrong.",
    }
    book.amend(user=cast.admin, hand=hand, wanted=wanted, **facts)
    assert Dispute.objects.get().ended_as == "amended"
    assert not is_disputed(hand)
    dispute(cast.scorer, hand, cast.players[1], "Still wrong.")
    assert is_disputed(hand)


def test_whoever_confirms_withdraws_what_they_disputed(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    hand = cast.open_hand(claimed_by_seat_0())
    dispute(cast.scorer, hand, cast.players[1])
    dispute(cast.scorer, hand, cast.players[2])
    confirm(user=cast.scorer, hand=hand, version=hand.version, player=cast.players[1])
    assert list(Dispute.objects.values_list("ended_as", flat=True)) == ["withdrawn", ""]
    assert is_disputed(hand)


def test_the_disputes_of_a_hand_that_becomes_void_end(cast: Cast) -> None:
    hand = cast.open_hand(claimed_by_seat_0())
    dispute(cast.scorer, hand, cast.players[1])
    book.void_hand(user=cast.scorer, hand=hand, version=hand.version)
    assert Dispute.objects.get().ended_as == "void"
    assert not is_disputed(hand)
    with pytest.raises(HandVoid):
        dispute(cast.scorer, hand, cast.players[1])


def test_the_disputes_rebuild_what_hands_say_of_them(cast: Cast, hand: Hand) -> None:
    dispute(cast.scorer, hand, cast.players[1])
    Hand.objects.update(disputed=False, confirmed=True)
    call_command("rebuild")
    row = Hand.objects.get(pk=hand.pk)
    assert (row.disputed, row.confirmed) == (True, False)
