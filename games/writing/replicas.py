"""Pages that only read, read on a replica.

Only if it has everything that was committed before the page was asked for: nobody sees an older
state there than they have seen anywhere.

Only where `REPLICA_URLS` names some: otherwise nothing here is loaded. How it is decided, and why
no visitor needs to be remembered for it, is in README.md, *Reading on replicas*.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse

from games.writing.errors import Busy
from games.writing.lookouts import Lookouts, TooSlow, answer_within
from games.writing.outages import cause_of, outage_of

log = logging.getLogger(__name__)

Reading = Callable[..., HttpResponseBase]

# Whose pages only read, and read much. Not here: whatever opens, records, signs in or changes.
READERS = frozenset(
    """
    games.archive.list_pages
    games.club.home games.league.league_pages games.club.player games.club.rules
    games.matches.match_pages games.matches.sheets
    games.replay.log_pages games.replay.published games.replay.step_pages
    games.transfer.archive_pages
    games.api.clubs games.api.comments games.api.hands games.api.matches games.api.published
    games.api.standings
    """.split()
)
SAFE = ("GET", "HEAD")

# What is flushed includes every commit that anybody was told of; the first eight digits of a file
# of the log are the timeline, which is another one after each failover.
PRIMARY_POSITION = """
    SELECT pg_current_wal_flush_lsn()::text, ('x' || left(
        pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int::text
"""
# False of a server that only reads no longer, and of one that follows another timeline or nobody.
HAS_IT = b"""
    SELECT coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn
        AND (SELECT received_tli FROM pg_stat_wal_receiver) = $2::int, false)
"""
PATIENCE = 0.1  # seconds: a replica that has not said by then how far it is, is not asked any more
# Seconds between questions: what was committed a moment ago is replayed within milliseconds.
PAUSES = (0.002, 0.004, 0.008, 0.0)
LEFT_ALONE = 1.0  # seconds, for one that was behind

_source: ContextVar[str] = ContextVar("source", default=DEFAULT_DB_ALIAS)


class WrittenUpTo(NamedTuple):
    """How far the primary has written its log."""

    place: str
    timeline: str


class ReadsOnReplicas:
    """Django's router: reads go where the page is read, everything else to the primary."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        """Return the chosen replica; within a transaction the primary, since it may write."""
        inside = connections[DEFAULT_DB_ALIAS].in_atomic_block
        return DEFAULT_DB_ALIAS if inside else _source.get()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        """Allow every relation: all are copies of one database."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Allow only the primary: the others follow."""
        return db == DEFAULT_DB_ALIAS


class ReplicasMiddleware:
    """Reads a page on a replica, or on the primary where none can be used. Stands last."""

    def __init__(self, get_response: Reading) -> None:
        self.get_response = get_response
        aliases = [alias for alias in settings.DATABASES if alias != DEFAULT_DB_ALIAS]
        self.lookouts = Lookouts(aliases)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Reading, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Return the page as a replica has it, or None: then Django goes on as always."""
        if request.method not in SAFE or view.__module__ not in READERS:
            return None
        source = self.choose()
        return read_on(source, lambda: view(request, *args, **kwargs)) if source else None

    def choose(self) -> str | None:
        """Return a replica that has everything committed by now; None without one."""
        there = [alias for alias in self.lookouts.aliases if self.lookouts.is_there(alias)]
        position = there and position_of_primary()
        if not position:
            return None
        random.shuffle(there)  # the work is spread
        return next((alias for alias in there if self.can_be_read(alias, position)), None)

    def can_be_read(self, alias: str, position: WrittenUpTo) -> bool:
        """Return whether a replica has come as far, or comes in a moment."""
        try:
            for pause in PAUSES:
                if has_reached(alias, position):
                    return True
                time.sleep(pause)
        except (Error, TooSlow) as error:
            log.warning("replica %s is left alone: %s", alias, cause_of(error))
            connections[alias].close()
            self.lookouts.lost(alias)
            return False
        self.lookouts.rest(alias, LEFT_ALONE)
        return False


def position_of_primary() -> WrittenUpTo | None:
    """Return where its log is now; None where it is out of reach or not the primary any more."""
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(PRIMARY_POSITION)
            return WrittenUpTo(*cursor.fetchone())
    except Error as error:
        log.warning("no position of the primary: %s", cause_of(error))
        return None


def has_reached(alias: str, position: WrittenUpTo) -> bool:
    """Return whether a replica has replayed that primary's log so far. Raises Error, TooSlow."""
    return answer_within(PATIENCE, connections[alias], HAS_IT, position) == b"t"


def read_on(source: str, read: Callable[[], HttpResponseBase]) -> HttpResponseBase | None:
    """Return the answer that `read` gives with `source` to read from.

    None where that failed as in an outage: nothing was written, so that the page can be read once
    more elsewhere.
    """
    try:
        with reading_from(source):
            response = read()
            if isinstance(response, SimpleTemplateResponse):  # made only when it is sent
                response.render()
    except Exception as error:
        if outage_of(error) is None:
            raise
        log.warning("replica %s failed while a page was read: %s", source, cause_of(error))
        connections[source].close()
        return None
    if response.status_code == Busy.status:
        return None
    if response.streaming:
        response.streaming_content = pieces_from(source, response.streaming_content)  # type: ignore[attr-defined]
    return response


@contextmanager
def reading_from(source: str) -> Iterator[None]:
    """Make query sets read from `source` in this block."""
    before = _source.set(source)
    try:
        yield
    finally:
        _source.reset(before)


def pieces_from(source: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a long answer, each made with `source` to read from."""
    rest = iter(pieces)
    while True:
        with reading_from(source):
            piece = next(rest, None)
        if piece is None:
            return
        yield piece
