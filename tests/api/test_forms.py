"""One resource, many forms: which one, which fields of it, what has changed since."""

import csv
import gzip
import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import book, people
from games.api import hands
from games.rules import format_record, parse_record
from games.rules.notation import parse_text
from tests.api.table import NAMES, Cast
from tests.api.test_errors import assert_problem

Asking = Callable[[str], Client]


def body(response: Any) -> bytes:
    """The whole of an answer, streamed or not."""
    return b"".join(response) if response.streaming else response.content


def rows(response: Any) -> list[dict[str, Any]]:
    """The rows of an NDJSON answer."""
    return [json.loads(line) for line in body(response).splitlines()]


@pytest.fixture
def member(asking: Asking) -> Client:
    """Somebody who reads."""
    return asking("member")


@pytest.mark.parametrize(
    ("address", "accept", "content_type"),
    [
        ("hands", "application/json", "application/json"),
        ("hands", "application/x-ndjson", "application/x-ndjson"),
        ("hands?format=ndjson", "*/*", "application/x-ndjson"),
        ("hands.ndjson", "*/*", "application/x-ndjson"),
        ("hands.csv", "*/*", "text/csv; charset=utf-8"),
        ("hands", "text/csv;q=0.9, text/html;q=0.8", "text/csv; charset=utf-8"),
        ("players.csv?club={club}", "*/*", "text/csv; charset=utf-8"),
        ("matches.csv", "*/*", "text/csv; charset=utf-8"),
        ("clubs.csv", "*/*", "text/csv; charset=utf-8"),
        ("hands/{scored}", "*/*", "application/json"),
        ("hands/{scored}.json", "*/*", "application/json"),
        ("hands/{scored}.record", "*/*", "application/vnd.tarot-hand+json"),
        ("hands/{scored}", "application/vnd.tarot-hand+json", "application/vnd.tarot-hand+json"),
        ("hands/{scored}", "text/plain", "text/plain; charset=utf-8"),
        ("hands/{scored}.txt", "*/*", "text/plain; charset=utf-8"),
        ("hands/{scored}/record.txt", "*/*", "text/plain; charset=utf-8"),
        ("hands/{scored}/record.record", "*/*", "application/vnd.tarot-hand+json"),
    ],
)
def test_the_form_is_chosen_by_header_or_address(
    address: str, accept: str, content_type: str, cast: Cast, member: Client
) -> None:
    path = address.format(club=cast.club.public_id, scored=cast.scored.public_id)
    response = member.get(f"/api/v1/{path}", headers={"accept": accept})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == content_type
    assert body(response)


@pytest.mark.parametrize("address", ["hands.xml", "hands.record", "nothing.csv", "hands.csv.csv"])
def test_a_form_that_is_not_there(address: str, member: Client) -> None:
    response = member.get(f"/api/v1/{address}")
    assert response.status_code in (404, 406)
    assert response.headers["Content-Type"] == "application/problem+json"


def test_a_form_is_named_once(member: Client) -> None:
    assert_problem(member.get("/api/v1/hands.csv?format=csv"), "bad-parameter")


def test_a_slash_behind_the_form_is_forgiven(member: Client) -> None:
    assert member.get("/api/v1/hands.ndjson/").headers["Content-Type"] == "application/x-ndjson"


def test_all_forms_of_a_record_say_the_same(cast: Cast, member: Client) -> None:
    address = f"/api/v1/hands/{cast.scored.public_id}"
    line = member.get(f"{address}/record").content
    assert member.get(f"{address}.record").content == line
    text = member.get(f"{address}.txt").content.decode()
    assert format_record(parse_text(text)) == line


def test_a_stream_holds_what_the_pages_hold(cast: Cast, asking: Asking) -> None:
    client = asking("scorer")
    pages = client.get("/api/v1/hands").json()["results"]
    assert rows(client.get("/api/v1/hands.ndjson")) == pages
    assert rows(client.get("/api/v1/hands.ndjson?state=sealed")) == pages[1:]
    after = f"after-{pages[0]['id']}"
    assert rows(client.get(f"/api/v1/hands.ndjson?cursor={after}")) == pages[1:]


def test_a_stream_has_no_pages(member: Client) -> None:
    assert_problem(member.get("/api/v1/hands.csv?page_size=5"), "bad-parameter")


def test_a_stream_that_cannot_begin_is_refused_as_a_page_is(member: Client) -> None:
    for form in ("ndjson", "csv"):
        response = member.get(f"/api/v1/hands.{form}?cursor=after-aaaaaaaaaaaaaaaa")
        assert_problem(response, "bad-parameter")


@pytest.mark.parametrize("size", [1, 2])
def test_a_long_stream_is_read_a_piece_at_a_time(
    size: int, cast: Cast, asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.api.http.lists.CHUNK", size)
    found = rows(asking("scorer").get("/api/v1/hands.ndjson"))
    hands = (cast.open, cast.thrown_in, cast.scored)
    assert [row["id"] for row in found] == [hand.public_id for hand in hands]


def test_a_table_has_a_column_for_each_part_of_each_seat(cast: Cast, member: Client) -> None:
    text = body(member.get("/api/v1/hands.csv")).decode()
    found = list(csv.DictReader(StringIO(text, newline="")))
    assert [row["id"] for row in found] == [cast.thrown_in.public_id, cast.scored.public_id]
    scored = found[1]
    assert [scored[f"seats_{seat}_name"] for seat in range(4)] == NAMES
    assert [scored[f"seats_{seat}_score"] for seat in range(5)] == [
        *("1560", "-520", "-520", "-520"),
        "",
    ]
    assert (scored["won"], scored["contract"], scored["club"]) == (
        "true",
        "guard-without",
        cast.club.public_id,
    )


def test_a_name_is_no_formula_in_a_table(cast: Cast, member: Client) -> None:
    people.add_player(user=cast.scorer, club=cast.club, name="=HYPERLINK(1)")
    text = body(member.get("/api/v1/players.csv")).decode()
    assert "'=HYPERLINK(1)" in [row["name"] for row in csv.DictReader(text.splitlines())]
    found = rows(member.get("/api/v1/players.ndjson"))
    assert "=HYPERLINK(1)" in [row["name"] for row in found]


@pytest.mark.parametrize("accept", ["gzip", "br, gzip;q=0.8", "*"])
def test_a_stream_is_packed_for_clients_that_can_unpack_it(accept: str, member: Client) -> None:
    plain = body(member.get("/api/v1/hands.ndjson"))
    packed = member.get("/api/v1/hands.ndjson", headers={"accept-encoding": accept})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(body(packed)) == plain


@pytest.mark.parametrize("accept", ["", "br", "gzip;q=0", "x-gzip-not"])
def test_nobody_gets_what_he_cannot_unpack(accept: str, member: Client) -> None:
    response = member.get("/api/v1/hands.ndjson", headers={"accept-encoding": accept})
    assert "Content-Encoding" not in response.headers
    assert rows(response)


def test_more_than_the_usual_fields_where_it_is_asked_for(cast: Cast, member: Client) -> None:
    more = "record,notation,events,seal,sheet,comments"
    (scored,) = (
        row
        for row in rows(member.get(f"/api/v1/hands.ndjson?include={more}"))
        if row["id"] == cast.scored.public_id
    )
    address = f"/api/v1/hands/{cast.scored.public_id}"
    detail = member.get(address).json()
    assert (scored["sheet"], scored["seal"]) == (detail["sheet"], detail["seal"])
    assert scored["record"] == member.get(f"{address}/record").json()
    assert scored["notation"] == member.get(f"{address}.txt").content.decode()
    assert scored["comments"] == []
    assert [event["kind"] for event in scored["events"]] == [
        action["kind"] for action in scored["record"]["actions"]
    ]


def test_open_hands_bring_their_records_too(cast: Cast, asking: Asking) -> None:
    found = asking("scorer").get("/api/v1/hands?state=open&include=record").json()["results"]
    assert [len(row["record"]["actions"]) for row in found] == [1]


@pytest.mark.parametrize(
    "query", ["include=secret", "include=", "include=sheet,,seal", "fields=id"]
)
def test_a_field_that_is_not_there(query: str, member: Client) -> None:
    assert_problem(member.get(f"/api/v1/hands?{query}"), "bad-parameter")


def test_pages_with_records_cost_the_same_few_statements(
    cast: Cast, asking: Asking, django_assert_num_queries
) -> None:
    client = asking("member")
    for size in (1, 2):
        # session, user, the count of requests, hands, their seats, seals, texts
        with django_assert_num_queries(7):
            client.get(f"/api/v1/hands?page_size={size}&include=record,notation,events")


def test_whoever_follows_a_club_asks_what_has_changed(cast: Cast, asking: Asking) -> None:
    client = asking("member")
    before = timezone.now()
    assert client.get("/api/v1/hands", {"updated_since": moment(before)}).json()["results"] == []
    book.void_hand(user=cast.scorer, hand=cast.open, version=2)
    hand = book.open_hand(user=cast.scorer, match=cast.match)
    book.void_hand(user=cast.scorer, hand=hand, version=0)
    people.rename_player(user=cast.scorer, player=cast.players[0], name="Annabel")
    changed = client.get("/api/v1/hands", {"updated_since": moment(before)}).json()["results"]
    assert [(row["id"], row["state"]) for row in changed] == [
        (cast.open.public_id, "void"),
        (hand.public_id, "void"),
    ]
    renamed = client.get("/api/v1/players", {"updated_since": moment(before)}).json()["results"]
    assert [row["name"] for row in renamed] == ["Annabel"]
    assert client.get("/api/v1/matches", {"updated_since": moment(before)}).json()["results"] == []


def test_changes_come_oldest_first_and_in_pages(cast: Cast, asking: Asking) -> None:
    client = asking("member")
    long_ago = moment(timezone.now() - timedelta(days=1))
    address = f"/api/v1/hands?updated_since={long_ago}&page_size=1"
    seen = []
    while address:
        page = client.get(address).json()
        seen += page["results"]
        address = page["next"]
    assert [row["id"] for row in seen] == [cast.scored.public_id, cast.thrown_in.public_id]
    assert seen[0]["changed_at"] <= seen[1]["changed_at"]


@pytest.mark.parametrize(
    "text",
    [
        *("yesterday", "2026-11-20", "2026-11-20T20:15:00", "9999-12-31T23:59:60Z", ""),
        *("0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-14:00"),
    ],
)
@pytest.mark.parametrize("kind", ["hands", "matches", "players"])
@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_a_moment_that_is_none(kind: str, form: str, text: str, member: Client) -> None:
    """Also one that has no name in UTC."""
    asked = {"updated_since": text, "format": form}
    found = assert_problem(member.get(f"/api/v1/{kind}", asked), "bad-parameter")
    assert [fault["pointer"] for fault in found["errors"]] == ["/updated_since"]


@pytest.mark.both_databases
@pytest.mark.parametrize("text", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59+14:00"])
def test_the_first_and_the_last_moment_are_moments(text: str, member: Client) -> None:
    assert member.get("/api/v1/hands", {"updated_since": text}).status_code == 200


@pytest.mark.both_databases
@pytest.mark.parametrize("form", ["json", "ndjson"])
@pytest.mark.parametrize("include", ["record", "notation", "events", "record,notation,events"])
def test_followers_of_the_club_hear_of_a_void_hand_without_its_cards(
    include: str, form: str, cast: Cast, asking: Asking
) -> None:
    """A void hand ends nobody's copy of the club; its scorers may look at what was played."""
    book.void_hand(user=cast.scorer, hand=cast.open, version=cast.open.version)
    asked = {"updated_since": "2020-01-01T00:00:00Z", "include": include, "format": form}
    for who, sees in (("member", False), ("token", False), ("scorer", True)):
        answer = asking(who).get("/api/v1/hands", asked)
        assert answer.status_code == 200
        found = rows(answer) if form == "ndjson" else answer.json()["results"]
        by_id = {row["id"]: row for row in found}
        void = by_id[cast.open.public_id]
        assert void["state"] == "void"
        for name in include.split(","):
            assert (void[name] is not None) == sees
            assert by_id[cast.scored.public_id][name]


def test_a_stream_that_fails_at_its_beginning_is_a_problem(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a page of the server before ours, after a status that says all is well."""

    def fail(*args: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(hands, "add_hand_seats", fail)
    assert_problem(asking("member").get("/api/v1/hands?format=ndjson"), "server-error")


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ("application/json;q=0, text/csv", "text/csv"),
        ("text/csv;q=0.1, application/json;q=0.9", "application/json"),
        ("text/csv;q=0.9, application/json;q=0.1", "text/csv"),
        ("text/*, */*;q=0.5", "text/csv"),
        ("text/csv;q=0.5, */*", "application/json"),
        ("text/csv, */*", "text/csv"),
        ("application/json; charset=utf-8", "application/json"),
        ("APPLICATION/JSON", "application/json"),
        ("", "application/json"),
    ],
)
def test_how_much_a_form_is_liked_counts(accept: str, content_type: str, member: Client) -> None:
    answer = member.get("/api/v1/hands", headers={"accept": accept})
    assert answer.headers["Content-Type"].startswith(content_type)


@pytest.mark.parametrize("accept", ["application/json;q=0", "*/*;q=0", "*/*;q=0.000, text/xml"])
def test_a_form_that_is_ruled_out_is_not_sent(accept: str, member: Client) -> None:
    assert_problem(member.get("/api/v1/clubs/x", headers={"accept": accept}), "not-found")
    assert_problem(member.get("/api/v1/", headers={"accept": accept}), "not-acceptable")


def moment(when: Any) -> str:
    return str(when.isoformat().replace("+00:00", "Z"))


@pytest.mark.parametrize(
    "path",
    [
        *("clubs", "players/{player}", "hands", ""),
        *("hands/{scored}", "hands/{scored}.txt", "hands/{scored}.svg", "hands/{scored}/position"),
    ],
)
def test_what_is_known_is_not_sent_again(path: str, cast: Cast, member: Client) -> None:
    address = "/api/v1/" + path.format(
        scored=cast.scored.public_id, player=cast.players[0].public_id
    )
    first = member.get(address)
    etag = first.headers["ETag"]
    again = member.get(address, headers={"if-none-match": f'"other", {etag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert again.headers["RateLimit"] and again.headers["RateLimit-Policy"]
    head = member.head(address)
    assert (head.status_code, head.content, head.headers["ETag"]) == (200, b"", etag)


def test_two_forms_of_one_hand_have_two_names(cast: Cast, member: Client) -> None:
    address = f"/api/v1/hands/{cast.scored.public_id}"
    tags = {member.get(address + end).headers["ETag"] for end in ("", ".record", ".txt")}
    assert len(tags) == 3
    line = member.get(f"{address}.record").content
    assert f'"{hashlib.sha256(line).hexdigest()}"' in tags
    assert format_record(parse_record(line)) == line
