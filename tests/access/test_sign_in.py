"""Who comes in, who waits, and where one lands."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import BoundedSemaphore

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

SIGN_IN = "/accounts/sign-in/"
WRONG = "not-the-password"
TABLET = {"REMOTE_ADDR": "192.0.2.7"}


def sign_in(client: Client, name: str, password: str = PASSWORD, where: str = SIGN_IN, **asked):
    return client.post(where, {"username": name, "password": password}, **(TABLET | asked))


def fail(client: Client, times: int, name: str = "scorer", **asked) -> None:
    for _ in range(times):
        sign_in(client, name, WRONG, **asked)


def test_a_page_asked_for_before_signing_in_is_shown_after_it(client: Client, cast: Cast) -> None:
    page = reverse("rules", args=[cast.club.slug])
    sent_away = client.get(page)
    assert sent_away.headers["Location"] == f"{SIGN_IN}?next={page}"
    assert (
        sign_in(client, "scorer", where=sent_away.headers["Location"]).headers["Location"] == page
    )


def test_who_sends_a_form_too_late_comes_back_to_its_page(client: Client, cast: Cast) -> None:
    page = reverse("evening-new", args=[cast.club.slug])
    only_post = reverse("evening-draw", args=[cast.club.slug, "a" * 16])
    for referer, back in (
        (f"http://testserver{page}", page),
        ("http://elsewhere/x", "/"),
        ("", "/"),
    ):
        sent_away = client.post(only_post, HTTP_REFERER=referer)
        assert sent_away.headers["Location"] == f"{SIGN_IN}?next={back}"


def test_nobody_is_sent_to_another_site(client: Client, cast: Cast) -> None:
    where = f"{SIGN_IN}?next=https://elsewhere.example/"
    assert sign_in(client, "scorer", where=where).headers["Location"] == "/"


def test_wrong_name_and_wrong_password_are_answered_alike(client: Client, cast: Cast) -> None:
    stranger = sign_in(client, "nobody", WRONG).content.decode()
    scorer = sign_in(client, "scorer", WRONG).content.decode()
    assert "The account name and the password do not match" in stranger
    assert "The account name and the password do not match" in scorer


def test_signing_out_takes_a_button_and_not_a_link(client: Client, cast: Cast) -> None:
    sign_in(client, "scorer")
    assert client.get(reverse("sign-out")).status_code == 405
    assert client.post(reverse("sign-out")).headers["Location"] == SIGN_IN
    assert client.get("/").headers["Location"].startswith(SIGN_IN)


def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(
    client: Client, cast: Cast
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        fail(client, 5)
        refused = sign_in(client, "scorer")
        assert refused.status_code == 429
        assert refused.headers["Retry-After"] == "1"
        assert "Wait one second" in refused.content.decode()
        clock.shift(1)
        assert sign_in(client, "scorer").status_code == 302


def test_a_clock_that_was_ahead_keeps_nobody_out_once_it_is_right(
    client: Client, cast: Cast
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        clock.shift(timedelta(days=365))
        sign_in(client, "admin")
        fail(Client(), 6)
        clock.shift(timedelta(days=-365))
        assert sign_in(Client(), "admin").status_code == 302
        assert sign_in(Client(), "scorer").headers["Retry-After"] == "1"
        clock.shift(1)
        assert sign_in(Client(), "scorer").status_code == 302


def test_the_wait_doubles_up_to_a_quarter_of_an_hour_and_is_forgotten_in_an_hour(
    client: Client, cast: Cast
) -> None:
    waits = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        fail(client, 5)
        for _ in range(12):
            refused = sign_in(client, "scorer", WRONG)
            waits.append(int(refused.headers["Retry-After"]))
            clock.shift(waits[-1])
            fail(client, 1)
        assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
        clock.shift(timedelta(hours=1, seconds=1))
        assert sign_in(client, "scorer", WRONG).status_code == 200
        assert set(FailedSignIn.objects.values_list("failures", flat=True)) == {1}


def test_guesses_made_while_waiting_do_not_lengthen_the_wait(client: Client, cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        fail(client, 50)
        assert sign_in(client, "scorer", WRONG).headers["Retry-After"] == "1"


def test_a_stranger_s_guesses_do_not_keep_the_scorer_out(client: Client, cast: Cast) -> None:
    fail(client, 9, REMOTE_ADDR="203.0.113.66")
    assert sign_in(client, "scorer").status_code == 302


def test_capitals_do_not_make_another_account_of_it(client: Client, cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        fail(client, 3, "Scorer")
        fail(client, 2, "SCORER")
        assert sign_in(client, "scorer").status_code == 429


def test_who_tries_one_password_on_many_accounts_waits_too(client: Client, cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        for number in range(50):
            sign_in(client, f"guess{number}", WRONG)
        assert sign_in(client, "scorer").status_code == 429
        assert sign_in(client, "scorer", REMOTE_ADDR="203.0.113.66").status_code == 302


def test_the_right_password_clears_what_was_counted(client: Client, cast: Cast) -> None:
    fail(client, 4)
    sign_in(client, "scorer")
    assert sum(FailedSignIn.objects.values_list("failures", flat=True)) == 4  # the address's
    fail(Client(), 4)
    assert sign_in(Client(), "scorer").status_code == 302


def test_the_admin_s_own_door_is_as_slow(client: Client, cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        fail(client, 5)
        page = client.get("/admin/", follow=True).redirect_chain[-1][0]
        answer = sign_in(client, "scorer", where=page)
        assert "Wait one second" in answer.content.decode()


@pytest.mark.parametrize(
    ("seen", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", ""),
        ("::ffff:127.0.0.1", ""),
        ("::1", ""),
        ("unknown", ""),
        ("", ""),
    ],
)
def test_whose_guesses_are_counted_together(seen: str, counted: str) -> None:
    assert signin.client_address(RequestFactory().get("/", REMOTE_ADDR=seen)) == counted


def test_behind_a_proxy_its_word_for_the_visitor_counts(settings) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Real-IP"
    request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", headers={"X-Real-IP": "192.0.2.9"})
    assert signin.client_address(request) == "192.0.2.9"


def test_of_several_addresses_the_one_that_our_proxy_added_counts(settings) -> None:
    settings.CLIENT_ADDRESS_HEADER = "X-Forwarded-For"
    names = {"X-Forwarded-For": "198.51.100.1, 192.0.2.9"}
    request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", headers=names)
    assert signin.client_address(request) == "192.0.2.9"


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "X-Real-IP"])
def test_a_proxy_that_the_settings_do_not_name_is_nobody_s_address(header: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.2", headers={header: "192.0.2.9"})
    assert signin.client_address(request) == ""


# --- behind a proxy that the site was not told of -------------------------------------------------


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How many seconds each answer was held back; nobody waits for them here."""
    seconds: list[float] = []
    monkeypatch.setattr("games.access.signin.time.sleep", seconds.append)
    return seconds


PROXY = {"REMOTE_ADDR": "127.0.0.1"}


def test_behind_an_unknown_proxy_the_right_password_gets_in_whatever_strangers_guess(
    client: Client, cast: Cast, slept: list[float]
) -> None:
    """A loop that leaves no second free; nothing that was refused may be the right password."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(30):
            assert sign_in(Client(), "scorer", WRONG, **PROXY).status_code == 200
            clock.shift(1)
        assert sign_in(client, "scorer", **PROXY).status_code == 302


def test_behind_an_unknown_proxy_each_guess_takes_longer_up_to_three_seconds(
    client: Client, cast: Cast, slept: list[float]
) -> None:
    fail(client, 5, **PROXY)
    assert slept == []
    fail(client, 4, **PROXY)
    sign_in(client, "scorer", **PROXY)
    assert slept == [1, 2, 3, 3, 3]


def test_behind_an_unknown_proxy_guesses_at_one_account_slow_no_other(
    client: Client, cast: Cast, slept: list[float]
) -> None:
    fail(client, 9, **PROXY)
    slept.clear()
    assert sign_in(client, "member", **PROXY).status_code == 302
    assert slept == []


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
    fail(Client(), 30, **PROXY)
    monkeypatch.setattr(signin, "SLOW_LANE", BoundedSemaphore(1))
    with signin.SLOW_LANE:
        assert sign_in(Client(), "scorer", **PROXY).status_code == 429
        slept.clear()
        assert sign_in(tablet, "scorer", **PROXY).status_code == 302
        assert slept == []


def test_whoever_shares_an_address_with_a_guesser_comes_in_where_they_were_before(
    cast: Cast,
) -> None:
    """A club room: all tablets have one address, and somebody on the sofa guesses."""
    tablet, sofa = Client(), Client()
    sign_in(tablet, "scorer")
    tablet.post(reverse("sign-out"))
    with time_machine.travel(timezone.now(), tick=False):
        fail(sofa, 6)
        assert sign_in(sofa, "scorer").status_code == 429
        assert sign_in(tablet, "scorer").status_code == 302


def test_guesses_from_a_known_browser_wait_as_well_and_it_is_known_for_its_accounts_alone(
    cast: Cast,
) -> None:
    tablet = Client()
    sign_in(tablet, "scorer")
    tablet.post(reverse("sign-out"))
    with time_machine.travel(timezone.now(), tick=False):
        fail(tablet, 5)
        assert sign_in(tablet, "scorer").status_code == 429
        fail(Client(), 5, "member")
        assert sign_in(tablet, "member").status_code == 429


def test_a_cookie_that_somebody_made_up_is_no_known_browser(cast: Cast) -> None:
    thief = Client()
    thief.cookies["known"] = signing.dumps(["made-up", ["scorer"]], salt="another")
    with time_machine.travel(timezone.now(), tick=False):
        fail(Client(), 5)
        assert sign_in(thief, "scorer").status_code == 429


def test_those_who_share_a_tablet_are_all_known_there(cast: Cast) -> None:
    tablet = Client()
    for name in ("scorer", "member", "scorer"):
        sign_in(tablet, name)
        tablet.post(reverse("sign-out"))
    with time_machine.travel(timezone.now(), tick=False):
        for name in ("scorer", "member"):
            fail(Client(), 6, name)
            assert sign_in(tablet, name).status_code == 302
            tablet.post(reverse("sign-out"))


@pytest.mark.parametrize(
    ("header", "told"), [("", "CLIENT_ADDRESS_HEADER"), ("X-Real-IP", "no address in X-Real-IP")]
)
def test_the_operator_hears_once_that_addresses_are_not_known(
    header: str, told: str, client: Client, cast: Cast, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CLIENT_ADDRESS_HEADER = header
    signin.warn_of_unknown_addresses.cache_clear()
    lines: list[str] = []
    monkeypatch.setattr(signin.logger, "warning", lambda line, *facts: lines.append(line % facts))
    fail(client, 3, **PROXY)
    (line,) = lines
    assert told in line


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


def test_a_password_typed_into_the_wrong_field_is_not_kept(client: Client, cast: Cast) -> None:
    sign_in(client, PASSWORD, "scorer")
    assert PASSWORD not in str(list(FailedSignIn.objects.values()))
