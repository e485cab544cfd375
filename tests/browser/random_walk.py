"""Walks at random over the recording screen: after each step with which everything is sent, the
screen is what a fresh page of the server is.

What can be tapped is tapped (walk.js); between some steps the page is loaded again, or another
tablet records, ends or deals a hand.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Error, Page

from games import book
from games.book import records
from games.models import Hand, Match
from games.people.players import add_player
from games.writing.errors import WriteError
from tests import factories
from tests.browser.scorer import address, lets_in
from tests.browser.test_games import GAMES
from tests.cast import Cast

WALKER = Path(__file__).with_name("walk.js").read_text()
STRETCH = 12  # steps between two that come from outside the page
GO = "(asked) => globalThis.walk.go(asked)"
# Asked again on each page that the one before it leaves to: a hand that is over leads to the match.
READY = """() => {
  const recording = document.getElementById("recording");
  return !recording || ("judged" in recording.dataset && !recording.inert);
}"""
LEAVE = "(address) => { location.assign(address); return new Promise(() => undefined); }"


@dataclass
class Walk:
    """One walk: `seed` decides what is done in it; `judges` whether the tablet's engine runs."""

    page: Page
    cast: Cast
    seed: int
    variant: str
    writes: str
    judges: bool
    done: Counter[str] = field(default_factory=Counter)
    last: list[str] = field(default_factory=list)
    compared: int = 0

    def __str__(self) -> str:
        engine = "engine" if self.judges else "no engine"
        return f"seed {self.seed}, {self.variant}, {self.writes}, {engine}"

    def goes(self, steps: int) -> None:
        """Take that many steps. Raises AssertionError, with the seed, where the screen differs."""
        luck = Random(self.seed)
        match = self.match()
        if self.judges:
            self.cast.tablets_judge()
        lets_in(self.page, self.cast.scorer)
        self.page.add_init_script(WALKER)
        self.page.goto(address(match))
        while self.done.total() < steps:
            self.is_ready()
            self.walks(luck.randrange(2**31), min(STRETCH, steps - self.done.total()))
            self.comes_from_outside(luck, match)

    def match(self) -> Match:
        """A match of nine hands, of which the first lies on the table."""
        fleur = add_player(user=self.cast.scorer, club=self.cast.club, name=f"Fleur {self.seed}")
        people = [*self.cast.players, fleur][: GAMES[self.variant].players]
        facts: dict[str, Any] = {"variant": self.variant, "writes": self.writes, "first_dealer": 0}
        match = factories.open_match(
            self.cast.scorer, self.cast.club, people, hands_planned=9, **facts
        )
        factories.open_hand(self.cast.scorer, match)
        return match

    def is_ready(self) -> None:
        """The page is there, its engine too where it has one."""
        self.page.wait_for_load_state()
        if self.judges:
            self.page.wait_for_function(READY)

    def walks(self, seed: int, steps: int) -> None:
        """Taps at random; a tap that leads to another page ends the stretch."""
        asked = {"seed": seed, "steps": steps, "begins": self.writes == "result-only"}
        try:
            told = self.page.evaluate(GO, asked)
        except Error as error:
            if "context was destroyed" not in str(error):
                raise AssertionError(f"{self}: {error}: {self.last}") from error
            self.note(["another page"])
            self.is_ready()
            return
        self.note(told["done"])
        self.compared += told["compared"]
        assert not told["wrong"], f"{self}, {self.done.total()}: {self.last}\n{told['wrong']}"

    def note(self, done: list[str]) -> None:
        self.done.update(done)
        self.last = [*self.last, *done][-3 * STRETCH :]

    def comes_from_outside(self, luck: Random, match: Match) -> None:
        """The page is loaded again, or another tablet does something."""
        chance = luck.random()
        if chance < 0.15:
            self.note(["reload"])
            self.loads_again(match)
        elif chance < 0.5:
            what = luck.choice([self.undoes, self.comments, self.comments, self.ends])
            with suppress(WriteError):
                what(luck, match)
                self.note([f"other tablet {what.__name__}"])

    def loads_again(self, match: Match) -> None:
        """Load the page; it may be on its way to another one, such as the next hand."""
        with suppress(Error):  # Playwright's `goto` waits for ever where the page leaves by itself
            self.page.evaluate(LEAVE, address(match))
        self.is_ready()

    def undoes(self, luck: Random, match: Match) -> None:
        self.writes_there(match, {"op": "undo"})

    def comments(self, luck: Random, match: Match) -> None:
        self.writes_there(match, factories.act("note", text="Another tablet"))

    def writes_there(self, match: Match, change: dict[str, Any]) -> None:
        hand = self.newest(match)
        if hand.is_open and (change["op"] != "undo" or records.changes_of(hand)):
            factories.write(self.cast.admin, hand, change, device="Tablet 2")

    def ends(self, luck: Random, match: Match) -> None:
        """Give the hand up, take it up again, or deal the next; rather seldom."""
        hand, admin = self.newest(match), self.cast.admin
        if luck.random() < 0.7:
            return
        if hand.is_open:
            why = {"void_as": "misdealt", "because": "A card was seen"}
            book.give_up(user=admin, hand=hand, version=hand.version, **why)
        elif hand.state == Hand.State.VOID and luck.random() < 0.5:
            book.take_up(user=admin, hand=hand)
        else:
            book.open_hand(user=admin, match=match)

    def newest(self, match: Match) -> Hand:
        return (
            Hand.objects.visible_to(self.cast.admin)
            .with_table()
            .filter(match=match)
            .latest("number")
        )
