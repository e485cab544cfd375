"""How every write is made: one durable transaction, tried again where the database was busy."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from typing import Any, TypeVar

from django.db import Error, connection, transaction
from django.db.models import Model, Q
from django.utils.translation import gettext_noop

from clubtarot.databases import LONGEST_WAIT
from games.models import Club, Hand, Membership, Role
from games.models.running import readable_by
from games.rules import malformed
from games.writing.errors import Busy, NotAllowed, PlaysHere, Refused, StaleVersion, VersionAhead
from games.writing.outages import is_gone, only_reads, outage_of

Answer = TypeVar("Answer")
Row = TypeVar("Row", bound=Model)

ATTEMPTS = 3
LONGEST_PAUSE = 0.05  # seconds, before the second attempt; doubled before the third
# A tablet waits 10 seconds for its answer (static/js/recording/server.js). Whatever a request waits
# for must be over by then, or the tablet sends again while its first request still holds a thread.
LONGEST_REQUEST = 8.0  # seconds

# Seconds between two pieces of a long write. A writer waiting for SQLite's lock looks for it after
# 50 ms at the latest, until it has waited for a quarter of a second.
GAP = 0.06

LARGEST_VERSION = 2**31 - 1  # what the column holds

_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


@contextmanager
def within_one_request() -> Iterator[None]:
    """Limit how long all writes in the block together may wait to the time of one request."""
    before = _deadline.set(time.monotonic() + LONGEST_REQUEST)
    try:
        yield
    finally:
        _deadline.reset(before)


def durably(write: Callable[[], Answer]) -> Answer:
    """Call `write` in a transaction of its own and return once it is committed.

    Durable: inside another transaction an answer would be given before anything is safe, so that
    is an error. Where the database was busy the whole block is tried up to three times, as long as
    another wait would end before the request's time is up (outside of requests: its own).
    Raises Busy and StorageFull; whatever `write` raises rolls back and passes through. Objects that
    `write` changes keep the change also where the commit fails: see `durably_on`.
    """
    deadline = _deadline.get() or time.monotonic() + LONGEST_REQUEST
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with transaction.atomic(durable=True):
                return write()
        except Error as error:
            kind = outage_of(error)
            if kind is None:
                raise
            # A primary no more: the next connection leads to the new one.
            if only_reads(error) and not connection.in_atomic_block:
                connection.close()
            late = time.monotonic() + LONGEST_WAIT > deadline
            if kind is not Busy or attempt == ATTEMPTS or late or is_gone(error):
                raise kind from error
        time.sleep(random.uniform(0, LONGEST_PAUSE * attempt))  # noqa: S311 - jitter, no secret
    raise AssertionError("every attempt returns or raises")


def let_others_write() -> None:
    """Wait between two pieces of a long write, so that a scorer who waits comes first."""
    time.sleep(GAP)


def durably_on(row: Row, write: Callable[[Row], Answer]) -> Answer:
    """Write as `durably` does, for a write that changes `row`.

    It is given a copy, and what it has made of the copy is taken over once that is committed. A
    write that fails leaves `row` as it was.
    """

    def on_a_copy() -> tuple[Row, Answer]:
        changed = copy(row)
        return changed, write(changed)

    changed, answer = durably(on_a_copy)
    row.__dict__.update(changed.__dict__)
    return answer


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
    """Raise NotAllowed unless `user` records hands in the club that `row` is, or belongs to."""
    if not may_record(user, row):
        raise NotAllowed


def may_record(user: Any, row: Any) -> bool:
    """Return whether `user` records hands in the club that `row` is or belongs to."""
    if getattr(row, "seen_by", None) == user.pk:
        return bool(row.may_record)
    club = row.pk if isinstance(row, Club) else row.club_id
    theirs = Q(may_record=True)  # annotated by `visible_to`
    return Club.objects.visible_to(user).filter(theirs, pk=club).exists()


def require_watcher(user: Any, hand: Hand) -> None:
    """Raise PlaysHere where `user` sits at a running `hand` that the club hides from its players.

    Only if `user`, who records in the club, does not record the hand. The same where its board has
    still to be played elsewhere. Nothing is read where nothing is hidden.
    """
    if not hand.held and not (hand.is_open and hand.club.hides_running):
        return
    if not readable_by(user, Hand.objects.visible_to(user)).filter(pk=hand.pk).exists():
        raise PlaysHere


def require_admin(user: Any, row: Any) -> None:
    """Raise NotAllowed unless `user` looks after the club that `row` is or belongs to."""
    if role_of(user, row) is not Role.ADMIN:
        raise NotAllowed


def role_of(user: Any, row: Any) -> Role | None:
    """Return the role of `user` in the club that `row` is or belongs to."""
    if getattr(row, "seen_by", None) == user.pk:
        return Role(row.my_role)
    club = row.pk if isinstance(row, Club) else row.club_id
    memberships = Membership.objects.filter(user=user, club=club)
    role = memberships.values_list("role", flat=True).first()
    return None if role is None else Role(role)
