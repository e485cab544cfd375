"""How every write is made: one durable transaction, tried again where the database was busy."""

import random
import sqlite3
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError, transaction
from django.utils.translation import gettext_noop

from games.models import Club, Hand, Membership, Role
from games.rules.problems import malformed
from games.services.errors import (
    Busy,
    NotAllowed,
    Refused,
    StaleVersion,
    StorageFull,
    VersionAhead,
)

Answer = TypeVar("Answer")

ATTEMPTS = 3
LONGEST_PAUSE = 0.05  # seconds, before the second attempt; doubled before the third

LARGEST_VERSION = 2**31 - 1  # what the column holds

SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
# serialization failure, deadlock, lock timeout, statement timeout
POSTGRES_BUSY = {"40001", "40P01", "55P03", "57014"}
# connection lost, server shutting down or starting
POSTGRES_GONE = ("08", "57P")
POSTGRES_FULL = "53100"


def durably(write: Callable[[], Answer]) -> Answer:
    """Call `write` in a transaction of its own and return once it is committed.

    Durable: inside another transaction an answer would be given before anything is safe, so that
    is an error. The whole block is tried up to three times where the database was busy.
    Raises Busy and StorageFull; whatever `write` raises rolls back and passes through.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with transaction.atomic(durable=True):
                return write()
        except (OperationalError, InterfaceError) as error:
            kind = kind_of(error)
            if kind is None:
                raise
            if kind is not Busy or attempt == ATTEMPTS or is_gone(error):
                raise kind from error
        time.sleep(random.uniform(0, LONGEST_PAUSE * attempt))  # noqa: S311 - jitter, no secret
    raise AssertionError("every attempt returns or raises")


def kind_of(error: Exception) -> type[Busy] | type[StorageFull] | None:
    """What a database error means for the sender, or None where it is a fault of ours."""
    cause: Any = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        return Busy if code in SQLITE_BUSY else StorageFull if code in SQLITE_FULL else None
    state = getattr(cause, "sqlstate", None)
    if state == POSTGRES_FULL:
        return StorageFull
    return Busy if is_gone(error) or state in POSTGRES_BUSY else None


def is_gone(error: Exception) -> bool:
    """Whether the connection to the server is lost: then nobody knows whether it committed."""
    cause: Any = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return False
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(POSTGRES_GONE)


def check_version(version: int) -> None:
    """Raise Refused (malformed) unless `version` is a number that a hand can have."""
    if type(version) is not int or not 0 <= version < LARGEST_VERSION:
        fault = malformed(gettext_noop("“{field}” must be a whole number."), field="version")
        raise Refused(fault.problem)


def refuse_version(hand: Hand, now: int, known: int) -> None:
    """Raise VersionAhead or StaleVersion unless a hand at version `now` is where the sender is."""
    if now < known:
        raise VersionAhead(now)
    if now > known:
        missed = hand.entries.filter(seq__gt=known).select_related("author").order_by("seq")
        raise StaleVersion(now, list(missed), already=False)


def require_scorer(user: Any, row: Any) -> None:
    """Raise NotAllowed unless `user` records hands in `row`, a club, or in the club of `row`.

    A row that came through `visible_to(user)` knows the role already and costs no query.
    """
    role = role_of(user, row)
    if role is None or not role.may_write:
        raise NotAllowed


def require_admin(user: Any, row: Any) -> None:
    """Raise NotAllowed unless `user` looks after the club that `row` is or belongs to."""
    if role_of(user, row) is not Role.ADMIN:
        raise NotAllowed


def role_of(user: Any, row: Any) -> Role | None:
    """What `user` is in the club that `row` is or belongs to."""
    if getattr(row, "seen_by", None) == user.pk:
        return Role(row.my_role)
    club = row.pk if isinstance(row, Club) else row.club_id
    memberships = Membership.objects.filter(user=user, club=club)
    role = memberships.values_list("role", flat=True).first()
    return None if role is None else Role(role)
