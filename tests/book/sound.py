"""Whether an archive is sound after something was written into it."""

from io import StringIO
from typing import Any

from django.core.management import call_command

from games.models import Club, Hand, HandSeat
from games.proof import findings_of
from tests.cast import Cast
from tests.statistics.test_statistics import rows as statistics_rows


def assert_sound(cast: Cast) -> None:
    """The archive says what was sealed, and everything derived is what a rebuild makes of it."""
    club = Club.objects.get(pk=cast.club.pk)
    assert findings_of(club) == []
    kept = derived()
    call_command("rebuild", stdout=StringIO())
    assert derived() == kept


def derived() -> list[Any]:
    """Everything that follows from the records."""
    seats = HandSeat.objects.order_by("hand", "seat").values()
    plain = [{key: value for key, value in seat.items() if key != "id"} for seat in seats]
    return [statistics_rows(), plain, list(Hand.objects.order_by("pk").values())]
