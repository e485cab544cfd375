"""Judging records over the network: the same answers as the command, within limits."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games.api import verify as uploads
from games.rules.replaying.ndjson import LONGEST
from tests.api.test_errors import assert_problem
from tests.management.test_commands import GOOD, WRONG_SEAT

ADDRESS = "/api/v1/records/verify"
JSON, NDJSON = "application/json", "application/x-ndjson"
MIXED = b"\n".join([GOOD, b"", WRONG_SEAT, b"nonsense", b" " * 10, GOOD + b" " * LONGEST, GOOD])


@pytest.fixture
def client(asking: Callable[[str], Client]) -> Client:
    """Somebody of any club: judging needs no membership."""
    return asking("stranger")


def test_one_record_is_answered_with_one_object(client: Client) -> None:
    response = client.post(ADDRESS, GOOD, JSON)
    assert response.headers["Content-Type"] == JSON
    assert response.json()["ok"] is True
    assert response.json()["line"] == 1


def test_one_record_may_be_laid_out_over_many_lines(client: Client) -> None:
    laid_out = json.dumps(json.loads(GOOD), indent=2).encode() + b"\n"
    assert client.post(ADDRESS, laid_out, JSON).json() == client.post(ADDRESS, GOOD, JSON).json()


def test_a_record_that_is_not_valid_is_an_answer_and_no_error(client: Client) -> None:
    response = client.post(ADDRESS, WRONG_SEAT, "application/json; charset=utf-8")
    assert response.status_code == 200
    assert response.json()["ok"] is False
    assert response.json()["error"]["code"] == "not-your-turn"


def test_many_records_are_answered_as_the_command_answers_them(
    client: Client, tmp_path: Path
) -> None:
    response = client.post(ADDRESS, MIXED, NDJSON)
    assert response.headers["Content-Type"] == NDJSON
    file = tmp_path / "evening.ndjson"
    file.write_bytes(MIXED)
    printed = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_records", file, stdout=printed)
    answered = b"".join(response.streaming_content)  # type: ignore[attr-defined]
    assert answered.decode() == printed.getvalue()
    lines = [json.loads(line) for line in answered.splitlines()]
    assert [(line["line"], line["ok"]) for line in lines] == [
        (1, True),
        (3, False),
        (4, False),
        (6, False),
        (7, True),
    ]


@pytest.mark.parametrize("accept", ["*/*", NDJSON, JSON])
def test_the_answer_has_the_form_of_the_request(accept: str, client: Client) -> None:
    response = client.post(ADDRESS, GOOD, NDJSON, headers={"accept": accept})
    assert response.headers["Content-Type"] == NDJSON


@pytest.mark.parametrize("form", [JSON, NDJSON])
@pytest.mark.parametrize("body", [b"", b" \n\n"])
def test_nothing_is_not_a_record(body: bytes, form: str, client: Client) -> None:
    assert_problem(client.post(ADDRESS, body, form), "malformed")


def test_a_record_that_is_too_long_is_malformed(client: Client) -> None:
    longest = GOOD + b" " * (LONGEST - len(GOOD))
    assert client.post(ADDRESS, longest + b"\r\n", JSON).json()["ok"] is True
    assert client.post(ADDRESS, longest + b" ", JSON).json()["error"]["code"] == "malformed"


@pytest.mark.parametrize("form", [JSON, NDJSON])
def test_an_upload_may_have_5_mb(form: str, client: Client) -> None:
    most = b"\n" * uploads.LARGEST_UPLOAD
    assert_problem(client.post(ADDRESS, most, form), "malformed")
    assert_problem(client.post(ADDRESS, most + b"\n", form), "too-large")


def test_an_upload_may_have_2000_records(client: Client) -> None:
    most = b"[]\n" * uploads.MOST_RECORDS
    response = client.post(ADDRESS, most + b"\n\n", NDJSON)
    assert len(list(response.streaming_content)) == 2_000  # type: ignore[attr-defined]
    assert_problem(client.post(ADDRESS, most + b"[]", NDJSON), "too-large")


@pytest.mark.parametrize(
    ("form", "encoding"),
    [
        ("text/plain", "identity"),
        ("application/x-www-form-urlencoded", "identity"),
        ("multipart/form-data; boundary=x", "identity"),
        ("", "identity"),
        (JSON, "gzip"),
        (NDJSON, "br"),
    ],
)
def test_other_kinds_of_content_are_not_understood(
    form: str, encoding: str, client: Client
) -> None:
    response = client.generic("POST", ADDRESS, GOOD, form, headers={"content-encoding": encoding})
    assert_problem(response, "unsupported-media-type")


def test_a_query_changes_nothing_and_is_refused(client: Client) -> None:
    assert_problem(client.post(ADDRESS + "?format=json", GOOD, JSON), "bad-parameter")
    assert_problem(client.post(ADDRESS + ".json", GOOD, JSON), "bad-parameter")


def test_thirty_requests_a_minute_are_judged(
    client: Client, asking: Callable[[str], Client]
) -> None:
    with time_machine.travel(datetime.now(UTC), tick=False):
        for _ in range(30):
            assert client.post(ADDRESS, GOOD, JSON).status_code == 200
        refused = client.post(ADDRESS, GOOD, JSON)
    assert_problem(refused, "too-fast")
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert asking("member").post(ADDRESS, GOOD, JSON).status_code == 200


def test_answers_come_while_later_records_still_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[bytes] = []

    def watched(numbered: Iterator[tuple[int, bytes]]) -> Iterator[dict[str, object]]:
        for number, line in numbered:
            judged.append(line)
            yield {"line": number, "ok": True}

    monkeypatch.setattr(uploads.ndjson, "answers", watched)
    response = client.post(ADDRESS, b"a\nb\nc\n", NDJSON)
    stream = iter(response.streaming_content)  # type: ignore[attr-defined]
    next(stream)
    assert judged == [b"a"]
