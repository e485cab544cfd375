"""Whole pages of a large club, and how long a reader waits for those that count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from django.urls import reverse

from games.models import Club, Player
from games.models.paging import PATIENCE
from tests.campaigns.bench.pages import (
    ASKED,
    GAME,
    OF_PLAYER,
    SEARCH,
    SEASON,
    Reader,
    in_turn,
    plain,
)
from tests.campaigns.bench.report import Late, Result, Row
from tests.campaigns.bench.timing import measure, times_of

RUNS = 15
MOST = 250.0  # ms: no page waits longer for a count
NEVER = "card_won=T1&card_lost=T21+T20+T19"  # few hands fit, so that all are looked at


def results(runs: int) -> Iterator[Result]:
    """Everything that is measured."""
    club = Club.objects.order_by("pk")[0]
    players = list(Player.objects.filter(club=club).order_by("pk")[:ASKED])
    yield from _pages(club, players, min(runs, RUNS))
    yield from _waits(club, players, min(runs, RUNS))


def _pages(club: Club, players: Sequence[Player], runs: int) -> Iterator[Result]:
    reader = Reader()
    people = [reverse("player", args=[club.slug, one.public_id]) for one in players]
    league = f"{reverse('league', args=[club.slug])}?variant={GAME}&period={SEASON}"
    found = measure(
        {
            "SQL": in_turn(partial(plain, OF_PLAYER), [one.pk for one in players]),
            "player": in_turn(reader.get, [f"{place}?variant={GAME}" for place in people]),
            "league": in_turn(reader.get, [league]),
        },
        runs,
    )
    for name, ours in (("a player's page", "player"), ("a season of the league", "league")):
        beside, theirs = "SQL + orjson", found["SQL"]
        yield Row(f"{name}, whole", "page", found[ours], beside, theirs, clock="wall")


def _waits(club: Club, players: Sequence[Player], runs: int) -> Iterator[Result]:
    """Median and 95 % in milliseconds; a count gives up after PATIENCE of them."""
    reader = Reader()
    hands, search = (reverse(name, args=[club.slug]) for name in ("hands", "search"))
    both = [(one.public_id, two.public_id) for one, two in pairwise(players)]
    for name, places in (
        ("those against another player", [f"{hands}?player={a}&opponent={b}" for a, b in both]),
        ("those beside another player", [f"{hands}?player={a}&partner={b}" for a, b in both]),
        ("hands by role and card", [f"{search}?{SEARCH}"]),
        ("hands that hardly exist", [f"{search}?{NEVER}"]),
    ):
        waits = [times_of(reader.get, places[run % len(places)])[1] / 1e3 for run in range(runs)]
        yield Late(f"{name}, the page", waits, MOST, MOST + PATIENCE)
