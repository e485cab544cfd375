"""Tablets that record hand after hand, an entry every so often, however quick the site is."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.campaigns.line import Answer, Line

MOST_AT_ONCE = 20  # entries in a request, as static/js/recording/outbox.js
PAUSE = 0.5  # seconds before something is sent again
SITTING = re.compile(rb'<script id="sitting" type="application/json">(.*?)</script>', re.DOTALL)
TAKEN = (200, 201)  # an entry that was known already, or a new one


@dataclass
class Waits:
    """Milliseconds that people waited, by what they waited for, and what went wrong instead."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)

    def note(self, what: str, since: float, answer: Answer, wanted: Sequence[int] = (200,)) -> bool:
        """Take down an answer to something that was wanted since then (`time.perf_counter`).
        Returns whether its status is one of those that were hoped for."""
        if answer.status not in wanted:
            self.wrong.append(f"{what}: {answer.status} {answer.body[:200]!r}")
            return False
        self.times[what].append((time.perf_counter() - since) * 1000)
        return True

    def add(self, other: Waits) -> None:
        """Those of somebody else as well."""
        for what, times in other.times.items():
            self.times[what] += times
        self.wrong += other.wrong


class Table:
    """A table and its tablet. `engine`: the digest of its engine; "" where the server draws."""

    def __init__(self, address: str, facts: dict[str, Any], deals: dict[str, list[Any]]) -> None:
        self.line = Line(address, facts["session"])
        self.facts, self.deals, self.engine = facts, deals, ""
        self.waits = Waits()
        self.dealt = 0
        self._begin(facts["hand"], 0)

    def _begin(self, hand: str, dealer: int) -> None:
        choices = self.deals[str(dealer)]
        self.hand, self.version = hand, 0
        self.changes = choices[self.dealt % len(choices)]
        self.dealt += 1

    @property
    def left(self) -> int:
        """How many entries its hand still lacks."""
        return len(self.changes) - self.version

    def address(self, of: str) -> str:
        """An address below that of its hand."""
        return self.facts["hands"].replace("HAND", self.hand) + of

    def record(self, due: list[float]) -> bool:
        """Send the next entries, as many as `due` says when they were tapped. Returns whether they
        are recorded; those that are not keep their keys, and are sent again."""
        entries = [
            {"version": number, "key": f"load-{self.hand}-{number:03}", "change": change}
            for number, change in enumerate(self.changes[: self.version + len(due)])
        ][self.version :]
        body = entries[0] if len(due) == 1 else {"entries": entries}
        answer = self.line.send(self.address("entries/"), body, self.engine)
        kind = "entry, acknowledged" if self.engine else "entry, drawn by the server"
        recorded = answer.json()["recorded"] if answer.status in TAKEN else 0
        for moment in due[:recorded] or due[:1]:
            self.waits.note(kind, moment, answer, TAKEN)
        self.version += recorded
        return recorded == len(due)

    def record_all(self) -> None:
        """Record what its hand still lacks, as quickly as it goes."""
        self.record_some(self.left)

    def record_some(self, number: int) -> None:
        """Record that many of the entries that its hand still lacks, as quickly as it goes."""
        until = self.version + number
        while self.version < until:
            if not self.record([time.perf_counter()] * min(until - self.version, MOST_AT_ONCE)):
                time.sleep(PAUSE)

    def seal(self, since: float) -> bool:
        """Seal its finished hand. Returns whether it is sealed."""
        if self.engine:
            answer = self.line.send(self.address("tablet/seal/"), {"version": self.version})
        else:
            answer = self.line.submit(self.address("seal/"), {"version": self.version})
        return self.waits.note("seal", since, answer)

    def deal(self, since: float) -> bool:
        """Deal its next hand. Returns whether it is there."""
        key = f"load-after-{self.hand}"
        if self.engine:
            answer = self.line.send(self.facts["deal"], {"key": key})
        else:
            answer = self.line.submit(self.facts["deal_form"], {"key": key})
        if not self.waits.note("deal", since, answer, TAKEN):
            return False
        hand = (answer.json() if self.engine else _sitting_in(answer.body))["hand"]
        self._begin(hand["public_id"], hand["facts"]["dealer"])
        return True


def _sitting_in(page: bytes) -> Any:
    """What a recording page tells its script."""
    found = SITTING.search(page)
    assert found is not None
    return json.loads(found[1])


class Recorder(threading.Thread):
    """Plays the evening of one table: an entry every `pace` seconds from `begin` to `end`
    (`time.perf_counter`). What became due while an answer was awaited goes together, as a tablet
    sends it, and counts from the moment at which it was due."""

    def __init__(self, table: Table, pace: float, begin: float, end: float) -> None:
        super().__init__(daemon=True)
        self.table, self.pace, self.begin, self.end = table, pace, begin, end

    def run(self) -> None:
        """Record until the time is up; what the site did not take is sent again."""
        table, due = self.table, self.begin
        while due < self.end:
            time.sleep(max(0.0, due - time.perf_counter()))
            before = table.version
            if table.left:
                late = max(0, int((time.perf_counter() - due) / self.pace))
                number = min(table.left, MOST_AT_ONCE, 1 + late)
                done = table.record([due + self.pace * one for one in range(number)])
                due += self.pace * (table.version - before)
            else:
                done = table.seal(due) and table.deal(due)
                due += self.pace * done
            if not done:
                time.sleep(PAUSE)
