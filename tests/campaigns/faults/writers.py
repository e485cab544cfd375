"""Tablets without a screen: each records whole hands at a table of its own, seals, amends, deals.

What gets no answer is sent again with the same key until it is settled, as tablets do; now and then
something is sent twice for no reason, as bad lines do. All of it is in the journal.
"""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Iterator
from typing import Any

from games.rules import find_variant
from tests import chance
from tests.campaigns.journal import AMENDMENT, DEAL, ENTRY, SEAL, Journal
from tests.campaigns.line import Answer, Line

PATIENCE = 10  # seconds, as static/js/recording/server.js
PAUSE = 0.2  # seconds, before something is sent again
# How often: an undo, something sent twice, a hand that nobody takes, a sealed hand amended.
UNDONE, TWICE, PASSED, AMENDED = 0.04, 0.04, 0.5, 0.3
PASS = {"op": "act", "action": {"kind": "call", "call": "pass"}}
GAME_OF_PASSES = "french"
NOT_LOOKED_AT = 429  # too many requests
KEPT = ("id", "version", "number", "revision", "content", "link", "seal")  # of an answer


class Stopped(Exception):
    """The writer was told to stop."""


class Writer(threading.Thread):
    """Records at one table until told to stop; `wrong`: what should not have been answered."""

    def __init__(self, address: str, table: dict[str, Any], journal: Journal, seed: str) -> None:
        super().__init__(daemon=True)
        self.table, self.journal = table, journal
        self.line = Line(address, table["session"], table["token"], PATIENCE)
        self.chance = random.Random(seed)
        self.ended = threading.Event()
        self.wrong = ""
        self.hands = 0
        self.settled = 0  # requests with an answer that says what became of them

    def stop(self) -> None:
        """Let it end after the request that is under way."""
        self.ended.set()

    def run(self) -> None:
        """Record hand after hand."""
        try:
            while True:
                self.record_hand()
        except Stopped:
            pass
        finally:
            self.line.close()

    # --- a hand ------------------------------------------------------------------------------

    def record_hand(self) -> None:
        """Deal, record every entry, seal, and sometimes amend."""
        dealt = self.send(DEAL, "/api/v1/hands", match=self.table["match"])
        hand, version = dealt["id"], int(dealt["version"])
        for change in self.changes(int(dealt["dealer"])):
            version = self.enter(hand, version, change)
            if self.chance.random() < UNDONE:
                version = self.enter(hand, version, {"op": "undo"})
                version = self.enter(hand, version, change)
        self.send(SEAL, f"/api/v1/hands/{hand}/seal", hand, version=version)
        if self.chance.random() < AMENDED:
            note = {"op": "act", "action": {"kind": "note", "text": f"Rain, {self.hands}."}}
            body = {"version": version, "because": "It rained.", "changes": [note]}
            self.send(AMENDMENT, f"/api/v1/hands/{hand}/amend", hand, **body)
        self.hands += 1

    def changes(self, dealer: int) -> Iterator[dict[str, Any]]:
        """The entries of a hand, by chance; at French Tarot often one that everybody passes."""
        variant = find_variant(self.table["variant"])
        assert variant is not None
        rare = bool(self.hands) and self.chance.random() >= PASSED  # the first seal comes soon
        if variant.key == GAME_OF_PASSES and not rare:
            yield from [PASS] * self.table["players"]
            return
        yield from chance.changes(
            seed=self.chance.randrange(2**32),
            variant=variant,
            options={},
            players=self.table["players"],
            dealer=dealer,
            hands_known=False,
        )

    def enter(self, hand: str, version: int, change: dict[str, Any]) -> int:
        """Make one entry, at the tablet's address. Returns the version after it."""
        path = f"/c/{self.table['club']}/hands/{hand}/entries/"
        return int(self.send(ENTRY, path, hand, version=version, change=change)["version"])

    # --- a request ---------------------------------------------------------------------------

    def send(self, what: str, path: str, hand: str = "", **body: Any) -> dict[str, Any]:
        """Send until it is settled, or once more; what was acknowledged. Raises Stopped."""
        if what != SEAL:
            body["key"] = secrets.token_urlsafe(16)
        if self.ended.is_set():
            raise Stopped
        number = self.journal.ask(what, hand=hand, **body)
        answer = self._until_settled(number, path, body)
        if self.chance.random() < TWICE:
            self._until_settled(number, path, body)
        return answer

    def _until_settled(self, number: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
        while True:
            answer = self.post(path, body)
            if answer.acknowledges:
                facts = dict(answer.json())
                kept = {name: facts[name] for name in KEPT if name in facts}
                self.journal.answer(number, answer.status, **kept)
                self.settled += 1
                return facts
            if answer.status != NOT_LOOKED_AT:
                self.journal.answer(number, answer.status, said=answer.told())
                if 400 <= answer.status < 500:
                    self.wrong = f"{path} was answered {answer.status} {answer.told()}"
                    raise Stopped
            if self.ended.wait(PAUSE):
                raise Stopped

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        """Send it once."""
        return self.line.send(path, body)
