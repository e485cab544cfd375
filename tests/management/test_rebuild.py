"""What follows from the records is there after `manage.py rebuild`, however old the database is."""

from collections.abc import Iterator, Sequence
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, transaction

from games.book.rebuilding import DoesNotStand, rebuild_hand
from games.management.commands import rebuild
from games.models import Club, Hand, HandSeat, Tally
from games.models.querysets import in_pieces
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import claimed_by_seat_0


def test_a_hand_sealed_before_its_columns_were_there_gets_them_from_its_record(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    before = derived()
    Hand.objects.update(contract="", feats=0, words="", shown=0)
    HandSeat.objects.update(place=0, irregular=True, held_suits=0, won_suits=0, led_trumps=0)
    Tally.objects.all().delete()
    call_command("rebuild", stdout=StringIO())
    assert derived() == before


def derived() -> list[list[tuple[object, ...]]]:
    """What follows from the records, without the keys of the rows."""
    return [
        sorted((tuple(row)[1:] for row in model.objects.values_list()), key=repr)
        for model in (Hand, HandSeat, Tally)
    ]


def test_a_hand_whose_record_fails_is_named_and_keeps_no_other_from_its_columns(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    for dealer in (3, 0):
        cast.sealed_hand(claimed_by_seat_0(dealer))
    first = Hand.objects.order_by("pk")[0]

    def fails(hand: Hand) -> None:
        if hand == first:
            raise DoesNotStand("refused")
        rebuild_hand(hand)

    monkeypatch.setattr(rebuild, "rebuild_hand", fails)
    HandSeat.objects.update(place=0)
    errors = StringIO()
    with pytest.raises(CommandError, match="records fail: 1"):
        call_command("rebuild", stdout=StringIO(), stderr=errors)
    assert f"{first.public_id}: refused" in errors.getvalue()
    assert set(HandSeat.objects.filter(place=0).values_list("hand", flat=True)) == {first.pk}


@pytest.mark.thorough
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_what_is_changed_meanwhile_is_not_written_back(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hand is taken back after the keys were read, of the others nobody can amend one."""
    gone, _other = (cast.sealed_hand(claimed_by_seat_0(dealer)) for dealer in (3, 0))

    def pieces(keys: list[int], size: int) -> Iterator[Sequence[int]]:
        Hand.objects.filter(pk=gone.pk).update(state=Hand.State.VOID)
        HandSeat.objects.filter(hand=gone).delete()
        yield from in_pieces(keys, size)

    def amend() -> None:
        with transaction.atomic():
            Club.objects.select_for_update(nowait=True).get(pk=cast.club.pk)

    def rebuild_beside(hand: Hand) -> None:
        kept.extend(at_once(amend))
        rebuild_hand(hand)

    kept: list[object] = []
    monkeypatch.setattr(rebuild, "in_pieces", pieces)
    monkeypatch.setattr(rebuild, "rebuild_hand", rebuild_beside)
    call_command("rebuild", stdout=StringIO())
    assert not HandSeat.objects.filter(hand=gone).exists()
    assert [type(one) for one in kept] == [OperationalError]
