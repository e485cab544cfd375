"""How often one may ask: whose requests are counted together, and for how long."""

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


def asked(address: str = "192.0.2.1") -> tuple[bool, dict[str, str]]:
    """Whether one more request from an address is let in, and the headers of its answer."""
    request = Request(RequestFactory().get("/", REMOTE_ADDR=address))
    return Few().allow_request(request, None), limit_headers(request._request)


def test_a_request_counts_for_as_long_as_the_limit_says() -> None:
    with time_machine.travel(START, tick=False) as clock:
        assert [asked()[0] for _ in range(4)] == [True, True, True, False]
        clock.shift(3)
        assert not asked()[0]
        clock.shift(1)
        assert asked()[0]


def test_the_headers_say_what_is_left_and_until_when() -> None:
    with time_machine.travel(START, tick=False) as clock:
        assert asked()[1] == {
            "RateLimit-Policy": '"few";q=3;w=10',
            "RateLimit": '"few";r=2;t=4',
        }
        assert asked()[1]["RateLimit"] == '"few";r=1;t=7'
        clock.shift(4)
        assert asked()[1]["RateLimit"] == '"few";r=1;t=6'


def test_nobody_uses_up_what_another_may_ask() -> None:
    assert [asked()[0] for _ in range(4)][-1] is False
    assert asked("192.0.2.2")[0]


def test_a_visitor_who_names_another_address_each_time_is_counted_as_one() -> None:
    """No proxy is known here: what it would say, the visitor has made up."""
    let_in = []
    for number in range(4):
        headers = {"X-Forwarded-For": f"198.51.100.{number}"}
        request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers=headers)
        let_in.append(Few().allow_request(Request(request), None))
    assert let_in == [True, True, True, False]


def test_behind_a_known_proxy_each_visitor_is_counted_alone(settings) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    let_in = []
    for number in range(4):
        headers = {"X-Real-IP": f"198.51.100.{number}", "X-Forwarded-For": "203.0.113.1"}
        request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", headers=headers)
        let_in.append(Few().allow_request(Request(request), None))
    assert let_in == [True, True, True, True]


def test_the_description_is_not_made_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Heavy, "quota", Quota("heavy", 1, 60))
    with time_machine.travel(START, tick=False):
        first, second = (Client().get("/api/v1/schema/").status_code for _number in range(2))
    assert (first, second) == (200, 429)


@pytest.mark.django_db(transaction=True)
def test_requests_at_one_time_all_count() -> None:
    assert at_once(*[lambda: asked()[0]] * 12).count(True) == 3
