"""Somebody who played a hand says that its score is wrong; how that ends, and what stays of it."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from games import book
from games.confirming import disputes
from games.confirming.disputes import rule, withdraw
from games.models import Dispute, Hand, Player, User
from games.writing.errors import DisputeEnded, HandNotFinished, HandVoid, NotAllowed, NotAtTable
from games.writing.once import Once
from tests.cast import Cast
from tests.confirming.table import confirm, now, plays_as
from tests.factories import act, new_key, write
from tests.ground import undone

pytestmark = pytest.mark.both_databases


def dispute(
    user: User, hand: Hand, player: Player, because: str = "It was 52.", **facts: Any
) -> Dispute:
    return disputes.dispute(user=user, hand=now(hand), player=player, because=because, **facts)


def test_a_finished_hand_is_disputed_so_that_the_table_plays_on(cast: Cast, finished: Hand) -> None:
    boris, chloe = cast.players[1:3]
    with undone():
        for _entry in ("the note", "the claim"):
            write(cast.scorer, finished, {"op": "undo"})
        with pytest.raises(HandNotFinished):
            dispute(cast.scorer, finished, boris)
    version = now(finished).version
    dispute(cast.scorer, finished, boris)
    with undone():
        book.void_hand(user=cast.scorer, hand=now(finished), version=version)
        assert Dispute.objects.get().ended_as == "void"
        assert not now(finished).disputed
        with pytest.raises(HandVoid):
            dispute(cast.scorer, finished, boris)
    dispute(cast.scorer, finished, chloe)
    with undone():
        confirm(cast.scorer, finished, boris)  # who confirms withdraws what they disputed
        endings = Dispute.objects.order_by("pk").values_list("ended_as", flat=True)
        assert list(endings) == ["withdrawn", ""]
        assert now(finished).disputed
    book.seal(user=cast.scorer, hand=now(finished), version=version)
    hand = now(finished)
    assert (hand.state, hand.disputed, hand.confirmed) == ("sealed", True, False)


def test_a_player_of_a_hand_disputes_it_once_and_says_why(cast: Cast, sealed: Hand) -> None:
    boris, chloe, _dario, emma = cast.players[1:]
    with pytest.raises(NotAtTable):
        dispute(cast.scorer, sealed, emma)
    for because in ("", " \n", "x" * 1001):
        with pytest.raises(ValidationError):
            dispute(cast.scorer, sealed, boris, because)
    with pytest.raises(NotAllowed):
        dispute(cast.member, sealed, boris)
    once = Once(new_key())
    made = dispute(cast.scorer, sealed, boris, " It was\n52. ", device="Tablet 3F", once=once)
    assert (made.because, made.player, made.by_name) == ("It was 52.", boris, "scorer")
    assert made.is_open and now(sealed).disputed
    assert dispute(cast.scorer, sealed, boris, "And again.") == made
    assert dispute(cast.scorer, sealed, chloe) != made
    plays_as(cast.member, boris)
    with pytest.raises(NotAllowed):
        dispute(cast.member, sealed, chloe)
    withdraw(user=cast.scorer, dispute=made)
    assert dispute(cast.scorer, sealed, boris, once=once) == made, "a form that is sent twice"
    assert dispute(cast.member, sealed, boris) != made


def test_a_hand_is_disputed_until_each_dispute_is_withdrawn_or_ruled_on(
    cast: Cast, sealed: Hand
) -> None:
    boris, chloe = cast.players[1:3]
    first, second = (dispute(cast.scorer, sealed, player) for player in (boris, chloe))
    with pytest.raises(NotAllowed):
        withdraw(user=cast.admin, dispute=first)
    plays_as(cast.member, boris)
    with pytest.raises(NotAllowed):
        rule(user=cast.member, dispute=first, answer="I am right.")
    assert withdraw(user=cast.member, dispute=first).ended_as == "withdrawn"
    assert now(sealed).disputed
    with pytest.raises(ValidationError):
        rule(user=cast.admin, dispute=second, answer=" ")
    ended = rule(user=cast.admin, dispute=second, answer="Counted again: 45.")
    assert (ended.ended_as, ended.answer) == ("ruling", "Counted again: 45.")
    assert ended.ended_by_name == "admin"
    assert not now(sealed).disputed
    with pytest.raises(DisputeEnded):
        rule(user=cast.admin, dispute=second, answer="Once more.")


def test_an_amendment_ends_the_disputes_about_what_it_amends(cast: Cast, sealed: Hand) -> None:
    boris = cast.players[1]
    dispute(cast.scorer, sealed, boris)
    Hand.objects.update(disputed=False, confirmed=True)
    call_command("rebuild")
    assert (now(sealed).disputed, now(sealed).confirmed) == (True, False)
    wanted = book.Wanted(changes=[act("note", text="Seen.")])
    facts: dict[str, Any] = {"key": new_key(), "because": "The last trick was wrong."}
    hand = now(sealed)
    book.amend(user=cast.admin, hand=hand, version=hand.version, wanted=wanted, **facts)
    assert Dispute.objects.get().ended_as == "amended"
    assert not now(sealed).disputed
    dispute(cast.scorer, sealed, boris, "Still wrong.")
    assert now(sealed).disputed
