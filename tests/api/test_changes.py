"""What has changed since a moment, and more than the usual fields of a list."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import book
from tests.api.conftest import Asking
from tests.api.table import Cast
from tests.api.test_errors import assert_problem
from tests.api.test_forms import rows
from tests.cast import rename_player

MOMENTS = [
    *("yesterday", "2026-11-20", "2026-11-20T20:15:00", "9999-12-31T23:59:60Z", ""),
    *("0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-14:00"),  # they have no name in UTC
]


def moment(when: Any) -> str:
    return str(when.isoformat().replace("+00:00", "Z"))


def test_followers_of_a_club_ask_what_has_changed(cast: Cast, member: Client) -> None:
    before = moment(timezone.now())

    def changed(kind: str) -> list[dict[str, Any]]:
        found = member.get(f"/api/v1/{kind}", {"updated_since": before}).json()["results"]
        assert isinstance(found, list)
        return found

    assert changed("hands") == []
    book.void_hand(user=cast.scorer, hand=cast.open, version=2)
    hand = book.open_hand(user=cast.scorer, match=cast.match)
    book.void_hand(user=cast.scorer, hand=hand, version=0)
    rename_player(user=cast.scorer, player=cast.players[0], name="Annabel")
    assert [(row["id"], row["state"]) for row in changed("hands")] == [
        (cast.open.public_id, "void"),
        (hand.public_id, "void"),
    ]
    assert [row["name"] for row in changed("players")] == ["Annabel"]
    assert changed("matches") == []


def test_changes_come_oldest_first_and_in_pages(cast: Cast, member: Client) -> None:
    long_ago = moment(timezone.now() - timedelta(days=1))
    address, seen = f"/api/v1/hands?updated_since={long_ago}&page_size=1", []
    while address:
        page = member.get(address).json()
        seen += page["results"]
        address = page["next"]
    assert [row["id"] for row in seen] == [cast.scored.public_id, cast.thrown_in.public_id]
    assert seen[0]["changed_at"] <= seen[1]["changed_at"]


@pytest.mark.both_databases
def test_a_text_that_is_no_moment_is_refused(member: Client) -> None:
    others = ("matches", "players", "hands.ndjson")
    for kind, text in (*(("hands", text) for text in MOMENTS), *product(others, MOMENTS[-1:])):
        answer = member.get(f"/api/v1/{kind}", {"updated_since": text})
        found = assert_problem(answer, "bad-parameter")
        assert [fault["pointer"] for fault in found["errors"]] == ["/updated_since"]
    for text in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59+14:00"):  # the first and the last
        assert member.get("/api/v1/hands", {"updated_since": text}).status_code == 200


@pytest.mark.both_databases
def test_followers_of_the_club_hear_of_a_void_hand_without_its_cards(
    cast: Cast, asking: Asking
) -> None:
    """A void hand ends nobody's copy of the club; its scorers may look at what was played."""
    book.void_hand(user=cast.scorer, hand=cast.open, version=cast.open.version)
    everything = "record,notation,events"
    alone = [("json", name) for name in everything.split(",")]
    together = [("json", everything), ("ndjson", everything)]
    for who, sees, asked in (
        ("member", False, [*alone, *together]),
        ("token", False, together[:1]),
        ("scorer", True, together),
    ):
        client = asking(who)
        for form, include in asked:
            query = {"updated_since": "2020-01-01T00:00:00Z", "include": include, "format": form}
            answer = client.get("/api/v1/hands", query)
            assert answer.status_code == 200
            found = rows(answer) if form == "ndjson" else answer.json()["results"]
            by_id = {row["id"]: row for row in found}
            void = by_id[cast.open.public_id]
            assert void["state"] == "void"
            for name in include.split(","):
                assert (void[name] is not None) == sees, (who, form, include)
                assert by_id[cast.scored.public_id][name]


def test_more_than_the_usual_fields_come_where_they_are_asked_for(
    cast: Cast, member: Client, asking: Asking
) -> None:
    more = "record,notation,events,seal,sheet,comments"
    _thrown_in, scored = rows(member.get(f"/api/v1/hands.ndjson?include={more}"))
    address = f"/api/v1/hands/{cast.scored.public_id}"
    detail = member.get(address).json()
    assert (scored["sheet"], scored["seal"]) == (detail["sheet"], detail["seal"])
    assert scored["record"] == member.get(f"{address}/record").json()
    assert scored["notation"] == member.get(f"{address}.txt").content.decode()
    assert scored["comments"] == []
    assert [event["kind"] for event in scored["events"]] == [
        action["kind"] for action in scored["record"]["actions"]
    ]
    (running,) = asking("scorer").get("/api/v1/hands?state=open&include=record").json()["results"]
    assert len(running["record"]["actions"]) == 1


@pytest.mark.both_databases
def test_an_unknown_field_is_refused_in_every_form(cast: Cast, member: Client) -> None:
    for query in ("include=secret", "include=", "include=sheet,,seal", "fields=id"):
        assert_problem(member.get(f"/api/v1/hands?{query}"), "bad-parameter")
    for form in ("json", "record", "txt", "svg"):
        for query in ("include=false", "include=%F2"):
            address = f"/api/v1/hands/{cast.scored.public_id}?format={form}&{query}"
            assert_problem(member.get(address), "bad-parameter")


def test_pages_with_records_cost_the_same_few_statements(
    cast: Cast, member: Client, django_assert_num_queries
) -> None:
    for size in (1, 2):
        # session, user, the count of requests, hands, their seats, seals, texts
        with django_assert_num_queries(7):
            member.get(f"/api/v1/hands?page_size={size}&include=record,notation,events")
