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
from games.access.typed_codes import digest_of, plain
from games.models import OneTimeCodes, Passkey, RecoveryCode, User
from tests.access.safer import (
    app_shows,
    begun,
    browser,
    give_code,
    give_password,
    inside,
    passkey_of,
    sentences,
    signed_in,
    with_codes,
)
from tests.cast import Cast
from tests.factories import PASSWORD, UserFactory
from tests.ground import undone

# --- turning them on and off ----------------------------------------------------------------------


def test_codes_are_turned_on_by_a_first_code_of_the_secret_that_the_site_has_made(
    cast: Cast,
) -> None:
    """Ten recovery codes are shown once, and that first code signs nobody in."""
    here, page = signed_in(cast.scorer), reverse("one-time-codes")
    with time_machine.travel(timezone.now(), tick=False):
        form = here.get(page)
        assert "svg" in form.context["picture"]
        secret, other = form.context["secret"].replace(" ", ""), pyotp.random_base32()
        right = {"code": pyotp.TOTP(secret).now(), "password": PASSWORD}
        not_the_site_s = {"code": pyotp.TOTP(other).now(), "secret": other}
        for field, sent in (
            ("code", {"code": "no"}),
            ("code", not_the_site_s),
            ("password", {"password": "no"}),
        ):
            refused = here.post(page, right | sent)
            assert refused.status_code == 422
            assert refused.context["form"].has_error(field)
            assert refused.context["secret"].replace(" ", "") == secret
        assert not OneTimeCodes.objects.exists()
        shown = here.post(page, right)
        assert shown.status_code == 201
        codes = shown.context["codes"]
        assert len(set(codes)) == 10
        assert all(code in shown.content.decode() for code in codes)
        assert here.post(page, right).headers["Location"] == reverse("account")
        kept = str(list(RecoveryCode.objects.values()))
        assert not [code for code in codes if code.replace("-", "") in kept]
        assert give_code(begun(), right["code"]).status_code == 422


def test_recovery_codes_are_replaced_and_codes_are_turned_off_only_with_the_password(
    cast: Cast, codes: list[str]
) -> None:
    here = signed_in(cast.scorer)
    for name in ("one-time-codes-end", "recovery-codes"):
        assert here.post(reverse(name), {"password": "wrong"}).status_code == 422
    assert prove(cast.scorer, codes[0])
    account = here.get(reverse("account"))
    assert "9 of 10 are left" in sentences(account)
    assert OneTimeCodes.objects.get().secret not in account.content.decode()
    shown = here.post(reverse("recovery-codes"), {"password": PASSWORD})
    assert shown.status_code == 201
    assert give_code(begun(), codes[1], "recovery").status_code == 422
    assert give_code(begun(), shown.context["codes"][1], "recovery").status_code == 302
    here.post(reverse("one-time-codes-end"), {"password": PASSWORD})
    assert not RecoveryCode.objects.exists()
    assert inside(begun())


# --- signing in -----------------------------------------------------------------------------------


def test_the_password_alone_signs_nobody_in_and_the_code_leads_to_the_page_asked_for(
    cast: Cast, codes: list[str]
) -> None:
    """In the language of the account, and to no page of another site."""
    User.objects.filter(pk=cast.scorer.pk).update(language="fr")
    page, client = reverse("rules", args=[cast.club.slug]), browser()
    second = give_password(client, next_page=page).headers["Location"]
    assert second.startswith(reverse("second-step"))
    assert not inside(client)
    assert client.get("/api/v1/clubs").status_code == 401
    next_page = client.get(second).context["next"]
    for address, leads_to in (
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example", "/"),
        ("\\\\x", "/"),
        (next_page, page),
    ):
        with undone(client):
            sent = {"code": app_shows(cast.scorer), "next": address}
            answer = client.post(reverse("second-step"), sent)
            assert answer.headers["Location"] == leads_to
            assert answer.cookies["django_language"].value == "fr"
            assert inside(client)


def test_a_code_is_used_once_by_a_telephone_whose_clock_is_at_most_half_a_minute_wrong(
    cast: Cast, codes: list[str]
) -> None:
    client, other = begun(), begun()
    with time_machine.travel(timezone.now(), tick=False):
        statuses = {}
        for wrong_by in (-60, -30, 0, 30, 60):
            code = app_shows(cast.scorer, wrong_by)
            with undone(client):
                statuses[wrong_by] = give_code(client, f" {code[:3]} {code[3:]} ").status_code
        assert statuses == {-60: 422, -30: 302, 0: 302, 30: 302, 60: 422}
        newer = app_shows(cast.scorer, 30)
        assert give_code(client, newer).status_code == 302
        assert give_code(other, newer).status_code == 422
        assert give_code(other, app_shows(cast.scorer, 0)).status_code == 422
        assert not inside(other)


def test_what_is_no_code_is_refused_at_its_field(cast: Cast, codes: list[str]) -> None:
    client = begun()
    for text in ("", " ", "12345", "1234567", "١٢٣٤٥٦", "²²²²²²", "abcdef", "\0"):
        with undone(client):
            refused = give_code(client, text)
        assert (text, refused.status_code) == (text, 422)
        assert refused.context["form"].has_error("code")


def test_a_recovery_code_signs_its_owner_in_once_and_says_how_many_are_left(
    cast: Cast, codes: list[str]
) -> None:
    with_codes(cast.member)
    assert give_code(begun("member"), codes[3], "recovery").status_code == 422
    client, last = begun(), begun()
    give_code(client, codes[3].upper().replace("-", " "), "recovery")
    assert "9 are left" in sentences(client.get(reverse("account")))
    assert give_code(last, codes[3], "recovery").status_code == 422
    others = RecoveryCode.objects.filter(user=cast.scorer).exclude(
        digest=digest_of(plain(codes[0]))
    )
    others.update(used_at=timezone.now())
    give_code(last, codes[0], "recovery")
    assert "your last recovery code" in sentences(last.get(reverse("account")))


# --- help for somebody whose telephone is lost ----------------------------------------------------


def test_the_operator_lets_an_account_in_by_its_password_alone(
    cast: Cast, codes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    passkey_of(cast.scorer)
    call_command("password_alone", "scorer")
    assert "scorer" in capsys.readouterr().out
    assert inside(begun())
    assert not cast.scorer.passkeys.exists()


# --- at the same moment ---------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_four_who_send_a_code_at_once_one_comes_in() -> None:
    user: User = UserFactory(username="scorer")
    recovery = with_codes(user)[0]

    def send(text: str) -> bool:
        try:
            return prove(user, text) is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as servers:
        for text in (recovery, app_shows(user)):
            assert sorted(servers.map(send, [text] * 4)) == [False, False, False, True]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_an_account_that_is_deleted_takes_its_codes_and_passkeys_along() -> None:
    user: User = UserFactory(username="gone")
    with_codes(user)
    passkey_of(user)
    user.delete()
    for model in (RecoveryCode, OneTimeCodes, Passkey):
        assert not model.objects.exists()
