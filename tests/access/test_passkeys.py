"""Passkeys: made with the password, used without one, and refused to everybody but their owner."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access.passkeys import GOOD_FOR, MOST
from games.models import Passkey, User
from tests.access.device import FLAG, Device
from tests.access.safer import (
    browser,
    give_password,
    inside,
    passkey_of,
    sentences,
    use_passkey,
    with_codes,
)
from tests.cast import Cast
from tests.factories import PASSWORD

NEXT = "six-knights-and-a-dog"


def whose(client: Client) -> User:
    """Who is signed in there."""
    user: User = client.get(reverse("account")).context["user"]
    return user


# --- making one -----------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_passkey_is_made_with_the_password_and_signs_in_without_one(cast: Cast) -> None:
    device, page = passkey_of(cast.scorer)
    assert "The passkey “my telephone” is saved" in sentences(page)
    here = browser()
    assert use_passkey(here, device).headers["Location"] == "/"
    assert whose(here) == cast.scorer
    assert Passkey.objects.get().used_at


def test_the_browser_is_asked_for_a_passkey_that_knows_its_owner(cast: Cast) -> None:
    here = browser()
    here.force_login(cast.scorer)
    sent = {"name": "my telephone", "password": PASSWORD}
    options = here.post(reverse("passkey-add"), sent).context["options"]
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert here.get(reverse("passkey-options")).json()["userVerification"] == "required"


@pytest.mark.parametrize(
    ("sent", "field"),
    [({"password": "wrong"}, "password"), ({"name": ""}, "name"), ({"name": "x" * 41}, "name")],
)
def test_no_passkey_is_asked_for_without_name_and_password(
    sent: dict[str, str], field: str, cast: Cast
) -> None:
    here = browser()
    here.force_login(cast.scorer)
    asked = {"name": "my telephone", "password": PASSWORD} | sent
    refused = here.post(reverse("passkey-add"), asked)
    assert refused.status_code == 422
    assert refused.context["form"].has_error(field)
    assert "passkey" not in here.session


@pytest.mark.parametrize(
    "device",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "https://localhost"},
        {"origin": "http://localhost:9999"},
        {"origin": "http://localhost.elsewhere.example"},
        {"site": "elsewhere.example"},
        {"flags": FLAG.UP},
        {"flags": FLAG.UV},
        {"credential_id": bytes(1024)},
    ],
)
def test_a_passkey_of_another_site_or_of_nobody_in_particular_is_not_saved(
    device: dict[str, Any], cast: Cast
) -> None:
    _device, page = passkey_of(cast.scorer, **device)
    assert "The passkey was not saved" in sentences(page)
    assert not Passkey.objects.exists()


def made_with(cast: Cast, bend: Any) -> Client:
    """A browser whose answer to what it was asked is bent on its way."""
    here, device = browser(), Device()
    here.force_login(cast.scorer)
    page = here.post(reverse("passkey-add"), {"name": "x", "password": PASSWORD})
    bend(here, device.make(page.context["options"]))
    return here


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "null",
        "[]",
        "{}",
        "7",
        "{",
        '{"response": {}}',
        '{"id": "AAAA", "rawId": "AAAA", "response": {"clientDataJSON": "AAAA"}}',
        "[" * 100_000,
    ],
)
def test_an_answer_that_is_none_saves_nothing_and_breaks_nothing(answer: str, cast: Cast) -> None:
    def bend(here: Client, _answer: str) -> None:
        assert here.post(reverse("passkey-made"), {"answer": answer}).status_code == 302
        assert here.post(reverse("passkey-sign-in"), {"answer": answer}).status_code == 302

    made_with(cast, bend)
    assert not Passkey.objects.exists()


def test_an_attestation_without_a_key_saves_nothing(cast: Cast) -> None:
    def bend(here: Client, answer: str) -> None:
        sent = json.loads(answer)
        sent["response"]["attestationObject"] = "oA"
        here.post(reverse("passkey-made"), {"answer": json.dumps(sent)})

    made_with(cast, bend)
    assert not Passkey.objects.exists()


def test_an_answer_makes_one_passkey_and_only_in_time(cast: Cast) -> None:
    def bend(here: Client, answer: str) -> None:
        for _time in range(2):
            here.post(reverse("passkey-made"), {"answer": answer})
        assert Passkey.objects.count() == 1
        page = here.post(reverse("passkey-add"), {"name": "x", "password": PASSWORD})
        answer = Device().make(page.context["options"])
        with time_machine.travel(timezone.now() + timedelta(seconds=GOOD_FOR + 1)):
            here.post(reverse("passkey-made"), {"answer": answer})

    made_with(cast, bend)
    assert Passkey.objects.count() == 1


def test_nobody_makes_a_passkey_with_what_somebody_else_was_asked(cast: Cast) -> None:
    def bend(_here: Client, answer: str) -> None:
        other = browser()
        other.force_login(cast.member)
        other.post(reverse("passkey-made"), {"answer": answer})

    made_with(cast, bend)
    assert not Passkey.objects.exists()


@pytest.mark.both_databases
def test_a_passkey_that_is_there_is_not_made_again_for_somebody_else(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    _again, page = passkey_of(cast.member, credential_id=device.credential_id)
    assert "This passkey has already been added" in sentences(page)
    assert Passkey.objects.get().user == cast.scorer


def test_an_account_has_a_limited_number_of_passkeys(cast: Cast) -> None:
    passkey_of(cast.scorer)
    row = Passkey.objects.get()
    Passkey.objects.bulk_create(
        [
            Passkey(user=cast.scorer, name="x", credential_id=f"{n}", credential=row.credential)
            for n in range(MOST - 1)
        ]
    )
    here = browser()
    here.force_login(cast.scorer)
    refused = here.post(reverse("passkey-add"), {"name": "x", "password": PASSWORD})
    assert refused.status_code == 422
    assert "too many passkeys" in sentences(refused)


# --- using one ------------------------------------------------------------------------------------


def test_a_passkey_is_enough_where_a_code_is_asked_for_after_the_password(cast: Cast) -> None:
    with_codes(cast.scorer)
    device, _page = passkey_of(cast.scorer)
    here = browser()
    use_passkey(here, device)
    assert whose(here) == cast.scorer


def test_a_passkey_ends_what_waited_for_a_code(cast: Cast) -> None:
    with_codes(cast.member)
    device, _page = passkey_of(cast.scorer)
    here = browser()
    give_password(here, "member")
    use_passkey(here, device)
    assert whose(here) == cast.scorer
    assert "second_step" not in here.session


def test_the_page_asked_for_is_shown_and_no_other_site(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    page = reverse("rules", args=[cast.club.slug])
    assert use_passkey(browser(), device, page).headers["Location"] == page
    device.count = 1
    there = use_passkey(browser(), device, "https://elsewhere.example/")
    assert there.headers["Location"] == "/"


@pytest.mark.parametrize(
    "bent",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "http://localhost:9999"},
        {"site": "elsewhere.example"},
        {"flags": FLAG.UP},
        {"flags": FLAG.UV},
        {"handle": "OTk"},
        {"handle": ""},
        {"credential_id": b"another one altogether"},
    ],
)
def test_an_answer_that_is_not_its_owner_s_signs_nobody_in(
    bent: dict[str, Any], cast: Cast
) -> None:
    device, _page = passkey_of(cast.scorer)
    for name, value in bent.items():
        setattr(device, name, value)
    here = browser()
    refused = use_passkey(here, device)
    assert refused.headers["Location"] == reverse("sign-in")
    assert "The passkey was refused" in sentences(here.get(reverse("sign-in")))
    assert not inside(here)


def test_another_device_that_knows_the_name_of_a_passkey_signs_nobody_in(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    thief = Device(credential_id=device.credential_id, handle=device.handle)
    here = browser()
    use_passkey(here, thief)
    assert not inside(here)


def test_a_refusal_remembers_where_to_go(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    device.flags = FLAG.UP
    there = use_passkey(browser(), device, "/clubs/").headers["Location"]
    assert there == reverse("sign-in", query={"next": "/clubs/"})


def test_an_answer_works_once_also_where_the_device_does_not_count(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    here, thief = browser(), browser()
    options = here.get(reverse("passkey-options")).json()
    thief.cookies["passkey"] = here.cookies["passkey"].value
    sent = {"answer": device.use(options)}
    here.post(reverse("passkey-sign-in"), sent)
    thief.post(reverse("passkey-sign-in"), sent)
    assert (inside(here), inside(thief)) == (True, False)


def test_an_answer_to_what_another_browser_was_asked_signs_nobody_in(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    here, other = browser(), browser()
    options = here.get(reverse("passkey-options")).json()
    other.get(reverse("passkey-options"))
    other.post(reverse("passkey-sign-in"), {"answer": device.use(options)})
    assert not inside(other)


def test_an_answer_that_comes_late_signs_nobody_in(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    here = browser()
    options = here.get(reverse("passkey-options")).json()
    cookie = here.cookies["passkey"].value
    with time_machine.travel(timezone.now() + timedelta(seconds=GOOD_FOR + 5)):
        here.cookies["passkey"] = cookie
        here.post(reverse("passkey-sign-in"), {"answer": device.use(options)})
        assert not inside(here)


def test_nobody_writes_themselves_the_question(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    here = browser()
    options = here.get(reverse("passkey-options")).json()
    state = {"challenge": options["challenge"], "user_verification": None}
    forged = signing.dumps({"state": state, "at": 0}, key="guessed", salt="games.access.passkeys")
    here.cookies["passkey"] = forged
    here.post(reverse("passkey-sign-in"), {"answer": device.use(options)})
    assert not inside(here)


@pytest.mark.parametrize(("count", "comes_in"), [(6, True), (5, False), (4, False), (0, False)])
def test_a_device_that_counts_must_be_further_than_last_time(
    count: int, comes_in: bool, cast: Cast
) -> None:
    """Else somebody has copied its key."""
    device, _page = passkey_of(cast.scorer, count=5)
    device.count = count
    here = browser()
    use_passkey(here, device)
    assert inside(here) == comes_in


def test_a_closed_account_is_not_opened_by_a_passkey(cast: Cast) -> None:
    device, _page = passkey_of(cast.scorer)
    User.objects.filter(pk=cast.scorer.pk).update(is_active=False)
    here = browser()
    use_passkey(here, device)
    assert not inside(here)


def test_a_visitor_who_is_asked_for_a_passkey_writes_nothing(
    cast: Cast, django_assert_num_queries
) -> None:
    with django_assert_num_queries(0):
        browser().get(reverse("passkey-options"))


# --- looking after them ---------------------------------------------------------------------------


def test_the_account_lists_them_and_nobody_else_s(cast: Cast) -> None:
    passkey_of(cast.member, "of the member")
    here = browser()
    passkey_of(cast.scorer, "of the scorer", here)
    page = sentences(here.get(reverse("account")))
    assert "of the scorer" in page
    assert "not used yet" in page
    assert "of the member" not in page


def test_a_passkey_is_removed_with_the_password_and_opens_nothing_then(cast: Cast) -> None:
    here = browser()
    device, _page = passkey_of(cast.scorer, client=here)
    where = reverse("passkey-remove", args=[Passkey.objects.get().pk])
    assert here.post(where, {"password": "wrong"}).status_code == 422
    assert here.post(where, {"password": PASSWORD}).status_code == 302
    there = browser()
    use_passkey(there, device)
    assert not inside(there)


def test_nobody_removes_the_passkey_of_somebody_else(cast: Cast) -> None:
    passkey_of(cast.scorer)
    here = browser()
    here.force_login(cast.member)
    here.post(reverse("passkey-remove", args=[Passkey.objects.get().pk]), {"password": PASSWORD})
    assert Passkey.objects.exists()


def test_a_new_password_leaves_passkeys_and_says_so(cast: Cast) -> None:
    here = browser()
    device, _page = passkey_of(cast.scorer, client=here)
    sent = {"old_password": PASSWORD, "new_password1": NEXT, "new_password2": NEXT}
    page = here.post(reverse("password"), sent, follow=True)
    assert "Your passkeys stay" in sentences(page)
    there = browser()
    use_passkey(there, device)
    assert inside(there)


# --- where they do not work -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "secure", "work"),
    [
        ("localhost", False, True),
        ("testserver", False, False),
        ("testserver", True, True),
        ("127.0.0.1", False, False),
        ("127.0.0.1", True, False),
    ],
)
def test_passkeys_are_offered_where_browsers_know_them(
    host: str, secure: bool, work: bool, cast: Cast
) -> None:
    client = Client(headers={"host": host})
    sign_in = client.get(reverse("sign-in"), secure=secure).content.decode()
    assert (reverse("passkey-sign-in") in sign_in) == work
    client.force_login(cast.scorer)
    account = sentences(client.get(reverse("account"), secure=secure))
    assert ("Passkeys do not work at this address" in account) != work
    sent = {"name": "x", "password": PASSWORD}
    page = client.post(reverse("passkey-add"), sent, secure=secure)
    assert ("options" in page.context) == work


def test_a_site_with_a_certificate_has_passkeys_of_its_own_name(settings, cast: Cast) -> None:
    settings.ALLOWED_HOSTS = ["tarot.club.example", "www.club.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    def at(host: str) -> Client:
        return Client(headers={"host": host, "x-forwarded-proto": "https"})

    name = "tarot.club.example"
    device, _page = passkey_of(cast.scorer, client=at(name), origin=f"https://{name}", site=name)
    here, elsewhere = at(name), at("www.club.example")
    use_passkey(elsewhere, device)
    assert here.get(reverse("passkey-options")).cookies["passkey"]["secure"]
    use_passkey(here, device)
    assert (inside(here), inside(elsewhere)) == (True, False)


def test_behind_a_server_that_changes_the_name_the_trusted_origins_count(
    settings, cast: Cast
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["http://localhost:8443"]
    device, _page = passkey_of(cast.scorer, origin="http://localhost:8443")
    here = browser()
    use_passkey(here, device)
    assert inside(here)
