"""Every page that the site's addresses lead to, on three screens, light and dark: `make shots`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import OutputWrapper
from django.urls import NoReverseMatch, URLPattern, reverse
from playwright.sync_api import Browser, Page

from games.management.progress import Progress
from games.rules import VARIANTS
from games.urls import urlpatterns
from tests.campaigns.browsing import chromium, sign_in
from tests.campaigns.programs import Site

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


def take_everything(site: Site, folder: Path) -> None:
    """Write a picture of each page, screen and scheme into `folder`."""
    with chromium() as browser:
        stops = [Stop("sign-in", SIGN_IN), *stops_of(reader(browser, site, "desktop", "light"))]
        progress = Progress(
            OutputWrapper(sys.stdout), len(stops) * len(SCREENS) * len(SCHEMES), "pictures"
        )
        for screen, scheme in product(SCREENS, SCHEMES):
            page = reader(browser, site, screen, scheme)
            for stop in stops:
                take(page, stop, folder / f"{stop.name}-{screen}-{scheme}.png")
                progress.step()
            page.context.close()
        progress.finish()


def reader(browser: Browser, site: Site, screen: str, scheme: Any) -> Page:
    """A page of somebody who has signed in."""
    facts = {"base_url": site.address, "color_scheme": scheme, "locale": "en-GB"}
    page = browser.new_context(**facts, **SCREENS[screen]).new_page()
    sign_in(page, READER)
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
        for values in product(*(facts[key] for key in needed)):
            known = dict(zip(needed, values, strict=True))
            try:
                address = reverse(str(pattern.name), kwargs=known)
            except NoReverseMatch:
                continue
            variant = f"-{known['variant']}" if "variant" in known else ""
            yield f"{pattern.name}{variant}", address
            for name, state, query in STATES:
                if name == pattern.name:
                    yield f"{name}-{state}", address + query
