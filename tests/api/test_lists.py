"""Lists: filtered by what a player would ask for, walked page by page."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from games import people
from games.models import Hand
from tests.api.conftest import Asking
from tests.api.table import Cast
from tests.api.test_errors import assert_problem
from tests.factories import EVENING

pytestmark = pytest.mark.both_databases


@pytest.fixture
def ask(asking: Asking) -> Callable[..., list[str]]:
    """A function that returns the ids which the scorer finds in a list."""
    client = asking("scorer")

    def ids(kind: str, **parameters: Any) -> list[str]:
        response = client.get(f"/api/v1/{kind}", parameters)
        assert response.status_code == 200, response.content
        return [row["id"] for row in response.json()["results"]]

    return ids


NOBODY = "a" * 16
FOUND: list[tuple[dict[str, object], str]] = [
    ({}, "open thrown_in scored"),  # the latest first
    ({"state": "sealed"}, "thrown_in scored"),
    ({"variant": "french", "state": "open"}, "open"),
    ({"date": EVENING}, "open thrown_in scored"),
    ({"date": "2026-11-19"}, ""),
    ({"date_from": EVENING, "date_to": EVENING}, "open thrown_in scored"),
    ({"date_from": "2026-11-21"}, ""),
    ({"date_to": "2026-11-19"}, ""),
    ({"match": NOBODY}, ""),
    ({"club": NOBODY}, ""),
    ({"player": NOBODY}, ""),
]


def test_hands_are_found_by_what_is_known_of_them(
    cast: Cast, ask: Callable[..., list[str]]
) -> None:
    for filters, found in FOUND:
        assert ask("hands", **filters) == [
            getattr(cast, name).public_id for name in found.split()
        ], filters
    hand = Hand.objects.get(pk=cast.scored.pk)
    hand.played_at = datetime.fromisoformat("2026-06-30T22:30:00Z")
    hand.save()
    assert ask("hands", date="2026-06-30") == [hand.public_id]
    with timezone.override("Europe/Paris"):  # a day is a day where the club is
        assert ask("hands", date="2026-07-01") == [hand.public_id]


def test_hands_and_matches_are_found_by_player_match_club_and_day(
    cast: Cast, ask: Callable[..., list[str]]
) -> None:
    everything = ask("hands")
    assert ask("hands", player=cast.players[2].public_id) == everything
    assert ask("hands", match=cast.match.public_id) == everything
    assert ask("hands", club=cast.club.public_id) == everything
    assert ask("matches", player=cast.players[2].public_id) == [cast.match.public_id]
    assert ask("matches", date=EVENING, variant="french") == [cast.match.public_id]
    assert ask("matches", date_from="2026-11-21") == []
    assert ask("matches", date_to="2026-11-19") == []
    guest = people.add_player(user=cast.scorer, club=cast.club, name="Eve")
    assert ask("hands", player=guest.public_id) == []
    assert ask("matches", player=guest.public_id) == []
    assert ask("players", name="Eve") == [guest.public_id]


# A list and a query that cannot be used because of the parameter named last.
WRONG = [
    ("hands", "palyer=x", "palyer"),
    ("hands", "ordering=number", "ordering"),
    ("hands", "date=9999-99-99", "date"),
    ("hands", "date_to=", "date_to"),
    ("hands", "date=20.11.2026", "date"),
    ("hands", "date=0001-01-01", "date"),
    ("hands", "date_to=9999-12-31", "date_to"),
    ("hands", "variant=bridge", "variant"),
    ("hands", "state=secret", "state"),
    ("hands", "player=%00", "player"),
    ("hands", "player=x", "player"),
    ("hands", "partner=x&player={id}", "partner"),
    ("hands", "match=1", "match"),
    ("hands", "club=les-atouts", "club"),
    ("matches", "player=Anna", "player"),
    ("players", "club=x", "club"),
    ("hands", "page_size=1&page_size=2", "page_size"),
    ("hands", "state=open&state=open", "state"),
    ("hands", "format=json&format=csv", "format"),
    ("hands/{id}/position", "step=1.1&step=1.2", "step"),
    ("hands", "page_size=0", "page_size"),
    ("hands", "page_size=201", "page_size"),
    ("hands", "page_size=1000000000000000000000", "page_size"),
    ("hands", "page_size=%D9%A1", "page_size"),
    ("hands", "cursor=broken", "cursor"),
    ("hands", "cursor=after-aaaaaaaaaaaaaaaa", "cursor"),
    ("hands", "cursor=beside-{id}", "cursor"),
    ("hands", "cursor=", "cursor"),
    ("matches", "state=open", "state"),
    ("matches", "cursor=after-{id}", "cursor"),
    ("players", "date=2026-11-20", "date"),
    ("clubs", "name=Les+Atouts", "name"),
    ("hands/{id}", "include=secret", "include"),
    ("hands/{id}/record", "page_size=5", "page_size"),
    ("", "include=docs", "include"),
]


def test_a_parameter_that_cannot_be_used_is_refused_by_name(cast: Cast, asking: Asking) -> None:
    client = asking("scorer")
    for kind, query, parameter in WRONG:
        address = f"/api/v1/{kind}?{query}".replace("{id}", cast.scored.public_id)
        found = assert_problem(client.get(address), "bad-parameter")
        assert [fault["pointer"] for fault in found["errors"]] == [f"/{parameter}"]
        assert found["detail"].startswith(f"{parameter}: ")


def test_the_links_lead_through_every_page_and_back(cast: Cast, asking: Asking) -> None:
    """All three hands have the same moment: the match was written down after its day."""
    client = asking("scorer")
    everything = [hand.public_id for hand in (cast.open, cast.thrown_in, cast.scored)]
    for size in (1, 2, 3):
        pages, address = [], f"/api/v1/hands?page_size={size}"
        while address:
            pages.append(client.get(address).json())
            address = pages[-1]["next"]
        assert [row["id"] for page in pages for row in page["results"]] == everything
        back = [row["id"] for row in pages[-1]["results"]]
        address = pages[-1]["previous"]
        while address:
            page = client.get(address).json()
            back = [row["id"] for row in page["results"]] + back
            address = page["previous"]
        assert back == everything


def test_the_links_stand_in_the_header_as_well(asking: Asking) -> None:
    client = asking("scorer")
    first = client.get("/api/v1/hands?page_size=1&state=sealed")
    assert first.headers["Link"] == f'<{first.json()["next"]}>; rel="next"'
    second = client.get(first.json()["next"])
    assert re.findall(r'rel="(\w+)"', second.headers["Link"]) == ["prev"]
    assert "Link" not in client.get("/api/v1/hands").headers


def test_a_list_costs_the_same_few_statements_however_long_it_is(
    member: Any, django_assert_num_queries
) -> None:
    for size in (1, 2):
        # session, user, the count of requests, hands, their seats
        with django_assert_num_queries(5):
            member.get(f"/api/v1/hands?page_size={size}")
