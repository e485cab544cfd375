"""A scorer at the tablet: what she taps, counted, and what she sees."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from games.book import records
from games.models import Hand, Match, User
from games.rules import entering
from tests import factories, hands
from tests.cast import Cast

SIZES = {"landscape": (1180, 820), "portrait": (820, 1180)}
SCREENS = SIZES | {"phone": (390, 844)}


def sign_in(page: Page, way: str, name: str = "scorer") -> None:
    """Sign in on a page of one's own and go on to the address `way`."""
    page.goto(f"/accounts/sign-in/?next={way}")
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(way)


def lets_in(page: Page, user: User) -> None:
    """Give the browser a session, as if `user` had signed in."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    page.context.add_cookies([{"name": name, "value": value, "domain": "localhost", "path": "/"}])


def on_each(page: Page, screens: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """Shows the page on one screen after the other and says its name."""
    for screen, (width, height) in screens.items():
        page.set_viewport_size({"width": width, "height": height})
        yield screen


def address(match: Match) -> str:
    """Where the hands of a match are recorded."""
    return f"/c/{match.club.slug}/matches/{match.public_id}/record/"


class Scorer:
    """A person with a tablet in front of the recording screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    @classmethod
    def opens(cls, page: Page, cast: Cast, changes: Iterable[dict] = (), **facts: Any) -> "Scorer":
        """Opens the next hand of a new match in which `changes` are recorded already."""
        match = hands.seated(cast, **facts)
        factories.open_hand(cast.scorer, match, changes)
        lets_in(page, cast.scorer)
        page.goto(address(match))
        return cls(page)

    # --- what is on the screen -----------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """The newest hand, as the database has it."""
        return Hand.objects.latest("id")

    @property
    def recorded(self) -> str:
        """The cards that were played, as the database has them."""
        _deal, actions = entering.fold(records.changes_of(self.hand))
        return " ".join(action["card"] for action in actions if action["kind"] == "play")

    def key(self, card: str) -> Locator:
        return self.page.locator(f'.key[data-card="{card}"]')

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @property
    def chip(self) -> Locator:
        return self.page.locator("#line .words")

    @property
    def panel(self) -> Locator:
        return self.page.locator("#side > *")

    @property
    def undo(self) -> Locator:
        return self.page.locator("#undo")

    def button(self, name: str, **how: Any) -> Locator:
        return self.page.locator("#recording").get_by_role("button", name=name, **how)

    def saved(self) -> "Scorer":
        """Waits until nothing is on its way any more; a page has first to read what is kept."""
        expect(self.page.locator("#recording[inert]")).to_have_count(0)
        expect(self.chip).to_have_text("All saved")
        return self

    # --- what is tapped ------------------------------------------------------------------------

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def looks_at(self, card: str) -> "Scorer":
        self.tap(self.key(card))
        return self

    def plays(self, cards: str) -> "Scorer":
        """Taps these keys, each as soon as the one before has shown that it was tapped: its key
        says so, or with the last card the score has taken the place of the keys."""
        for card in cards.split():
            before = self.key(card).get_attribute("data-state") or ""
            self.tap(self.key(card))
            as_it_was = f'.key[data-card="{card}"][data-state="{before}"]:visible'
            expect(self.page.locator(as_it_was)).to_have_count(0)
        return self

    def says(self, call: str) -> "Scorer":
        self.tap(self.page.locator(f'[data-call="{call}"]'))
        return self

    def lets_stand(self, reason: str) -> None:
        self.panel.get_by_label(reason).tap()
        self.button("Record it anyway").tap()

    def types(self, text: str) -> "Scorer":
        self.page.locator("#typed").fill(text)
        self.page.keyboard.press("Enter")
        return self
