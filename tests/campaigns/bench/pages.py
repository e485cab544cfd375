"""Pages of the archive as a member gets them, against plain SQL and against a read by key; and how
long a reader waits for those that count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, pairwise
from typing import Any

import orjson
from django.db import connection
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse

from games.archive import list_pages
from games.archive.conditions import NEWEST
from games.models import Club, Hand, Player, Tally, User
from games.models.statistics import ALL_TIME
from games.statistics.leagues import league_table, rules_of
from tests.campaigns.bench.visitor import Visitor
from tests.campaigns.figures import Goal, Line, compared, unmeasured, waited
from tests.campaigns.timing import Case, measure, times_of

PAGE, DEPTH = 50, 100_000
ASKED = 10  # this many players are asked for in turn
LIST, DEEP, SUMS = Goal(5, 8), Goal(1.5, 3), Goal(5, 10)
GAME = "french"
SEASON = "2015-09-12..2016-06-18"
WAITS = 15  # of each page that counts
MOST = (250.0, 450.0)  # ms: the goals of the median and of 95 %
SEARCH = "role=taker&card_held=T21+T1"
NEVER = "card_won=T1&card_lost=T21+T20+T19"  # few hands fit, so that all are looked at

# What the page shows, and not a column more; the seats of each hand come as one array.
SHOWN = """
    SELECT h.public_id, h.played_at, m.title, h.number, h.variant, h.status, h.contract, h.taker,
           h.won, h.margin_halves, h.irregular, x.seats
    FROM {source} JOIN games_match m ON m.id = h.match_id, LATERAL (
        SELECT array_agg(ARRAY[p.name, s.score_halves::text] ORDER BY s.seat) AS seats
        FROM games_handseat s JOIN games_player p ON p.id = s.player_id WHERE s.hand_id = h.id) x
    WHERE {condition} ORDER BY {order} LIMIT 50
"""
OF_CLUB = SHOWN.format(
    source="games_hand h",
    condition="h.club_id = %s AND h.state = 'sealed'",
    order="h.played_at DESC, h.id DESC",
)
OF_PLAYER = SHOWN.format(
    source="games_handseat mine JOIN games_hand h ON h.id = mine.hand_id",
    condition="mine.player_id = %s",
    order="mine.played_at DESC, mine.hand_id DESC",
)


def rows(runs: int) -> Iterator[Line]:
    """Measure everything."""
    club = Club.objects.order_by("pk")[0]
    players = list(Player.objects.filter(club=club).order_by("pk")[:ASKED])
    member = Visitor(User.objects.get(username="member"))
    yield from _lists(member, club, players, runs)
    yield from _depth(member, club, runs)
    yield from _sums(club, players, runs)
    yield from _waits(member, club, players, min(runs, WAITS))


def plain(statement: str, key: int) -> bytes:
    """A page by plain SQL, as JSON."""
    with connection.cursor() as cursor:
        cursor.execute(statement, [key])
        return orjson.dumps(cursor.fetchall())


def in_turn(do: Callable[[Any], object], what: Sequence[Any]) -> Case:
    """Something done with the next of these in each run: so short a time is seldom disturbed."""
    following = cycle(what)
    return Case(do, 1, partial(next, following))


# --- lists --------------------------------------------------------------------------------------


def _lists(reader: Visitor, club: Club, players: Sequence[Player], runs: int) -> Iterator[Line]:
    place = reverse("hands", args=[club.slug])
    own = [f"{place}?player={player.public_id}" for player in players]
    found = measure(
        {
            "SQL of the club": in_turn(partial(plain, OF_CLUB), [club.pk]),
            "SQL of a player": in_turn(partial(plain, OF_PLAYER), [one.pk for one in players]),
            "list": in_turn(partial(listed, club), [place]),
            "own": in_turn(partial(listed, club), own),
            "page": in_turn(reader.get, [place]),
            "own page": in_turn(reader.get, own),
        },
        runs,
    )
    of_club, of_player = found["SQL of the club"], found["SQL of a player"]
    for name, ours, theirs in (
        ("hands of the club", found["list"], of_club),
        ("- the whole page, signed in", found["page"], of_club),
        ("hands of a player, counted", found["own"], of_player),
        ("- the whole page, signed in", found["own page"], of_player),
    ):
        yield compared(name, ours, "SQL + orjson", theirs, LIST, "wall")


def listed(club: Club, address: str) -> str:
    """A list as htmx asks for it, from the filters to the HTML: without sign-in and frame."""
    request = RequestFactory().get(address)
    search = list_pages.searched(request, club, shown=list_pages.USUAL)
    context = list_pages.context_of(request, club, search)
    if context["narrow"]:
        context["count"] = search.hits.count()
    return render_to_string("archive/_rows.html", context)


# --- depth --------------------------------------------------------------------------------------


def _depth(reader: Visitor, club: Club, runs: int) -> Iterator[Line]:
    hands = Hand.objects.filter(club=club).sealed().order_by(*NEWEST.columns())
    depth = min(DEPTH, hands.count() - PAGE - 1)
    if depth < DEPTH:
        why = f"the club has no more than {depth} hands: make archive N=200000"
        yield unmeasured(f"a page at depth {DEPTH}", why)
    keys, place = hands.values_list("public_id", flat=True), reverse("hands", args=[club.slug])
    sides = {"first": keys[0], "deep": keys[depth]}
    found = measure(
        {name: in_turn(reader.get, [f"{place}?after={key}"]) for name, key in sides.items()}, runs
    )
    name = f"the page at depth {depth}"
    yield compared(name, found["deep"], "the first", found["first"], DEEP, "wall")


# --- statistics ---------------------------------------------------------------------------------


def _sums(club: Club, players: Sequence[Player], runs: int) -> Iterator[Line]:
    keys = Hand.objects.filter(club=club).values_list("pk", flat=True)[:1_000:100]
    rules = rules_of(club)
    found = measure(
        {
            "key": in_turn(lambda key: Hand.objects.get(pk=key), list(keys)),
            "sums": in_turn(sums_of, players),
            "league": in_turn(lambda club: league_table(club, GAME, ALL_TIME, rules), [club]),
            "season": in_turn(lambda club: league_table(club, GAME, SEASON, rules), [club]),
        },
        runs,
    )
    for name, ours in (
        ("a player's sums of a game", "sums"),
        ("the league table of a club", "league"),
        ("- of a season with days of its own", "season"),
    ):
        yield compared(name, found[ours], "a hand by key", found["key"], SUMS, "wall")


def sums_of(player: Player) -> list[Any]:
    """Return a player's totals in a game, by role, contract, seat and companion."""
    rows = Tally.objects.filter(player=player, variant=GAME, period=ALL_TIME)
    return list(rows.values_list("kind", "key", "hands", "won", "score_halves"))


def _waits(reader: Visitor, club: Club, players: Sequence[Player], runs: int) -> Iterator[Line]:
    """Measure median and 95 % in milliseconds."""
    hands, search = (reverse(name, args=[club.slug]) for name in ("hands", "search"))
    both = [(one.public_id, two.public_id) for one, two in pairwise(players)]
    for name, places in (
        ("those against another player", [f"{hands}?player={a}&opponent={b}" for a, b in both]),
        ("those with another player", [f"{hands}?player={a}&partner={b}" for a, b in both]),
        ("hands by role and card", [f"{search}?{SEARCH}"]),
        ("hands that hardly exist", [f"{search}?{NEVER}"]),
    ):
        waits = [times_of(reader.get, places[run % len(places)])[1] / 1e3 for run in range(runs)]
        yield waited(f"{name}, the page", waits, MOST)
