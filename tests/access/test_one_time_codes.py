"""One-time codes: turned on, asked for after the password, used once."""

from concurrent.futures import ThreadPoolExecutor

import pyotp
import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games.access.one_time_codes import prove
from games.models import OneTimeCodes, RecoveryCode, User
from tests.access.safer import (
    app_shows,
    begun,
    browser,
    give_code,
    give_password,
    inside,
    passkey_of,
    sentences,
    with_codes,
)
from tests.cast import Cast
from tests.factories import PASSWORD, UserFactory

# --- turning them on and off ----------------------------------------------------------------------


def test_codes_are_turned_on_with_the_first_one_and_ten_recovery_codes_are_shown_once(
    cast: Cast,
) -> None:
    here = browser()
    here.force_login(cast.scorer)
    page = here.get(reverse("one-time-codes"))
    assert "svg" in page.context["picture"]
    secret = page.context["secret"].replace(" ", "")
    sent = {"code": pyotp.TOTP(secret).now(), "password": PASSWORD}
    shown = here.post(reverse("one-time-codes"), sent)
    assert shown.status_code == 201
    assert len(set(shown.context["codes"])) == 10
    assert all(code in shown.content.decode() for code in shown.context["codes"])
    assert here.post(reverse("one-time-codes"), sent).headers["Location"] == reverse("account")
    kept = str(list(RecoveryCode.objects.values()))
    assert not [code for code in shown.context["codes"] if code.replace("-", "") in kept]


@pytest.mark.parametrize("wrong", ["code", "password"])
def test_a_wrong_first_code_or_password_turns_nothing_on_and_leaves_the_secret(
    wrong: str, cast: Cast
) -> None:
    here = browser()
    here.force_login(cast.scorer)
    secret = here.get(reverse("one-time-codes")).context["secret"]
    right = {"code": pyotp.TOTP(secret.replace(" ", "")).now(), "password": PASSWORD}
    refused = here.post(reverse("one-time-codes"), right | {wrong: "no"})
    assert refused.status_code == 422
    assert refused.context["form"].has_error(wrong)
    assert refused.context["secret"] == secret
    assert not OneTimeCodes.objects.exists()


def test_the_secret_is_the_site_s_and_not_the_visitor_s(cast: Cast) -> None:
    here = browser()
    here.force_login(cast.scorer)
    here.get(reverse("one-time-codes"))
    mine = pyotp.random_base32()
    sent = {"code": pyotp.TOTP(mine).now(), "password": PASSWORD, "secret": mine}
    assert here.post(reverse("one-time-codes"), sent).status_code == 422


@pytest.mark.parametrize("name", ["one-time-codes-end", "recovery-codes"])
def test_ending_or_replacing_codes_needs_the_password(
    name: str, cast: Cast, codes: list[str]
) -> None:
    here = browser()
    here.force_login(cast.scorer)
    assert here.post(reverse(name), {"password": "wrong"}).status_code == 422
    assert OneTimeCodes.objects.exists()
    assert prove(cast.scorer, codes[0])


def test_turned_off_the_password_is_enough_and_recovery_codes_are_gone(
    cast: Cast, codes: list[str]
) -> None:
    here = browser()
    here.force_login(cast.scorer)
    here.post(reverse("one-time-codes-end"), {"password": PASSWORD})
    assert not RecoveryCode.objects.exists()
    assert inside(begun())


def test_new_recovery_codes_end_the_old_ones(cast: Cast, codes: list[str]) -> None:
    here = browser()
    here.force_login(cast.scorer)
    shown = here.post(reverse("recovery-codes"), {"password": PASSWORD})
    assert shown.status_code == 201
    assert give_code(begun(), codes[0], "recovery").status_code == 422
    assert give_code(begun(), shown.context["codes"][0], "recovery").status_code == 302


# --- signing in -----------------------------------------------------------------------------------


def test_the_password_alone_signs_nobody_in(cast: Cast, codes: list[str]) -> None:
    client = browser()
    answer = give_password(client)
    assert answer.headers["Location"] == reverse("second-step")
    assert not inside(client)
    assert client.get("/api/v1/clubs").status_code == 401
    assert give_code(client, app_shows(cast.scorer)).headers["Location"] == "/"
    assert inside(client)


def test_the_page_asked_for_is_shown_after_the_code(cast: Cast, codes: list[str]) -> None:
    page = reverse("rules", args=[cast.club.slug])
    client = browser()
    second = give_password(client, next_page=page).headers["Location"]
    shown = client.get(second)
    sent = {"code": app_shows(cast.scorer), "next": shown.context["next"]}
    assert client.post(reverse("second-step"), sent).headers["Location"] == page


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "//elsewhere.example", "\\\\x"])
def test_nobody_is_sent_to_another_site_after_the_code(
    address: str, cast: Cast, codes: list[str]
) -> None:
    client = begun(next_page=address)
    sent = {"code": app_shows(cast.scorer), "next": address}
    assert client.post(reverse("second-step"), sent).headers["Location"] == "/"


def test_the_language_of_the_account_is_spoken_after_the_code(cast: Cast, codes: list[str]) -> None:
    User.objects.filter(pk=cast.scorer.pk).update(language="fr")
    answer = give_code(begun(), app_shows(cast.scorer))
    assert answer.cookies["django_language"].value == "fr"


def test_a_code_is_used_once_also_in_another_browser(cast: Cast, codes: list[str]) -> None:
    code, first, second = app_shows(cast.scorer), begun(), begun()
    assert give_code(first, code).status_code == 302
    assert give_code(second, code).status_code == 422
    assert not inside(second)


def test_the_code_that_turned_codes_on_does_not_sign_in(cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        here = browser()
        here.force_login(cast.scorer)
        secret = here.get(reverse("one-time-codes")).context["secret"].replace(" ", "")
        code = pyotp.TOTP(secret).at(timezone.now())
        here.post(reverse("one-time-codes"), {"code": code, "password": PASSWORD})
        assert give_code(begun(), code).status_code == 422


@pytest.mark.parametrize(
    ("wrong_by", "status"), [(-60, 422), (-30, 302), (0, 302), (30, 302), (60, 422)]
)
def test_a_telephone_s_clock_may_be_wrong_by_half_a_minute(
    wrong_by: int, status: int, cast: Cast, codes: list[str]
) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        assert give_code(begun(), app_shows(cast.scorer, wrong_by)).status_code == status


def test_after_a_newer_code_an_older_one_is_not_taken(cast: Cast, codes: list[str]) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        assert give_code(begun(), app_shows(cast.scorer, 30)).status_code == 302
        assert give_code(begun(), app_shows(cast.scorer, 0)).status_code == 422


@pytest.mark.parametrize("text", ["", " ", "12345", "1234567", "١٢٣٤٥٦", "²²²²²²", "abcdef", "\0"])
def test_what_is_no_code_is_refused_at_its_field(text: str, cast: Cast, codes: list[str]) -> None:
    refused = give_code(begun(), text)
    assert refused.status_code == 422
    assert refused.context["form"].has_error("code")


def test_blanks_in_a_code_do_not_matter(cast: Cast, codes: list[str]) -> None:
    code = app_shows(cast.scorer)
    assert give_code(begun(), f" {code[:3]} {code[3:]} ").status_code == 302


def test_a_recovery_code_signs_in_once_and_says_how_many_are_left(
    cast: Cast, codes: list[str]
) -> None:
    client = begun()
    give_code(client, codes[3].upper().replace("-", " "), "recovery")
    assert "9 are left" in sentences(client.get(reverse("account")))
    assert give_code(begun(), codes[3], "recovery").status_code == 422
    assert give_code(begun(), codes[4], "recovery").status_code == 302


def test_the_last_recovery_code_says_that_it_was(cast: Cast, codes: list[str]) -> None:
    RecoveryCode.objects.filter(user=cast.scorer).update(used_at=timezone.now())
    row = RecoveryCode.objects.filter(user=cast.scorer).order_by("pk").first()
    assert row is not None
    RecoveryCode.objects.filter(pk=row.pk).update(used_at=None)
    client = begun()
    give_code(client, codes[0], "recovery")
    assert "your last recovery code" in sentences(client.get(reverse("account")))


def test_nobody_comes_in_by_the_recovery_code_of_somebody_else(
    cast: Cast, codes: list[str]
) -> None:
    with_codes(cast.member)
    assert give_code(begun("member"), codes[0], "recovery").status_code == 422


# --- help for somebody whose telephone is lost ----------------------------------------------------


def test_whoever_runs_the_server_lets_an_account_in_by_its_password_alone(
    cast: Cast, codes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    passkey_of(cast.scorer)
    call_command("password_alone", "scorer")
    assert "scorer" in capsys.readouterr().out
    assert inside(begun())
    assert not cast.scorer.passkeys.exists()


def test_the_account_shows_what_there_is(cast: Cast, codes: list[str]) -> None:
    here = browser()
    here.force_login(cast.scorer)
    assert "10 of 10 are left" in sentences(here.get(reverse("account")))
    secret = OneTimeCodes.objects.get().secret
    assert secret not in here.get(reverse("account")).content.decode()


# --- at the same moment ---------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["one-time", "recovery"])
def test_of_two_who_send_a_code_at_once_one_comes_in(kind: str) -> None:
    user: User = UserFactory(username="scorer")
    text = with_codes(user)[0] if kind == "recovery" else ""
    if not text:
        with_codes(user)
        text = app_shows(user)

    def send(_number: int) -> bool:
        try:
            return prove(user, text) is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as servers:
        assert sorted(servers.map(send, range(4))) == [False, False, False, True]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_whoever_is_erased_takes_their_codes_and_passkeys_along() -> None:
    user: User = UserFactory(username="gone")
    with_codes(user)
    passkey_of(user)
    user.delete()
    assert not RecoveryCode.objects.exists()
    assert not OneTimeCodes.objects.exists()
