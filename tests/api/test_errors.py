"""Every error has one form (RFC 9457), wherever it is found."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from games.api import hands
from games.api.http.errors import KINDS
from tests.api.conftest import Asking
from tests.api.table import Cast


def assert_problem(response: Any, code: str) -> dict[str, Any]:
    """Check that a response is a problem with this code, and return it."""
    assert response.headers["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = response.json()
    assert found["code"] == code, found
    assert found["status"] == response.status_code == KINDS[code].status
    assert found["type"] == f"/api/v1/problems/{code}"
    assert found["title"] == str(KINDS[code].title)
    assert found["detail"]
    assert found["request_id"]
    return found


@pytest.mark.django_db
def test_the_type_of_an_error_is_an_address_that_explains_it() -> None:
    client = Client()
    for code in ("malformed", "busy"):
        kind = KINDS[code]
        explained = {"code": code, "status": kind.status, "title": str(kind.title)}
        assert client.get(f"/api/v1/problems/{code}").json() == explained


def test_every_code_that_is_written_down_is_in_the_register() -> None:
    """What the interface raises itself, and what the writes that it calls say of fields."""
    games = Path(hands.__file__).parents[1]
    names = ("book/hands", "matches/match_changes", "people/players")
    writes = [games / f"{name}.py" for name in names]
    text = "".join(path.read_text() for path in [*games.glob("api/**/*.py"), *writes])
    used = set(
        re.findall(r'(?:ApiError\(|problem\(\w+, |code=|invalid\([\w"]+, )"([a-z-]+)"', text)
    )
    assert {"key-missing", "wrong-player-count", "duplicate-player"} <= used
    assert used <= KINDS.keys()


@pytest.mark.django_db
def test_an_address_that_does_not_exist_answers_as_the_interface_does() -> None:
    for method in ("GET", "POST", "DELETE", "OPTIONS"):
        for path in ("", "v2/clubs", "v1/hands/nonsense", "v1/x", "%00"):
            assert_problem(Client().generic(method, f"/api/{path}"), "not-found")
    for method in ("POST", "DELETE"):  # the index, without its last slash
        assert_problem(Client().generic(method, "/api/v1"), "method-not-allowed")


def test_a_slash_more_or_less_at_the_end_is_forgiven(member: Client) -> None:
    for path in ("clubs/", "schema", "hands.ndjson/"):
        assert member.get(f"/api/v1/{path}").status_code == 200
    judged = member.post("/api/v1/records/verify/", {}, "application/json")
    assert judged.status_code == 200


def test_a_method_that_an_address_does_not_know(cast: Cast, asking: Asking) -> None:
    response = asking("admin").delete(f"/api/v1/hands/{cast.scored.public_id}")
    assert_problem(response, "method-not-allowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_an_error_of_ours_has_a_number_that_is_in_the_log(
    member: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also at the beginning of a stream, before a status says that all is well. A database that
    does not answer is worth a second try."""

    def fail(*args: object) -> HttpResponse:
        raise RuntimeError("planted")

    def time_out(*args: object) -> HttpResponse:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(logging.getLogger("games"), "propagate", True)
    monkeypatch.setattr(hands, "add_hand_seats", fail)
    for form in ("json", "ndjson"):
        response = member.get(f"/api/v1/hands?format={form}")
        found = assert_problem(response, "server-error")
        assert "planted" not in response.content.decode()
        assert found["request_id"] in caplog.text
    assert "planted" in caplog.text
    monkeypatch.setattr(hands, "add_hand_seats", time_out)
    response = member.get("/api/v1/hands")
    assert_problem(response, "busy")
    assert response.headers["Retry-After"] == "2"


@pytest.mark.django_db
def test_an_error_outside_the_views_has_the_form_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site keeps its own pages for errors."""
    evil = {"host": "evil.example"}
    assert_problem(Client().get("/api/v1/", headers=evil), "malformed")
    page = Client().get("/", headers=evil)
    assert page.status_code == 400
    assert page.headers["Content-Type"].startswith("text/html")

    def fail(*args: object) -> HttpResponse:
        raise RuntimeError("planted")

    monkeypatch.setattr("games.api.documents.Anything.dispatch", fail)
    client = Client(raise_request_exception=False)
    assert_problem(client.get("/api/v1/nowhere"), "server-error")


def test_sentences_come_in_the_language_of_the_request(member: Client) -> None:
    english = member.get("/api/v1/hands?date=x").json()
    french = member.get("/api/v1/hands?date=x", headers={"accept-language": "fr"}).json()
    assert english["code"] == french["code"]
    assert english["title"] != french["title"]
