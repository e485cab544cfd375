"""After a migration what follows from the records is there, however old the database is."""

import pytest
from django.apps import apps
from django.apps.registry import Apps

from games.book.rebuilding import DoesNotStand, rebuild_hand
from games.management import gaps
from games.models import Career, ClubRecord, Hand, HandSeat, Tally
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.statistics.test_statistics import rows


def test_a_club_with_sealed_hands_and_no_statistics_gets_them(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    before = rows()
    for model in (Tally, Career, ClubRecord):
        model.objects.all().delete()
    gaps.fill_gaps(plan=[(object(), True)])  # a migration that is taken back
    gaps.fill_gaps(plan=[], apps=Apps())  # one that stops before these tables
    assert not any(rows().values())
    gaps.fill_gaps(plan=[], apps=apps)
    assert rows() == before


def test_a_hand_sealed_before_its_columns_were_there_gets_them_from_its_record(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    before = derived()
    Hand.objects.update(contract="", feats=0, words="", shown=0)
    HandSeat.objects.update(place=0, irregular=True, held_suits=0, won_suits=0, led_trumps=0)
    Tally.objects.all().delete()
    gaps.fill_gaps()
    assert derived() == before


def derived() -> list[list[tuple[object, ...]]]:
    """What follows from the records, without the keys of the rows."""
    return [
        sorted((tuple(row)[1:] for row in model.objects.values_list()), key=repr)
        for model in (Hand, HandSeat, Tally)
    ]


def test_a_hand_whose_record_fails_does_not_stop_a_migration(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    for dealer in (3, 0):
        cast.sealed_hand(claimed_by_seat_0(dealer))
    first = Hand.objects.order_by("pk")[0]

    def fails(hand: Hand) -> None:
        if hand == first:
            raise DoesNotStand(hand.public_id)
        rebuild_hand(hand)

    monkeypatch.setattr(gaps, "rebuild_hand", fails)
    HandSeat.objects.update(place=0)
    gaps.fill_gaps()
    assert set(HandSeat.objects.filter(place=0).values_list("hand", flat=True)) == {first.pk}
