"""What a measurement under load rests on: tablets send in order, again, and count from the tap."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.campaigns.figures import MEETS, MISSES
from tests.campaigns.line import Answer
from tests.campaigns.load.measuring import ENTRY_GOAL, waits_in
from tests.campaigns.load.onlookers import FOLLOWED
from tests.campaigns.load.recorders import Recorder, Table, Waits
from tests.cast import Cast

DEALS = {"0": [[{"op": "undo"}] * 8]}
FACTS = {"session": "", "hand": "first", "hands": "/c/club/hands/HAND/", "deal": "/deal/"}


class Clock:
    """A clock that stands still but for those who sleep."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("tests.campaigns.load.recorders.time", clock)
    return clock


class Site:
    """A line to a site that answers each request with the next of `answers` (at the end: takes
    everything), after `wait` seconds of a clock, and remembers what was sent."""

    def __init__(self, clock: Clock, answers: list[Answer] | None = None, wait: float = 0) -> None:
        self.clock, self.answers, self.wait = clock, answers or [], wait
        self.sent: list[Any] = []

    def send(self, path: str, body: Any, engine: str = "") -> Answer:
        self.sent.append((path, body))
        self.clock.sleep(self.wait)
        if self.answers:
            return self.answers.pop(0)
        hand = {"public_id": "second", "facts": {"dealer": 0}}
        answer = {"recorded": len(body.get("entries", [body])), "hand": hand}
        return Answer(200 if "seal" in path else 201, json.dumps(answer).encode())


def table_at(site: Site) -> Table:
    table = Table("http://127.0.0.1:1", FACTS, DEALS)
    table.line, table.engine = site, "engine"  # type: ignore[assignment]
    return table


def keys_in(site: Site) -> list[str]:
    return [
        one["key"] for path, body in site.sent if "entries" in path
        for one in body.get("entries", [body])
    ]  # fmt: skip


def test_what_became_due_while_an_answer_was_awaited_goes_together_and_counts_from_its_tap(
    clock: Clock,
) -> None:
    site = Site(clock, wait=2.5)
    table = table_at(site)
    Recorder(table, pace=1.0, begin=0.0, end=6.0).run()
    sent = [len(body.get("entries", [body])) for _path, body in site.sent]
    assert sent == [1, 2, 3]  # those due at 0, at 1 and 2, at 3 to 5
    waits = table.waits.times["entry, acknowledged"]
    assert waits == pytest.approx([2500, 4000, 3000, 4500, 3500, 2500])


def test_an_entry_that_was_not_taken_is_sent_again_with_its_key_and_is_an_error(
    clock: Clock,
) -> None:
    site = Site(clock, [Answer(503, b"busy")])
    table = table_at(site)
    table.record_all()
    first, second, *_rest = site.sent
    assert first == second
    assert (len(table.waits.wrong), table.left) == (1, 0)


def test_of_entries_of_which_only_some_were_taken_the_others_follow(clock: Clock) -> None:
    site = Site(clock, [Answer(201, b'{"recorded": 3}')])
    table = table_at(site)
    table.record_all()
    keys = keys_in(site)
    assert keys[8:] == keys[3:8]
    assert table.waits.wrong == []


def test_a_table_goes_on_with_the_hand_that_was_dealt(clock: Clock) -> None:
    table = table_at(Site(clock))
    table.record_all()
    assert table.seal(clock.now)
    assert table.deal(clock.now)
    assert (table.hand, table.version, table.left) == ("second", 0, 8)
    assert table.waits.wrong == []


def test_one_entry_in_twenty_may_be_slower_than_the_others() -> None:
    waits = Waits()
    waits.times["entry"] = [10.0] * 90 + [90.0] * 10
    (row,) = waits_in(waits, {"entry": ENTRY_GOAL})
    assert (row.facts["number"], row.facts["shares"]) == (100, [10.0, 90.0, 90.0])
    assert row.verdict == MEETS
    waits.times["entry"] += [101.0] * 6
    (row,) = waits_in(waits, {"entry": ENTRY_GOAL})
    assert (row.facts["shares"][1], row.verdict) == (101.0, MISSES)


def test_onlookers_see_how_the_screen_of_a_table_and_the_page_of_a_club_are_followed(
    client: Client, cast: Cast
) -> None:
    hand = cast.open_hand()
    client.force_login(cast.scorer)
    for page in (
        reverse("record", args=[cast.club.slug, hand.match.public_id]),
        reverse("club", args=[cast.club.slug]),
    ):
        assert FOLLOWED.search(client.get(page).content), page
