"""Loading the archive: clubs and who may sign in, then evening after evening as an import."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from unittest.mock import patch

from django.db import connection, transaction
from django.utils import timezone
from django.utils.text import slugify

from games.management.demo.evening import ROLES, SIGN_INS
from games.models import Club, Hand, Membership, Role, User
from games.transfer.importing import rows
from games.transfer.importing.lines import Line, Report, Usual
from games.transfer.importing.run import import_lines
from games.writing import durably
from tests.campaigns.volume.evenings import CLUBS, HANDS_A_MATCH, Pool, Step, sitting

MATCHES_A_TIME = 100  # what an interruption costs, and is begun once more


class NotAnArchive(Exception):
    """The database holds clubs that are none of the archive's."""


def load(hands: int, pool: Pool, step: Step) -> None:
    """Load evenings until there are that many hands; those that are there already stay."""
    clubs = _found()
    there = Hand.objects.count() // HANDS_A_MATCH // MATCHES_A_TIME * MATCHES_A_TIME
    wanted = -(-hands // HANDS_A_MATCH)
    for first in range(there, wanted, MATCHES_A_TIME):
        lines: defaultdict[int, list[Line]] = defaultdict(list)
        for number in range(first, min(first + MATCHES_A_TIME, wanted)):
            played = sitting(number, pool)
            lines[played.club] += played.lines
        for club, some in lines.items():
            # No page reads the entries, which are two thirds of all bytes.
            with patch.object(rows.Writer, "_entries", lambda _writer, _new: ()):
                report = take_in(clubs[club], some)
            if not report.ok:
                raise NotAnArchive(f"{report.faults[0]}")
            for _hand in some:
                step()


def take_in(club: Club, lines: Iterable[Line]) -> Report:
    """Import lines into a club, with no pause for those who record there meanwhile."""
    usual = Usual("Imported", timezone.localdate())
    admin = club.memberships.filter(role=Role.ADMIN)[0].user
    with patch.object(durably, "GAP", 0):
        return import_lines(user=admin, club=club, lines=lines, usual=usual)


@transaction.atomic
def _found() -> list[Club]:
    """Make clubs and users where they are missing, and return the clubs."""
    slugs = [slugify(name) for name in CLUBS]
    others = Club.objects.exclude(slug__in=slugs)
    if others.exists():
        raise NotAnArchive(f"There is another club in this database: {others[0]}.")
    if not Club.objects.exists():
        users = [User.objects.create_user(name, password=word) for name, word in SIGN_INS.items()]
        for name, slug in zip(CLUBS, slugs, strict=True):
            club = Club.objects.create(name=name, slug=slug)
            for user in users:
                role = ROLES.get(user.username, Role.ADMIN)
                Membership.objects.create(user=user, club=club, role=role)
    return list(Club.objects.order_by("pk"))


def tidy() -> None:
    """Let the database look at what it has: without it no plan is right."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def size() -> tuple[int, int]:
    """How many hands there are, and how many bytes all of it takes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return Hand.objects.count(), cursor.fetchone()[0]
