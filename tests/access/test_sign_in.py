"""Who comes in, who waits, and where one lands."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from games.access import signin
from games.models import FailedSignIn
from tests.cast import Cast
from tests.factories import PASSWORD
from tests.ground import undone

SIGN_IN = "/accounts/sign-in/"
WRONG = "not-the-password"
TABLET = {"REMOTE_ADDR": "192.0.2.7"}
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.66"}


def sign_in(client: Client, name: str, password: str = PASSWORD, where: str = SIGN_IN, **asked):
    return client.post(where, {"username": name, "password": password}, **(TABLET | asked))


def fail(client: Client, times: int, name: str = "scorer", **asked) -> None:
    for _ in range(times):
        sign_in(client, name, WRONG, **asked)


def failed_before(times: int, name: str, address: str = TABLET["REMOTE_ADDR"]) -> None:
    """Somebody has guessed that often at an account a moment ago."""
    for key in signin.counters(name, address, signin.ONE_ACCOUNT):
        FailedSignIn.objects.filter(key=key).delete()
        FailedSignIn.objects.create(key=key, failures=times, last_at=timezone.now())


def test_after_signing_in_the_page_asked_for_is_shown_and_no_other_site(cast: Cast) -> None:
    """Who sends a form too late comes back to its page."""
    page = reverse("evening-new", args=[cast.club.slug])
    only_post = reverse("evening-draw", args=[cast.club.slug, "a" * 16])
    visitor = Client()
    sent_away = [visitor.get(page)]
    for referer in (f"http://testserver{page}", "http://elsewhere/x", ""):
        sent_away.append(visitor.post(only_post, HTTP_REFERER=referer))
    doors = [answer.headers["Location"] for answer in sent_away]
    assert doors == [f"{SIGN_IN}?next={address}" for address in (page, page, "/", "/")]
    for door, leads_to in ((doors[0], page), (f"{SIGN_IN}?next=https://elsewhere.example/", "/")):
        assert sign_in(Client(), "scorer", where=door).headers["Location"] == leads_to


def test_signing_out_takes_a_button_and_not_a_link(client: Client, cast: Cast) -> None:
    sign_in(client, "scorer")
    assert client.get(reverse("sign-out")).status_code == 405
    assert client.post(reverse("sign-out")).headers["Location"] == SIGN_IN
    assert client.get("/").headers["Location"].startswith(SIGN_IN)


def test_wrong_name_and_wrong_password_are_answered_alike_and_what_was_typed_is_not_kept(
    client: Client, cast: Cast
) -> None:
    """Somebody types the password into the wrong field."""
    for name, password in (("nobody", WRONG), ("scorer", WRONG), (PASSWORD, "scorer")):
        text = sign_in(client, name, password).content.decode()
        assert "The account name and the password do not match" in text
    assert PASSWORD not in str(list(FailedSignIn.objects.values()))


# --- guesses from a known address -----------------------------------------------------------------


def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(
    client: Client, cast: Cast
) -> None:
    """However the name is typed, and at the admin's own door; but not from another address."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        fail(client, 3, "Scorer")
        fail(client, 2, "SCORER")
        page = client.get("/admin/", follow=True).redirect_chain[-1][0]
        for door in (SIGN_IN, page):
            refused = sign_in(client, "scorer", where=door)
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
            assert "Wait one second" in refused.content.decode()
        assert sign_in(Client(), "scorer", **ELSEWHERE).status_code == 302
        clock.shift(1)
        assert sign_in(client, "scorer").status_code == 302


def test_the_wait_doubles_up_to_a_quarter_of_an_hour_and_is_forgotten_in_an_hour(
    client: Client, cast: Cast
) -> None:
    """Guesses that are made while waiting do not lengthen it."""
    waits = [signin.ONE_ACCOUNT.wait(failures).total_seconds() for failures in range(4, 17)]
    assert waits == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        fail(client, 9)
        for seconds in ("1", "2", "4"):
            assert sign_in(client, "scorer", WRONG).headers["Retry-After"] == seconds
            clock.shift(int(seconds))
            fail(client, 1)
        clock.shift(timedelta(hours=1, seconds=1))
        assert sign_in(client, "scorer", WRONG).status_code == 200
        assert set(FailedSignIn.objects.values_list("failures", flat=True)) == {1}


def test_the_right_password_clears_what_was_counted(client: Client, cast: Cast) -> None:
    failed_before(4, "scorer")
    sign_in(client, "scorer")
    assert sum(FailedSignIn.objects.values_list("failures", flat=True)) == 4  # the address's
    fail(Client(), 4)
    assert sign_in(Client(), "scorer").status_code == 302


def test_a_clock_that_was_ahead_keeps_nobody_out_once_it_is_right(
    client: Client, cast: Cast
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        clock.shift(timedelta(days=365))
        sign_in(client, "admin")
        failed_before(5, "scorer")
        clock.shift(timedelta(days=-365))
        assert sign_in(Client(), "admin").status_code == 302
        assert sign_in(Client(), "scorer").headers["Retry-After"] == "1"
        clock.shift(1)
        assert sign_in(Client(), "scorer").status_code == 302


def test_who_tries_one_password_on_many_accounts_waits_too(client: Client, cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        failed_before(48, "guess48")
        for name in ("guess49", "guess50"):
            assert sign_in(client, name, WRONG).status_code == 200
        assert sign_in(client, "scorer").status_code == 429
        assert sign_in(client, "scorer", **ELSEWHERE).status_code == 302


def test_whose_guesses_are_counted_together(settings: Any) -> None:
    """Those of an address or an IPv6 network; behind a proxy its word counts, if it is named."""
    one = "192.0.2.9"
    for header, address, seen, counted in (
        ("", one, {}, one),
        ("", "2001:db8:1:2:3:4:5:6", {}, "2001:db8:1:2::"),
        ("", f"::ffff:{one}", {}, one),
        ("", "127.0.0.1", {}, ""),
        ("", "::ffff:127.0.0.1", {}, ""),
        ("", "::1", {}, ""),
        ("", "unknown", {}, ""),
        ("", "", {}, ""),
        ("", "10.0.0.2", {"Forwarded": one}, ""),
        ("", "10.0.0.2", {"X-Forwarded-For": one}, ""),
        ("", "10.0.0.2", {"X-Real-IP": one}, ""),
        ("X-Real-IP", "127.0.0.1", {"X-Real-IP": one}, one),
        ("X-Forwarded-For", "127.0.0.1", {"X-Forwarded-For": f"198.51.100.1, {one}"}, one),
    ):
        settings.CLIENT_ADDRESS_HEADER = header
        request = RequestFactory().get("/", REMOTE_ADDR=address, headers=seen)
        assert signin.client_address(request) == counted, (header, address, seen)


# --- behind a proxy that the site was not told of -------------------------------------------------


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How many seconds each answer was held back; nobody waits for them here."""
    seconds: list[float] = []
    monkeypatch.setattr("games.access.signin.time.sleep", seconds.append)
    return seconds


PROXY = {"REMOTE_ADDR": "127.0.0.1"}


def test_behind_an_unknown_proxy_guesses_take_longer_and_the_right_password_gets_in(
    client: Client, cast: Cast, slept: list[float]
) -> None:
    """Nothing is refused, or it may be the right password; nobody else is slowed."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(9):
            assert sign_in(Client(), "scorer", WRONG, **PROXY).status_code == 200
            clock.shift(1)
        assert slept == [1, 2, 3, 3]
        assert sign_in(Client(), "member", **PROXY).status_code == 302
        assert slept == [1, 2, 3, 3]
        assert sign_in(client, "scorer", **PROXY).status_code == 302
        assert slept == [1, 2, 3, 3, 3]


def test_slowed_guesses_leave_threads_for_everybody_else(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three wait; the fourth learns it at once, and its password was not looked at."""
    fail(client, 5, **PROXY)
    answers = []

    def meanwhile(seconds: float) -> None:
        answers.append(sign_in(Client(), "scorer", **PROXY))

    monkeypatch.setattr("games.access.signin.time.sleep", meanwhile)
    assert sign_in(client, "scorer", WRONG, **PROXY).status_code == 200
    refused, *let_in = answers
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert "Wait one second" in refused.content.decode()
    assert [answer.status_code for answer in let_in] == [302, 302]
    fail(client, 5, **PROXY)
    monkeypatch.setattr("games.access.signin.time.sleep", lambda seconds: None)
    assert sign_in(client, "scorer", **PROXY).status_code == 302  # nobody waits any more


def test_behind_an_unknown_proxy_nobody_keeps_an_account_out_of_a_browser_that_it_knows(
    cast: Cast, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Strangers hold all places in which guesses wait, and go on for as long as they like."""
    tablet = Client()
    assert sign_in(tablet, "scorer", **PROXY).status_code == 302
    tablet.post(reverse("sign-out"))
    failed_before(6, "scorer", address="")
    monkeypatch.setattr(signin, "SLOW_LANE", BoundedSemaphore(1))
    with signin.SLOW_LANE:
        assert sign_in(Client(), "scorer", **PROXY).status_code == 429
        slept.clear()
        assert sign_in(tablet, "scorer", **PROXY).status_code == 302
        assert slept == []


def test_the_operator_hears_once_that_addresses_are_not_known(
    client: Client, cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    monkeypatch.setattr(signin.logger, "warning", lambda line, *facts: lines.append(line % facts))
    signin.warn_of_unknown_addresses.cache_clear()
    for header, why in (
        ("", "CLIENT_ADDRESS_HEADER does not say"),
        ("X-Real-IP", "no address in X-Real-IP"),
    ):
        settings.CLIENT_ADDRESS_HEADER = header
        fail(client, 2, **PROXY)
        assert why in lines[-1]
    assert len(lines) == 2


# --- browsers that are known ----------------------------------------------------------------------


def test_those_who_share_a_tablet_come_in_there_whatever_others_at_its_address_guess(
    cast: Cast,
) -> None:
    """A club room: all tablets have one address, and somebody on the sofa guesses."""
    tablet, sofa, thief = Client(), Client(), Client()
    for name in ("scorer", "member", "scorer"):
        sign_in(tablet, name)
        tablet.post(reverse("sign-out"))
    thief.cookies["known"] = signing.dumps(["made-up", ["scorer", "member"]], salt="another")
    with time_machine.travel(timezone.now(), tick=False):
        for name in ("scorer", "member"):
            failed_before(5, name)
            for stranger in (sofa, thief):
                assert sign_in(stranger, name).status_code == 429
            with undone(tablet):
                assert sign_in(tablet, name).status_code == 302
        failed_before(5, "admin")
        assert sign_in(tablet, "admin").status_code == 429  # who was never signed in there
        fail(tablet, 5)
        assert sign_in(tablet, "scorer").status_code == 429  # guesses made there wait as well


# --- at the same moment ---------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_guesses_sent_at_once_only_one_is_looked_at() -> None:
    """The next guess would be free again; eight servers hear it at the same time."""
    long_ago = timezone.now() - timedelta(minutes=30)
    key, _address = signin.counters("scorer", "192.0.2.7", signin.ONE_ACCOUNT)
    FailedSignIn.objects.create(key=key, failures=20, last_at=long_ago)

    def guess(_number: int) -> bool:
        try:
            return not signin.count_guess("scorer", "192.0.2.7")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as servers:
        assert sorted(servers.map(guess, range(8))) == [False] * 7 + [True]
