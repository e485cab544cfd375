"""Where a club wants it, the other side agrees with a score before it is sealed."""

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import book
from games.book import records
from games.models import Confirmation, Confirms, Hand
from games.rules import format_record
from games.writing.errors import (
    HandNotFinished,
    HandSealed,
    NotAllowed,
    NotAtTable,
    NotConfirmed,
    NotTheOtherSide,
    StaleVersion,
)
from tests.cast import Cast
from tests.confirming.table import confirm, now, plays_as, wants
from tests.factories import THROWN_IN, act, new_key, write

pytestmark = pytest.mark.both_databases

ANNA, BORIS, CHLOE, DARIO, EMMA = range(5)


def seal(cast: Cast, hand: Hand, **facts: Any) -> Hand:
    book.seal(user=cast.scorer, hand=now(hand), version=now(hand).version, **facts)
    return now(hand)


def test_a_club_that_asks_nobody_seals_without_a_statement_about_it(
    cast: Cast, finished: Hand
) -> None:
    wants(cast, Confirms.NO)
    with CaptureQueriesContext(connection) as seen:
        hand = seal(cast, finished)
    assert (hand.state, hand.confirmed) == (Hand.State.SEALED, False)
    tables = ("games_confirmation", "games_dispute")
    assert [one["sql"] for one in seen if any(table in one["sql"] for table in tables)] == []


def test_one_opponent_of_the_taker_confirms_and_nobody_else(cast: Cast, finished: Hand) -> None:
    with pytest.raises(NotTheOtherSide):
        confirm(cast.scorer, finished, cast.players[ANNA])
    with pytest.raises(NotAtTable):
        confirm(cast.scorer, finished, cast.players[EMMA])
    plays_as(cast.scorer, cast.players[BORIS])
    with pytest.raises(NotTheOtherSide):  # who wrote it down
        confirm(cast.scorer, finished, cast.players[BORIS])
    plays_as(cast.member, cast.players[DARIO])
    assert confirm(cast.member, finished, cast.players[DARIO]).how == "account"
    with pytest.raises(NotAllowed):
        confirm(cast.member, finished, cast.players[CHLOE])
    first = confirm(cast.scorer, finished, cast.players[CHLOE], device="Tablet 3F")
    assert (first.how, first.seat, first.device) == ("tap", CHLOE, "Tablet 3F")
    assert confirm(cast.scorer, finished, cast.players[CHLOE]) == first


def test_a_score_is_confirmed_as_it_stands_until_the_hand_is_sealed(
    cast: Cast, finished: Hand
) -> None:
    boris, chloe = cast.players[BORIS], cast.players[CHLOE]
    with pytest.raises(NotConfirmed):
        seal(cast, finished)
    assert now(finished).is_open and finished.is_open
    confirm(cast.scorer, finished, boris)
    write(cast.scorer, finished, act("note", text="No, wait."))
    with pytest.raises(NotConfirmed):
        seal(cast, finished)
    with pytest.raises(StaleVersion):
        confirm(cast.scorer, finished, boris, version=finished.version - 1)
    confirm(cast.scorer, finished, boris)
    hand = seal(cast, finished)
    assert (hand.state, hand.confirmed) == (Hand.State.SEALED, True)
    with pytest.raises(HandSealed):
        confirm(cast.scorer, finished, chloe)
    late = book.Wanted(changes=[act("note", text="Late.")])
    facts: dict[str, Any] = {"version": hand.version, "key": new_key(), "because": "A note."}
    book.amend(user=cast.scorer, hand=hand, wanted=late, **facts)
    assert now(hand).confirmed is False, "the new score is another one"


def test_a_scorer_seals_without_a_confirmation_by_saying_why(cast: Cast, finished: Hand) -> None:
    with pytest.raises(ValidationError):
        seal(cast, finished, unconfirmed=" \n")
    hand = seal(cast, finished, unconfirmed=" They have\ngone home. ")
    waived = Confirmation.objects.get(hand=hand)
    assert (waived.how, waived.because) == ("waived", "They have gone home.")
    assert (waived.player, waived.sealed, hand.confirmed) == (None, True, False)
    record = json.loads(format_record(records.sealed_record(hand)))
    facts: dict[str, Any] = {"user": cast.scorer, "match": cast.match, "record": record}
    with pytest.raises(NotConfirmed):
        book.take_record(**facts, key=new_key())
    taken = book.take_record(**facts, key=new_key(), unconfirmed="From the paper sheet.")
    assert Confirmation.objects.get(hand=taken.hand).because == "From the paper sheet."


def test_a_hand_is_confirmed_once_it_is_finished_and_not_where_everybody_passed(
    cast: Cast, finished: Hand
) -> None:
    for _entry in ("the note", "the claim"):
        write(cast.scorer, finished, {"op": "undo"})
    with pytest.raises(HandNotFinished):
        confirm(cast.scorer, finished, cast.players[BORIS])
    book.void_hand(user=cast.scorer, hand=finished, version=finished.version)
    assert seal(cast, cast.open_hand(THROWN_IN)).state == Hand.State.SEALED
