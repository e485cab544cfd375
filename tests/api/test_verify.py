"""Judging records over the network: the same answers as the command, within limits."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.access.quota import Quota
from games.api import verify as uploads
from games.api.http.limits import Heavy
from games.rules.replaying.ndjson import LONGEST
from tests.api.conftest import Asking
from tests.api.test_errors import assert_problem
from tests.management.test_commands import GOOD, WRONG_SEAT

ADDRESS = "/api/v1/records/verify"
JSON, NDJSON = "application/json", "application/x-ndjson"
MIXED = b"\n".join([GOOD, b"", WRONG_SEAT, b"nonsense", b" " * 10, GOOD + b" " * LONGEST, GOOD])


@pytest.fixture
def client(asking: Asking) -> Client:
    """Somebody of any club: judging needs no membership."""
    return asking("stranger")


def test_one_record_is_answered_with_one_object(client: Client) -> None:
    """Also where it is laid out over many lines; one that is not valid is an answer, no error."""
    response = client.post(ADDRESS, GOOD, JSON)
    assert response.headers["Content-Type"] == JSON
    assert (response.json()["ok"], response.json()["line"]) == (True, 1)
    laid_out = json.dumps(json.loads(GOOD), indent=2).encode() + b"\n"
    assert client.post(ADDRESS, laid_out, JSON).json() == response.json()
    response = client.post(ADDRESS, WRONG_SEAT, "application/json; charset=utf-8")
    assert (response.status_code, response.json()["ok"]) == (200, False)
    assert response.json()["error"]["code"] == "not-your-turn"


def test_many_records_are_answered_as_the_command_answers_them(
    client: Client, tmp_path: Path
) -> None:
    file = tmp_path / "evening.ndjson"
    file.write_bytes(MIXED)
    printed = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_records", file, stdout=printed)
    for accept in ("*/*", NDJSON, JSON):  # the answer has the form of the request
        response = client.post(ADDRESS, MIXED, NDJSON, headers={"accept": accept})
        assert response.headers["Content-Type"] == NDJSON
        answered = b"".join(response.streaming_content)  # type: ignore[attr-defined]
        assert answered.decode() == printed.getvalue()
    lines = [json.loads(line) for line in answered.splitlines()]
    judged = [(line["line"], line["ok"]) for line in lines]
    assert judged == [(1, True), (3, False), (4, False), (6, False), (7, True)]


def test_an_upload_has_records_and_not_too_many(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = GOOD + b" " * (LONGEST - len(GOOD))
    assert client.post(ADDRESS, longest + b"\r\n", JSON).json()["ok"] is True
    assert client.post(ADDRESS, longest + b" ", JSON).json()["error"]["code"] == "malformed"
    monkeypatch.setattr(uploads, "LARGEST_UPLOAD", 5_000)
    for form in (JSON, NDJSON):
        for nothing in (b"", b" \n\n", b"\n" * 5_000):
            assert_problem(client.post(ADDRESS, nothing, form), "malformed")
        assert_problem(client.post(ADDRESS, b"\n" * 5_001, form), "too-large")
    monkeypatch.setattr(uploads, "MOST_RECORDS", 20)
    response = client.post(ADDRESS, b"[]\n" * 20 + b"\n\n", NDJSON)
    assert len(list(response.streaming_content)) == 20  # type: ignore[attr-defined]
    assert_problem(client.post(ADDRESS, b"[]\n" * 20 + b"[]", NDJSON), "too-large")


def test_other_kinds_of_content_are_not_understood(client: Client) -> None:
    for form, encoding in (
        ("text/plain", "identity"),
        ("multipart/form-data; boundary=x", "identity"),
        ("", "identity"),
        (JSON, "gzip"),
        (NDJSON, "br"),
    ):
        headers = {"content-encoding": encoding}
        response = client.generic("POST", ADDRESS, GOOD, form, headers=headers)
        assert_problem(response, "unsupported-media-type")
    for end in ("?format=json", ".json"):
        assert_problem(client.post(ADDRESS + end, GOOD, JSON), "bad-parameter")


def test_only_some_requests_a_minute_are_judged(
    client: Client, asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Heavy, "quota", Quota("heavy", 2, 60))
    with time_machine.travel(timezone.now(), tick=False):
        answers = [client.post(ADDRESS, GOOD, JSON) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert_problem(answers[-1], "too-fast")
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
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
