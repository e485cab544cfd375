"""Two tablets that write to the same hand at the same moment, over HTTP: one of them wins."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from tests.campaigns.faults.campaign import Campaign, Reached
from tests.campaigns.faults.writers import GAME_OF_PASSES, PASS, Stopped, Writer
from tests.campaigns.journal import AMENDMENT, DEAL, ENTRY, SEAL
from tests.campaigns.line import Answer

PAIRS_A_HAND = 20  # of entries; a hand has at most 400
STALE = 409
UNDO = {"op": "undo"}
SAME = ("id", "version", "link")  # of an answer, where both were the same request


class Pair(NamedTuple):
    """Two requests for one moment: what they are, the address, what the journal says of both, and
    the bodies. `one_wins`: else both are the same, and answered alike."""

    name: str
    what: str
    path: str
    facts: tuple[dict[str, Any], dict[str, Any]]
    bodies: tuple[dict[str, Any], dict[str, Any]]
    one_wins: bool


def race(running: Campaign, amount: int) -> Reached:
    """Race along as many hands as are needed for that many pairs of entries."""
    running.rest()
    table = next(w.table for w in running.writers if w.table["variant"] == GAME_OF_PASSES)
    racers = [
        Writer(running.site.address, table, running.journal, f"{running.setting.seed} {name}")
        for name in ("left", "right")
    ]
    running.writers += racers
    track = Track(running, racers, table)
    with suppress(Stopped):
        while track.met["entry against entry"] < amount:
            track.run_hand(min(PAIRS_A_HAND, amount - track.met["entry against entry"]))
    met = ", ".join(f"{name} {count}" for name, count in track.met.items())
    reached = running.judged(track.met["entry against entry"], met)
    reached.lost += track.wrong
    return reached


class Track:
    """Runs pairs and keeps what was wrong."""

    def __init__(self, running: Campaign, racers: list[Writer], table: dict[str, Any]) -> None:
        self.running, self.racers, self.table = running, racers, table
        self.met: Counter[str] = Counter()
        self.wrong: list[str] = []

    def run_hand(self, pairs: int) -> None:
        """Deal, race, seal, amend."""
        facts = {"match": self.table["match"]}
        dealt = self.both(same("deal against deal", DEAL, "/api/v1/hands", facts, facts, keys=2))
        hand, version = dealt["id"], int(dealt["version"])
        for _ in range(pairs):
            version = self.enter(hand, version, note("left"), note("right"))
            if self.met["entry against entry"] % 4 == 0:
                version = self.enter(hand, version, UNDO, note("not undone"))
                version = self.enter(hand, version, note("the same"))
        for _ in range(int(self.table["players"])):
            version = self.enter(hand, version, PASS)
        path = f"/api/v1/hands/{hand}"
        facts = {"hand": hand, "version": version}
        body: dict[str, Any] = {"version": version}
        self.both(same("seal against seal", SEAL, f"{path}/seal", facts, body, keys=0))
        body |= {"because": "It rained.", "changes": [note("Rain")]}
        self.both(same("amendment sent twice", AMENDMENT, f"{path}/amend", facts, body, keys=1))

    def enter(self, hand: str, version: int, left: Any, right: Any = None) -> int:
        """Two entries for one number, or one entry sent twice. Returns the version afterwards."""
        path = f"/c/{self.table['club']}/hands/{hand}/entries/"
        changes = (left, left if right is None else right)
        facts = tuple({"hand": hand, "version": version, "change": one} for one in changes)
        bodies = tuple({"version": version, "change": one} for one in changes)
        if right is None:
            pair = same("entry sent twice", ENTRY, path, facts[0], bodies[0], keys=1)
        else:
            name = "undo against entry" if left == UNDO else "entry against entry"
            keys = [{"key": secrets.token_urlsafe(16)} for _ in changes]
            mine = tuple(one | key for one, key in zip(facts, keys, strict=True))
            sent = tuple(one | key for one, key in zip(bodies, keys, strict=True))
            pair = Pair(name, ENTRY, path, mine, sent, one_wins=True)  # type: ignore[arg-type]
        return int(self.both(pair)["version"])

    def both(self, pair: Pair) -> dict[str, Any]:
        """Send both at once. Returns what was acknowledged; what should not be is kept."""
        gate = threading.Barrier(2)
        answers = [Answer(0, b"")] * 2
        alike = pair.facts[0] == pair.facts[1]
        first = self.running.journal.ask(pair.what, **pair.facts[0])
        second = first if alike else self.running.journal.ask(pair.what, **pair.facts[1])

        def send(index: int, number: int) -> None:
            gate.wait()
            answers[index] = self.racers[index].post(pair.path, pair.bodies[index])
            self.racers[index].note(number, answers[index])

        threads = [threading.Thread(target=send, args=one) for one in enumerate((first, second))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.met[pair.name] += 1
        self.wrong += faults_of(pair, answers)
        taken = [answer for answer in answers if answer.acknowledges]
        if not taken:
            self.wrong.append(f"nobody wins {pair.name}: {[one.status for one in answers]}")
            raise Stopped
        return dict(taken[0].json())


def faults_of(pair: Pair, answers: list[Answer]) -> Iterator[str]:
    """Yield what is wrong with the two answers."""
    taken = [answer.json() for answer in answers if answer.acknowledges]
    if pair.one_wins:
        others = [answer.status for answer in answers if not answer.acknowledges]
        if len(taken) != 1 or others != [STALE]:
            yield f"{pair.name}: answered {[answer.status for answer in answers]}"
    elif len(taken) != 2 or any(taken[0].get(one) != taken[1].get(one) for one in SAME):
        yield f"{pair.name}: not answered alike, {answers}"


def note(text: str) -> dict[str, Any]:
    """An entry that can be made at any time."""
    return {"op": "act", "action": {"kind": "note", "text": text}}


def same(
    name: str, what: str, path: str, facts: dict[str, Any], body: dict[str, Any], *, keys: int
) -> Pair:
    """The same request twice: with one key, with two, or without any."""
    chosen = [{"key": secrets.token_urlsafe(16)} for _ in range(2)] if keys else [{}, {}]
    if keys == 1:
        chosen[1] = chosen[0]
    left, right = chosen
    return Pair(name, what, path, (facts | left, facts | right), (body | left, body | right), False)
