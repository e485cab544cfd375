"""What an entry costs: a count of statements that is the same for the first card and the last."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Hand
from tests.cast import Cast
from tests.factories import act, write

# Hand, role and names in one; BEGIN, update, entries, insert, COMMIT. A request adds two, session
# and user, to come to the eight that are allowed.
STATEMENTS = 6


def count_of_entry(cast: Cast, hand: Hand, change: dict) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        found = Hand.objects.visible_to(cast.scorer).with_table().get(public_id=hand.public_id)
        write(cast.scorer, found, change)
    return len(seen)


@pytest.mark.django_db(transaction=True)
def test_an_entry_takes_the_same_few_statements_however_long_the_hand(cast: Cast) -> None:
    hand = cast.open_hand()
    counts = {count_of_entry(cast, hand, act("note", text=f"{entry}")) for entry in range(80)}
    assert counts == {STATEMENTS}
