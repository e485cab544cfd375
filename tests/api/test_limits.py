"""How often one may ask: whose requests are counted together, and what each answer says of it."""

from typing import Any

import pytest
import time_machine
from django.test import Client, RequestFactory
from rest_framework.request import Request

from games.access.quota import Quota
from games.api.http.limits import Heavy, Limit, limit_headers
from tests.at_once import at_once

pytestmark = pytest.mark.django_db

START = 1_800_000_000


class Few(Limit):
    """Three requests in ten seconds."""

    quota = Quota("few", 3, 10)


def asked(address: str = "192.0.2.1", **headers: str) -> tuple[bool, dict[str, str]]:
    """Whether one more request from an address is let in, and the headers of its answer."""
    request = Request(RequestFactory().get("/", REMOTE_ADDR=address, headers=headers))
    return Few().allow_request(request, None), limit_headers(request._request)


def test_the_headers_say_what_is_left_and_until_when() -> None:
    with time_machine.travel(START, tick=False) as clock:
        assert asked() == (
            True,
            {"RateLimit-Policy": '"few";q=3;w=10', "RateLimit": '"few";r=2;t=4'},
        )
        assert asked()[1]["RateLimit"] == '"few";r=1;t=7'
        clock.shift(4)
        assert asked()[1]["RateLimit"] == '"few";r=1;t=6'
        assert [asked()[0] for _ in range(2)] == [True, False]
        assert asked("192.0.2.2")[0]  # nobody uses up what another may ask
        answer = Client().get("/api/v1/")
        assert answer.headers["RateLimit-Policy"] == '"requests";q=600;w=60'
        assert answer.headers["RateLimit"].startswith('"requests";r=599;t=')


def test_only_a_known_proxy_says_whose_request_it_is(settings: Any) -> None:
    """What another would say, the visitor has made up."""
    visitors = [f"198.51.100.{number}" for number in range(4)]
    let_in = [asked(**{"X-Forwarded-For": visitor})[0] for visitor in visitors]
    assert let_in == [True, True, True, False]
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    named = [{"X-Real-IP": visitor, "X-Forwarded-For": "203.0.113.1"} for visitor in visitors]
    assert [asked("127.0.0.1", **headers)[0] for headers in named] == [True] * 4


def test_the_description_is_not_made_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Heavy, "quota", Quota("heavy", 1, 60))
    with time_machine.travel(START, tick=False):
        first, second = (Client().get("/api/v1/schema/").status_code for _number in range(2))
    assert (first, second) == (200, 429)


@pytest.mark.django_db(transaction=True)
def test_requests_at_one_time_all_count() -> None:
    assert at_once(*[lambda: asked()[0]] * 12).count(True) == 3
