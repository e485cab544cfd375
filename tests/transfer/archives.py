"""Archives for tests: written, read back, taken into a club again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from django.db import connection

from games.models import (
    Board,
    BroughtForward,
    Career,
    Club,
    ClubRecord,
    Confirmation,
    Dispute,
    Entry,
    ErasedEntry,
    Erasure,
    Evening,
    EveningPoints,
    EveningRound,
    Hand,
    HandSeat,
    Match,
    MatchSeat,
    Merge,
    Player,
    Presence,
    Publication,
    Remark,
    Seal,
    SealedText,
    Study,
    StudyItem,
    Tally,
    User,
)
from games.models.people import GENESIS
from games.rules import Record, format_record
from games.transfer.club import HandSelection, contents_of
from games.transfer.folder import Folder
from games.transfer.importing.lines import Report, Usual
from games.transfer.importing.run import import_lines
from games.transfer.sources import lines_of
from tests.append_only import lifted

USUAL = Usual("Imported", date(2026, 11, 21))
FILES = (
    *("players.ndjson", "matches.ndjson", "records.ndjson", "remarks.ndjson"),
    *("agreement.ndjson", "evenings.ndjson", "totals.ndjson", "studies.ndjson"),
)
TABLES: tuple[Any, ...] = (
    ErasedEntry, Erasure, BroughtForward, StudyItem, Study,
    Publication, Remark, Confirmation, Dispute, Tally, Career, ClubRecord, HandSeat, SealedText,
    Seal, Entry, EveningPoints, Hand, Board, MatchSeat, Match, EveningRound, Evening, Presence,
    Merge, Player,
)  # fmt: skip
OF_A_CLUB = {
    SealedText: "seal__club",
    StudyItem: "study__club",
    Entry: "hand__club",
    ErasedEntry: "erasure__club",
    MatchSeat: "match__club",
    EveningPoints: "round__evening__club",
    Board: "evening__club",
    EveningRound: "evening__club",
    Presence: "player__club",
}


def export(club: Club, target: Path, selection: HandSelection | None = None, **how: Any) -> Path:
    """Write an archive of a club into a folder."""
    club.refresh_from_db()
    Folder(contents_of(club, selection, hidden=True), target, **how).write()
    return target


def bring(user: User, club: Club, *paths: Path, **how: Any) -> Report:
    """Take files into a club, as the command does."""
    plain: dict[str, Any] = {"usual": USUAL, "ids_kept": True}
    return import_lines(user=user, club=club, lines=lines_of(paths), **plain | how)


def bring_all(user: User, club: Club, *paths: Path, **how: Any) -> Report:
    """As `bring`, for files that are all right."""
    report = bring(user, club, *paths, **how)
    assert report.faults == []
    return report


def empty(club: Club) -> None:
    """Let a club be as on its first day, with its members."""
    with lifted(connection):
        for model in TABLES:
            model.objects.filter(**{OF_A_CLUB.get(model, "club"): club}).delete()
        Club.objects.filter(pk=club.pk).update(seals=0, head=GENESIS)
    club.refresh_from_db()


def count(club: Club) -> dict[str, int]:
    """How many rows of each kind a club has."""
    return {
        model.__name__: model.objects.filter(**{OF_A_CLUB.get(model, "club"): club}).count()
        for model in TABLES
    }


def read(folder: Path) -> dict[str, bytes]:
    """What the files of an archive hold."""
    return {name: (folder / name).read_bytes() for name in FILES}


def objects(path: Path) -> list[dict[str, Any]]:
    """The objects in a file of lines."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def write_lines(path: Path, lines: Iterable[dict[str, Any] | Record | bytes]) -> Path:
    """Write records, or whatever else, one a line."""
    with path.open("wb") as file:
        for line in lines:
            file.write(as_line(line) + b"\n")
    return path


def as_line(line: dict[str, Any] | Record | bytes) -> bytes:
    """A line as bytes."""
    if isinstance(line, bytes):
        return line
    if isinstance(line, Record):
        return format_record(line)
    return json.dumps(line, ensure_ascii=False).encode()


def spoilt(value: Any) -> Iterator[Any]:
    """Yield a value with each part of it, in turn, put as something that it cannot be."""
    yield from (None, {}, [], "?", -1, 10**14, True)
    if isinstance(value, dict):
        for name, part in value.items():
            yield from ({**value, name: other} for other in spoilt(part))
            yield {key: value[key] for key in value if key != name}
    if isinstance(value, list) and value:
        yield from ([other, *value[1:]] for other in spoilt(value[0]))
        yield [value[0], *value]
