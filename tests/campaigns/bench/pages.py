"""Pages of the archive as a member gets them, beside plain SQL and beside a read by key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import cycle
from typing import Any

import orjson
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.archive import HandSearch, list_pages, listed_hands
from games.archive.conditions import NEWEST, seats_where
from games.models import Club, Hand, Player, Tally, User
from games.models.paging import Cursor, SortKey
from games.models.statistics import ALL_TIME
from games.statistics.leagues import league_table, rules_of
from games.statistics.player_totals import statistics_of
from games.statistics.scope import Scope
from tests.campaigns.bench.report import Count, Goal, Result, Row, Unmeasured
from tests.campaigns.bench.timing import Case, measure

PAGE, DEPTH = 50, 100_000
ASKED = 10  # so many players are asked for in turn
SIGNED_IN = 2  # statements that say who asks: session and user
LIST, DEEP, SUMS = Goal(5, 8), Goal(1.5, 3), Goal(5, 10)
MOST_STATEMENTS = 4
GAME = "french"
SEARCH = "role=taker&card_held=T21+T1"
SEASON = "2015-09-12..2016-06-18"

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


def hands_there() -> int:
    """How many hands the archive has; 0 where there is none."""
    if "games_hand" not in connection.introspection.table_names():
        return 0
    return Hand.objects.count()


def rows(runs: int) -> Iterator[Result]:
    """Everything that is measured."""
    club = Club.objects.order_by("pk")[0]
    players = list(Player.objects.filter(club=club).order_by("pk")[:ASKED])
    yield from _lists(club, players, runs)
    yield from _depth(club, runs)
    yield from _sums(club, players, runs)


class Reader:
    """A member who asks for pages of the site, in this process."""

    def __init__(self) -> None:
        client = Client()
        client.force_login(User.objects.get(username="member"))
        self.cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
        self.site = WSGIHandler()

    def get(self, address: str) -> None:
        """Ask for a page and read all of it. Raises AssertionError where it is not there."""
        path, _, query = address.partition("?")
        said: list[str] = []

        def start(status: str, headers: Any, error: Any = None) -> Callable[[bytes], object]:
            said.append(status)
            return lambda _body: None

        answer: Any = self.site(_environment(path, query, self.cookies), start)
        size = sum(map(len, answer))
        answer.close()
        if said != ["200 OK"] or not size:
            raise AssertionError(f"{address}: {said}")


def _environment(path: str, query: str, cookies: str) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "HTTP_HOST": "localhost",
        "HTTP_COOKIE": cookies,
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(),
    }


def plain(statement: str, key: int) -> bytes:
    """A page by plain SQL, as JSON."""
    with connection.cursor() as cursor:
        cursor.execute(statement, [key])
        return orjson.dumps(cursor.fetchall())


def in_turn(do: Callable[[Any], object], what: Sequence[Any]) -> Case:
    """Something done with one of these, in each run with the next: so short a time is seldom shared
    with other work."""
    following = cycle(what)
    return Case(do, 1, partial(next, following))


# --- lists --------------------------------------------------------------------------------------


def _lists(club: Club, players: Sequence[Player], runs: int) -> Iterator[Result]:
    reader, place = Reader(), reverse("hands", args=[club.slug])
    own = [f"{place}?player={player.public_id}" for player in players]
    others = [*players[1:], players[0]]
    both = [f"{one}&opponent={two.public_id}" for one, two in zip(own, others, strict=True)]
    found = measure(
        {
            "SQL of the club": in_turn(partial(plain, OF_CLUB), [club.pk]),
            "SQL of a player": in_turn(partial(plain, OF_PLAYER), [one.pk for one in players]),
            "list": in_turn(partial(listed, club), [place]),
            "own": in_turn(partial(listed, club), own),
            "both": in_turn(partial(listed, club), both),
            "search": in_turn(partial(listed, club), [f"{place}?{SEARCH}"]),
            "page": in_turn(reader.get, [place]),
            "own page": in_turn(reader.get, own),
        },
        runs,
    )
    of_club, of_player = found["SQL of the club"], found["SQL of a player"]
    for name, ours, theirs, goal in (
        ("hands of the club", found["list"], of_club, LIST),
        ("- the whole page, signed in", found["page"], of_club, LIST),
        ("hands of a player, counted", found["own"], of_player, LIST),
        ("- the whole page, signed in", found["own page"], of_player, LIST),
        ("- those against another player, counted", found["both"], of_player, None),
        ("- hands by role and card, counted", found["search"], of_club, None),
    ):
        yield Row(name, "page", ours, "SQL + orjson", theirs, goal, "wall")
    small = Club.objects.order_by("pk")[1]
    there = reverse("hands", args=[small.slug])
    other = f"{there}?player={small.players.order_by('pk')[0].public_id}"
    yield statements(reader, "hands of the club, SQL statements", (place, there))
    yield statements(reader, "hands of a player, SQL statements", (own[0], other))


def listed(club: Club, address: str) -> str:
    """A list as htmx asks for it, from the filters to the HTML: without sign-in and frame."""
    request = RequestFactory().get(address)
    search = list_pages.searched(request, club, shown=list_pages.USUAL)
    context = list_pages.context_of(request, club, search)
    if context["narrow"]:
        context["count"] = search.count(seen=0)
    return render_to_string("archive/_rows.html", context)


def read(club: Club, beside: SortKey) -> None:
    """The hands of a page and their seats, without the page."""
    search = HandSearch({}, Hand.objects.filter(club=club).sealed())
    search.is_valid()
    whole = search.queryset
    search.hits.read(whole, listed_hands, Cursor(beside), PAGE + 1)


def statements(reader: Reader, name: str, addresses: Sequence[str]) -> Count:
    """How many statements a page takes beside those that say who asks: of this club, and of one
    that has played less."""
    counts = []
    for asked in addresses:
        reader.get(asked)  # the first visit of a day is written down
        with CaptureQueriesContext(connection) as seen:
            reader.get(asked)
        counts.append(len(seen) - SIGNED_IN)
    large, small = counts
    return Count(name, large, small, MOST_STATEMENTS, ("a large club", "a small one"))


# --- depth --------------------------------------------------------------------------------------


def _depth(club: Club, runs: int) -> Iterator[Result]:
    hands = Hand.objects.filter(club=club).sealed().order_by(*NEWEST.columns())
    depth = min(DEPTH, hands.count() - PAGE - 1)
    if depth < DEPTH:
        yield Unmeasured(
            f"a page at depth {DEPTH}",
            f"the club has no more than {depth} hands: make archive N=200000",
        )
    deep = hands.values_list("public_id", "played_at", "pk")[depth]
    near = hands.values_list("public_id", "played_at", "pk")[0]
    reader, place = Reader(), reverse("hands", args=[club.slug])
    found = measure(
        {
            "first": in_turn(reader.get, [f"{place}?after={near[0]}"]),
            "deep": in_turn(reader.get, [f"{place}?after={deep[0]}"]),
            "read first": in_turn(partial(read, club), [SortKey(*near[1:])]),
            "read deep": in_turn(partial(read, club), [SortKey(*deep[1:])]),
        },
        runs,
    )
    sides: dict[str, Any] = {"unit": "page", "clock": "wall"}
    yield Row(
        f"the page at depth {depth}",
        ours=found["deep"],
        beside="the first",
        theirs=found["first"],
        goal=DEEP,
        **sides,
    )
    yield Row(
        "- its hands read",
        ours=found["read deep"],
        beside="the first",
        theirs=found["read first"],
        goal=DEEP,
        **sides,
    )


# --- statistics ---------------------------------------------------------------------------------


def _sums(club: Club, players: Sequence[Player], runs: int) -> Iterator[Result]:
    keys = Hand.objects.filter(club=club).values_list("pk", flat=True)[:1_000:100]
    scope, rules = Scope(variant=GAME), rules_of(club)
    found = measure(
        {
            "key": in_turn(lambda key: Hand.objects.get(pk=key), list(keys)),
            "sums": in_turn(sums_of, players),
            "statistics": in_turn(lambda player: statistics_of(player, scope), players),
            "counted": in_turn(
                lambda pair: statistics_of(
                    pair[0], replace(scope, narrowed=seats_where({"opponent": pair[1].pk}))
                ),
                list(zip(players, [*players[1:], players[0]], strict=True)),
            ),
            "league": in_turn(lambda club: league_table(club, GAME, ALL_TIME, rules), [club]),
            "season": in_turn(lambda club: league_table(club, GAME, SEASON, rules), [club]),
        },
        runs,
    )
    sides: dict[str, Any] = {
        "unit": "read",
        "clock": "wall",
        "beside": "a hand by key",
        "theirs": found["key"],
    }
    yield Row("a player's sums of a game", ours=found["sums"], goal=SUMS, **sides)
    yield Row("- with streaks, rating and balance", ours=found["statistics"], **sides)
    yield Row("- against another player, hand by hand", ours=found["counted"], **sides)
    yield Row("the league table of a club", ours=found["league"], goal=SUMS, **sides)
    yield Row("- of a season with days of its own", ours=found["season"], goal=SUMS, **sides)


def sums_of(player: Player) -> list[Any]:
    """What a player has come to in a game, by role, contract, seat and companion."""
    rows = Tally.objects.filter(player=player, variant=GAME, period=ALL_TIME)
    return list(rows.values_list("kind", "key", "hands", "won", "score_halves"))
