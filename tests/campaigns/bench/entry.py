"""One database: what an entry request costs there, beside the floor. Run by `requests.py`.

    DATABASE_URL=… python -m tests.campaigns.bench.entry ROUNDS

The database must be empty. The answer is one JSON object.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from copy import copy
from io import BytesIO
from typing import Any

from games import people
from games.club.opening_clubs import open_club
from games.matches.match_changes import open_match
from tests.campaigns.bench import ready, say

ready()  # what follows imports tables

from django.conf import settings  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import Model  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django.middleware.csrf import get_token  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from games import book  # noqa: E402
from games.access.live import watch  # noqa: E402
from games.engine.engine_files import engine_files  # noqa: E402
from games.management.demo.chance import codes  # noqa: E402
from games.models import Club, Hand, User  # noqa: E402
from games.rules import card_code, replay  # noqa: E402
from tests.campaigns.bench import floor  # noqa: E402
from tests.campaigns.bench.hands import NAMES, TimedHand, hands_of  # noqa: E402
from tests.campaigns.bench.timing import Times, times_of  # noqa: E402

FLOOR = ("hello", "who", "raw")
LIVE = ("live hand", "live club")
TURN = 12  # requests of one kind in a row: other work on the machine then slows down all alike


def timed(do: Callable[..., object], *what: object) -> Times:
    """The times of one thing done, with the garbage collector off."""
    gc.disable()
    times = times_of(do, *what)
    gc.enable()
    return times


class Browser:
    """Requests of one signed-in scorer, made to a WSGI application in this process. `backend`: what
    reads the user again, the site's own where none is named."""

    def __init__(self, user: User, backend: str | None = None) -> None:
        client = Client()
        client.force_login(user, backend)
        asked = HttpRequest()
        self.token = get_token(asked)
        cookies = [f"{name}={morsel.value}" for name, morsel in client.cookies.items()]
        self.cookies = "; ".join([*cookies, f"csrftoken={asked.META['CSRF_COOKIE']}"])

    def send(self, site: Any, address: str, body: bytes = b"", engine: str = "") -> Times:
        """The times of a request: POST where there is a body. `engine`: the digest of the engine
        that has drawn the entry on the tablet."""
        environment = self._environment(address, body)
        if engine:
            environment["HTTP_X_ENGINE"] = engine
        status: list[str] = []

        def answered() -> None:
            answer = site(environment, lambda said, headers: status.append(said))
            status.append(b"".join(answer).decode())
            answer.close()  # as a server does: the connection is put back

        times = timed(answered)
        if status[0][0] != "2":
            raise AssertionError(f"{address}: {status[0]} {status[1][:300]}")
        if engine and '"keys"' in status[1]:
            raise AssertionError("The server has drawn what the tablet had drawn already.")
        return times

    def _environment(self, address: str, body: bytes) -> dict[str, Any]:
        return {
            "REQUEST_METHOD": "POST" if body else "GET",
            "PATH_INFO": address.partition("?")[0],
            "QUERY_STRING": address.partition("?")[2],
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": self.cookies,
            "HTTP_X_CSRFTOKEN": self.token,
            "HTTP_X_DEVICE": "bench",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }


class Table:
    """A hand that is recorded request by request, as a tablet does it. `engine`: the digest of its
    engine, "" where the server draws for it."""

    def __init__(self, browser: Browser, site: WSGIHandler, hand: Hand, engine: str) -> None:
        self.browser = browser
        self.site = site
        self.hand = hand
        self.engine = engine
        self.address = reverse("entries", args=[hand.club.slug, hand.public_id])
        self.version = 0

    def enter(self, change: dict[str, Any]) -> Times:
        """Write one change."""
        key = f"bench-entry-{self.hand.public_id}-{self.version:03}"
        body = json.dumps({"version": self.version, "key": key, "change": change}).encode()
        self.version += 1
        return self.browser.send(self.site, self.address, body, self.engine)

    def play(self, card: int) -> Times:
        """One tap."""
        return self.enter({"op": "act", "action": {"kind": "play", "card": card_code(card)}})


class Evening:
    """A club with a scorer and four players, who open a match for each hand that is timed."""

    def __init__(self) -> None:
        self.scorer = User.objects.create_user("scorer")
        club = open_club(user=self.scorer, name="Les Atouts")
        self.club = Club.objects.visible_to(self.scorer).get(pk=club.pk)
        self.players = [
            people.add_player(user=self.scorer, club=self.club, name=name) for name in NAMES[:4]
        ]
        self.browser = Browser(self.scorer)
        self.unnamed = copy(self.browser)
        self.unnamed.cookies = ""  # what static/js/live.js asks, it asks without
        self.site = WSGIHandler()
        self.plain = Browser(self.scorer, floor.BACKEND)
        with override_settings(MIDDLEWARE=floor.MIDDLEWARE, SESSION_ENGINE=floor.SESSION_ENGINE):
            self.floor = WSGIHandler()
        hidden, known = (hands_of(4, 1, known=known)[0] for known in (False, True))
        engine = engine_files().digest
        self.hands = {
            "tricks": (hidden, engine),
            "all": (known, engine),
            "tricks drawn": (hidden, ""),
            "all drawn": (known, ""),
        }

    def round(self) -> dict[str, list[Times]]:
        """A whole hand of each kind, and between its tricks as many floor requests of each kind."""
        once: dict[str, list[Times]] = {name: [] for name in ("fold", *FLOOR, *LIVE, *self.hands)}
        for kind, (hand, engine) in self.hands.items():
            table = self.at_first_card(hand, engine)
            for first in range(0, len(hand.cards), TURN):
                cards = hand.cards[first : first + TURN]
                once[kind] += [table.play(card) for card in cards]
                for name in FLOOR:
                    once[name] += [self.bare(name) for _ in cards]
                once["fold"] += [timed(replay, hand.record) for _ in cards]
                for name, followed in zip(LIVE, (table.hand, self.club), strict=True):
                    once[name] += [self.nothing_new(followed) for _ in cards]
        return once

    def bare(self, name: str) -> Times:
        """A floor request."""
        database: Any = connection
        # The site asks a kept connection whether it still lives; the floor knows that it does.
        asks, database.health_check_enabled = database.health_check_enabled, False
        times = self.plain.send(self.floor, f"/floor/{name}/")
        database.health_check_enabled = asks
        return times

    def nothing_new(self, followed: Model) -> Times:
        """An open page asks whether something has changed, and nothing has."""
        address, mark = watch(followed, self.scorer)
        return self.unnamed.send(self.site, f"{address}?at={mark}")

    def at_first_card(self, hand: TimedHand, engine: str) -> Table:
        """A new match whose first hand has been recorded up to its first card."""
        match = open_match(
            user=self.scorer,
            club=self.club,
            title="Friday",
            variant=hand.record.variant.key,
            seats=self.players,
            first_dealer=hand.record.dealer,
        )
        made = book.open_hand(user=self.scorer, match=match)
        made = Hand.objects.select_related("club").get(pk=made.pk)
        table = Table(self.browser, self.site, made, engine)
        for change in before_play(hand):
            table.enter(change)
        return table

    def statements(self) -> tuple[int, int]:
        """How many statements the first and the last card take, transaction included."""
        hand, engine = self.hands["tricks"]
        table = self.at_first_card(hand, engine)
        counts = []
        for card in hand.cards:
            with CaptureQueriesContext(connection) as seen:
                table.play(card)
            counts.append(len(seen))
        return counts[0], counts[-1]


def before_play(hand: TimedHand) -> Iterator[dict[str, Any]]:
    """The deal where it is known, then auction and exchange."""
    if hand.record.stock is not None:
        hands = [codes(cards or ()) for cards in hand.record.hands]
        yield {"op": "deal", "deal": {"hands": hands, "stock": codes(hand.record.stock)}}
    for action in hand.opening:
        yield {"op": "act", "action": dict(action)}


def main(rounds: int) -> None:
    """Measure, and print what was found: a list a round, of the times of its requests."""
    call_command("migrate", verbosity=0, without_backup=True)
    floor.make_tables()
    evening = Evening()
    gc.collect()
    gc.freeze()
    found: dict[str, Any] = {}
    backends = [*settings.AUTHENTICATION_BACKENDS, floor.BACKEND]
    with override_settings(ROOT_URLCONF=floor.__name__, AUTHENTICATION_BACKENDS=backends):
        evening.round()  # warm-up
        for number in range(1, rounds + 1):
            say(f"  round {number} of {rounds}")
            for name, times in evening.round().items():
                found.setdefault(name, []).append(times)
        found["statements"] = evening.statements()
    print(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]))
