"""One resource, many forms: which of them an answer has, and whether it is sent again."""

import csv
import gzip
import hashlib
import json
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from games import people
from games.rules import format_record, parse_record
from games.rules.notation import parse_text
from tests.api.conftest import Asking
from tests.api.table import NAMES, Cast
from tests.api.test_errors import assert_problem

RECORD = "application/vnd.tarot-hand+json"
NDJSON = "application/x-ndjson"
CSV = "text/csv; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def body(response: Any) -> bytes:
    """The whole of an answer, streamed or not."""
    return b"".join(response) if response.streaming else response.content


def rows(response: Any) -> list[dict[str, Any]]:
    """The rows of an NDJSON answer."""
    return [json.loads(line) for line in body(response).splitlines()]


FORMS = [
    ("hands", "application/json", "application/json"),
    ("hands", "APPLICATION/JSON", "application/json"),
    ("hands", "application/json; charset=utf-8", "application/json"),
    ("hands", "", "application/json"),
    ("hands", BROWSER, "application/json"),
    ("hands", "application/json;q=0, text/csv", CSV),
    ("hands", "text/csv;q=0.1, application/json;q=0.9", "application/json"),
    ("hands", "text/csv;q=0.9, application/json;q=0.1", CSV),
    ("hands", "text/*, */*;q=0.5", CSV),
    ("hands", "text/csv;q=0.5, */*", "application/json"),
    ("hands", NDJSON, NDJSON),
    ("hands?format=ndjson", "*/*", NDJSON),
    ("hands.ndjson", "*/*", NDJSON),
    ("hands.csv", "*/*", CSV),
    ("players.csv?club={club}", "*/*", CSV),
    ("clubs.csv", "*/*", CSV),
    ("hands/{scored}.json", "*/*", "application/json"),
    ("hands/{scored}.record", "*/*", RECORD),
    ("hands/{scored}", RECORD, RECORD),
    ("hands/{scored}", "text/plain", TEXT),
    ("hands/{scored}.txt", "*/*", TEXT),
    ("hands/{scored}/record.txt", "*/*", TEXT),
    ("hands/{scored}/record?format=ndjson", "*/*", NDJSON),
]


def test_the_form_is_chosen_by_header_or_address(cast: Cast, member: Client) -> None:
    otherwise = []
    for address, accept, content_type in FORMS:
        path = address.format(club=cast.club.public_id, scored=cast.scored.public_id)
        response = member.get(f"/api/v1/{path}", headers={"accept": accept})
        if response.headers["Content-Type"] != content_type or not body(response):
            otherwise.append((address, accept, response.headers["Content-Type"]))
    assert otherwise == []


def test_a_form_that_is_not_there_or_ruled_out_is_refused(member: Client) -> None:
    for query, accept, code in (
        ("hands.xml", "*/*", "not-found"),
        ("hands.record", "*/*", "not-acceptable"),
        ("hands?format=xml", "*/*", "not-acceptable"),
        ("hands", "text/xml", "not-acceptable"),
        ("", "application/json;q=0", "not-acceptable"),
        ("", "*/*;q=0.000, text/xml", "not-acceptable"),
        ("nothing.csv", "*/*", "not-found"),
        ("hands.csv.csv", "*/*", "not-found"),
        ("clubs/x", "*/*;q=0", "not-found"),
        ("hands.csv?format=csv", "*/*", "bad-parameter"),  # named twice
    ):
        assert_problem(member.get(f"/api/v1/{query}", headers={"accept": accept}), code)


def test_all_forms_of_a_record_say_the_same(cast: Cast, member: Client) -> None:
    address = f"/api/v1/hands/{cast.scored.public_id}"
    line = member.get(f"{address}/record").content
    assert member.get(f"{address}.record").content == line
    assert member.get(f"{address}/record.ndjson").content == line + b"\n"
    text = member.get(f"{address}.txt").content.decode()
    assert format_record(parse_text(text)) == line == format_record(parse_record(line))


def test_a_stream_holds_what_the_pages_hold(
    cast: Cast, asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many rows it reads at once; it has no pages itself."""
    client = asking("scorer")
    pages = client.get("/api/v1/hands").json()["results"]
    assert [row["id"] for row in pages] == [
        hand.public_id for hand in (cast.open, cast.thrown_in, cast.scored)
    ]
    for size in (500, 2, 1):
        monkeypatch.setattr("games.api.http.lists.CHUNK", size)
        assert rows(client.get("/api/v1/hands.ndjson")) == pages
    assert rows(client.get("/api/v1/hands.ndjson?state=sealed")) == pages[1:]
    after = f"after-{pages[0]['id']}"
    assert rows(client.get(f"/api/v1/hands.ndjson?cursor={after}")) == pages[1:]
    assert_problem(client.get("/api/v1/hands.csv?page_size=5"), "bad-parameter")
    for form in ("ndjson", "csv"):
        response = client.get(f"/api/v1/hands.{form}?cursor=after-aaaaaaaaaaaaaaaa")
        assert_problem(response, "bad-parameter")


def test_a_table_has_a_column_for_each_part_of_each_seat(cast: Cast, member: Client) -> None:
    text = body(member.get("/api/v1/hands.csv")).decode()
    thrown_in, scored = csv.DictReader(StringIO(text, newline=""))
    assert [thrown_in["id"], scored["id"]] == [cast.thrown_in.public_id, cast.scored.public_id]
    assert [scored[f"seats_{seat}_name"] for seat in range(4)] == NAMES
    scores = [scored[f"seats_{seat}_score"] for seat in range(5)]
    assert scores == ["1560", "-520", "-520", "-520", ""]
    assert [scored[name] for name in ("won", "contract", "club")] == [
        *("true", "guard-without", cast.club.public_id)
    ]


def test_a_name_is_no_formula_in_a_table(cast: Cast, member: Client) -> None:
    people.add_player(user=cast.scorer, club=cast.club, name="=HYPERLINK(1)")
    text = body(member.get("/api/v1/players.csv")).decode()
    assert "'=HYPERLINK(1)" in [row["name"] for row in csv.DictReader(text.splitlines())]
    found = rows(member.get("/api/v1/players.ndjson"))
    assert "=HYPERLINK(1)" in [row["name"] for row in found]


def test_a_stream_is_packed_for_clients_that_can_unpack_it(member: Client) -> None:
    address, plain = "/api/v1/hands.ndjson", body(member.get("/api/v1/hands.ndjson"))
    for accept in ("gzip", "br, gzip;q=0.8", "*"):
        packed = member.get(address, headers={"accept-encoding": accept})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert gzip.decompress(body(packed)) == plain
    for accept in ("", "br", "gzip;q=0", "x-gzip-not"):
        response = member.get(address, headers={"accept-encoding": accept})
        assert "Content-Encoding" not in response.headers
        assert body(response) == plain


def test_what_is_known_is_not_sent_again(cast: Cast, member: Client) -> None:
    hand, tags = f"hands/{cast.scored.public_id}", set()
    player = f"players/{cast.players[0].public_id}"
    forms = (hand, f"{hand}.record", f"{hand}.txt")
    for path in (player, "hands", f"{hand}/record", f"{hand}.svg", *forms):
        address = f"/api/v1/{path}"
        first = member.get(address)
        etag = first.headers["ETag"]
        again = member.get(address, headers={"if-none-match": f'"other", {etag}'})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
        assert again.headers["RateLimit"] and again.headers["RateLimit-Policy"]
        head = member.head(address)
        assert (head.status_code, head.content, head.headers["ETag"]) == (200, b"", etag)
        assert etag == f'"{hashlib.sha256(first.content).hexdigest()}"'
        tags |= {etag} if path in forms else set()
        assert member.get(address, headers={"if-none-match": '"other"'}).status_code == 200
    assert len(tags) == 3  # each form has a name of its own
