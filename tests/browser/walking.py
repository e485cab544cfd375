"""Somebody with a tablet who finds their way through the site's pages: what they tap and type is
counted, and each page that they reach is looked at, on a telephone too."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.urls import reverse
from playwright.sync_api import Locator, Page

from tests.browser.barriers import no_barriers
from tests.thorough import THOROUGH

TABLET, PHONE = {"width": 820, "height": 1180}, {"width": 390, "height": 844}
# A quick run looks where there is least room, and at every sixth page for barriers.
SCREENS = {"phone": PHONE, "tablet": TABLET} if THOROUGH else {"phone": PHONE}
SLUG = "les-atouts"
# What reaches over the edge of the screen, is cut off by what it stands in, or is too low to tap.
FAULTS = """() => [...document.querySelectorAll("body *")].flatMap((one) => {
    const aside = ".visually-hidden, .skip, .busy, .scroll *, svg *, option";
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(aside)) return [];
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    const name = `${one.localName} ${one.className} “${one.textContent.trim().slice(0, 30)}”`;
    const clips = ["hidden", "clip"].includes(style.overflowX) && !one.matches("input, select");
    const target = "button, summary, select, a.button, a.row, nav a, input:not([type=hidden])";
    const ticked = "[type=checkbox], [type=radio]";
    const faults = [];
    if (box.width && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`outside: ${name}`);
    if (clips && one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${name}`);
    if (one.matches(target) && !one.matches(ticked) && box.height < 44)
        faults.push(`${box.height} high: ${name}`);
    return faults;
})"""


@dataclass
class Walk:
    """What was tapped and typed in each step, and which pages were looked at; `language` is the one
    in which everybody reads them."""

    language: str
    steps: dict[str, tuple[int, int]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    taps: int = 0
    fields: int = 0

    @contextmanager
    def step(self, name: str, *, taps: int, fields: int = 0) -> Iterator[None]:
        """Count a step, which is to take no more than that many taps and typed fields."""
        self.taps = self.fields = 0
        yield
        self.steps[name] = self.taps, self.fields
        if self.taps > taps or self.fields > fields:
            self.faults.append(f"{name}: {self.taps} taps, {self.fields} fields")

    def __str__(self) -> str:
        lines = [f"{taps:4} taps {fields:3} fields  {name}" for name, (taps, fields) in self]
        total = [sum(numbers) for numbers in zip(*self.steps.values(), strict=True)]
        return "\n".join([f"in {self.language}", *lines, f"{total[0]:4} taps {total[1]:3} fields"])

    def __iter__(self) -> Iterator[tuple[str, tuple[int, int]]]:
        return iter(self.steps.items())


class Walker:
    """A person in front of a page; no page is found by its words, which differ by language."""

    def __init__(self, page: Page, walk: Walk) -> None:
        self.page = page
        self.walk = walk

    def opens(self, address: str) -> None:
        """Scan a code, tap a link in a message, or type the first address of all."""
        self.walk.taps += 1
        self.page.goto(address)

    def taps_on(self, what: str | Locator) -> None:
        """Tap the first that is shown."""
        shown = self.page.locator(what) if isinstance(what, str) else what
        self.walk.taps += 1
        shown.locator("visible=true").first.tap()

    def follows(self, route: str, *values: object) -> None:
        """Tap the link to a page."""
        address = reverse(route, args=values)
        self.taps_on(f'a[href="{address}"]')
        self.page.wait_for_url(lambda url: address in url)

    def sends(self, button: str | Locator = "main form:not([action]) button") -> None:
        """Tap a button that sends a form, and wait for the page that comes of it."""
        with self.page.expect_navigation():
            self.taps_on(button)

    def types(self, **fields: str) -> None:
        """Fill in fields by their names."""
        self.walk.fields += len(fields)
        for name, value in fields.items():
            self.page.locator(f"[name={name}]:visible").fill(value)

    def chooses(self, choice: str, field: Locator) -> None:
        """Open a list of choices and tap one."""
        self.walk.taps += 2
        field.select_option(choice)

    def looks(self, what: str) -> None:
        """See, once a walk, that a page can be read and used on each of the screens."""
        if what in self.walk.seen:
            return
        self.walk.seen.add(what)
        for screen, size in SCREENS.items():
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            where = f"{what} on a {screen} in {self.walk.language}"
            assert self.page.locator("html").get_attribute("lang") == self.walk.language, where
            found = self.page.evaluate(FAULTS)
            self.walk.faults += [f"{where}: {fault}" for fault in found]
            if THOROUGH or len(self.walk.seen) % 6 == 1:
                no_barriers(self.page, where)
        self.page.set_viewport_size(TABLET)  # type: ignore[arg-type]
