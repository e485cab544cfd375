"""The page that documents the interface works on a machine that reaches nothing else."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import User


def described(page: Page) -> int:
    """How many operations the published description has."""
    answer = page.request.get("/api/v1/schema/?format=json")
    return sum(len(path) for path in answer.json()["paths"].values())


@pytest.mark.smoke
def test_every_operation_is_shown_and_tried_out_by_somebody_who_is_signed_in(
    open_page: Callable[..., Page], live_server: LiveServer
) -> None:
    page = open_page(color_scheme="dark")
    name, value = settings.SESSION_COOKIE_NAME, session_key()
    page.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    page.goto("/api/v1/docs/#/records/records_verify")
    operation = page.locator("#operations-records-records_verify")
    operation.get_by_role("button", name="Try it out").wait_for()  # it draws them all
    operation.get_by_role("button", name="Try it out").click()
    operation.locator("textarea").fill("{}")
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table .response")
    expect(answer.locator(".response-col_status")).to_contain_text("200")
    expect(answer).to_contain_text("malformed")

    expect(page.locator(".opblock")).to_have_count(described(page))
    record = page.locator("#operations-hands-hands_record")
    record.get_by_role("button").first.click()
    expect(record).to_contain_text("Return the record in canonical form")
    page.get_by_role("button", name="Authorize").first.click()
    expect(page.get_by_text("token (http, Bearer)")).to_be_visible()


def session_key() -> str:
    """What the cookie of a user who is signed in holds."""
    client = Client()
    client.force_login(User.objects.create_user("member"))
    return client.cookies[settings.SESSION_COOKIE_NAME].value
