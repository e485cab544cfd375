"""Somebody who signs in with more than a password: what browser and app do, in a line each."""

import re
from typing import Any

import pyotp
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access.one_time_codes import new_secret, turn_on
from games.models import OneTimeCodes, User
from tests.access.device import Device
from tests.factories import PASSWORD

HERE = "192.0.2.7"
LATER = 120  # seconds after which the app shows another code, and no older one is taken


def app_shows(user: User, offset: int = 0) -> str:
    """The code that the app of an account shows, that many seconds from now."""
    secret = OneTimeCodes.objects.get(user=user).secret
    return pyotp.TOTP(secret).at(timezone.now().timestamp() + offset)


def with_codes(user: User) -> list[str]:
    """Turn one-time codes on some minutes ago; gives the recovery codes."""
    secret = new_secret()
    with time_machine.travel(timezone.now().timestamp() - LATER):
        return turn_on(user=user, secret=secret, text=pyotp.TOTP(secret).now())


def browser() -> Client:
    """A browser at an address where passkeys work."""
    return Client(headers={"host": "localhost"}, REMOTE_ADDR=HERE)


def signed_in(user: User) -> Client:
    """Such a browser in which somebody is signed in."""
    client = browser()
    client.force_login(user)
    return client


def give_password(
    client: Client, name: str = "scorer", password: str = PASSWORD, next_page: str = ""
) -> Any:
    """What the sign-in page answers."""
    sent = {"username": name, "password": password, "next": next_page}
    return client.post(reverse("sign-in"), sent, REMOTE_ADDR=HERE)


def give_code(client: Client, text: str, field: str = "code", **asked: Any) -> Any:
    """What the second page answers."""
    return client.post(reverse("second-step"), {field: text}, **({"REMOTE_ADDR": HERE} | asked))


def begun(name: str = "scorer", next_page: str = "") -> Client:
    """A browser in which somebody has given their password."""
    client = browser()
    assert give_password(client, name, next_page=next_page).status_code == 302
    return client


def wrong_code(user: User) -> str:
    """Six digits that the app shows at no moment near this one."""
    near = {app_shows(user, offset) for offset in (-60, -30, 0, 30, 60)}
    return next(text for text in ("000000", "111111", "222222", "333333") if text not in near)


def inside(client: Client) -> bool:
    """Whether somebody is signed in there."""
    return client.get(reverse("clubs")).status_code == 200


def whose(client: Client) -> User:
    """Who is signed in there."""
    user: User = client.get(reverse("account")).context["user"]
    return user


def passkey_of(
    user: User, name: str = "my telephone", client: Client | None = None, **device: Any
) -> tuple[Device, Any]:
    """A device on which somebody has made a passkey, and what the site said to it."""
    client, made = client or browser(), Device(**device)
    client.force_login(user)
    page = client.post(reverse("passkey-add"), {"name": name, "password": PASSWORD})
    answer = made.make(page.context["options"])
    return made, client.post(reverse("passkey-made"), {"answer": answer}, follow=True)


def use_passkey(client: Client, device: Device, next_page: str = "", **asked: Any) -> Any:
    """What the site answers to somebody who takes the button for passkeys."""
    options = client.get(reverse("passkey-options")).json()
    sent = {"answer": device.use(options), "next": next_page}
    return client.post(reverse("passkey-sign-in"), sent, **asked)


def sentences(response: Any) -> str:
    """What a page reads as."""
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", "", response.content.decode()))
