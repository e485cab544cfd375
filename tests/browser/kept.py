"""Browsers that are handed on from test to test, clean: a new one is a third of a short test."""

import json
from collections import OrderedDict
from typing import Any

from playwright.sync_api import Error, Page

TRIES = 9  # to leave a page
ROOM = 4  # pages kept open; tests of one file mostly ask for the same two
# A picture of the site's own: nothing runs on it, and what the site stored can be reached.
REST = "/static/img/favicon.svg"
FORGET = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases())
        await new Promise((done) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = request.onerror = request.onblocked = done;
        });
}"""


class Kept:
    """Pages that nobody uses, by what they were opened with: arguments of `new_context`."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()

    def take(self, options: dict[str, Any]) -> Page | None:
        """A page opened with these options, if there is one."""
        return self._pages.pop(json.dumps(options, sort_keys=True), None)

    def put(self, page: Page, options: dict[str, Any]) -> None:
        """Keep a page that `clean` was called on, in the place of the one kept longest."""
        name = json.dumps(options, sort_keys=True)
        if name in self._pages:  # somebody's second tablet
            page.context.close()
            return
        self._pages[name] = page
        if len(self._pages) > ROOM:
            self._pages.popitem(last=False)[1].context.close()


def name_tablet(page: Page, name: str) -> None:
    """What this tablet is called, on every page of the site; elsewhere nothing can be kept."""
    page.add_init_script(f"if (location.protocol === 'http:') localStorage.tabletName = '{name}'")


def leave(page: Page) -> None:
    """End what runs on a page, and go to the picture. One that follows another tablet may be on its
    way to the next hand, and sets out again as long as it runs: even then when it has been left,
    since what it asked for is still on its way through the browser."""
    for tries in reversed(range(TRIES)):
        try:
            page.goto("about:blank")
            page.goto(REST)
        except Error:
            if not tries:
                raise
        else:
            return


def clean(page: Page, options: dict[str, Any]) -> None:
    """Take away all that a test may have left, but for a stopped clock."""
    context = page.context
    for other in context.pages:
        if other != page:
            other.close()
    context.set_offline(False)
    page.unroute_all()
    leave(page)
    if options.get("java_script_enabled", True):
        page.evaluate(FORGET)
    context.clear_cookies()
    page.mouse.move(-1, -1)
    page.set_viewport_size(options["viewport"])
    page.emulate_media(
        media="null",
        color_scheme=options.get("color_scheme", "light"),
        reduced_motion=options["reduced_motion"],
    )
