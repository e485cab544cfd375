"""A match gets another title, day or table, or goes again while it is empty."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games import book
from games.matches.match_edits import delete_match, edit_match
from games.models import Hand, HandSeat, Match, MatchSeat, Tally
from games.writing.errors import HandVoid, MatchNotEmpty, NotAllowed
from tests.book.sound import assert_sound
from tests.cast import Cast
from tests.factories import EVENING, act, calls, claimed_by_seat_0, write

pytestmark = pytest.mark.both_databases


def test_a_match_is_renamed_and_moved_to_another_table(cast: Cast) -> None:
    match = edit_match(user=cast.scorer, match=cast.match, title=" Finale ", table="2")
    assert (match.title, match.table, match.played_on) == ("Finale", "2", EVENING)
    assert edit_match(user=cast.scorer, match=match, table="").table == ""
    with pytest.raises(ValidationError) as refused:
        edit_match(user=cast.scorer, match=match, title=" ")
    assert list(refused.value.message_dict) == ["title"]


def test_its_hands_go_with_it_to_another_day_are_counted_there_and_come_back(cast: Cast) -> None:
    made = cast.sealed_hand(claimed_by_seat_0())
    cast.open_hand(calls("pass"))
    before = Hand.objects.get(pk=made.pk).played_at
    day = EVENING - timedelta(days=80)
    edit_match(user=cast.scorer, match=cast.match, title="Finale", played_on=day)
    moments = Hand.objects.values_list("played_at", flat=True)
    assert {timezone.localdate(moment) for moment in moments} == {day}
    hand = Hand.objects.get(pk=made.pk)
    assert set(HandSeat.objects.values_list("played_at", flat=True)) == {hand.played_at}
    days = {row.period for row in Tally.objects.all() if len(row.period) == len("2026-01-01")}
    assert days == {day.isoformat()}
    assert_sound(cast)
    edit_match(user=cast.scorer, match=cast.match, played_on=EVENING)
    assert Hand.objects.get(pk=hand.pk).played_at == before


def test_an_empty_match_is_deleted_with_the_hands_opened_in_it(cast: Cast) -> None:
    hand = cast.open_hand()
    book.void_hand(user=cast.scorer, hand=hand, version=0)
    late = cast.open_hand()
    delete_match(user=cast.scorer, match=cast.match)
    assert not Match.objects.exists() and not Hand.objects.exists()
    assert not MatchSeat.objects.exists()
    with pytest.raises(HandVoid):
        write(cast.scorer, late, act("call", call="pass"))


def test_a_match_in_which_anything_was_entered_stays(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass"))
    with pytest.raises(MatchNotEmpty):
        delete_match(user=cast.scorer, match=cast.match)
    book.void_hand(user=cast.scorer, hand=hand, version=1)
    with pytest.raises(MatchNotEmpty):
        delete_match(user=cast.scorer, match=cast.match)
    assert Hand.objects.exists()


def test_only_scorers_edit_and_delete(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        edit_match(user=cast.member, match=cast.match, title="Mine")
    with pytest.raises(NotAllowed):
        delete_match(user=cast.other_scorer, match=cast.match)
