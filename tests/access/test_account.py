"""One's own account: a new password, where one is signed in, and ending that."""

from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import tokens
from games.access.signed_in import browser_name
from games.models import FailedSignIn, SignedIn, User
from tests.access.safer import HERE, inside
from tests.cast import Cast
from tests.factories import PASSWORD

NEXT = "six-knights-and-a-dog"
SENT = {"old_password": PASSWORD, "new_password1": NEXT, "new_password2": NEXT}
TABLET = "Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"


def signed_in(name: str = "scorer", browser: str = "") -> Client:
    """A browser in which somebody has signed in with their password."""
    client = Client(headers={"user-agent": browser})
    answer = client.post(
        reverse("sign-in"), {"username": name, "password": PASSWORD}, REMOTE_ADDR=HERE
    )
    assert answer.status_code == 302
    return client


def key_of(user: User) -> str:
    """The text of a new key for programs."""
    _key, token = tokens.make_token(user=user, name="x", scope="record")
    return token


def key_works(token: str) -> bool:
    return (
        Client(headers={"authorization": f"Bearer {token}"}).get("/api/v1/clubs").status_code == 200
    )


# --- a new password -------------------------------------------------------------------------------


def test_a_new_password_ends_every_other_session_and_key_of_the_account(cast: Cast) -> None:
    here, tablet, other = signed_in(), signed_in(), signed_in("member")
    token, of_other = key_of(cast.scorer), key_of(cast.member)
    assert inside(tablet) and key_works(token)
    assert here.post(reverse("password"), SENT).headers["Location"] == reverse("account")
    assert [inside(one) for one in (here, tablet, other)] == [True, False, True]
    assert (key_works(token), key_works(of_other)) == (False, True)
    assert SignedIn.objects.filter(user=cast.scorer).count() == 1
    assert User.objects.get(username="scorer").check_password(NEXT)


def test_a_new_password_set_by_the_operator_ends_all_of_it_too(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    tablet, token = signed_in(), key_of(cast.scorer)
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEXT)
    call_command("changepassword", "scorer", stdout=StringIO())
    assert (inside(tablet), key_works(token)) == (False, False)


def test_a_password_that_cannot_be_taken_says_why_and_guessing_the_old_one_has_to_wait(
    cast: Cast,
) -> None:
    """On a tablet left open."""
    here, page = signed_in(), reverse("password")
    for sent, field in (
        ({"new_password1": "short", "new_password2": "short"}, "new_password2"),
        ({"new_password2": "another-password-1"}, "new_password2"),
        *[({"old_password": "wrong"}, "old_password")] * 5,
    ):
        refused = here.post(page, SENT | sent, REMOTE_ADDR=HERE)
        assert (sent, refused.status_code) == (sent, 422)
        assert refused.context["form"].has_error(field)
    refused = here.post(page, SENT, REMOTE_ADDR=HERE)
    assert "Too many tries" in refused.content.decode()
    assert User.objects.get(username="scorer").check_password(PASSWORD)


def test_a_password_changed_in_the_admin_keeps_its_owner_on_the_list_and_guesses_count(
    cast: Cast,
) -> None:
    User.objects.filter(username="scorer").update(is_staff=True, is_superuser=True)
    here, elsewhere, page = signed_in(), Client(), reverse("admin:password_change")
    assert here.post(page, SENT).status_code == 302
    elsewhere.login(username="scorer", password=NEXT)
    elsewhere.post(reverse("elsewhere-end"))
    assert (inside(here), inside(elsewhere)) == (False, True)
    again = SENT | {"new_password1": PASSWORD, "new_password2": PASSWORD}
    for _guess in range(6):
        elsewhere.post(page, again | {"old_password": "guess"}, REMOTE_ADDR="192.0.2.9")
    assert FailedSignIn.objects.exists()
    right = again | {"old_password": NEXT}
    assert elsewhere.post(page, right, REMOTE_ADDR="192.0.2.9").status_code == 200  # not looked at
    assert User.objects.get(username="scorer").check_password(NEXT)


def test_an_e_mail_address_is_changed_only_with_the_password(cast: Cast) -> None:
    here = signed_in()
    refused = here.post(reverse("account"), {"email": "a@club.example", "password": "wrong"})
    assert refused.status_code == 422
    here.post(reverse("account"), {"email": "a@club.example", "password": PASSWORD})
    assert User.objects.get(username="scorer").email == "a@club.example"


# --- where one is signed in -----------------------------------------------------------------------


def test_the_account_lists_its_own_places_and_ends_one_or_all_others(cast: Cast) -> None:
    here, tablet, phone, other = (
        signed_in(),
        signed_in(browser=TABLET),
        signed_in(),
        signed_in("member"),
    )
    token = key_of(cast.scorer)
    page = here.get(reverse("account"))
    nameless = "a browser that does not say its name"
    assert sorted((name, mine) for _row, name, mine in page.context["places"]) == [
        ("Chrome, Android", False),
        (nameless, False),
        (nameless, True),
    ]
    text = page.content.decode()
    assert [one.session_key for one in Session.objects.all() if one.session_key in text] == []
    clients = (here, tablet, phone, other)
    of_tablet = SignedIn.objects.get(browser=TABLET)
    for row in (of_tablet, SignedIn.objects.get(user=cast.member)):
        here.post(reverse("place-end", args=[row.pk]))
    assert [inside(one) for one in clients] == [True, False, True, True]
    assert key_works(token)
    here.post(reverse("elsewhere-end"))
    assert [inside(one) for one in clients] == [True, False, False, True]
    assert not key_works(token)
    here.post(reverse("sign-out"))
    assert not SignedIn.objects.filter(user=cast.scorer).exists()


def test_sessions_that_are_over_are_not_listed_and_go_with_the_next_sign_in(cast: Cast) -> None:
    signed_in()
    Session.objects.update(expire_date=timezone.now())
    here = signed_in()
    assert len(here.get(reverse("account")).context["places"]) == 1
    assert Session.objects.count() == 1


def test_a_browser_is_called_what_people_call_it() -> None:
    names = {
        TABLET: "Chrome, Android",
        "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1": "Safari, iPad",
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Linux",
        "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0": "Edge, Windows",
        "curl/8.5": "a browser that does not say its name",
    }
    assert {text: browser_name(text) for text in names} == names
