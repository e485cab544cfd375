"""Which replicas answer: threads look after them, so that nobody waits for one that does not."""

from __future__ import annotations

import select
import time
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import Error, OperationalError, connections

EVERY = 1.0  # seconds between two looks, while somebody reads
LASTS = 4.0  # seconds for which one that was there counts as there
LOOKS_LONG = 2.0  # seconds


class TooSlow(Exception):
    """No answer within the time that was given."""


def answer_within(
    seconds: float, connection: Any, statement: bytes, values: Iterable[str] = ()
) -> bytes | None:
    """Return the one value that a statement on PostgreSQL gives, as text.

    Raises TooSlow, Error. The driver itself waits without an end for a server that is there and has
    stopped working.
    """
    connection.ensure_connection()
    raw = connection.connection.pgconn
    end = time.monotonic() + seconds
    with connection.wrap_database_errors:
        raw.send_query_params(statement, [value.encode() for value in values])
        raw.flush()
        ready = select.poll()
        ready.register(raw.socket, select.POLLIN)
        while raw.is_busy():
            if not ready.poll(max(0.0, end - time.monotonic()) * 1_000):
                raise TooSlow(f"no answer within {seconds:g} seconds")
            raw.consume_input()
        result = raw.get_result()
        while raw.get_result():
            pass
    if result is None or result.error_message:
        raise OperationalError(result.error_message.decode() if result else "no answer")
    value: bytes | None = result.get_value(0, 0)
    return value


class Lookouts:
    """One thread per replica that is read, which asks whether somebody answers."""

    def __init__(self, aliases: list[str]) -> None:
        self.aliases = aliases
        self.threads = {alias: ThreadPoolExecutor(1, f"replica-{alias}") for alias in aliases}
        self.looking: dict[str, Future[None]] = {}
        self.next_look = dict.fromkeys(aliases, 0.0)
        self.there_until = dict.fromkeys(aliases, 0.0)
        self.resting_until = dict.fromkeys(aliases, 0.0)

    def is_there(self, alias: str) -> bool:
        """Return whether a replica answered a moment ago; another look is made if that is old."""
        now = time.monotonic()
        if now >= self.next_look[alias]:
            self.next_look[alias] = now + EVERY
            if alias not in self.looking or self.looking[alias].done():
                self.looking[alias] = self.threads[alias].submit(self.look, alias)
        return self.resting_until[alias] <= now < self.there_until[alias]

    def look(self, alias: str) -> None:
        """Ask a replica, on this thread's own connection."""
        begun = time.monotonic()
        try:
            answer_within(LOOKS_LONG, connections[alias], b"SELECT 1")
        except (Error, TooSlow):
            connections[alias].close()
        else:
            self.there_until[alias] = begun + LASTS

    def lost(self, alias: str) -> None:
        """Note that a replica has not answered: the next look decides when it is asked again."""
        self.there_until[alias] = 0.0

    def rest(self, alias: str, seconds: float) -> None:
        """Do not use a replica for so long."""
        self.resting_until[alias] = time.monotonic() + seconds
