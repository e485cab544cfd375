"""Building the archive: clubs and people, evening after evening by COPY, then what is derived."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils.text import slugify

from games import statistics
from games.management.demo.evening import ROLES, SIGN_INS
from games.models import (
    Club,
    Hand,
    HandSeat,
    Match,
    Membership,
    Player,
    Role,
    Tally,
    TallyKind,
    User,
)
from tests.campaigns.volume.patterns import patterns
from tests.campaigns.volume.plan import CLUBS, HANDS_A_MATCH, Person, evening, people, public_id
from tests.campaigns.volume.rows import MODELS, Chain, Pool, Rows, defaults_of, rows_of

MATCHES_A_TIME = 100  # in one transaction: what an interruption costs

Step = Callable[[], None]


class NotAnArchive(Exception):
    """The database holds clubs that are none of the archive's."""


def found(clubs: list[list[Person]]) -> tuple[int, list[Chain]]:
    """Make clubs, people and users where they are missing; the scorer's key and the chains."""
    others = Club.objects.exclude(slug__in=map(slugify, CLUBS))
    if others.exists():
        raise NotAnArchive(f"There is another club in this database: {others[0]}.")
    if not Club.objects.exists():
        _found(clubs)
    scorer = User.objects.get(username="scorer")
    rows = Club.objects.order_by("pk")
    return scorer.pk, [
        Chain(club.pk, club.public_id, club.name, club.seals, club.head) for club in rows
    ]


@transaction.atomic
def _found(clubs: list[list[Person]]) -> None:
    users = [User.objects.create_user(name, password=word) for name, word in SIGN_INS.items()]
    for number, name in enumerate(CLUBS):
        club = Club.objects.create(
            pk=number + 1, public_id=public_id("club", number), name=name, slug=slugify(name)
        )
        for user in users:
            role = ROLES.get(user.username, Role.ADMIN)
            Membership.objects.create(user=user, club=club, role=role)
        Player.objects.bulk_create(
            Player(pk=one.key, club=club, public_id=one.public_id, name=one.name)
            for one in clubs[number]
        )


def pool_of(number: int, step: Step) -> Pool:
    """That many patterns by game, number of players and dealer."""
    pool: Pool = defaultdict(list)
    for key, pattern in patterns(number):
        pool[key].append(pattern)
        step()
    return pool


def load(hands: int, pool: Pool, step: Step) -> None:
    """Load evenings until there are that many hands; those that are there already stay."""
    clubs = people()
    user, chains = found(clubs)
    there, wanted = Match.objects.count(), -(-hands // HANDS_A_MATCH)
    for first in range(there, wanted, MATCHES_A_TIME):
        with transaction.atomic():
            rows: Rows = defaultdict(list)
            for number in range(first, min(first + MATCHES_A_TIME, wanted)):
                sitting = evening(number, clubs)
                chain = chains[sitting.club]
                for model, more in rows_of(sitting, HANDS_A_MATCH, chain, pool, user).items():
                    rows[model] += more
                for _hand in range(HANDS_A_MATCH):
                    step()
            for model in MODELS:
                copy(model, rows[model])
            for chain in chains:
                Club.objects.filter(pk=chain.key).update(seals=chain.number, head=chain.head)
    _set_sequences()


def copy(model: Any, rows: Iterable[dict[str, Any]]) -> None:
    """Write rows by COPY; a key that is None is given by the database."""
    rows = list(rows)
    given = [name for name, value in rows[0].items() if name != "id" or value is not None]
    usual = defaults_of(model)
    names = [*given, *(name for name in usual if name not in rows[0])]
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(model._meta.get_field(name).column) for name in names)
    rest = [usual[name] for name in names[len(given) :]]
    statement = f"COPY {model._meta.db_table} ({columns}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as stream:
        for row in rows:
            stream.write_row([*(row[name] for name in given), *rest])


def _set_sequences() -> None:
    """The next writer gets the next key."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [*MODELS, Club, Player]):
            cursor.execute(statement)


def derive(step: Step) -> None:
    """Make the statistics of every club that has not got those of all its hands."""
    for club in Club.objects.order_by("pk"):
        counted = Tally.objects.filter(club=club, player=None, period="", kind=TallyKind.WHOLE)
        seats = HandSeat.objects.filter(club=club).count()  # a club's sums are those of its players
        if sum(counted.values_list("hands", flat=True)) != seats:
            statistics.rebuild(club, step)


def tidy() -> None:
    """Let the database look at what it has: without it no plan is right."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def size() -> tuple[int, int]:
    """How many hands there are, and how many bytes all of it takes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return Hand.objects.count(), cursor.fetchone()[0]
