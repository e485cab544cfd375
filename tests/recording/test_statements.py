"""What a tap costs the database: a count that the last card of a hand must not raise."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Hand
from tests import published_hands
from tests.cast import Cast
from tests.factories import new_key, write

pytestmark = pytest.mark.both_databases

# Session and user; the hand with its table; BEGIN, version, entries, insert, COMMIT.
MOST_STATEMENTS = 8


def statements_of_entry(client: Client, hand: Hand, change: dict) -> int:
    address = reverse("entries", args=[hand.club.slug, hand.public_id])
    body = {"version": hand.version, "key": new_key(), "change": change}
    with CaptureQueriesContext(connection) as seen:
        answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    hand.version += 1
    return len(seen)


@pytest.mark.django_db(transaction=True)
def test_the_last_card_of_a_hand_costs_the_database_no_more_than_the_first(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.scorer)
    changes = published_hands.changes(published_hands.hands()[0], dealer=3)
    first = len(changes) - 72
    hand = cast.open_hand(changes[:first])
    counts = {}
    for play, change in enumerate(changes[first:], 1):
        if play in (1, 36, 72):
            counts[play] = statements_of_entry(client, hand, change)
        else:
            write(cast.scorer, hand, change)
    assert set(counts.values()) == {counts[1]}
    assert counts[1] <= MOST_STATEMENTS
