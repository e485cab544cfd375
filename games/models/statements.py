"""The statements of an entry, written by hand.

They read session and user, the hand, the entry itself, and the table of a hand that is sealed.

Everything else goes through Django's query sets. An entry is what a scorer waits for, card by card,
and building the four queries of the hand each time took 2 ms, all the rest of the entry half of
one. Session and user, which every other page reads as well, took a quarter of what was left.
`tests/models/test_statements.py` holds them to what the query sets return.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.base import ModelState
from django.utils import timezone

from games.models import Board, Club, Evening, EveningRound, Hand, Match, User
from games.models.querysets import RECORDERS

HAND = ("id", "match_id", "club_id", "public_id", "number", "dealer", "sits_out", "writes",
        "comment", "state", "version", "variant", "held", "board_id")  # fmt: skip
MATCH = ("id", "club_id", "public_id", "title", "variant", "options", "preset", "settings", "table",
         "writes", "played_on", "hands_planned", "first_dealer", "dealer_sits_out", "round_id",
         "first_board")  # fmt: skip
ROUND = ("id", "number", "evening_id")
EVENING = ("id", "title")
BOARD = ("id", "number")
CLUB = ("id", "public_id", "name", "slug", "confirms", "recorded_by", "hides_running")
USER = ("id", "username", "password", "first_name", "last_name", "email", "language",
        "is_active", "is_staff", "is_superuser")  # fmt: skip
FLAGS = ("is_active", "is_staff", "is_superuser")
Row = TypeVar("Row", bound=Model)
JSON_COLUMNS = ("options", "settings")

NAMES_AS_OBJECT = {"sqlite": "json_group_object", "postgresql": "jsonb_object_agg"}


def _columns(alias: str, names: Sequence[str]) -> str:
    return ", ".join(f'{alias}."{name}"' for name in names)


FIND_SESSION = """
    SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s
"""
FIND_USER = f"""
    SELECT {_columns("u", USER)} FROM games_user u WHERE u.id = %s
"""  # noqa: S608
FIND_HAND = f"""
    SELECT {_columns("h", HAND)}, {_columns("m", MATCH)}, {_columns("c", CLUB)},
        {_columns("r", ROUND)}, {_columns("e", EVENING)}, {_columns("b", BOARD)}, s.role,
        (SELECT %(names)s(t.seat, p.name) FROM games_matchseat t
         JOIN games_player p ON p.id = t.player_id WHERE t.match_id = h.match_id
         AND h.number BETWEEN t.since AND t.until)
    FROM games_hand h
    JOIN games_match m ON m.id = h.match_id
    JOIN games_club c ON c.id = h.club_id
    JOIN games_membership s ON s.club_id = h.club_id AND s.user_id = %%s AND s.role <> 'guest'
    LEFT JOIN games_eveninground r ON r.id = m.round_id
    LEFT JOIN games_evening e ON e.id = r.evening_id
    LEFT JOIN games_board b ON b.id = h.board_id
    WHERE h.public_id = %%s AND c.slug = %%s
"""  # noqa: S608 - names of columns, all from above
FIND_TABLE = """
    SELECT h.dealer, h.sits_out, m.played_on, p.id, p.public_id, p.name
    FROM games_hand h
    JOIN games_match m ON m.id = h.match_id
    JOIN games_matchseat t ON t.match_id = h.match_id AND h.number BETWEEN t.since AND t.until
    JOIN games_player p ON p.id = t.player_id
    WHERE h.id = %s ORDER BY t.seat
"""
MOVE_ON = """
    UPDATE games_hand SET version = version + 1
    WHERE id = %s AND version = %s AND dealer = %s AND state = 'open'
"""
READ_ENTRIES = "SELECT key, change FROM games_entry WHERE hand_id = %s ORDER BY seq"


class NewEntry(NamedTuple):
    """A row of entries by its columns, but for its key in the table."""

    hand_id: int
    seq: int
    key: str
    fingerprint: str
    change: str
    author_id: int
    device: str
    at: datetime


INSERT_ENTRY = f"""
    INSERT INTO games_entry ({", ".join(NewEntry._fields)})
    VALUES ({", ".join(["%s"] * len(NewEntry._fields))})
"""  # noqa: S608


def find_session(key: str | None) -> str | None:
    """Return what is stored of the session with this key; None if there is none, or no longer."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(FIND_SESSION, [key, now])
        row: tuple[str] | None = cursor.fetchone()
    return None if row is None else row[0]


def find_user(pk: int) -> User | None:
    """Return the user with this key; columns seldom used are read when they are needed."""
    with connection.cursor() as cursor:
        cursor.execute(FIND_USER, [pk])
        row = cursor.fetchone()
    if row is None:
        return None
    user = _row(User, USER, row)
    user.__dict__ |= {flag: bool(user.__dict__[flag]) for flag in FLAGS}
    return user


def find_hand(user: User, slug: str, public_id: str) -> Hand:
    """Return a hand with its match, its club, the players' names and the role of `user` there.

    A hand of an evening comes with its round, one of duplicate with its board. It is the same as
    `Hand.objects.visible_to(user).with_table().get(club__slug=club, …)`, without the columns that
    an entry does not need: those are read when they are used.
    Raises Hand.DoesNotExist.
    """
    statement = FIND_HAND % {"names": NAMES_AS_OBJECT[connection.vendor]}
    with connection.cursor() as cursor:
        cursor.execute(statement, [user.pk, public_id, slug])
        row = cursor.fetchone()
    if row is None:
        raise Hand.DoesNotExist
    return _hand_of(row, user)


def _hand_of(row: Sequence[Any], user: User) -> Hand:
    left = iter(row)

    def part(model: type[Row], columns: Sequence[str]) -> Row:
        return _row(model, columns, tuple(islice(left, len(columns))))

    hand, match, club = part(Hand, HAND), part(Match, MATCH), part(Club, CLUB)
    drawn, evening = part(EveningRound, ROUND), part(Evening, EVENING)
    board = part(Board, BOARD)
    role, names = left
    match.__dict__ |= {name: json.loads(match.__dict__[name]) for name in JSON_COLUMNS}
    match._state.fields_cache = {"club": club}
    hand._state.fields_cache = {"match": match, "club": club}
    if match.round_id is not None:
        drawn._state.fields_cache = {"evening": evening}
        match._state.fields_cache["round"] = drawn
    if hand.board_id is not None:
        hand._state.fields_cache["board"] = board
    may_record = role in RECORDERS or club.recorded_by == "members"
    facts = {"my_role": role, "may_record": may_record, "seen_by": user.pk}
    hand.__dict__ |= facts | {"names_by_seat": json.loads(names)}
    club.__dict__ |= facts
    return hand


def _row(model: type[Row], columns: Sequence[str], values: Sequence[Any]) -> Row:
    """Return a row as `Model.from_db` makes it, in a quarter of the time.

    That checks for each column of the table whether it was read. Columns that were not read are
    read when they are used.
    """
    row = model.__new__(model)
    row._state = ModelState()
    row._state.adding, row._state.db = False, connection.alias
    row.__dict__ |= zip(columns, values, strict=True)
    return row


class Chair(NamedTuple):
    """Who sits on a chair: the key, the public id and the name of today of a player."""

    player: int
    public_id: str
    name: str


class TableNow(NamedTuple):
    """What may be put right without an entry: the dealer, who sits out, the day, who sits there."""

    dealer: int | None
    sits_out: int | None
    day: date
    chairs: tuple[Chair, ...]


def find_table(hand: Hand) -> TableNow:
    """Return the table of a hand as it is now. Raises Hand.DoesNotExist."""
    with connection.cursor() as cursor:
        cursor.execute(FIND_TABLE, [hand.pk])
        rows = cursor.fetchall()
    if not rows:
        raise Hand.DoesNotExist
    dealer, sits_out, day = rows[0][:3]
    day = date.fromisoformat(day) if isinstance(day, str) else day  # SQLite stores a text
    return TableNow(dealer, sits_out, day, tuple(Chair(*row[3:]) for row in rows))


def move_on(hand: Hand, version: int) -> bool:
    """Raise the version of an open hand (compare and swap).

    It must still be `version`, with the dealer that `hand` has, which may be put right without an
    entry. The row is then locked until the transaction ends.
    """
    with connection.cursor() as cursor:
        cursor.execute(MOVE_ON, [hand.pk, version, hand.dealer])
        return bool(cursor.rowcount)


def read_entries(hand: Hand) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys and the changes of all entries of a hand, in order."""
    with connection.cursor() as cursor:
        cursor.execute(READ_ENTRIES, [hand.pk])
        rows = cursor.fetchall()
    keys, changes = zip(*rows, strict=True) if rows else ((), ())
    return keys, changes


def insert_entry(entry: NewEntry) -> None:
    """Write an entry; its key in the table is not asked for."""
    moment = connection.ops.adapt_datetimefield_value(entry.at)
    with connection.cursor() as cursor:
        cursor.execute(INSERT_ENTRY, (*entry[:-1], moment))
