"""How often one may ask: whose requests are counted together, and for how long."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from django.core.cache import cache
from django.test import RequestFactory
from rest_framework.request import Request

from games.api.http.limits import Limit, limit_headers

START = 1_800_000_000


class Few(Limit):
    """Three requests in ten seconds."""

    scope, rate = "few", "3/10"


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    cache.clear()


def asked(address: str = "192.0.2.1") -> tuple[bool, dict[str, str]]:
    """Whether one more request from an address is let in, and the headers of its answer."""
    request = Request(RequestFactory().get("/", REMOTE_ADDR=address))
    return Few().allow_request(request, None), limit_headers(request._request)


def test_a_request_counts_for_as_long_as_the_limit_says() -> None:
    with time_machine.travel(START, tick=False) as clock:
        assert [asked()[0] for _ in range(4)] == [True, True, True, False]
        clock.shift(9.5)
        assert not asked()[0]
        clock.shift(1)
        assert asked()[0]


def test_the_headers_say_what_is_left_and_until_when() -> None:
    with time_machine.travel(START, tick=False) as clock:
        assert asked()[1] == {
            "RateLimit-Policy": '"few";q=3;w=10',
            "RateLimit": '"few";r=2;t=10',
        }
        clock.shift(4)
        assert asked()[1]["RateLimit"] == '"few";r=1;t=6'


def test_nobody_uses_up_what_another_may_ask() -> None:
    assert [asked()[0] for _ in range(4)][-1] is False
    assert asked("192.0.2.2")[0]


def test_requests_at_one_time_all_count() -> None:
    with ThreadPoolExecutor(8) as pool:
        let_in = list(pool.map(lambda _: asked()[0], range(40)))
    assert let_in.count(True) == 3
