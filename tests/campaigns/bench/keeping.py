"""What keeps a large archive: seal, amend, sum, check, be ready. All of it is rolled back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import book, statistics
from games.book.amending import Wanted, amend
from games.models import Club, Hand, Match, Player, User
from games.operation.readiness import readiness
from games.proof import check_chain, judge_chain
from games.rules import verify
from games.rules.replaying.ndjson import lines
from games.statistics.sealed_hands import in_the_order_of_play
from games.transfer.club import contents_of
from tests.campaigns.figures import Goal, Line, compared, counted
from tests.campaigns.timing import Case, measure
from tests.factories import new_key, open_hand, open_match, sealed_hand, stated

RUNS = 5
GAME = "french"
CHECKED = 500  # seals that are judged again
SEALING = Goal(1.5, 3)  # of what it takes in the smallest club
SUMS = Goal(4, 8)  # of what it takes to read the hands
JUDGING = Goal(5, 8)  # of what it takes to judge their lines, which are compared with nothing
MOST_STATEMENTS = 60


def rows_of_keeping(runs: int) -> Iterator[Line]:
    """Measure everything."""
    clubs = list(Club.objects.order_by("-seals"))
    runs = min(runs, RUNS)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SET idle_in_transaction_session_timeout = 0")
    with _left_out():
        yield from _sealing(clubs[0], clubs[-1], runs)
        yield from _amending(clubs[0], clubs[-1])
    yield from _sums(clubs[-1], runs)
    yield from _checking(clubs[-1], runs)
    yield _ready(runs)


class _left_out(transaction.Atomic):  # noqa: N801 - read as a sentence where it is used
    """A block that is rolled back, in which durable writes are as good as committed."""

    def __init__(self) -> None:
        super().__init__(using=None, savepoint=True, durable=False)
        self._from_testcase = True  # Django's own way to allow durable blocks in it

    def __exit__(self, *error: Any) -> None:
        transaction.set_rollback(True)
        super().__exit__(*error)


class _Table:
    """A match of four in a club of the archive, with hands that state a garde."""

    def __init__(self, club: Club) -> None:
        self.club, self.user = club, User.objects.get(username="scorer")
        self.match: Match = self._opened()

    def _opened(self) -> Match:
        four = list(Player.objects.filter(club=self.club).order_by("pk")[:4])
        club = Club.objects.visible_to(self.user).get(pk=self.club.pk)
        return open_match(self.user, club, four)

    def played(self) -> Hand:
        """The next hand, played and not sealed."""
        return open_hand(self.user, self.match, [stated()])

    def seal(self, hand: Hand) -> None:
        """Seal a hand, with all that is counted."""
        book.seal(user=self.user, hand=hand, version=hand.version)

    def sealed(self) -> Hand:
        """The next hand, sealed."""
        made = sealed_hand(self.user, self.match, [stated()])
        return Hand.objects.visible_to(self.user).with_table().get(pk=made.pk)

    def amend(self, hand: Hand) -> None:
        """Give a hand another result: all hands of the game are counted again."""
        changes = [{"op": "undo"}, stated(points=30)]
        facts: dict[str, Any] = {"because": "The points were added up wrong.", "key": new_key()}
        wanted = Wanted(changes=changes)
        amend(user=self.user, hand=hand, version=hand.version, wanted=wanted, **facts)


def _sealing(large: Club, small: Club, runs: int) -> Iterator[Line]:
    tables = {"large": _Table(large), "small": _Table(small)}
    found = measure(
        {name: Case(table.seal, 1, table.played) for name, table in tables.items()}, runs
    )
    name, other = f"a hand sealed in a club of {large.seals}", f"in one of {small.seals}"
    yield compared(name, found["large"], other, found["small"], SEALING, "wall")
    first, last = [_statements(partial(table.seal, table.played())) for table in tables.values()]
    where = ("a large club", "a small one")
    yield counted("- SQL statements", first, last, MOST_STATEMENTS, where)


def _amending(large: Club, small: Club) -> Iterator[Line]:
    """Once each: in the large club it takes as long as counting all its hands of the game."""
    tables = {"large": _Table(large), "small": _Table(small)}
    cases = {name: Case(table.amend, 1, table.sealed) for name, table in tables.items()}
    found = measure(cases, 1)
    name, other = f"a hand amended in a club of {large.seals}", f"in one of {small.seals}"
    yield compared(name, found["large"], other, found["small"], clock="wall")
    there = Hand.objects.filter(club=large, variant=GAME).sealed().count()
    read = {"read": Case(lambda _: _read(large), there)}
    yield compared("- a hand of its game read", measure(read, 1)["read"], clock="wall")


def _statements(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as seen:
        work()
    return len(seen)


def _read(club: Club) -> None:
    deque(in_the_order_of_play(club.pk, GAME), maxlen=0)


def _sums(club: Club, runs: int) -> Iterator[Line]:
    """A recount that finds everything right, against reading the same hands."""
    there = Hand.objects.filter(club=club, variant=GAME).sealed().count()

    def recount(_nothing: Any) -> None:
        with _left_out():
            statistics.recount(club.pk, GAME)

    cases = {"sums": Case(recount, there), "read": Case(lambda _: _read(club), there)}
    found = measure(cases, runs)
    yield compared("sums counted again", found["sums"], "reading", found["read"], SUMS, "wall")


def _checking(club: Club, runs: int) -> Iterator[Line]:
    """Digests of a whole chain, and hands judged again against the same lines judged alone."""
    raw = b"".join(islice(contents_of(club, hidden=True).records(), CHECKED))
    since = club.seals - CHECKED

    def judged(_nothing: Any) -> None:
        deque(judge_chain(club, since=since), maxlen=0)

    def alone(_nothing: Any) -> None:
        for _number, line in lines(BytesIO(raw)):
            verify(line)

    cases = {
        "digests": Case(lambda _: deque(check_chain(club), maxlen=0), club.seals),
        "judged": Case(judged, CHECKED),
        "alone": Case(alone, CHECKED),
    }
    found = measure(cases, runs)
    yield compared("digests of a chain checked", found["digests"])
    yield compared("hands judged again", found["judged"], "verify", found["alone"], JUDGING)


def _ready(runs: int) -> Line:
    found = measure({"ready": Case(lambda _: readiness.look(), 1)}, runs)
    return compared("whether the site is ready", found["ready"], clock="wall")
