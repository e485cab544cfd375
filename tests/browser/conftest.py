"""Pages as a tablet shows them, watched: no other host is asked, no policy broken.

2026-11-22: what costs time is the browser, not the site. So a page is handed on from test to test
(kept.py), turned to each screen in place of one opened for each (`scorer.on_each`), and nothing on
it moves unless the test is about motion. The whole hand is tapped in a browser of the first day.
"""

import os

# Playwright keeps a loop running in the main thread, where tests also use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.urls import get_resolver
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    WebError,
    expect,
)
from pytest_django.live_server_helper import LiveServer

from games.models import Hand
from tests import published_hands
from tests.browser.compiled import sending_it
from tests.browser.kept import Kept, clean
from tests.cast import Cast
from tests.chromium import find_chromium, launch_options

# Milliseconds that a test waits for something on a page, also for the engine: many, so that no test
# depends on how quick the machine is.
TIMEOUT = 300_000
# The worker that keeps the recording screen is for test_spare.py, and would outlive a test.
PLAIN = {
    "viewport": {"width": 1280, "height": 800},
    "reduced_motion": "reduce",
    "service_workers": "block",
}
TABLET = {"has_touch": True, "device_scale_factor": 1}
expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Debian's Chromium, kept quiet; a browser that Playwright downloads is never needed. It
    compiles to run soon, not to run for long."""
    if find_chromium() is None:
        pytest.skip("no Chromium was found; apt-get install chromium fonts-dejavu-core")
    options = launch_options()
    return options | {"args": [*options["args"], "--js-flags=--liftoff-only,--no-opt"]}


@pytest.fixture(scope="session", autouse=True)
def pages_loaded() -> None:
    """The modules of all pages are there before the first page is waited for."""
    assert get_resolver().url_patterns


@pytest.fixture(scope="session", autouse=True)
def static_files_kept() -> None:
    """A browser fetches each static file once. Files of a fresh checkout are so new that it would
    otherwise fetch them again for each page."""
    keep = method_decorator(cache_control(max_age=3600))
    StaticFilesHandler.serve = keep(StaticFilesHandler.serve)  # type: ignore[method-assign]


class Guard:
    """Collects what a page must not do; a test fails at its end when anything is left in here."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.offences: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Listen to all that the pages of `context` ask for, say and fail at."""
        context.on("request", self.see_request)
        context.on("console", self.see_message)
        context.on("weberror", self.see_error)

    def leave(self, context: BrowserContext) -> None:
        """Listen no more."""
        context.remove_listener("request", self.see_request)
        context.remove_listener("console", self.see_message)
        context.remove_listener("weberror", self.see_error)

    def see_request(self, request: Request) -> None:
        if not request.url.startswith((self.address + "/", "about:", "blob:")):
            self.offences.append(f"asked for {request.url}")

    def see_message(self, message: ConsoleMessage) -> None:
        if "violates" in message.text or "Content Security Policy" in message.text:
            self.offences.append(message.text)

    def see_error(self, error: WebError) -> None:
        self.offences.append(f"uncaught: {error.error}")


@pytest.fixture
def guard(live_server: LiveServer) -> Iterator[Guard]:
    """The watch over all pages of a test."""
    guard = Guard(live_server.url)
    yield guard
    assert guard.offences == []


@pytest.fixture(scope="session")
def kept(browser: Browser) -> Kept:
    """The pages of this browser that tests hand on."""
    return Kept()


@pytest.fixture
def own_browser() -> None:
    """For tests that need a browser as on the first day, or leave one that can't be cleaned."""


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest,
    browser: Browser,
    live_server: LiveServer,
    guard: Guard,
    kept: Kept,
) -> Iterator[Callable[..., Page]]:
    """A function that opens an empty page, watched, in a context of its own (`new_context`)."""
    opened: list[tuple[Page, dict[str, Any]]] = []
    alone = "own_browser" in request.fixturenames
    failed_before = request.session.testsfailed

    def open_in_context(**options: Any) -> Page:
        options = PLAIN | options
        page = (None if alone else kept.take(options)) or new_page(options)
        opened.append((page, options))
        guard.watch(page.context)
        return page

    def new_page(options: dict[str, Any]) -> Page:
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(TIMEOUT)
        return context.new_page()

    yield open_in_context
    done_with = alone or request.session.testsfailed > failed_before
    for page, options in opened:
        if done_with:
            page.context.close()
        else:
            clean(page, options)
            guard.leave(page.context)
            kept.put(page, options)


@pytest.fixture
def engine_compiled(browser: Browser, live_server: LiveServer) -> Iterator[None]:
    """The engine is sent as it is after a tablet's first start."""
    with sending_it(browser, live_server.url):
        yield


@pytest.fixture
def engine_on(engine_compiled: None, cast: Cast) -> None:
    """The tablets of the club judge cards themselves."""
    cast.tablets_judge()


@pytest.fixture
def tablet_landscape(open_page: Callable[..., Page]) -> Page:
    """A touch tablet lying on the table."""
    return open_page(viewport={"width": 1180, "height": 820}, **TABLET)


@pytest.fixture
def tablet_portrait(open_page: Callable[..., Page]) -> Page:
    """The same tablet, upright."""
    return open_page(viewport={"width": 820, "height": 1180}, **TABLET)


@pytest.fixture
def keeping_tablet(open_page: Callable[..., Page]) -> Page:
    """One on which the service worker may be installed, as on an https address."""
    return open_page(viewport={"width": 1180, "height": 820}, **TABLET, service_workers="allow")


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A telephone."""
    return open_page(viewport={"width": 390, "height": 844}, is_mobile=True, **TABLET)


@pytest.fixture
def without_script(open_page: Callable[..., Page]) -> Page:
    """A page of a browser in which scripts are switched off."""
    return open_page(viewport={"width": 1180, "height": 820}, java_script_enabled=False)


@pytest.fixture
def petite(transactional_db: None, cast: Cast) -> Hand:
    """The published petite that Boris, on seat 1, loses by nine; dealt by Dario."""
    return cast.sealed_hand(published_hands.changes(published_hands.hands()[1], 3))
