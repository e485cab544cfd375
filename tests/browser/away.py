"""A tablet that records without a line: the engine on it judges, and what it drew is compared with
what the server draws of the same hands once they have been sent."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Page, Request, expect

from games import book
from games.book import records
from games.matches.match_changes import open_match
from games.models import Hand, Match
from tests import factories
from tests.browser.scorer import Scorer, address
from tests.cast import Cast

# What is drawn above the keys, or between two hands; on this page, or on one that is given as text.
SHOWN = """(root) => {
    const page = root ? new DOMParser().parseFromString(root, "text/html") : document;
    const stage = page.querySelector("#stage > #_between") ? null : page.getElementById("stage");
    const drawn = stage ? [...stage.children] : [page.getElementById("_between")];
    for (const gone of page.querySelectorAll("#stage #side")) gone.replaceChildren();
    const text = (id) => page.getElementById(id)?.textContent ?? "";
    return {
        stage: drawn.map((child) => child.outerHTML),
        ...(stage && {running: text("_running"), hand: text("hand-words")}),
        ...(stage && stage.dataset.mode !== "score" && {status: text("status")}),
    };
}"""
# What is its own on every page, or is changed by a script for the moment.
OF_THE_MOMENT = {
    r' tabindex="-1"': "",
    r' disabled=""(?! data-never)': "",
    r"/(hands|matches)/[\w-]+/": r"/\1/ID/",
    r'<input type="hidden" name="(csrfmiddlewaretoken|key|device)"[^>]*>': "",
    r'<a class="push" href="[^"]*"> ?Look at hand \d+ ?</a>': "",
    r'<button[^>]* id="undo-seal".*?</button>': "",
    r'<div id="side" aria-live="polite"></div>': "",
    # How many cards are chosen, which the page alone fills in.
    r'(?<=<span class="so-far">)[^<]*|<li class="free"></li>': "",
}


def lasting(shown: dict[str, Any]) -> dict[str, Any]:
    """What is on a screen, without what is of the moment."""

    def of(html: str) -> str:
        html = " ".join(html.split())
        for pattern, text in OF_THE_MOMENT.items():
            html = re.sub(pattern, text, html)
        return " ".join(html.split())

    return {name: [*map(of, one)] if name == "stage" else of(one) for name, one in shown.items()}


@dataclass
class Away:
    """A tablet without a line: what its screen has shown, which `differences` it reported."""

    scorer: Scorer
    match: Match
    looks: dict[tuple[int, int | None], tuple[str, dict[str, Any]]] = field(default_factory=dict)
    differences: list[str | None] = field(default_factory=list)

    @classmethod
    def goes(cls, scorer: Scorer) -> "Away":
        """The engine runs; from now on there is no line."""
        page = scorer.page
        page.locator("#recording[data-judged]").wait_for()
        away = cls(scorer, scorer.hand.match)
        page.on("request", away.hears)
        page.context.set_offline(True)
        return away

    def hears(self, request: Request) -> None:
        if request.url.endswith("/difference/"):
            self.differences.append(request.post_data)

    @property
    def page(self) -> Page:
        return self.scorer.page

    @property
    def version(self) -> int:
        return int(self.page.locator("#recording").get_attribute("data-version") or 0)

    def shows(self, what: str) -> None:
        """Keeps what the screen shows, to be compared with what the server draws of it."""
        words = self.page.locator("#hand-words").text_content() or ""
        number = int(re.findall(r"\d+", words)[0])
        mode = self.page.locator("#stage").get_attribute("data-mode")
        version = None if mode == "between" else self.version
        self.looks[number, version] = what, self.page.evaluate(SHOWN, "")

    def seals(self) -> None:
        """The hand is sealed, and the screen says who deals the next."""
        seal = self.scorer.button("Confirm and seal")
        expect(seal).to_be_enabled()
        self.scorer.tap(seal)
        self.page.locator("#_between").wait_for()

    def takes_the_seal_back(self) -> None:
        """To the score, and on from there again."""
        self.scorer.tap(self.page.locator("#undo-seal"))
        expect(self.page.locator("#_between")).to_have_count(0)
        self.seals()

    def deals(self, number: int) -> None:
        """The next hand lies on the table."""
        self.scorer.tap(self.page.get_by_role("button", name=f"Deal hand {number}"))
        expect(self.page.locator("#hand-words")).to_have_text(f"Hand {number}")
        expect(self.page.locator("#_between")).to_have_count(0)

    def comes_back(self) -> float:
        """The line is back: seconds until everything is saved."""
        begin = time.perf_counter()
        self.page.context.set_offline(False)
        self.scorer.saved()
        return time.perf_counter() - begin

    def is_sound(self) -> None:
        """The tablet has reported no difference, and the archive of the server holds together."""
        assert self.differences == []
        call_command("verify_archive")

    def is_what_the_server_has(self, cast: Cast) -> None:
        """All of it was accepted as it was judged, once, and drawn as the server draws it."""
        self.is_sound()
        unlike_the_server = different(self, cast)
        assert not unlike_the_server, "\n".join(unlike_the_server)


def gives_up(scorer: Scorer, how: str, why: str) -> None:
    """The hand went wrong: the way and the reason are chosen, and the hand is ended."""
    scorer.button("More", exact=True).tap()
    ways = scorer.page.locator("#_give_up")
    ways.get_by_text(how, exact=True).tap()
    ways.locator("details[open] label").filter(has_text=why).tap()
    ways.get_by_role("button", name="End the hand").locator("visible=true").tap()
    expect(scorer.page.locator("#_between")).to_be_visible()


def different(away: Away, cast: Cast) -> list[str]:
    """Plays the match again on the server, and names the looks at it that were others."""
    match = again(away.match, cast)
    found: list[str] = []
    client = Client()
    client.force_login(cast.scorer)

    def compare(number: int, version: int | None) -> None:
        what, mine = away.looks.get((number, version), ("", None))
        if mine is None:
            return
        html = client.get(address(match)).content.decode()
        theirs, mine = lasting(away.page.evaluate(SHOWN, html)), lasting(mine)
        found.extend(f"{what}: {name}: {why}" for name, why in unlike(mine, theirs))

    for hand in away.match.hands.order_by("number"):
        same = factories.open_hand(cast.scorer, match)
        compare(hand.number, 0)
        for version, change in enumerate(records.changes_of(hand), 1):
            factories.write(cast.scorer, same, change)
            compare(hand.number, version)
        if hand.state == Hand.State.SEALED:
            book.seal(user=cast.scorer, hand=same, version=same.version)
            compare(hand.number, None)
    return found


def unlike(mine: dict[str, Any], theirs: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Where two looks differ: in which part, and from where on."""
    for name, part in mine.items():
        one, other = "".join(part), "".join(theirs.get(name, ""))
        if one != other:
            alike = enumerate(zip(one, other, strict=False))
            at = max(0, next((at for at, (a, b) in alike if a != b), 0) - 60)
            yield name, f"{one[at : at + 200]!r} is not {other[at : at + 200]!r}"


def again(match: Match, cast: Cast) -> Match:
    """A match of the same people with the same facts."""
    people = [seat.player for seat in match.seats.order_by("seat").select_related("player")]
    names = ("title", "variant", "options", "settings", "first_dealer", "dealer_sits_out", "writes")
    facts = {name: getattr(match, name) for name in names}
    return open_match(user=cast.scorer, club=match.club, seats=people, **facts)
