"""One-time codes are guessed slowly, and got round by nobody."""

import re
from pathlib import Path

import pytest
import time_machine
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.access import tokens
from games.models import User
from games.people.inviting import make_invitation
from tests.access.safer import (
    app_shows,
    begun,
    browser,
    give_code,
    give_password,
    inside,
    sentences,
    with_codes,
    wrong_code,
)
from tests.cast import Cast
from tests.factories import PASSWORD

NEXT = "six-knights-and-a-dog"


# --- guessing -------------------------------------------------------------------------------------


def test_after_five_wrong_codes_even_the_right_one_has_to_wait(
    cast: Cast, codes: list[str]
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client, wrong = begun(), wrong_code(cast.scorer)
        for _number in range(5):
            give_code(client, wrong)
        refused = give_code(client, app_shows(cast.scorer))
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        clock.shift(1)
        assert give_code(client, app_shows(cast.scorer)).status_code == 302


def test_the_right_password_and_another_address_do_not_let_anybody_guess_on(
    cast: Cast, codes: list[str]
) -> None:
    """An attacker who guesses codes knows the password, and may have many addresses."""
    with time_machine.travel(timezone.now(), tick=False):
        for number in range(5):
            give_code(begun(), wrong_code(cast.scorer), REMOTE_ADDR=f"203.0.113.{number}")
        refused = give_code(begun(), app_shows(cast.scorer), REMOTE_ADDR="198.51.100.1")
        assert refused.status_code == 429


def test_behind_an_unknown_proxy_codes_have_to_wait_as_well(cast: Cast, codes: list[str]) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        client = begun()
        for _number in range(5):
            give_code(client, wrong_code(cast.scorer), REMOTE_ADDR="127.0.0.1")
        refused = give_code(client, app_shows(cast.scorer), REMOTE_ADDR="127.0.0.1")
        assert refused.status_code == 429


def test_recovery_codes_are_guessed_no_faster(cast: Cast, codes: list[str]) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        client = begun()
        for _number in range(5):
            give_code(client, "abcd-efgh-jkmn-pqrs", "recovery")
        assert give_code(client, codes[0], "recovery").status_code == 429


def test_wrong_codes_of_one_account_slow_no_other(cast: Cast, codes: list[str]) -> None:
    with_codes(cast.member)
    with time_machine.travel(timezone.now(), tick=False):
        client = begun()
        for _number in range(6):
            give_code(client, wrong_code(cast.scorer))
        assert give_code(begun("member"), app_shows(cast.member)).status_code == 302


def test_who_does_not_know_the_password_keeps_nobody_from_their_code(
    cast: Cast, codes: list[str]
) -> None:
    """The name under which codes are counted, typed as an account's."""
    stranger = Client()
    for address in ("203.0.113.9", "127.0.0.1"):
        for _number in range(5):
            name = f"one-time codes of {cast.scorer.pk}"
            sent = {"username": name, "password": "x"}
            stranger.post(reverse("sign-in"), sent, REMOTE_ADDR=address)
    assert give_code(begun(), app_shows(cast.scorer)).status_code == 302


# --- ways round -----------------------------------------------------------------------------------


def test_nobody_gets_to_the_code_without_the_password(cast: Cast, codes: list[str]) -> None:
    client = browser()
    assert client.get(reverse("second-step")).headers["Location"] == reverse("sign-in")
    sent = give_code(client, app_shows(cast.scorer))
    assert sent.headers["Location"] == reverse("sign-in")
    assert not inside(client)


def test_the_code_of_somebody_else_signs_nobody_in(cast: Cast, codes: list[str]) -> None:
    with_codes(cast.member)
    client = begun("member")
    refused = client.post(
        reverse("second-step"),
        {"code": app_shows(cast.scorer), "user": cast.scorer.pk, "username": "scorer"},
    )
    assert refused.status_code == 422
    assert not inside(client)


def test_of_two_passwords_in_one_browser_the_later_one_counts(cast: Cast, codes: list[str]) -> None:
    with_codes(cast.member)
    client = begun("member")
    give_password(client, "scorer")
    assert give_code(client, app_shows(cast.member)).status_code == 422
    give_code(client, app_shows(cast.scorer))
    assert client.get(reverse("account")).context["user"] == cast.scorer


def test_what_waits_for_a_code_ends_after_five_minutes(cast: Cast, codes: list[str]) -> None:
    client = begun()
    with time_machine.travel(timezone.now().timestamp() + 301):
        late = give_code(client, app_shows(cast.scorer))
        assert late.headers["Location"] == reverse("sign-in")
        assert not inside(client)
        assert "took too long" in sentences(client.get(reverse("sign-in")))


@pytest.mark.parametrize("how", ["closed", "password"])
def test_an_account_closed_or_given_a_new_password_meanwhile_is_not_let_in(
    how: str, cast: Cast, codes: list[str]
) -> None:
    client, user = begun(), User.objects.get(pk=cast.scorer.pk)
    if how == "closed":
        user.is_active = False
    else:
        user.set_password(NEXT)
    user.save()
    assert give_code(client, app_shows(user)).headers["Location"] == reverse("sign-in")


def test_each_step_of_a_sign_in_has_a_session_of_its_own(cast: Cast, codes: list[str]) -> None:
    """Nobody goes on with a session that they had planted."""
    client = browser()
    client.get(reverse("sign-in"))
    session = client.session
    session["planted"] = True
    session.save()
    keys = [client.cookies["sessionid"].value]
    give_password(client)
    keys.append(client.cookies["sessionid"].value)
    give_code(client, app_shows(cast.scorer))
    keys.append(client.cookies["sessionid"].value)
    assert len(set(keys)) == 3
    thief = browser()
    for key in keys[:2]:
        thief.cookies["sessionid"] = key
        assert not inside(thief)
        assert thief.get(reverse("second-step")).headers["Location"] == reverse("sign-in")


def test_a_new_account_made_halfway_is_only_itself(cast: Cast, codes: list[str]) -> None:
    """The password of one was given, then another signs in: no code leads back to the first."""
    client = begun()
    give_password(client, "member")
    give_code(client, app_shows(cast.scorer))
    assert client.get(reverse("account")).context["user"] == cast.member


def test_somebody_is_let_in_at_these_doors_and_no_other() -> None:
    """Another one has to ask for the code, too, or the README says why not."""
    games = Path(__file__).parent.parent.parent / "games"
    doors = {
        path.stem
        for path in games.rglob("*.py")
        if re.search(r"(?<![\w.])(login|auth_login|let_in)\(", path.read_text())
    }
    assert doors == {
        "accounts",  # the password
        "second_step_pages",  # the code after it, and passkeys
        "code_pages",  # a code on paper, which ends both
        "founding_pages",  # new accounts
        "join_pages",
        "tablets",  # a table's code, which lets a tablet record at that table and nothing else
    }


@pytest.mark.parametrize("where", ["/admin/", "/admin/login/", "/admin/login/?next=/admin/"])
def test_the_admin_has_no_door_of_its_own(where: str, cast: Cast, codes: list[str]) -> None:
    User.objects.filter(pk=cast.scorer.pk).update(is_staff=True, is_superuser=True)
    client = browser()
    sent = {"username": "scorer", "password": PASSWORD}
    door = client.post(where, sent, follow=True)
    assert door.request["PATH_INFO"] == reverse("sign-in")
    assert client.get("/admin/").status_code == 302
    address = client.get(where, follow=True).redirect_chain[-1][0]
    second = client.post(address, sent).headers["Location"]
    assert second.startswith(reverse("second-step"))
    sent = {"code": app_shows(cast.scorer), "next": "/admin/"}
    assert client.post(second, sent).headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_people_who_do_not_look_after_the_site_are_refused_with_the_reason(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.member)
    assert client.get("/admin/", follow=True).status_code == 403


def test_keys_for_programs_go_on_without_a_code(cast: Cast, codes: list[str]) -> None:
    _key, token = tokens.make_token(user=cast.scorer, name="x", scope="read")
    program = Client(headers={"authorization": f"Bearer {token}"})
    assert program.get("/api/v1/clubs").status_code == 200


def test_an_invitation_lets_in_an_account_only_by_its_own_sign_in(
    cast: Cast, codes: list[str]
) -> None:
    _row, link = make_invitation(
        user=cast.admin, club=cast.club, name="Friday", role="member", places=9, days=7
    )
    client = begun("scorer", reverse("join", args=[link]))
    page = client.get(reverse("join", args=[link]))
    assert "Make the account and join" in page.content.decode()  # nobody is signed in yet


def test_a_link_by_e_mail_leads_to_the_sign_in_which_asks_for_the_code(
    settings, cast: Cast, codes: list[str]
) -> None:
    settings.SENDS_EMAIL = True
    client = browser()
    name = urlsafe_base64_encode(force_bytes(cast.scorer.pk))
    link = reverse("reset", args=[name, default_token_generator.make_token(cast.scorer)])
    where = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(where, {"new_password1": NEXT, "new_password2": NEXT})
    assert not inside(client)
    assert give_password(client, password=NEXT).headers["Location"] == reverse("second-step")
