"""Passkeys and one-time codes as their owner meets them, on a telephone and on a tablet."""

from typing import Any

import pyotp
import pytest
from playwright.sync_api import Page, expect

from games.models import OneTimeCodes, Passkey
from tests.access.safer import app_shows
from tests.browser.barriers import reads_well
from tests.browser.scorer import lets_in
from tests.cast import Cast
from tests.factories import PASSWORD

TELEPHONE: dict[str, Any] = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
# Browsers from before 2024 read and write bytes alone; some know no passkeys at all.
OLDER = """
    delete PublicKeyCredential.parseCreationOptionsFromJSON;
    delete PublicKeyCredential.parseRequestOptionsFromJSON;
    delete PublicKeyCredential.prototype.toJSON;
"""
WITHOUT = "delete window.PublicKeyCredential"

pytestmark = pytest.mark.usefixtures("own_browser")  # the device goes with its browser


def gets_device(page: Page, **facts: Any) -> None:
    """Give the browser a device for passkeys."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": TELEPHONE | facts})


def makes_passkey(page: Page) -> None:
    """Add one in the account of the person signed in."""
    page.goto("/accounts/passkeys/add/")
    page.get_by_label("Name of the passkey").fill("my telephone")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Make the passkey").click()


def gives_password(page: Page) -> None:
    """Sign in with the first of two pages."""
    page.context.clear_cookies()
    page.goto("/accounts/sign-in/?next=/accounts/")
    page.get_by_label("Account name").fill("scorer")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


@pytest.mark.smoke
def test_a_passkey_is_made_used_and_removed(phone: Page, cast: Cast) -> None:
    gets_device(phone)
    lets_in(phone, cast.scorer)
    phone.goto("/accounts/")
    reads_well(phone, "account")
    phone.get_by_role("link", name="Add a passkey").click()
    reads_well(phone, "passkey-add")
    makes_passkey(phone)
    expect(phone.get_by_text("The passkey “my telephone” is saved")).to_be_visible()
    reads_well(phone, "passkey-made")

    phone.context.clear_cookies()
    phone.goto("/accounts/sign-in/?next=/accounts/")
    button = phone.get_by_role("button", name="Sign in with a passkey")
    expect(button).to_be_visible()
    reads_well(phone, "sign-in")
    button.click()
    expect(phone.get_by_role("heading", name="Your account")).to_be_visible()
    assert Passkey.objects.get().used_at

    phone.get_by_role("link", name="Remove my telephone").click()
    reads_well(phone, "passkey-remove")
    phone.get_by_label("Your password").fill(PASSWORD)
    phone.get_by_role("button", name="Remove the passkey").click()
    expect(phone.get_by_text("The passkey is removed")).to_be_visible()
    assert not Passkey.objects.exists()


def test_an_older_browser_does_it_as_well(tablet_landscape: Page, cast: Cast) -> None:
    page = tablet_landscape
    page.add_init_script(OLDER)
    gets_device(page)
    lets_in(page, cast.scorer)
    makes_passkey(page)
    expect(page.get_by_text("is saved")).to_be_visible()
    makes_passkey(page)
    expect(page.get_by_text("has a passkey for your account already")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/accounts/sign-in/?next=/clubs/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/clubs/")


def test_a_device_that_does_not_know_its_owner_says_so_and_can_be_tried_again(
    phone: Page, cast: Cast
) -> None:
    gets_device(phone, isUserVerified=False)
    lets_in(phone, cast.scorer)
    makes_passkey(phone)
    expect(phone.get_by_role("status").get_by_text("It was cancelled")).to_be_visible()
    button = phone.get_by_role("button", name="Make the passkey")
    expect(button).to_be_focused()
    reads_well(phone, "passkey-cancelled")
    assert not Passkey.objects.exists()


def test_a_browser_without_passkeys_is_offered_none(phone: Page, cast: Cast) -> None:
    phone.add_init_script(WITHOUT)
    phone.goto("/accounts/sign-in/")
    expect(phone.locator("main > .panel").get_by_role("button")).to_have_count(1)
    lets_in(phone, cast.scorer)
    phone.goto("/accounts/passkeys/add/")
    phone.get_by_label("Name of the passkey").fill("my telephone")
    phone.get_by_label("Your password").fill(PASSWORD)
    phone.get_by_role("button", name="Continue").click()
    expect(phone.get_by_text("This browser does not support passkeys")).to_be_visible()
    expect(phone.get_by_role("button", name="Make the passkey")).to_be_hidden()
    reads_well(phone, "passkey-none")


def test_one_time_codes_are_turned_on_and_asked_for(phone: Page, cast: Cast) -> None:
    lets_in(phone, cast.scorer)
    phone.goto("/accounts/")
    phone.get_by_role("link", name="Turn on").click()
    reads_well(phone, "codes-on")
    secret = phone.locator(".secret").inner_text().replace(" ", "")
    phone.get_by_label("Code that the app shows").fill(pyotp.TOTP(secret).now())
    phone.get_by_label("Your password").fill(PASSWORD)
    phone.get_by_role("button", name="Turn on").click()
    expect(phone.get_by_role("listitem")).to_have_count(10)
    reads_well(phone, "recovery-codes")
    first = phone.get_by_role("listitem").first.inner_text()
    phone.get_by_role("link", name="I have kept them").click()
    reads_well(phone, "account-with-codes")

    gives_password(phone)
    reads_well(phone, "second-step")
    phone.get_by_text("I have lost the app").click()
    phone.get_by_label("Recovery code").fill(first)
    phone.get_by_role("button", name="Use the recovery code").click()
    expect(phone.get_by_text("9 are left")).to_be_visible()

    OneTimeCodes.objects.update(last_step=0)  # as if the first code were long ago
    gives_password(phone)
    phone.get_by_label("Code that the app shows").fill("12")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_text("This code is not right")).to_be_visible()
    reads_well(phone, "second-step-wrong")
    phone.get_by_label("Code that the app shows").fill(app_shows(cast.scorer))
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("heading", name="Your account")).to_be_visible()
