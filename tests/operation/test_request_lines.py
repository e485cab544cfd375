"""One line for each request: what it says, and what it never says."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import resolve, reverse

from clubtarot.logs import WithoutTokens
from games.models import ApiToken
from games.operation import request_lines
from tests.cast import Cast

TOKEN = "k7Jx0-a-token-that-opens-a-door"


@pytest.fixture
def line(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[], str]]:
    """The last line, as it is written under `make serve`."""
    name = request_lines.log.name
    request_lines.log.addHandler(caplog.handler)
    with caplog.at_level(logging.INFO, logger=name):
        yield lambda: [one for one in caplog.records if one.name == name][-1].getMessage()
    request_lines.log.removeHandler(caplog.handler)


def read(line: Callable[[], str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line())
    return found


@pytest.mark.django_db
def test_a_line_names_the_route_the_account_and_how_it_ended_and_no_token_or_query(
    cast: Cast, client: Client, line: Callable[[], str]
) -> None:
    """A program is named by the account of its key."""
    _, token = ApiToken.objects.create(user=cast.member, scope="read")
    client.get("/api/v1/hands", headers={"Authorization": f"Bearer {token}"})
    assert (read(line)["route"], read(line)["user"]) == ("api:hands", cast.member.pk)
    client.force_login(cast.scorer)
    answer = client.get(reverse("club", args=[cast.club.slug]) + "?secret=1")
    said = read(line)
    assert said.pop("at")
    assert said.pop("ms") > 0
    assert said.pop("id") == answer.headers["X-Request-ID"]
    assert said == {"route": "club", "method": "GET", "status": 200, "user": cast.scorer.pk}
    client.get(f"/join/{TOKEN}/?password=hunter2", headers={"User-Agent": "evil\n"})
    text = line()
    assert read(line)["route"] == "join"
    assert "token" not in text and "hunter2" not in text and "evil" not in text


def test_what_a_client_makes_up_cannot_break_a_line() -> None:
    request = RequestFactory().generic("GE\x1bT\n", "/no/\x00\n/page")
    request.request_id = "1"  # type: ignore[attr-defined]
    text = request_lines.line_of(request, 400, 0.001)
    assert re.fullmatch(r"[ -~]+", text)
    assert (json.loads(text)["method"], json.loads(text)["route"]) == ("OTHER", "unknown")


def test_a_visitor_is_nobody_and_a_file_is_a_file(client: Client, line: Callable[[], str]) -> None:
    """Nobody looks up who asks for a file or for nothing: this test may not ask the database."""
    client.get("/static/css/nothing.css")
    assert (read(line)["route"], read(line)["user"]) == ("static", None)
    client.get("/no/such/page")
    assert (read(line)["route"], read(line)["status"]) == ("unknown", 404)


def test_a_proxy_numbers_requests_only_where_the_settings_say_so(
    client: Client, settings: Any
) -> None:
    named = {"X-Request-ID": "0123-proxy"}
    assert client.get("/no", headers=named).headers["X-Request-ID"] != "0123-proxy"
    settings.REQUEST_ID_HEADER = "X-Request-ID"
    assert client.get("/no", headers=named).headers["X-Request-ID"] == "0123-proxy"
    for made_up in ("short", "x" * 65, "with space", 'with"quote"s'):
        answer = client.get("/no", headers={"X-Request-ID": made_up})
        assert re.fullmatch("[0-9a-f]{16}", answer.headers["X-Request-ID"])


@pytest.mark.django_db
def test_an_error_shows_the_number_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """To a program and on a page."""

    def fail(*args: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("django.contrib.auth.views.LoginView.dispatch", fail)
    client = Client(raise_request_exception=False)
    answer = client.get("/api/v1/hands")
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]
    answer = client.get("/accounts/sign-in/")
    assert answer.status_code == 500
    assert f"under the number {answer.headers['X-Request-ID']}." in answer.text


def test_the_log_of_errors_leaves_tokens_out_and_names_the_request() -> None:
    places = (
        "/join/{}/",
        "/feeds/{}/news.atom",
        "/feeds/{}/evenings.ics",
        "/mail/{}/",
        "/wall/{}/",
    )
    for path in places:
        request = RequestFactory().get(path.format(TOKEN))
        request.resolver_match = resolve(request.path)
        request.request_id = "0123456789abcdef"  # type: ignore[attr-defined]
        what = ("Not Found: %s", (request.path,))
        record = logging.LogRecord("django.request", logging.WARNING, "", 1, *what, None)
        record.request = request
        assert WithoutTokens().filter(record)
        assert record.getMessage() == f"Not Found: {path.format('…')} (request 0123456789abcdef)"
