"""How often somebody may ask: the four limits of the site, each a bucket of tokens in the database.

Counting never keeps a reader: while the database cannot be written, nobody is counted. Guesses at
passwords and codes are counted by `games.access.signin` instead.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.utils.crypto import salted_hmac

from games.access.signin import client_address
from games.models import Bucket
from games.models.buckets import take_token
from games.writing.outages import SideWrites

View = TypeVar("View", bound=Callable[..., Any])

SWEPT_EVERY = 60  # seconds
# Milliseconds that counting waits for another writer of an SQLite file: entries take less.
SHORT_WAIT = 50


class Quota(NamedTuple):
    """At most this many requests at once, and on average in that many seconds."""

    name: str
    most: int
    within: int


# Every request of a program, and the pages that everybody may open: a club may look at a replay
# behind one address.
REQUESTS = Quota("requests", 600, 60)
# A table plays a card in three seconds, and a tablet that was offline catches up.
WRITES = Quota("writes", 40, 4)
# What takes the processor or the line a second: judging records, streams, pictures, prints, files.
HEAVY = Quota("heavy", 30, 60)
# Whole archives, out and in.
ARCHIVES = Quota("archives", 20, 60 * 60)


class Counted(NamedTuple):
    """The result of counting a request.

    `wait` is 0 where it is let in, else the seconds until one is; `left` is how many more are let
    in now, and in `seconds` all of them are again.
    """

    left: int
    seconds: int
    wait: int


_counts = SideWrites()
_swept_at = 0.0


def count(quota: Quota, whom: str) -> Counted:
    """Count one request of `whom`, any text; one that is not let in does not count."""
    key = salted_hmac("games.access.quota", f"{quota.name}\n{whom}", algorithm="sha256").hexdigest()
    now = time.time()
    taken = _counts.attempt(lambda: _taken(key, quota, now))
    if taken is None:
        return Counted(quota.most, 0, 0)
    let_in, full_at = taken
    cost = quota.within / quota.most
    left = math.floor((now + quota.within - full_at) / cost + 0.01)
    wait = 0 if let_in else max(1, math.ceil(full_at + cost - now - quota.within - 0.01))
    return Counted(max(left, 0), math.ceil(full_at - now - 0.01), wait)


def _taken(key: str, quota: Quota, now: float) -> tuple[bool, float]:
    with short_wait():
        _sweep(now)
        return take_token(key, most=quota.most, within=quota.within, now=now)


def _sweep(now: float) -> None:
    """Delete the buckets that are full, once a minute in each process."""
    global _swept_at
    if time.monotonic() - _swept_at > SWEPT_EVERY:
        _swept_at = time.monotonic()
        Bucket.objects.filter(full_at__lte=now).delete()


@contextmanager
def short_wait() -> Iterator[None]:
    """Shorten the wait of a statement for another writer of the file (SQLite) to a moment."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    raw = connection.connection
    (before,) = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute(f"PRAGMA busy_timeout = {SHORT_WAIT}")
    try:
        yield
    finally:
        raw.execute(f"PRAGMA busy_timeout = {before}")


def asker(request: Any) -> str:
    """Return who asks: an account, or an address. Those without a known address are one."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{client_address(getattr(request, '_request', request))}"


def limited(quota: Quota, *methods: str) -> Callable[[View], View]:
    """Limit how often a view may be asked for, by all methods or by those named."""

    def marked(view: View) -> View:
        view.quota = (quota, methods)  # type: ignore[attr-defined]
        return view

    return marked


class TooFast(Exception):
    """Somebody has to `wait` that many seconds; `clubtarot.middleware.QuotaMiddleware` says so."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def spend(quota: Quota, request: Any) -> None:
    """Count a request within its view, where only there is known what it costs. Raises TooFast."""
    if wait := count(quota, asker(request)).wait:
        raise TooFast(wait)
