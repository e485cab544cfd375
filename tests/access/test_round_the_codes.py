"""One-time codes are guessed slowly, and got round by nobody."""

import re
from pathlib import Path
from typing import Any

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
    HERE,
    app_shows,
    begun,
    browser,
    give_code,
    give_password,
    inside,
    sentences,
    signed_in,
    whose,
    with_codes,
    wrong_code,
)
from tests.cast import Cast
from tests.factories import PASSWORD
from tests.ground import undone

NEXT = "six-knights-and-a-dog"
UNKNOWN_PROXY = "127.0.0.1"


# --- guessing -------------------------------------------------------------------------------------


def test_after_five_wrong_codes_of_either_kind_even_the_right_one_has_to_wait(
    cast: Cast, codes: list[str]
) -> None:
    """An attacker who guesses codes knows the password, and may have many addresses; codes of
    another account do not wait."""
    with_codes(cast.member)
    client, wrong = begun(), wrong_code(cast.scorer)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for field, guess, address in (
            ("code", wrong, HERE),
            ("code", wrong, "203.0.113.1"),
            ("code", wrong, UNKNOWN_PROXY),
            ("recovery", "abcd-efgh-jkmn-pqrs", "203.0.113.2"),
            ("recovery", "abcd-efgh-jkmn-pqrs", UNKNOWN_PROXY),
        ):
            assert give_code(client, guess, field, REMOTE_ADDR=address).status_code == 422
        for field, right in (("code", app_shows(cast.scorer)), ("recovery", codes[0])):
            refused = give_code(begun(), right, field, REMOTE_ADDR="198.51.100.1")
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert give_code(begun("member"), app_shows(cast.member)).status_code == 302
        clock.shift(1)
        assert give_code(client, app_shows(cast.scorer)).status_code == 302


def test_who_does_not_know_the_password_keeps_nobody_from_their_code(
    cast: Cast, codes: list[str]
) -> None:
    """The name under which codes are counted, typed as an account's."""
    stranger = Client()
    for address in ("203.0.113.9", UNKNOWN_PROXY):
        for _number in range(5):
            name = f"one-time codes of {cast.scorer.pk}"
            sent = {"username": name, "password": "x"}
            stranger.post(reverse("sign-in"), sent, REMOTE_ADDR=address)
    assert give_code(begun(), app_shows(cast.scorer)).status_code == 302


# --- ways round -----------------------------------------------------------------------------------


def test_nobody_comes_in_by_a_code_without_the_password_or_too_long_after_it(
    cast: Cast, codes: list[str]
) -> None:
    """Nor where the account was closed or given a new password meanwhile."""
    visitor, client = browser(), begun()
    assert visitor.get(reverse("second-step")).headers["Location"] == reverse("sign-in")
    for changes in ({"is_active": False}, {"password": "changed"}):
        with undone():
            User.objects.filter(pk=cast.scorer.pk).update(**changes)
            refused = give_code(client, app_shows(cast.scorer))
            assert refused.headers["Location"] == reverse("sign-in"), changes
    with time_machine.travel(timezone.now().timestamp() + 301):
        for one in (visitor, client):
            refused = give_code(one, app_shows(cast.scorer))
            assert refused.headers["Location"] == reverse("sign-in")
            assert not inside(one)
        assert "took too long" in sentences(client.get(reverse("sign-in")))


def test_a_code_counts_for_the_account_whose_password_was_given_last(
    cast: Cast, codes: list[str]
) -> None:
    client, of_scorer = begun(), {"user": cast.scorer.pk, "username": "scorer"}
    give_password(client, "member")  # which needs no code yet
    give_code(client, app_shows(cast.scorer))
    assert whose(client) == cast.member
    with_codes(cast.member)
    client = begun("member")
    sent = of_scorer | {"code": app_shows(cast.scorer)}
    assert client.post(reverse("second-step"), sent).status_code == 422
    assert not inside(client)
    give_password(client, "scorer")
    assert give_code(client, app_shows(cast.member)).status_code == 422
    give_code(client, app_shows(cast.scorer))
    assert whose(client) == cast.scorer


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


def test_the_admin_has_no_door_of_its_own(cast: Cast, codes: list[str]) -> None:
    User.objects.filter(pk=cast.scorer.pk).update(is_staff=True, is_superuser=True)
    assert signed_in(cast.member).get("/admin/", follow=True).status_code == 403
    sent = {"username": "scorer", "password": PASSWORD}
    for where in ("/admin/", "/admin/login/", "/admin/login/?next=/admin/"):
        client = browser()
        door = client.post(where, sent, follow=True)
        assert door.request["PATH_INFO"] == reverse("sign-in")
        assert client.get("/admin/").status_code == 302
        address = client.get(where, follow=True).redirect_chain[-1][0]
        second = client.post(address, sent).headers["Location"]
        assert second.startswith(reverse("second-step"))
        with undone():
            code = {"code": app_shows(cast.scorer), "next": "/admin/"}
            assert client.post(second, code).headers["Location"] == "/admin/"
            assert client.get("/admin/").status_code == 200


def test_an_invitation_or_a_link_by_e_mail_lets_in_nobody_without_the_code(
    settings: Any, cast: Cast, codes: list[str]
) -> None:
    """A key for programs, which its owner has made, works without it."""
    _key, token = tokens.make_token(user=cast.scorer, name="x", scope="read")
    program = Client(headers={"authorization": f"Bearer {token}"})
    assert program.get("/api/v1/clubs").status_code == 200
    _row, link = make_invitation(
        user=cast.admin, club=cast.club, name="Friday", role="member", places=9, days=7
    )
    invited = begun("scorer", reverse("join", args=[link]))
    page = invited.get(reverse("join", args=[link]))
    assert "Make the account and join" in page.content.decode()  # nobody is signed in yet
    settings.SENDS_EMAIL, client = True, browser()
    name = urlsafe_base64_encode(force_bytes(cast.scorer.pk))
    link = reverse("reset", args=[name, default_token_generator.make_token(cast.scorer)])
    where = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(where, {"new_password1": NEXT, "new_password2": NEXT})
    assert not inside(client)
    assert give_password(client, password=NEXT).headers["Location"] == reverse("second-step")
