"""What tells an open page that something has changed: one statement each.

Every page that is open asks for its mark once a second or so, so these are written by hand; each
reads by key or index, and no more rows than the page itself shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import connections, router
from django.db.models import Model

from games.models.matches import Hand, Match
from games.models.people import Club

ABOUT_HAND = "SELECT version, state, changed_at FROM games_hand WHERE id = %s"
ABOUT_MATCH = """
    SELECT m.changed_at, h.id, h.changed_at FROM games_match m
    LEFT JOIN games_hand h ON h.match_id = m.id WHERE m.id = %s ORDER BY h.id
"""
ABOUT_CLUB = """
    SELECT c.seals, m.id, m.changed_at, h.id FROM games_club c
    LEFT JOIN games_match m ON m.club_id = c.id AND m.closed_at IS NULL
    LEFT JOIN games_hand h ON h.match_id = m.id AND h.state = 'open'
    WHERE c.id = %s ORDER BY m.id
"""


def mark_of_hand(key: int) -> str:
    """Of a hand: its version, its state, and what stands for all else, with dots between."""
    rows = _read(ABOUT_HAND, key)
    if not rows:
        return GONE
    version, state, changed_at = rows[0]
    return f"{version}.{state}.{_digest(changed_at)}"


def mark_of_match(key: int) -> str:
    """Of a match and its hands: another one once it or one of them was opened, ended or changed."""
    return _digest(_read(ABOUT_MATCH, key))


def mark_of_club(key: int) -> str:
    """Of a club: another one once a hand was sealed or amended, or with a match or a hand opened
    or ended."""
    return _digest(_read(ABOUT_CLUB, key))


GONE = "gone"  # of what is no longer there
MARKS: dict[str, tuple[type[Model], Callable[[int], str]]] = {
    "hand": (Hand, mark_of_hand),
    "match": (Match, mark_of_match),
    "club": (Club, mark_of_club),
}


def _read(statement: str, key: int) -> list[Any]:
    # Where the page is read, maybe on a replica: a mark newer than its page would hide a change.
    with connections[router.db_for_read(Hand)].cursor() as cursor:
        cursor.execute(statement, [key])
        rows: list[Any] = cursor.fetchall()
    return rows


def _digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]
