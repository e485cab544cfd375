"""What tells an open page that something has changed, while its reader is a member.

One statement each. Every page that is open asks for its mark about once a second, so these are
written by hand; each reads by key or index, and no more rows than the page itself shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import connections, router
from django.db.models import Model

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


def mark_of_hand(key: int, user: int) -> str:
    """Return the mark of a hand: version, state and a digest of all else, joined by dots."""
    rows = _read(ABOUT_HAND, key, user)
    if not rows:
        return GONE
    version, state, changed_at = rows[0]
    return f"{version}.{state}.{_digest(changed_at)}"


def mark_of_match(key: int, user: int) -> str:
    """Return the mark of a match: it changes when the match or one of its hands does."""
    return _digest(_read(ABOUT_MATCH, key, user))


def mark_of_club(key: int, user: int) -> str:
    """Return the mark of a club, which changes with its seals, and with what is opened or ends."""
    return _digest(_read(ABOUT_CLUB, key, user))


GONE = "gone"  # of what is no longer there, or not open to its reader any more
MARKS: dict[str, tuple[type[Model], Callable[[int, int], str]]] = {
    "hand": (Hand, mark_of_hand),
    "match": (Match, mark_of_match),
    "club": (Club, mark_of_club),
}


def _read(statement: str, key: int, user: int) -> list[Any]:
    # Where the page is read, maybe on a replica: a mark newer than its page would hide a change.
    with connections[router.db_for_read(Hand)].cursor() as cursor:
        cursor.execute(statement, [user, key])
        rows: list[Any] = cursor.fetchall()
    return rows


def _digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]
