"""Whole clubs as files, and files taken in: against what the database alone needs for it."""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from itertools import islice
from typing import Any
from unittest.mock import patch

from django.db import connection

from games.archive.conditions import NEWEST
from games.archive.export import hands_ndjson
from games.book.sealed_lines import FACTS
from games.models import Club, Hand, Membership, Role, User
from games.models.paging import Hits
from games.rules import verify
from games.rules.replaying.ndjson import lines
from games.transfer.club import contents_of
from games.transfer.importing import rows
from games.transfer.importing.lines import Report
from games.transfer.sources import json_lines
from tests.campaigns.begin import apart
from tests.campaigns.bench.keeping import left_out
from tests.campaigns.figures import Goal, Line, amount, compared
from tests.campaigns.timing import Case, measure
from tests.campaigns.volume.loading import take_in

RUNS = 5
HALF = Goal(2, 2.5)  # half as many hands a second as COPY writes; a defect below two fifths
TAKE_IN = Goal(1.5, 2)
TAKEN = 400  # hands of an import
MORE = 16  # MiB that all hands may take more than a small club's
SMALL = 9_000  # hands of the club whose export needs little memory


def rows_of_files(runs: int) -> Iterator[Line]:
    """Measure everything."""
    clubs = list(Club.objects.order_by("-seals"))
    runs = min(runs, RUNS)
    with connection.cursor() as cursor:  # COPY of a whole table is one statement, and a long one
        cursor.execute("SET statement_timeout = 0")
    yield from _exports(clubs, runs)
    yield _memory(clubs)
    yield _import(clubs[0], runs)


# --- out ------------------------------------------------------------------------------------------


def _copied(*tables: str) -> Callable[[Any], object]:
    """COPY OUT of whole tables, counted and dropped."""

    def work(_nothing: Any) -> int:
        connection.ensure_connection()
        size = 0
        for table in tables:
            with (
                connection.connection.cursor() as cursor,
                cursor.copy(f"COPY {table} TO STDOUT") as stream,
            ):
                size += sum(map(len, stream))
        return size

    return work


def written_results(clubs: Sequence[Club]) -> int:
    """How many bytes the results of these clubs have, as lists are downloaded."""
    lists = [Hand.objects.filter(club=club).sealed() for club in clubs]
    return sum(sum(map(len, hands_ndjson(hands, Hits(hands, NEWEST)))) for hands in lists)


def written_records(clubs: Sequence[Club]) -> int:
    """The same of the records in their archives."""
    return sum(sum(map(len, contents_of(club, hidden=True).records())) for club in clubs)


def _exports(clubs: Sequence[Club], runs: int) -> Iterator[Line]:
    count = Hand.objects.sealed().count()
    cases = {
        "tables": Case(_copied("games_hand", "games_handseat"), count),
        "seals": Case(_copied("games_seal", "games_sealedtext"), count),
        "results": Case(lambda _: written_results(clubs), count),
        "records": Case(lambda _: written_records(clubs), count),
    }
    found = measure(cases, runs)
    for name, ours, theirs in (
        ("results with seats, a hand a line", "results", "tables"),
        ("records from their seals", "records", "seals"),
    ):
        yield compared(name, found[ours], "COPY of both tables", found[theirs], HALF, "wall")


def _memory(clubs: Sequence[Club]) -> Line:
    """What the export of all clubs takes at most, against that of a small one."""
    small = min(clubs, key=lambda club: abs(club.seals - SMALL))
    hands = sum(club.seals for club in clubs)
    where = (f"for {hands}", f"for {small.seals}")
    return amount("memory of both exports", _peak(clubs), _peak([small]), MORE, where)


def _peak(clubs: Sequence[Club]) -> float:
    return float(apart(__name__, os.environ["DATABASE_URL"], [club.pk for club in clubs]))


def main(keys: list[int]) -> float:
    """Write results and records of these clubs, and return the most memory that this process had,
    in MiB: what was had once is not given back, so it is a process of its own."""
    clubs = list(Club.objects.filter(pk__in=keys))
    written_results(clubs)
    written_records(clubs)
    kib = 1 if sys.platform != "darwin" else 1024  # what the system counts in
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / kib / 1024


# --- in -------------------------------------------------------------------------------------------


def _import(club: Club, runs: int) -> Line:
    """Some hundred hands taken into a new club, against judging them and writing their rows."""
    raw = b"".join(map(_renamed, islice(contents_of(club, hidden=True).records(), TAKEN)))
    written: list[tuple[Any, list[Any]]] = []
    with left_out(), patch.object(rows, "_bulk", _noting(written)):
        report = _taken_in(raw)
    assert report.ok, report.faults[:3]
    # Their keys are known now; it is the same work to write them once more.
    written = [(model, some) for model, some in written if some]
    found = measure(
        {
            "import": Case(left_out()(lambda _: _taken_in(raw)), TAKEN),
            "parts": Case(left_out()(lambda _: _parts(raw, written)), TAKEN),
        },
        runs,
    )
    name = "an import, judged, sealed and counted"
    parts = "verify + bulk_create", found["parts"]
    return compared(name, found["import"], *parts, TAKE_IN, "wall")


def _renamed(line: bytes) -> bytes:
    """The line of a hand with ids that nobody has, as from another site."""
    record = json.loads(line)
    facts = record[FACTS]
    facts |= {name: _other(facts[name]) for name in ("hand", "match")}
    facts["players"] = [_other(key) for key in facts["players"]]
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _other(key: str) -> str:
    return sha256(key.encode()).hexdigest()[: len(key)]


def _noting(written: list[tuple[Any, list[Any]]]) -> Callable[[Any, list[Any]], None]:
    bulk = rows._bulk

    def note(model: Any, some: list[Any]) -> None:
        bulk(model, some)
        if model in rows.PLAIN:
            names = [field.attname for field in rows._fields_of(model)]
            some = [model(**dict(zip(names, row, strict=True))) for row in some]
        written.append((model, some))

    return note


def _taken_in(raw: bytes) -> Report:
    """Take the lines into a new club."""
    user = User.objects.order_by("pk")[0]
    club = Club.objects.create(name="A new club", slug="a-new-club-for-the-bench")
    Membership.objects.create(user=user, club=club, role=Role.ADMIN)
    return take_in(club, json_lines("bench", BytesIO(raw)))


def _parts(raw: bytes, written: Sequence[tuple[Any, list[Any]]]) -> None:
    """Judge the same lines, and write the same rows; the database checks them as it would."""
    key = written[0][1][0].club_id
    Club.objects.create(pk=key, name="A new club", slug="a-new-club-for-the-bench")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for _number, line in lines(BytesIO(raw)):
        verify(line)
    for model, some in written:
        model.objects.bulk_create(some, batch_size=rows.ROWS)
