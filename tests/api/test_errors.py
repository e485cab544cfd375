"""Every error has one form (RFC 9457), wherever it is found."""

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from games.api import hands
from games.api.http.errors import KINDS
from tests.api.table import Cast

Asking = Callable[[str], Client]


def assert_problem(response: Any, code: str) -> dict[str, Any]:
    """Check that a response is a problem with this code, and return it."""
    assert response.headers["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = response.json()
    assert found["code"] == code
    assert found["status"] == response.status_code == KINDS[code].status
    assert found["type"] == f"/api/v1/problems/{code}"
    assert found["title"] == str(KINDS[code].title)
    assert found["detail"]
    assert found["request_id"]
    return found


@pytest.mark.django_db
def test_the_type_of_an_error_is_an_address_that_explains_it() -> None:
    client = Client()
    explained = {code: client.get(f"/api/v1/problems/{code}").json() for code in KINDS}
    assert explained == {
        code: {"code": code, "status": kind.status, "title": str(kind.title)}
        for code, kind in KINDS.items()
    }


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


@pytest.mark.parametrize("path", ["", "v1", "v2/clubs", "v1/hands/nonsense", "v1/x", "%00"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
@pytest.mark.django_db
def test_an_address_that_does_not_exist(method: str, path: str) -> None:
    if (path, method) in [("v1", "GET"), ("v1", "OPTIONS")]:
        return  # the index, without its last slash
    response = Client().generic(method, f"/api/{path}")
    if path == "v1":
        assert_problem(response, "method-not-allowed")
    else:
        assert_problem(response, "not-found")


@pytest.mark.parametrize("path", ["clubs/", "hands/", "schema", "records/verify/"])
def test_a_slash_more_or_less_at_the_end_is_forgiven(path: str, asking: Asking) -> None:
    client = asking("member")
    if path.startswith("records"):
        assert client.post(f"/api/v1/{path}", {}, "application/json").status_code == 200
    else:
        assert client.get(f"/api/v1/{path}").status_code == 200


def test_a_method_that_an_address_does_not_know(cast: Cast, asking: Asking) -> None:
    response = asking("admin").delete(f"/api/v1/hands/{cast.scored.public_id}")
    assert_problem(response, "method-not-allowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    ("query", "accept"), [("?format=xml", "*/*"), ("", "text/xml"), ("?format=record", "*/*")]
)
def test_a_form_that_the_answer_does_not_have(query: str, accept: str, asking: Asking) -> None:
    response = asking("member").get(f"/api/v1/hands{query}", headers={"accept": accept})
    assert_problem(response, "not-acceptable")


def test_a_browser_that_prefers_pages_gets_json(asking: Asking) -> None:
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    response = asking("member").get("/api/v1/hands", headers={"accept": accept})
    assert response.headers["Content-Type"] == "application/json"


def test_an_error_of_ours_has_a_number_that_is_in_the_log(
    asking: Asking, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: object) -> HttpResponse:
        raise RuntimeError("planted")

    monkeypatch.setattr(hands, "add_hand_seats", fail)
    monkeypatch.setattr(logging.getLogger("games"), "propagate", True)
    response = asking("member").get("/api/v1/hands")
    found = assert_problem(response, "server-error")
    assert "planted" not in response.content.decode()
    assert found["request_id"] in caplog.text
    assert "planted" in caplog.text


def test_a_database_that_does_not_answer_is_worth_a_second_try(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> HttpResponse:
        raise OperationalError("server closed the connection")

    client = asking("member")
    monkeypatch.setattr(hands, "add_hand_seats", fail)
    response = client.get("/api/v1/hands")
    assert_problem(response, "busy")
    assert response.headers["Retry-After"] == "2"


@pytest.mark.django_db
def test_an_error_outside_the_views_has_the_form_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert_problem(Client().get("/api/v1/", headers={"host": "evil.example"}), "malformed")

    def fail(*args: object) -> HttpResponse:
        raise RuntimeError("planted")

    monkeypatch.setattr("games.api.documents.Anything.dispatch", fail)
    client = Client(raise_request_exception=False)
    assert_problem(client.get("/api/v1/nowhere"), "server-error")


@pytest.mark.django_db
def test_the_site_keeps_its_own_pages_for_errors() -> None:
    response = Client().get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert response.headers["Content-Type"].startswith("text/html")


def test_sentences_come_in_the_language_of_the_request(asking: Asking) -> None:
    client = asking("member")
    english = client.get("/api/v1/hands?date=x").json()
    french = client.get("/api/v1/hands?date=x", headers={"accept-language": "fr"}).json()
    assert english["code"] == french["code"]
    assert english["errors"][0]["pointer"] == french["errors"][0]["pointer"]
