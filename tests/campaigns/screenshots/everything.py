"""Every page that the site's addresses lead to, on three screens, light and dark: `make shots`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import OutputWrapper
from django.urls import NoReverseMatch, URLPattern, reverse
from playwright.sync_api import Browser, Page, sync_playwright

from games.management.demo import evening
from games.management.progress import Progress
from games.rules import VARIANTS
from games.urls import urlpatterns
from tests.chromium import launch_options

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 1180, "height": 820}, "has_touch": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
SCHEMES = ("light", "dark")
READER = "admin"  # sees every page
SIGN_IN = "/accounts/sign-in/"
TALLEST = 6_000  # of a long list the beginning says enough
SETTLED = 250  # milliseconds after which nothing on the screen moves any more

# Besides the plain pages, some that the address tells more: a name and what is added to a page's.
STATES = (
    ("search", "found", "?role=taker&card_held=T21&variant=french"),
    ("search", "refused", "?card_held=T22&since=2026-02-01&until=2026-01-01"),
    ("hands", "nothing", "?variant=scarto&until=2001-01-01"),
    ("hand", "tricks", "?tab=tricks"),
    ("player", "french", "?variant=french"),
    ("hand", "one-seat", "?seat=0"),
)


class Stop(NamedTuple):
    """A page to be taken: the name of its pictures, its address."""

    name: str
    address: str


def take_everything(site: str, folder: Path) -> None:
    """Write a picture of each page, screen and scheme into `folder`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        stops = [Stop("sign-in", SIGN_IN), *stops_of(reader(browser, site, "desktop", "light"))]
        progress = Progress(
            OutputWrapper(sys.stdout), len(stops) * len(SCREENS) * len(SCHEMES), "pictures"
        )
        for screen in SCREENS:
            for scheme in SCHEMES:
                page = reader(browser, site, screen, scheme)
                for stop in stops:
                    take(page, stop, folder / f"{stop.name}-{screen}-{scheme}.png")
                    progress.step()
                page.context.close()
        progress.finish()
        browser.close()


def reader(browser: Browser, site: str, screen: str, scheme: Any) -> Page:
    """A page of somebody who has signed in."""
    page = browser.new_context(
        base_url=site, color_scheme=scheme, locale="en-GB", **SCREENS[screen]
    ).new_page()
    page.goto("/")
    page.get_by_label("Account name").fill(READER)
    page.get_by_label("Password").fill(evening.SIGN_INS[READER])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name=evening.CLUB).wait_for()
    return page


def take(page: Page, stop: Stop, path: Path) -> None:
    """Write the picture of a page, down to its end."""
    page.goto(stop.address)
    page.wait_for_timeout(SETTLED)
    height = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
    width = page.viewport_size["width"] if page.viewport_size else 0
    clip: Any = {"x": 0, "y": 0, "width": width, "height": height}
    page.screenshot(path=path, full_page=True, clip=clip, animations="disabled")


def stops_of(page: Page) -> Iterator[Stop]:
    """The pages that the site shows to this reader, each once; says which addresses are none."""
    facts = facts_of(page)
    for name, address in addresses(facts):
        answer = page.request.get(address, max_redirects=0)
        kind = answer.headers.get("content-type", "")
        if answer.status == 200 and kind.startswith("text/html"):
            yield Stop(name, address)
        else:
            print(f"not a page: {name} ({answer.status}, {kind or 'no content'})")


def facts_of(page: Page) -> dict[str, list[Any]]:
    """What may stand in an address, found as a reader finds it: by following links."""
    page.goto("/")
    slug = _found(page, r"/c/([\w-]+)/hands/")
    facts: dict[str, list[Any]] = {"slug": [slug], "variant": [one.key for one in VARIANTS]}
    kinds = {"hand": "hands", "match": "matches", "player": "players", "evening": "evenings"}
    for part, kind in kinds.items():
        page.goto(f"/c/{slug}/{kind}/" + ("?level=full" if part == "hand" else ""))
        facts[f"{part}_id"] = [_found(page, rf"/c/{slug}/{kind}/([a-z2-7]{{16}})/")]
    return facts | {"step": [30], "place": ["7.3"]}


def _found(page: Page, pattern: str) -> str:
    match = re.search(pattern, page.content())
    if match is None:
        raise LookupError(f"no link like {pattern} on {page.url}")
    return match[1]


def addresses(facts: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
    """A name and an address for every pattern of the site that these facts can fill."""
    for pattern in [one for room in urlpatterns for one in getattr(room, "url_patterns", [room])]:
        if not isinstance(pattern, URLPattern) or pattern.name == "sign-in":
            continue
        needed = list(pattern.pattern.converters)
        if set(needed) - set(facts):
            continue
        several = facts["variant"] if "variant" in needed else [""]
        for variant in several:
            values = {key: facts[key][0] for key in needed} | (
                {"variant": variant} if variant else {}
            )
            try:
                address = reverse(str(pattern.name), kwargs=values)
            except NoReverseMatch:
                continue
            yield f"{pattern.name}{'-' + variant if variant else ''}", address
            for name, state, query in STATES:
                if name == pattern.name:
                    yield f"{name}-{state}", address + query
