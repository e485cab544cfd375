"""What keeps a large archive: seal, sum, check. All of it is rolled back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Any

from django.db import connection, transaction

from games import book, statistics
from games.models import Club, Hand, Player, User
from games.proof import judge_chain
from games.rules import verify
from games.rules.replaying.ndjson import lines
from games.statistics.sealed_hands import in_the_order_of_play
from games.transfer.club import contents_of
from tests.campaigns.figures import Goal, Line, compared
from tests.campaigns.timing import Case, measure
from tests.factories import open_hand, open_match, stated

RUNS = 5
GAME = "french"
CHECKED = 500  # seals that are judged again
SEALING = Goal(1.5, 3)  # of what it takes in the smallest club
SUMS = Goal(4, 8)  # of what it takes to read the hands
JUDGING = Goal(5, 8)  # of what it takes to judge their lines, which are compared with nothing


def rows_of_keeping(runs: int) -> Iterator[Line]:
    """Measure everything."""
    clubs = list(Club.objects.order_by("-seals"))
    runs = min(runs, RUNS)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SET idle_in_transaction_session_timeout = 0")
    with left_out():
        yield _sealing(clubs[0], clubs[-1], runs)
    yield _sums(clubs[-1], runs)
    yield _checking(clubs[-1], runs)


class left_out(transaction.Atomic):  # noqa: N801 - read as a sentence where it is used
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
        self.user = User.objects.get(username="scorer")
        four = list(Player.objects.filter(club=club).order_by("pk")[:4])
        self.match = open_match(self.user, Club.objects.visible_to(self.user).get(pk=club.pk), four)

    def played(self) -> Hand:
        """The next hand, played and not sealed."""
        return open_hand(self.user, self.match, [stated()])

    def seal(self, hand: Hand) -> None:
        """Seal a hand, with all that is counted."""
        book.seal(user=self.user, hand=hand, version=hand.version)


def _sealing(large: Club, small: Club, runs: int) -> Line:
    tables = {"large": _Table(large), "small": _Table(small)}
    found = measure(
        {name: Case(table.seal, 1, table.played) for name, table in tables.items()}, runs
    )
    name, other = f"a hand sealed in a club of {large.seals}", f"in one of {small.seals}"
    return compared(name, found["large"], other, found["small"], SEALING, "wall")


def _sums(club: Club, runs: int) -> Line:
    """A recount that finds everything right, against reading the same hands."""
    there = Hand.objects.filter(club=club, variant=GAME).sealed().count()

    def recount(_nothing: Any) -> None:
        with left_out():
            statistics.recount(club.pk, GAME)

    def read(_nothing: Any) -> None:
        deque(in_the_order_of_play(club.pk, GAME), maxlen=0)

    found = measure({"sums": Case(recount, there), "read": Case(read, there)}, runs)
    return compared("sums counted again", found["sums"], "reading", found["read"], SUMS, "wall")


def _checking(club: Club, runs: int) -> Line:
    """Hands judged again against the same lines judged alone."""
    raw = b"".join(islice(contents_of(club, hidden=True).records(), CHECKED))
    since = club.seals - CHECKED

    def judged(_nothing: Any) -> None:
        deque(judge_chain(club, since=since), maxlen=0)

    def alone(_nothing: Any) -> None:
        for _number, line in lines(BytesIO(raw)):
            verify(line)

    found = measure({"judged": Case(judged, CHECKED), "alone": Case(alone, CHECKED)}, runs)
    return compared("hands judged again", found["judged"], "verify", found["alone"], JUDGING)
