"""The controls: the site broken on purpose in the way that BROKEN names, which must be found."""

import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from threading import Thread
from typing import Any

from tests.campaigns.faults.built import application

__all__ = ["application"]

EVERY = 10
LATE = 0.05  # seconds


def acknowledges_early() -> None:
    """Answers an entry first, and commits it a moment later."""
    from django.core.signals import request_started
    from django.db import connection, transaction

    from games.book import entries

    threads: list[Thread] = []

    def soon(write: Callable[[], Any]) -> Any:
        answer: Future[Any] = Future()

        def commit_later() -> None:
            try:
                with transaction.atomic():
                    answer.set_result(write())
                    time.sleep(LATE)
            except Exception as error:
                answer.set_exception(error)
            finally:
                connection.close()

        threads.append(Thread(target=commit_later))
        threads[-1].start()
        return answer.result()

    def wait(**_facts: Any) -> None:
        while threads:
            threads.pop().join()

    entries.durably = soon
    request_started.connect(wait, weak=False)


def forgets_entries() -> None:
    """Acknowledges every tenth entry without keeping it."""
    from django.db import transaction

    from games.book import entries

    writes = count(1)
    durably = entries.durably

    def sometimes(write: Callable[[], Any]) -> Any:
        if next(writes) % EVERY:
            return durably(write)
        with transaction.atomic():
            answer = write()
            transaction.set_rollback(True)
        return answer

    entries.durably = sometimes


def writes_anyway() -> None:
    """Takes an entry that does not fit, or was taken before, as one more."""
    from games.book import entries
    from games.models import Hand

    def append_again(sent: Any, wanted: Any) -> Any:
        version = Hand.objects.get(pk=sent.hand.pk).version
        sent = sent._replace(seq=version + 1, key=secrets.token_urlsafe(16))
        return entries._append(sent, wanted)[0]

    entries._answer_unwritten = append_again


def breaks_the_chain() -> None:
    """Links seals to something else than their content."""
    from games.book import chain

    chain.link_of = lambda made: secrets.token_hex(32)


def syncs_nothing() -> None:
    """Answers before what was written is on the disk."""
    from django.db.backends.signals import connection_created

    def relax(connection: Any, **_facts: Any) -> None:
        sqlite = connection.vendor == "sqlite"
        relaxed = "PRAGMA synchronous=OFF" if sqlite else "SET synchronous_commit = off"
        with connection.cursor() as cursor:
            cursor.execute(relaxed)

    connection_created.connect(relax, weak=False)


def believes_the_clock() -> None:
    """Of two writes keeps the one of the later moment, as if clocks only went forward."""
    from django.db import transaction

    from games.book import entries

    latest = 0.0

    def if_it_is_later(write: Callable[[], Any]) -> Any:
        nonlocal latest
        with transaction.atomic():
            answer = write()
            transaction.set_rollback(time.time() < latest)
        latest = max(latest, time.time())
        return answer

    entries.durably = if_it_is_later


def mistakes_outages() -> None:
    """Takes an outage for a fault of its own."""
    from games.writing import outages

    outages._outage_of_database = lambda _error: None  # type: ignore[assignment]


CONTROLS: dict[str, Callable[[], None]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        acknowledges_early,
        forgets_entries,
        writes_anyway,
        breaks_the_chain,
        syncs_nothing,
        believes_the_clock,
        mistakes_outages,
    )
}
if name := os.environ.get("BROKEN"):
    CONTROLS[name]()
