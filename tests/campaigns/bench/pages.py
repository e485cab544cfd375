"""Pages of the archive as a member gets them, against plain SQL and against a read by key; and how
long a reader waits for those that count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle, pairwise
from typing import Any

import orjson
from django.db import connection
from django.template.loader import render_to_string
from django.test import RequestFactory
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
from tests.campaigns.bench.visitor import Visitor
from tests.campaigns.figures import Goal, Line, compared, counted, unmeasured, waited
from tests.campaigns.timing import Case, measure, times_of

PAGE, DEPTH = 50, 100_000
ASKED = 10  # this many players are asked for in turn
SIGNED_IN = 2  # statements that say who asks: session and user
LIST, DEEP, SUMS = Goal(5, 8), Goal(1.5, 3), Goal(5, 10)
MOST_STATEMENTS = 4
GAME = "french"
SEARCH = "role=taker&card_held=T21+T1"
SEASON = "2015-09-12..2016-06-18"
WAITS = 15  # of each page that counts
MOST = (250.0, 450.0)  # ms: the goals of the median and of 95 %
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
    yield from _whole_pages(member, club, players, min(runs, WAITS))
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
        yield compared(name, ours, "SQL + orjson", theirs, goal, "wall")
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
        context["count"] = search.hits.count()
    return render_to_string("archive/_rows.html", context)


def read(club: Club, row: SortKey) -> None:
    """The hands of a page and their seats, without the page."""
    search = HandSearch({}, Hand.objects.filter(club=club).sealed())
    search.is_valid()
    whole = search.queryset
    search.hits.read(whole, listed_hands, Cursor(row), PAGE + 1)


def statements(reader: Visitor, name: str, addresses: Sequence[str]) -> Line:
    """How many statements a page takes besides those that say who asks: of this club, and of one
    that has played less."""
    counts = []
    for asked in addresses:
        reader.get(asked)  # the first visit of a day is written down
        with CaptureQueriesContext(connection) as seen:
            reader.get(asked)
        counts.append(len(seen) - SIGNED_IN)
    large, small = counts
    return counted(name, large, small, MOST_STATEMENTS, ("a large club", "a small one"))


# --- depth --------------------------------------------------------------------------------------


def _depth(reader: Visitor, club: Club, runs: int) -> Iterator[Line]:
    hands = Hand.objects.filter(club=club).sealed().order_by(*NEWEST.columns())
    depth = min(DEPTH, hands.count() - PAGE - 1)
    if depth < DEPTH:
        why = f"the club has no more than {depth} hands: make archive N=200000"
        yield unmeasured(f"a page at depth {DEPTH}", why)
    keys = hands.values_list("public_id", "played_at", "pk")
    place = reverse("hands", args=[club.slug])
    sides: dict[str, Any] = {"first": keys[0], "deep": keys[depth]}
    cases = {}
    for name, (public_id, *key) in sides.items():
        cases[name] = in_turn(reader.get, [f"{place}?after={public_id}"])
        cases[f"{name} read"] = in_turn(partial(read, club), [SortKey(*key)])
    found = measure(cases, runs)
    for words, part in ((f"the page at depth {depth}", ""), ("- its hands read", " read")):
        deep, first = found[f"deep{part}"], found[f"first{part}"]
        yield compared(words, deep, "the first", first, DEEP, "wall")


# --- statistics ---------------------------------------------------------------------------------


def _sums(club: Club, players: Sequence[Player], runs: int) -> Iterator[Line]:
    keys = Hand.objects.filter(club=club).values_list("pk", flat=True)[:1_000:100]
    scope, rules = Scope(variant=GAME), rules_of(club)

    def against(pair: tuple[Player, Player]) -> object:
        narrowed = seats_where({"opponent": pair[1].pk})
        return statistics_of(pair[0], replace(scope, narrowed=narrowed))

    found = measure(
        {
            "key": in_turn(lambda key: Hand.objects.get(pk=key), list(keys)),
            "sums": in_turn(sums_of, players),
            "statistics": in_turn(lambda player: statistics_of(player, scope), players),
            "counted": in_turn(against, [*pairwise([*players, players[0]])]),
            "league": in_turn(lambda club: league_table(club, GAME, ALL_TIME, rules), [club]),
            "season": in_turn(lambda club: league_table(club, GAME, SEASON, rules), [club]),
        },
        runs,
    )
    for name, ours, goal in (
        ("a player's sums of a game", "sums", SUMS),
        ("- with streaks, rating and balance", "statistics", None),
        ("- against another player, hand by hand", "counted", None),
        ("the league table of a club", "league", SUMS),
        ("- of a season with days of its own", "season", SUMS),
    ):
        yield compared(name, found[ours], "a hand by key", found["key"], goal, "wall")


def sums_of(player: Player) -> list[Any]:
    """Return a player's totals in a game, by role, contract, seat and companion."""
    rows = Tally.objects.filter(player=player, variant=GAME, period=ALL_TIME)
    return list(rows.values_list("kind", "key", "hands", "won", "score_halves"))


# --- whole pages --------------------------------------------------------------------------------


def _whole_pages(
    reader: Visitor, club: Club, players: Sequence[Player], runs: int
) -> Iterator[Line]:
    people = [reverse("player", args=[club.slug, one.public_id]) for one in players]
    league = f"{reverse('league', args=[club.slug])}?variant={GAME}&period={SEASON}"
    found = measure(
        {
            "SQL": in_turn(partial(plain, OF_PLAYER), [one.pk for one in players]),
            "a player's page": in_turn(reader.get, [f"{one}?variant={GAME}" for one in people]),
            "a season of the league": in_turn(reader.get, [league]),
        },
        runs,
    )
    sql = found.pop("SQL")
    for name, ours in found.items():
        yield compared(f"{name}, whole", ours, "SQL + orjson", sql, clock="wall")


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
