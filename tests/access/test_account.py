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
from games.models import ApiToken, FailedSignIn, SignedIn, User
from tests.cast import Cast
from tests.factories import PASSWORD

NEXT = "six-knights-and-a-dog"
SENT = {"old_password": PASSWORD, "new_password1": NEXT, "new_password2": NEXT}
HERE = "192.0.2.7"
TABLET = "Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"


def signed_in(name: str = "scorer", browser: str = "") -> Client:
    """A browser in which somebody has signed in with their password."""
    client = Client(headers={"user-agent": browser})
    answer = client.post(
        reverse("sign-in"), {"username": name, "password": PASSWORD}, REMOTE_ADDR=HERE
    )
    assert answer.status_code == 302
    return client


def inside(client: Client) -> bool:
    """Whether somebody is signed in there."""
    return client.get(reverse("clubs")).status_code == 200


def key_works(token: str) -> bool:
    return (
        Client(headers={"authorization": f"Bearer {token}"}).get("/api/v1/clubs").status_code == 200
    )


def test_a_new_password_is_chosen_with_the_old_one(cast: Cast) -> None:
    here = signed_in()
    assert here.post(reverse("password"), SENT).headers["Location"] == reverse("account")
    assert inside(here)
    user = User.objects.get(username="scorer")
    assert user.check_password(NEXT)


def test_a_new_password_ends_every_other_session_and_every_key(cast: Cast) -> None:
    here, tablet = signed_in(), signed_in()
    _key, token = tokens.make_token(user=cast.scorer, name="x", scope="record")
    assert (inside(tablet), key_works(token)) == (True, True)
    here.post(reverse("password"), SENT)
    assert (inside(here), inside(tablet), key_works(token)) == (True, False, False)
    assert SignedIn.objects.filter(user=cast.scorer).count() == 1


def test_a_new_password_set_by_the_operator_ends_all_of_it_too(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    tablet = signed_in()
    _key, token = tokens.make_token(user=cast.scorer, name="x", scope="record")
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEXT)
    call_command("changepassword", "scorer", stdout=StringIO())
    assert (inside(tablet), key_works(token)) == (False, False)


def test_guesses_at_the_old_password_are_counted_in_the_admin_too(cast: Cast) -> None:
    User.objects.filter(username="scorer").update(is_staff=True, is_superuser=True)
    here, page = signed_in(), reverse("admin:password_change")
    for _guess in range(6):
        here.post(page, SENT | {"old_password": "guess"}, REMOTE_ADDR="192.0.2.9")
    assert FailedSignIn.objects.exists()
    assert here.post(page, SENT, REMOTE_ADDR="192.0.2.9").status_code == 200  # not looked at
    assert User.objects.get(username="scorer").check_password(PASSWORD)


def test_whoever_changes_the_password_in_the_admin_stays_on_the_list(cast: Cast) -> None:
    User.objects.filter(username="scorer").update(is_staff=True, is_superuser=True)
    here, elsewhere = signed_in(), Client()
    assert here.post(reverse("admin:password_change"), SENT).status_code == 302
    elsewhere.login(username="scorer", password=NEXT)
    assert (inside(here), inside(elsewhere)) == (True, True)
    elsewhere.post(reverse("elsewhere-end"))
    assert (inside(here), inside(elsewhere)) == (False, True)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"old_password": "wrong"}, "old_password"),
        ({"new_password1": "short", "new_password2": "short"}, "new_password2"),
        ({"new_password2": "another-password-1"}, "new_password2"),
    ],
)
def test_a_password_that_cannot_be_taken_says_why_and_changes_nothing(
    sent: dict[str, str], field: str, cast: Cast
) -> None:
    here = signed_in()
    refused = here.post(reverse("password"), SENT | sent)
    assert refused.status_code == 422
    assert refused.context["form"].has_error(field)
    assert User.objects.get(username="scorer").check_password(PASSWORD)


def test_guessing_the_old_password_on_a_tablet_left_open_has_to_wait(cast: Cast) -> None:
    here = signed_in()
    for _number in range(5):
        here.post(reverse("password"), SENT | {"old_password": "wrong"}, REMOTE_ADDR=HERE)
    refused = here.post(reverse("password"), SENT, REMOTE_ADDR=HERE)
    assert "Too many tries" in refused.content.decode()
    assert User.objects.get(username="scorer").check_password(PASSWORD)


def test_the_account_shows_where_it_is_signed_in_and_nobody_else_s(cast: Cast) -> None:
    here = signed_in(browser=TABLET)
    signed_in()
    signed_in("member")
    places = here.get(reverse("account")).context["places"]
    assert sorted((name, mine) for _row, name, mine in places) == [
        ("Chrome, Android", True),
        ("a browser that does not say its name", False),
    ]


def test_no_page_shows_the_key_of_a_session(cast: Cast) -> None:
    here = signed_in()
    signed_in()
    text = here.get(reverse("account")).content.decode()
    assert [one.session_key for one in Session.objects.all() if one.session_key in text] == []


def test_signing_out_elsewhere_ends_other_sessions_and_keys_but_not_this_one(cast: Cast) -> None:
    here, tablet, other = signed_in(), signed_in(), signed_in("member")
    _key, token = tokens.make_token(user=cast.scorer, name="x", scope="record")
    here.post(reverse("elsewhere-end"))
    assert [inside(one) for one in (here, tablet, other)] == [True, False, True]
    assert not key_works(token)


def test_one_place_is_ended_alone(cast: Cast) -> None:
    here, tablet, phone = signed_in(), signed_in(browser=TABLET), signed_in()
    row = SignedIn.objects.get(browser=TABLET)
    here.post(reverse("place-end", args=[row.pk]))
    assert [inside(one) for one in (here, tablet, phone)] == [True, False, True]


def test_nobody_signs_somebody_else_out(cast: Cast) -> None:
    here, other = signed_in(), signed_in("member")
    here.post(reverse("place-end", args=[SignedIn.objects.get(user=cast.member).pk]))
    assert inside(other)


def test_signing_out_takes_the_place_off_the_list(cast: Cast) -> None:
    signed_in().post(reverse("sign-out"))
    assert not SignedIn.objects.filter(user=cast.scorer).exists()


def test_sessions_that_are_over_are_not_listed_and_go_with_the_next_sign_in(cast: Cast) -> None:
    signed_in()
    Session.objects.update(expire_date=timezone.now())
    here = signed_in()
    assert len(here.get(reverse("account")).context["places"]) == 1
    assert Session.objects.count() == 1


def test_an_e_mail_address_is_changed_only_with_the_password(cast: Cast) -> None:
    here = signed_in()
    refused = here.post(reverse("account"), {"email": "a@club.example", "password": "wrong"})
    assert refused.status_code == 422
    here.post(reverse("account"), {"email": "a@club.example", "password": PASSWORD})
    assert User.objects.get(username="scorer").email == "a@club.example"


def test_keys_of_others_stay(cast: Cast) -> None:
    tokens.make_token(user=cast.member, name="x", scope="read")
    signed_in().post(reverse("password"), SENT)
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (TABLET, "Chrome, Android"),
        ("Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari, iPad"),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8.5", "a browser that does not say its name"),
    ],
)
def test_a_browser_is_called_what_people_call_it(text: str, name: str) -> None:
    assert browser_name(text) == name
