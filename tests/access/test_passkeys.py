"""Passkeys: made with the password, used without one, and refused to everybody but their owner."""

import json
from copy import copy
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from games.access import passkeys
from games.access.passkeys import GOOD_FOR, passkeys_work
from games.models import Passkey, User
from tests.access.device import FLAG, Device
from tests.access.safer import (
    browser,
    give_password,
    inside,
    passkey_of,
    sentences,
    signed_in,
    use_passkey,
    whose,
    with_codes,
)
from tests.cast import Cast
from tests.factories import PASSWORD
from tests.ground import undone

NEXT = "six-knights-and-a-dog"
SENT = {"name": "my telephone", "password": PASSWORD}

# What a device may claim that is not at the site, or does not know who holds it.
ELSEWHERE: list[dict[str, Any]] = [
    {"origin": "http://elsewhere.example"},
    {"origin": "https://localhost"},
    {"origin": "http://localhost:9999"},
    {"origin": "http://localhost.elsewhere.example"},
    {"site": "elsewhere.example"},
    {"flags": FLAG.UP},
    {"flags": FLAG.UV},
]


@pytest.fixture
def device(cast: Cast) -> Device:
    """The telephone of the scorer, who has made a passkey on it."""
    return passkey_of(cast.scorer)[0]


def asked(client: Client) -> Any:
    """What the browser is asked for when somebody wants a new passkey."""
    return client.post(reverse("passkey-add"), SENT).context["options"]


def answer(client: Client, text: str) -> Any:
    """What the site answers to the passkey that a browser has made."""
    return client.post(reverse("passkey-made"), {"answer": text})


# --- making one -----------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_passkey_is_made_with_the_password_and_signs_in_without_one(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    """The device has to know its owner both times; a visitor who is asked writes nothing."""
    mine, device = signed_in(cast.scorer), Device()
    options = asked(mine)
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    answer(mine, device.make(options))
    account = sentences(mine.get(reverse("account")))
    assert "The passkey “my telephone” is saved" in account
    assert "not used yet" in account
    here = browser()
    with django_assert_num_queries(0):
        options = here.get(reverse("passkey-options")).json()
    assert options["userVerification"] == "required"
    assert use_passkey(here, device).headers["Location"] == "/"
    assert whose(here) == cast.scorer
    assert Passkey.objects.get().used_at


def test_no_passkey_is_asked_for_without_name_and_password_or_where_there_are_enough(
    cast: Cast, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = signed_in(cast.scorer)
    for field, text in (("password", "wrong"), ("name", ""), ("name", "x" * 41)):
        refused = here.post(reverse("passkey-add"), SENT | {field: text})
        assert (field, refused.status_code) == (field, 422)
        assert refused.context["form"].has_error(field)
    monkeypatch.setattr(passkeys, "MOST", 1)
    refused = here.post(reverse("passkey-add"), SENT)
    assert refused.status_code == 422
    assert "too many passkeys" in sentences(refused)
    assert "passkey" not in here.session


def test_a_passkey_of_another_site_or_of_nobody_in_particular_is_not_saved(cast: Cast) -> None:
    here = signed_in(cast.scorer)
    for claims in [*ELSEWHERE, {"credential_id": bytes(1024)}]:
        answer(here, Device(**claims).make(asked(here)))
        assert not Passkey.objects.exists(), claims
    assert "The passkey was not saved" in sentences(here.get(reverse("account")))


def test_an_answer_that_is_none_saves_nothing_and_signs_nobody_in(cast: Cast) -> None:
    """However it is broken, it breaks nothing."""
    here, visitor = signed_in(cast.scorer), browser()
    without_a_key = json.loads(Device().make(asked(here)))
    without_a_key["response"]["attestationObject"] = "oA"
    broken = ["", "[]", "{}", "7", "null", "{", '{"response": {}}', "[" * 100_000]
    broken += ['{"id": "AAAA", "rawId": "AAAA", "response": {"clientDataJSON": "AAAA"}}']
    for text in [*broken, json.dumps(without_a_key)]:
        asked(here)
        assert answer(here, text).status_code == 302
    visitor.get(reverse("passkey-options"))
    for text in broken:
        refused = visitor.post(reverse("passkey-sign-in"), {"answer": text})
        assert refused.headers["Location"] == reverse("sign-in")
    assert not Passkey.objects.exists()


@pytest.mark.both_databases
def test_an_answer_makes_one_passkey_in_time_and_for_the_account_that_was_asked(
    cast: Cast,
) -> None:
    mine, other, device = signed_in(cast.scorer), signed_in(cast.member), Device()
    made = device.make(asked(mine))
    answer(other, made)
    assert not Passkey.objects.exists()
    answer(mine, made)
    answer(mine, made)
    assert Passkey.objects.count() == 1
    late = Device().make(asked(mine))
    with time_machine.travel(timezone.now() + timedelta(seconds=GOOD_FOR + 1)):
        answer(mine, late)
    _again, page = passkey_of(cast.member, credential_id=device.credential_id)
    assert "This passkey has already been added" in sentences(page)
    assert Passkey.objects.get().user == cast.scorer


# --- using one ------------------------------------------------------------------------------------


def test_a_passkey_replaces_password_and_code_and_leads_to_the_page_asked_for(
    cast: Cast, device: Device
) -> None:
    """Somebody else has given their password in that browser, and waits for a code."""
    for user in (cast.scorer, cast.member):
        with_codes(user)
    page, here = reverse("rules", args=[cast.club.slug]), browser()
    give_password(here, "member")
    assert use_passkey(here, device, page).headers["Location"] == page
    assert whose(here) == cast.scorer
    assert "second_step" not in here.session
    away = use_passkey(browser(), device, "https://elsewhere.example/")
    assert away.headers["Location"] == "/"
    device.flags = FLAG.UP
    refused = use_passkey(browser(), device, "/clubs/")
    assert refused.headers["Location"] == reverse("sign-in", query={"next": "/clubs/"})


def test_an_answer_that_is_not_its_owner_s_signs_nobody_in(cast: Cast, device: Device) -> None:
    claims: list[dict[str, Any]] = [{"handle": "OTk"}, {"handle": ""}]
    claims.append({"credential_id": b"another one altogether"})
    thieves = [Device(credential_id=device.credential_id, handle=device.handle)]
    for claim in [*ELSEWHERE, *claims]:
        thieves.append(copy(device))
        vars(thieves[-1]).update(claim)
    here = browser()
    for thief in thieves:
        assert use_passkey(here, thief).headers["Location"] == reverse("sign-in"), thief
    assert "The passkey was refused" in sentences(here.get(reverse("sign-in")))
    assert not inside(here)
    User.objects.filter(pk=cast.scorer.pk).update(is_active=False)
    use_passkey(here, device)
    assert not inside(here)  # the account is closed


def test_a_question_is_answered_once_in_time_and_in_the_browser_that_was_asked(
    cast: Cast, device: Device
) -> None:
    """Also where the device does not count how often it was used."""
    here, other, thief = browser(), browser(), browser()

    def let_in(client: Client, text: str, cookie: str) -> bool:
        client.cookies["passkey"] = cookie
        client.post(reverse("passkey-sign-in"), {"answer": text})
        return inside(client)

    options = here.get(reverse("passkey-options")).json()
    text, cookie = device.use(options), here.cookies["passkey"].value
    other.get(reverse("passkey-options"))
    assert not let_in(other, text, other.cookies["passkey"].value)
    state = {"challenge": options["challenge"], "user_verification": None}
    forged = signing.dumps({"state": state, "at": 0}, key="guessed", salt="games.access.passkeys")
    assert not let_in(other, text, forged)
    with time_machine.travel(timezone.now() + timedelta(seconds=GOOD_FOR + 5)):
        assert not let_in(here, text, cookie)
    assert let_in(here, text, cookie)
    assert not let_in(thief, text, cookie)


def test_a_device_that_counts_must_be_further_than_last_time(cast: Cast) -> None:
    """Else somebody has copied its key."""
    device, _page = passkey_of(cast.scorer, count=5)
    let_in = {}
    for count in (6, 5, 4, 0):
        here, device.count = browser(), count
        with undone():
            use_passkey(here, device)
            let_in[count] = inside(here)
    assert let_in == {6: True, 5: False, 4: False, 0: False}


# --- looking after them ---------------------------------------------------------------------------


def test_an_owner_alone_sees_and_removes_a_passkey_which_outlives_a_new_password(
    cast: Cast, device: Device
) -> None:
    passkey_of(cast.member, "of the member")
    here, other = signed_in(cast.scorer), signed_in(cast.member)
    assert "of the member" not in sentences(here.get(reverse("account")))
    remove = reverse("passkey-remove", args=[Passkey.objects.get(user=cast.scorer).pk])
    other.post(remove, {"password": PASSWORD})
    sent = {"old_password": PASSWORD, "new_password1": NEXT, "new_password2": NEXT}
    page = here.post(reverse("password"), sent, follow=True)
    assert "Your passkeys stay" in sentences(page)
    there, later = browser(), browser()
    use_passkey(there, device)
    assert inside(there)
    assert here.post(remove, {"password": "wrong"}).status_code == 422
    assert here.post(remove, {"password": NEXT}).status_code == 302
    use_passkey(later, device)
    assert not inside(later)
    assert Passkey.objects.get().user == cast.member


# --- where they do not work -----------------------------------------------------------------------


def test_passkeys_are_offered_where_browsers_know_them(cast: Cast) -> None:
    """By https at a name, or at localhost: on the sign-in page, in the account, at the form."""

    def works(host: str, scheme: str) -> bool:
        request = RequestFactory().get("/", secure=scheme == "https", headers={"host": host})
        return passkeys_work(request)

    hosts, schemes = ("localhost", "testserver", "127.0.0.1"), ("http", "https")
    known = {(host, scheme) for host in hosts for scheme in schemes if works(host, scheme)}
    assert known == {("localhost", "http"), ("localhost", "https"), ("testserver", "https")}
    for secure in (False, True):
        client = Client()
        sign_in = client.get(reverse("sign-in"), secure=secure).content.decode()
        client.force_login(cast.scorer)
        account = sentences(client.get(reverse("account"), secure=secure))
        page = client.post(reverse("passkey-add"), SENT, secure=secure)
        assert (reverse("passkey-sign-in") in sign_in) is secure
        assert ("Passkeys do not work at this address" in account) is not secure
        assert ("options" in page.context) is secure


def test_a_site_behind_a_proxy_has_passkeys_of_its_own_name_and_of_the_origins_it_trusts(
    settings: Any, cast: Cast
) -> None:
    settings.ALLOWED_HOSTS = ["tarot.club.example", "www.club.example", "localhost"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.CSRF_TRUSTED_ORIGINS = ["http://localhost:8443"]

    def at(host: str) -> Client:
        return Client(headers={"host": host, "x-forwarded-proto": "https"})

    name = "tarot.club.example"
    device, _page = passkey_of(cast.scorer, client=at(name), origin=f"https://{name}", site=name)
    here, elsewhere, renamed = at(name), at("www.club.example"), browser()
    use_passkey(elsewhere, device)
    assert here.get(reverse("passkey-options")).cookies["passkey"]["secure"]
    use_passkey(here, device)
    assert (inside(here), inside(elsewhere)) == (True, False)
    device, _page = passkey_of(cast.scorer, origin="http://localhost:8443")
    use_passkey(renamed, device)
    assert inside(renamed)
