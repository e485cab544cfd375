"""What tells an open page that something has changed, while its reader is a member.

One statement each. Every page that is open asks for its mark about once a second, so these are
written by hand; each reads by key or index, and no more rows than the page itself shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from games.models.matches import Hand, Match
from games.models.people import Club

ABOUT_HAND = """
    SELECT h.version, h.state, h.changed_at FROM games_hand h
    JOIN games_membership r ON r.club_id = h.club_id AND r.user_id = %s AND r.role <> 'guest'
    WHERE h.id = %s
"""
ABOUT_MATCH = """
    SELECT m.changed_at, h.id, h.changed_at FROM games_match m
    JOIN games_membership r ON r.club_id = m.club_id AND r.user_id = %s AND r.role <> 'guest'
    LEFT JOIN games_hand h ON h.match_id = m.id WHERE m.id = %s ORDER BY h.id
"""
ABOUT_CLUB = """
    SELECT c.seals, m.id, m.changed_at, h.id FROM games_club c
    JOIN games_membership r ON r.club_id = c.id AND r.user_id = %s AND r.role <> 'guest'
    LEFT JOIN games_match m ON m.club_id = c.id AND m.closed_at IS NULL
    LEFT JOIN games_hand h ON h.match_id = m.id AND h.state = 'open'
    WHERE c.id = %s ORDER BY m.id
"""
# By its address alone, and with what its watched table had recorded a while ago.
ABOUT_WALL = """
    SELECT v.id, v.changed_at, c.seals, r.number, v.wall_delay, m.id FROM games_evening v
    JOIN games_club c ON c.id = v.club_id
    LEFT JOIN games_eveninground r ON r.evening_id = v.id AND r.announced_at IS NOT NULL
    LEFT JOIN games_match m ON m.round_id = r.id AND m."table" = v.wall_table
    WHERE v.wall = %s ORDER BY r.number DESC LIMIT 1
"""
RECORDED_THEN = """
    SELECT h.id, e.seq FROM games_hand h JOIN games_entry e ON e.hand_id = h.id
    WHERE h.match_id = %s AND h.state <> 'void' AND e.at <= %s
    ORDER BY h.number DESC, e.seq DESC LIMIT 1
"""


def mark_of_hand(key: int, user: int) -> str:
    """Return the mark of a hand: version, state and a digest of all else, joined by dots."""
    rows = _read(ABOUT_HAND, user, key)
    if not rows:
        return GONE
    version, state, changed_at = rows[0]
    return f"{version}.{state}.{_digest(changed_at)}"


def mark_of_match(key: int, user: int) -> str:
    """Return the mark of a match: it changes when the match or one of its hands does."""
    return _digest(_read(ABOUT_MATCH, user, key))


def mark_of_club(key: int, user: int) -> str:
    """Return the mark of a club, which changes with its seals, and with what is opened or ends."""
    return _digest(_read(ABOUT_CLUB, user, key))


def mark_of_wall(address: str) -> str:
    """Return the mark of the wall at an address: it changes with all that is shown there.

    Once a minute it changes by itself, for what no statement here asks about: a name, a setting.
    """
    rows = _read(ABOUT_WALL, address)
    if not rows:
        return GONE
    *_rest, delay, match = rows[0]
    then = None if match is None else recorded_then(match, delay)
    return _digest((rows, then, timezone.now().strftime("%H:%M")))


def recorded_then(match: int, minutes: int) -> tuple[int, int] | None:
    """Return the hand that a match recorded that long ago, and the number of its entries."""
    then = timezone.now() - timedelta(minutes=minutes)
    rows = _read(RECORDED_THEN, match, connection.ops.adapt_datetimefield_value(then))
    return rows[0] if rows else None


GONE = "gone"  # of what is no longer there, or not open to its reader any more
MARKS: dict[str, tuple[type[Model], Callable[[int, int], str]]] = {
    "hand": (Hand, mark_of_hand),
    "match": (Match, mark_of_match),
    "club": (Club, mark_of_club),
}


def _read(statement: str, *values: int | str | None) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[Any] = cursor.fetchall()
    return rows


def _digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]
