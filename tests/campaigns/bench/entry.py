"""A signed-in entry request on both databases, each in processes of its own, against the floor."""

from __future__ import annotations

import gc
import json
import tempfile
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.test import override_settings
from django.urls import reverse

from games.access.live import watch
from games.engine.engine_files import engine_files
from games.models import Club, Hand
from games.rules import card_code, replay
from tests.campaigns.begin import apart
from tests.campaigns.bench import floor
from tests.campaigns.bench.hands import TimedHand, hands_of
from tests.campaigns.bench.visitor import Environment, Visitor
from tests.campaigns.figures import Goal, Line, compared, unmeasured
from tests.campaigns.timing import (
    CLOCKS,
    PROCESSES,
    Figure,
    Times,
    in_the_middle,
    mean_thing,
    timed,
)
from tests.cast import gather
from tests.chance import codes
from tests.factories import act, open_hand
from tests.postgres import find_binaries, throwaway_server

ENTRY, DRAWN, FOLD, LIVE = Goal(1.4, 2), Goal(2, 2.5), Goal(0.2, 0.3), Goal(1, 1.5)
KINDS = {
    "tricks": ("tricks only", ENTRY),
    "all": ("all hands", ENTRY),
    "tricks drawn": ("tricks only, drawn", DRAWN),
    "all drawn": ("all hands, drawn", DRAWN),
}
FLOOR = ("hello", "who", "raw")
TURN = 12  # requests of one kind in a row: other work on the machine then slows down all alike


def rows(runs: int) -> Iterator[Line]:
    """Measure on SQLite always, on PostgreSQL where a server can be started."""
    found = []
    for _ in range(PROCESSES):
        with tempfile.TemporaryDirectory(prefix="clubtarot-bench-") as folder:
            url = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
            found.append(list(_rows_of("SQLite", url, runs)))
    yield from in_the_middle(found)
    binaries = find_binaries()
    if binaries is None:
        yield unmeasured("PostgreSQL", "no PostgreSQL was found")
        return
    found = []
    for _ in range(PROCESSES):
        with throwaway_server(binaries) as url:
            found.append(list(_rows_of("PostgreSQL", url, runs)))
    yield from in_the_middle(found)


def _rows_of(database: str, url: str, runs: int) -> Iterator[Line]:
    found: dict[str, Any] = apart(__name__, url, runs)
    hello, who, raw = (mean_thing(found[kind]) for kind in FLOOR)
    times = {one: getattr(raw, one) + getattr(who, one) - getattr(hello, one) for one in CLOCKS}
    least = ("raw+who-hello", Figure(**times, runs=raw.runs))
    for kind, (words, goal) in KINDS.items():
        plays = mean_thing([times[:-1] for times in found[kind]])
        yield compared(f"{database}, {words}", plays, *least, goal)
    fold = mean_thing(found["fold"])
    yield compared(f"{database}, all of a hand folded", fold, "raw", raw, FOLD)
    for kind in ("hand", "club"):
        asked = mean_thing(found[f"live {kind}"])
        yield compared(f"{database}, nothing new of a {kind}", asked, "who", who, LIVE)


class Table:
    """A hand that is recorded as by a tablet with that `engine` ("": the server draws)."""

    def __init__(self, visitor: Visitor, hand: Hand, engine: str) -> None:
        self.visitor, self.hand, self.engine = visitor, hand, engine
        self.address = reverse("entries", args=[hand.club.slug, hand.public_id])
        self.version = 0

    def enter(self, change: dict[str, Any]) -> Times:
        """Write one change."""
        key = f"bench-entry-{self.hand.public_id}-{self.version:03}"
        body = json.dumps({"version": self.version, "key": key, "change": change}).encode()
        self.version += 1
        more = {"HTTP_X_ENGINE": self.engine} if self.engine else {}
        times, text = asked(self.visitor, self.visitor.request(self.address, body, **more))
        if self.engine and '"keys"' in text:
            raise AssertionError("The server has drawn what the tablet had drawn already.")
        return times

    def play(self, card: int) -> Times:
        """Tap once."""
        return self.enter(act("play", card=card_code(card)))


def asked(visitor: Visitor, request: Environment) -> tuple[Times, str]:
    """Return the times of a request, and its answer."""
    texts: list[str] = []
    return timed(lambda: texts.append(visitor.answer(request))), texts[0]


class Evening:
    """The club of all tests, whose scorer opens a match for each hand that is timed."""

    def __init__(self) -> None:
        self.cast = gather()
        self.cast.tablets_judge()
        self.scorer = self.cast.scorer
        self.club = Club.objects.visible_to(self.scorer).get(pk=self.cast.club.pk)
        self.visitor = Visitor(self.scorer)
        self.unnamed = copy(self.visitor)
        self.unnamed.cookies = ""  # what static/js/live.js asks, it asks without
        with override_settings(MIDDLEWARE=floor.MIDDLEWARE, SESSION_ENGINE=floor.SESSION_ENGINE):
            self.plain = Visitor(self.scorer, floor.BACKEND, WSGIHandler())
        hidden, known = (hands_of(4, 1, known=known)[0] for known in (False, True))
        engine = engine_files().digest
        self.hands = {
            "tricks": (hidden, engine),
            "all": (known, engine),
            "tricks drawn": (hidden, ""),
            "all drawn": (known, ""),
        }

    def round(self) -> dict[str, list[Times]]:
        """Record a hand of each kind, and between its tricks as many floor requests of each."""
        names = ("fold", *FLOOR, "live hand", "live club", *self.hands)
        once: dict[str, list[Times]] = {name: [] for name in names}
        for kind, (hand, engine) in self.hands.items():
            table = self.at_first_card(hand, engine)
            for first in range(0, len(hand.cards), TURN):
                cards = hand.cards[first : first + TURN]
                once[kind] += [table.play(card) for card in cards]
                for name in FLOOR:
                    once[name] += [self.bare(name) for _ in cards]
                once["fold"] += [timed(replay, hand.record) for _ in cards]
                once["live hand"] += [self.nothing_new(table.hand) for _ in cards]
                once["live club"] += [self.nothing_new(self.club) for _ in cards]
        return once

    def bare(self, name: str) -> Times:
        """Ask for a floor address."""
        database: Any = connection
        # The site asks a kept connection whether it still lives; the floor knows that it does.
        asks, database.health_check_enabled = database.health_check_enabled, False
        times, _text = asked(self.plain, self.plain.request(f"/floor/{name}/"))
        database.health_check_enabled = asks
        return times

    def nothing_new(self, followed: Model) -> Times:
        """Ask, as an open page does, whether something has changed; nothing has."""
        address, mark = watch(followed, self.scorer)
        return asked(self.unnamed, self.unnamed.request(f"{address}?at={mark}"))[0]

    def at_first_card(self, hand: TimedHand, engine: str) -> Table:
        """Open a match whose first hand is recorded up to its first card."""
        match = self.cast.open_match(first_dealer=hand.record.dealer)
        table = Table(self.visitor, open_hand(self.scorer, match), engine)
        for change in before_play(hand):
            table.enter(change)
        return table


def before_play(hand: TimedHand) -> Iterator[dict[str, Any]]:
    """Yield the deal where it is known, then auction and exchange."""
    if hand.record.stock is not None:
        hands = [codes(cards or ()) for cards in hand.record.hands]
        yield {"op": "deal", "deal": {"hands": hands, "stock": codes(hand.record.stock)}}
    for action in hand.opening:
        yield {"op": "act", "action": dict(action)}


def main(rounds: int) -> dict[str, Any]:
    """Measure on this process's empty database; a list a round of the times, by kind."""
    call_command("migrate", verbosity=0, without_backup=True)
    floor.make_tables()
    evening = Evening()
    gc.collect()
    gc.freeze()
    found: dict[str, Any] = {}
    backends = [*settings.AUTHENTICATION_BACKENDS, floor.BACKEND]
    with override_settings(ROOT_URLCONF=floor.__name__, AUTHENTICATION_BACKENDS=backends):
        evening.round()  # warm-up
        for _ in range(rounds):
            for name, times in evening.round().items():
                found.setdefault(name, []).append(times)
    return found
