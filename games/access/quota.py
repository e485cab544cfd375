"""How often somebody may ask for what is dear to make: all limits of the site, and how they are
counted.

The processes of a site count together. Each counts by itself, and tells the database of a tenth of
the limit at a time: it learns then what the others have counted. So a limit is exact for one
process, may be exceeded by a tenth for each further one, and most requests write nothing. Counting
never keeps a reader: where the database cannot be written each process goes on by itself.

Guesses at passwords and codes are counted one by one instead, in `games.access.signin`.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.utils.crypto import salted_hmac

from games.access.signin import client_address
from games.models import RequestCount
from games.models.request_counts import add_requests
from games.writing.outages import SideWrites

View = TypeVar("View", bound=Callable[..., Any])

MOST_KEPT = 20_000  # windows that a process remembers
SWEPT_EVERY = 60  # seconds
# Milliseconds that counting waits for another writer of an SQLite file: entries take less.
SHORT_WAIT = 50


class Quota(NamedTuple):
    """At most so many requests in so many seconds, by everybody for themselves."""

    name: str
    most: int
    within: int

    @property
    def step(self) -> int:
        """After how many requests a process tells the others."""
        return max(1, self.most // 10)


# The interface for programs, by key, account, or address of a visitor. Its answers say what is
# left.
REQUESTS = Quota("requests", 600, 60)
# A table plays a card in three seconds, and a tablet that was offline catches up.
WRITES = Quota("writes", 40, 4)
# Judging records, which is the most work a single request can cause.
VERIFY = Quota("verify", 30, 60)
# Streams of any size.
STREAMS = Quota("streams", 30, 60)
# The description of the interface, which is made anew each time.
DESCRIPTION = Quota("description", 30, 60)
# Pages: by account, or address of a visitor. A club may look at a replay behind one address.
VISITS = Quota("visits", 600, 60)
# Pages of published hands that nobody asked for lately: each takes a sixth of a second.
DRAWN = Quota("drawn", 30, 60)
# Files of the engine for whoever takes none compressed, as every browser does: 15 MB each.
UNPACKED = Quota("unpacked", 30, 60 * 60)
# A picture takes a second or two of the processor.
PICTURES = Quota("pictures", 60, 60)
PRINTS = Quota("prints", 30, 60)
SEARCHES = Quota("searches", 240, 60)
DOWNLOADS = Quota("downloads", 30, 60)
WHOLE_ARCHIVES = Quota("whole-archives", 12, 60 * 60)
IMPORTS = Quota("imports", 60, 60 * 60)
# To one e-mail address, whoever asks.
LETTERS = Quota("letters", 5, 60 * 60)


class Counted(NamedTuple):
    """What counting a request came to: `wait` is 0 where it is let in, else the seconds until one
    is; `left` is how many more are let in during the next `seconds`."""

    left: int
    seconds: int
    wait: int


@dataclass(slots=True)
class Window:
    """What a process knows of a window: what all have counted when it last asked, and what it has
    counted itself since."""

    ends: int
    known: int = 0
    since: int = 0


_windows: dict[str, Window] = {}
_lock = Lock()
_told = SideWrites()
_swept_at = 0.0


def count(quota: Quota, whom: str, *, alone: bool = False) -> Counted:
    """Count one request of `whom`, any text; one that is not let in does not count. `alone`: this
    process by itself, where no database may be needed."""
    key = salted_hmac("games.access.quota", f"{quota.name}\n{whom}", algorithm="sha256").hexdigest()
    now = int(time.time())
    with _lock:
        window = _window(key, now, quota)
        asked = window.known + window.since
        if asked >= quota.most:
            return Counted(0, window.ends - now, window.ends - now)
        window.since += 1
        more = window.since if window.since % quota.step == 0 and not alone else 0
        window.since -= more
        window.known += more
    if more:
        _tell(key, window, more, now, quota)
    left = quota.most - window.known - window.since
    # The others have asked for all of it by now.
    wait = window.ends - now if left < 0 else 0
    return Counted(max(left, 0), max(window.ends - now, 0), wait)


def _window(key: str, now: int, quota: Quota) -> Window:
    """The open window of a key; whoever asks after its end begins a new one."""
    window = _windows.get(key)
    if window is None or not now < window.ends <= now + quota.within:
        if len(_windows) >= MOST_KEPT:
            _forget_some(now)
        _windows.pop(key, None)
        window = _windows[key] = Window(now + quota.within)
    return window


def _forget_some(now: int) -> None:
    """Make room: what has ended goes, and otherwise the oldest tenth. Of each of these no more is
    lost than what the database was not told of."""
    ended = [key for key, window in _windows.items() if window.ends <= now]
    for key in ended or list(_windows)[: MOST_KEPT // 10]:
        del _windows[key]


def _tell(key: str, window: Window, more: int, now: int, quota: Quota) -> None:
    """Tell the database of `more` requests, and learn from it what the others have counted. Where
    that fails they are told together with the next."""
    told = _told.attempt(lambda: _written(key, more, now, window.ends, quota))
    with _lock:
        if told is None:
            window.known -= more
            window.since += more
        else:
            window.known, window.ends = max(told[0], window.known), told[1]


def _written(key: str, more: int, now: int, ends: int, quota: Quota) -> tuple[int, int]:
    # The clocks of two machines may differ a little.
    latest = now + 2 * quota.within
    with short_wait():
        _sweep(now)
        return add_requests(key, more, now=now, ends=ends, latest=latest)


def _sweep(now: int) -> None:
    """Delete what has ended, once a minute in each process that counts."""
    global _swept_at
    if time.monotonic() - _swept_at > SWEPT_EVERY:
        _swept_at = time.monotonic()
        RequestCount.objects.filter(ends_at__lte=now).delete()


@contextmanager
def short_wait() -> Iterator[None]:
    """Let a statement wait for another writer of the file for a moment only. On PostgreSQL nothing
    waits for a row of ours but another count of the same."""
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


def forget_counts() -> None:
    """Begin anew in this process, as tests do."""
    with _lock:
        _windows.clear()
    _told.not_before = 0.0


def asker(request: Any) -> str:
    """Who asks, on a page or as a program: an account, or else an address. Visitors of whom it is
    not known count as one."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{client_address(getattr(request, '_request', request))}"


def limited(quota: Quota, *methods: str) -> Callable[[View], View]:
    """Let a view be asked for no more often, by all methods or by those named.
    `clubtarot.middleware.QuotaMiddleware` holds it."""

    def marked(view: View) -> View:
        view.quota = (quota, methods)  # type: ignore[attr-defined]
        return view

    return marked


class TooFast(Exception):
    """Somebody has to `wait` so many seconds; `clubtarot.middleware.QuotaMiddleware` says so."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def spend(quota: Quota, request: Any) -> None:
    """Count a request within its view, where only there is known what it costs. Raises TooFast."""
    if wait := count(quota, asker(request)).wait:
        raise TooFast(wait)
