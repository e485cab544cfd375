"""Whole clubs as files, and files taken in: beside what the database alone needs for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from itertools import islice
from typing import Any
from unittest.mock import patch

from django.db import connection, transaction
from django.utils import timezone

from games.models import Club, Hand, Membership, Role, User
from games.ndjson import lines
from games.paging import Hits
from games.rules import verify
from games.sealed_lines import FACTS
from games.search.conditions import NEWEST
from games.search.export import ndjson
from games.services.importing import Report, Usual, import_lines, rows, run
from games.transfer.club import contents_of
from games.transfer.sources import json_lines
from tests.bench.report import Goal, Result, Row
from tests.bench.timing import Case, measure

RUNS = 5
HALF = Goal(2, 2.5)  # half as many hands a second as COPY writes; a defect below two fifths
TAKE_IN = Goal(1.5, 2)
TAKEN = 400  # hands of an import
OF_CLUB = {
    "games_hand": "SELECT * FROM games_hand WHERE club_id = {}",
    "games_handseat": "SELECT * FROM games_handseat WHERE club_id = {}",
    "games_seal": "SELECT * FROM games_seal WHERE club_id = {}",
    "games_sealedtext": "SELECT t.* FROM games_sealedtext t JOIN games_seal s ON s.id = t.seal_id "
    "WHERE s.club_id = {}",
}


def results(runs: int) -> Iterator[Result]:
    """Everything that is measured."""
    club = Club.objects.order_by("-seals")[0]
    runs = min(runs, RUNS)
    yield from _exports(club, runs)
    yield _import(club, runs)


# --- out ------------------------------------------------------------------------------------------


def _copied(club: Club, *tables: str) -> Callable[[Any], object]:
    """COPY OUT of a club's rows in these tables, counted and dropped."""

    def work(_nothing: Any) -> int:
        connection.ensure_connection()
        size = 0
        for table in tables:
            command = f"COPY ({OF_CLUB[table].format(club.pk)}) TO STDOUT"
            with connection.connection.cursor() as cursor, cursor.copy(command) as stream:
                size += sum(map(len, stream))
        return size

    return work


def _exports(club: Club, runs: int) -> Iterator[Result]:
    hands = Hand.objects.filter(club=club).sealed()
    count = hands.count()
    contents = contents_of(club, hidden=True)
    cases = {
        "tables": Case(_copied(club, "games_hand", "games_handseat"), count),
        "seals": Case(_copied(club, "games_seal", "games_sealedtext"), count),
        "results": Case(lambda _: sum(map(len, ndjson(hands, Hits(hands, NEWEST)))), count),
        "records": Case(lambda _: sum(map(len, contents.records())), count),
    }
    found = measure(cases, runs)
    for name, ours, theirs, beside in (
        ("results with seats, a hand a line", "results", "tables", "COPY of both tables"),
        ("records from their seals", "records", "seals", "COPY of both tables"),
    ):
        yield Row(name, "hand", found[ours], beside, found[theirs], HALF, clock="wall")


# --- in -------------------------------------------------------------------------------------------


def _import(club: Club, runs: int) -> Result:
    """Some hundred hands taken into a new club, beside judging them and writing their rows."""
    raw = b"".join(map(_renamed, islice(contents_of(club, hidden=True).records(), TAKEN)))
    written: list[tuple[Any, list[Any]]] = []
    with transaction.atomic():
        with patch.object(rows, "_bulk", _noting(written)):
            report = _taken_in(raw)
        transaction.set_rollback(True)
    assert report.ok, report.faults[:3]
    # Their keys are known now; it is the same work to write them once more.
    written = [(model, some) for model, some in written if some]
    found = measure(
        {
            "import": Case(lambda _: _rolled_back(lambda: _taken_in(raw)), TAKEN),
            "parts": Case(lambda _: _rolled_back(lambda: _parts(raw, written)), TAKEN),
        },
        runs,
    )
    name = "an import, judged, sealed and counted"
    beside = "verify + bulk_create"
    return Row(name, "hand", found["import"], beside, found["parts"], TAKE_IN, clock="wall")


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
        written.append((model, some))

    return note


def _taken_in(raw: bytes) -> Report:
    """Take the lines into a new club, inside the caller's transaction."""
    user = User.objects.order_by("pk")[0]
    club = Club.objects.create(name="A new club", slug="a-new-club-for-the-bench")
    Membership.objects.create(user=user, club=club, role=Role.ADMIN)
    usual = Usual("Imported", timezone.localdate())
    with patch.object(run, "durably", lambda write: write()):
        return import_lines(
            user=user,
            club=club,
            lines=lambda: json_lines("bench", BytesIO(raw), ()),
            usual=usual,
        )


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


def _rolled_back(work: Callable[[], object]) -> None:
    with transaction.atomic():
        work()
        transaction.set_rollback(True)
