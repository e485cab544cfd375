"""Whatever is dear to make has a limit that all processes count together."""

import math
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import RequestFactory
from django.urls import get_resolver, reverse

from games.access import quota
from games.access.quota import Quota, asker, count
from games.models import Bucket, User
from tests.access.safer import signed_in
from tests.cast import Cast
from tests.failing import database_fails, is_write
from tests.rows import ROWS

FEW, MANY = Quota("few", 3, 60), Quota("many", 100, 60)
NOON = 1_800_000_000


def asked(times: int, limit: Quota = FEW, whom: str = "anna") -> list[bool]:
    """Which of these requests are let in."""
    return [not count(limit, whom).wait for _ in range(times)]


# --- counting ------------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.django_db
def test_one_more_than_the_limit_is_refused_and_what_was_used_comes_back_bit_by_bit() -> None:
    """To that person alone, who hears how long to wait."""
    with time_machine.travel(NOON, tick=False) as clock:
        assert count(FEW, "anna") == (2, 20, 0)
        assert asked(2) == [True, True]
        assert count(FEW, "anna") == (0, 60, 20)
        assert asked(1, whom="boris") == [True]
        assert asked(MANY.most + 2, MANY) == [True] * MANY.most + [False] * 2
        clock.shift(20)
        assert asked(2) == [True, False]
        clock.shift(60)
        assert asked(4) == [True, True, True, False]


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_count_is_one_statement_and_keeps_no_address_and_no_bucket_that_is_full(
    django_assert_num_queries: Any,
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        with django_assert_num_queries(1):
            asked(1, whom="address:192.0.2.7")
        (row,) = Bucket.objects.all()
        assert re.fullmatch("[0-9a-f]{64}", row.key)
        clock.shift(61)
        quota._swept_at = -quota.SWEPT_EVERY
        asked(1, whom="boris")
        assert not Bucket.objects.filter(key=row.key).exists()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        asked(4)
        clock.shift(-3 * 24 * 60 * 60)
        assert count(FEW, "anna").wait <= FEW.within
        clock.shift(FEW.within + 1)
        assert asked(1) == [True]


def test_an_account_is_the_same_at_every_address() -> None:
    request: Any = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7")
    request.user = User(pk=7)
    assert asker(request) == "user:7"


# --- where nothing can be written -----------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.django_db
def test_where_counts_cannot_be_written_nobody_is_refused_and_nobody_waits_twice() -> None:
    with database_fails("sqlite read-only", is_write) as tried:
        assert asked(5) == [True] * 5
    assert len(tried) == 1, "no reader waits a second time within a minute"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="on PostgreSQL counts wait for no writer")
@pytest.mark.django_db(transaction=True)
def test_no_reader_waits_long_for_somebody_who_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite, where there is one writer at a time; afterwards a scorer waits as long as ever."""
    monkeypatch.setattr(quota, "SWEPT_EVERY", math.inf)  # what has ended goes at another time
    connection.ensure_connection()
    patience = connection.connection.execute("PRAGMA busy_timeout").fetchone()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waits = watched_patience()
        assert asked(2) == [True, True]  # the second is not tried
        other.execute("ROLLBACK")
    assert waits == [quota.SHORT_WAIT]
    assert connection.connection.execute("PRAGMA busy_timeout").fetchone() == patience


def watched_patience() -> list[int]:
    """How many milliseconds each count waits at most, from now on."""
    waits: list[int] = []

    def watch(execute: Any, sql: str, *args: Any) -> Any:
        if is_write(sql) and "bucket" in sql:
            raw: Any = connection.connection
            waits.append(raw.execute("PRAGMA busy_timeout").fetchone()[0])
        return execute(sql, *args)

    connection.execute_wrappers.append(watch)
    return waits


# --- what is limited -----------------------------------------------------------------------------

# What everybody may ask for without a limit of its own, and why.
CHEAP = {
    "sign-in": "guesses are counted, and the page itself must be there for everybody",
    "second-step": "guesses are counted",
    "forgotten": "requests are counted as guesses, letters by e-mail address",
    "code": "guesses are counted",
    "join": "guesses are counted",
    "table": "guesses are counted",
    "founding": "guesses are counted, and the page ends with the first account",
    "reset": "looks at a signature",
    "passkey-options": "signs a few bytes and writes nothing; must be there for everybody",
    "passkey-sign-in": "looks at a signature; must be there for everybody",
    "sign-out": "ends a session",
    "choose-language": "sets a cookie",
    "worker": "a file",
    "engine": "a file, made once",
    "engine-worker": "a file",
    "engine-file": "a file, made once",
    "live": "one small statement; asked by every open page",
    "wall": "drawn once for all who look",
    "room": "a page of two addresses and a picture, where a laptop serves a club room",
    "room-certificate": "a file of a kilobyte, there alone",
    "api:docs": "an empty page that asks for the description",
}


def views() -> dict[str, Any]:
    """The view of each named route outside of Django's admin."""
    found: dict[str, Any] = {}

    def look(resolver: Any, prefix: str) -> None:
        for one in resolver.url_patterns:
            if hasattr(one, "url_patterns"):
                if one.app_name != "admin":
                    look(one, f"{one.namespace}:" if one.namespace else prefix)
            elif one.name:
                found[f"{prefix}{one.name}"] = one.callback

    look(get_resolver(), "")
    return found


def test_whatever_everybody_may_ask_for_has_a_limit_or_is_cheap() -> None:
    public = {name for name, row in ROWS.items() if row.who in ("everybody", "nobody", "leaving")}
    public |= {"club", "second-step"}  # which tell visitors apart themselves
    found = views()

    def is_limited(view: Any) -> bool:
        of_a_class = getattr(view, "cls", None)
        throttles = {**getattr(view, "initkwargs", {})}.get("throttle_classes")
        return hasattr(view, "quota") or bool(
            throttles or getattr(of_a_class, "throttle_classes", None)
        )

    free = {name for name in public if not is_limited(found[name])}
    assert free == set(CHEAP)


def test_every_limit_is_in_the_table_of_the_readme() -> None:
    text = Path(settings.BASE_DIR, "games", "access", "README.md").read_text()
    limits = {one for one in vars(quota).values() if isinstance(one, Quota)}
    lines = {f"| `{one.name}` | {one.most} in {span(one.within)} |" for one in limits}
    assert {line for line in lines if line not in text} == set()


def span(seconds: int) -> str:
    """A number of seconds as the table names it."""
    return {60: "a minute", 3600: "an hour"}.get(seconds, f"{seconds} seconds")


LIMITED = {
    "developers": quota.REQUESTS,
    "hands": quota.REQUESTS,
    "hands-file": quota.HEAVY,
    "match-sheet-pdf": quota.HEAVY,
    "own-data": quota.HEAVY,
    "club-everything": quota.ARCHIVES,
    "club-archive": quota.ARCHIVES,
}


def test_what_takes_the_processor_or_the_line_a_second_has_the_limit_for_that() -> None:
    found = views()
    assert {name: found[name].quota[0] for name in LIMITED} == LIMITED


@pytest.mark.django_db
def test_too_many_requests_are_answered_with_the_time_to_wait(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page, a stream, and a form that is looked at as often as anybody likes."""
    with time_machine.travel(NOON, tick=False):
        browser, other = signed_in(cast.admin), signed_in(cast.member)
        for name, ask in (("hands", "get"), ("club-everything", "get"), ("club-archive", "post")):
            address, view = reverse(name, args=[cast.club.slug]), views()[name]
            limit, methods = view.quota
            monkeypatch.setattr(view, "quota", (limit._replace(name=name, most=1), methods))
            first, second = (getattr(browser, ask)(address) for _ in range(2))
            assert first.status_code not in (429, 404)
            b"".join(first) if first.streaming else first.content
            assert (second.status_code, second.headers["Retry-After"]) == (429, str(limit.within))
            assert "Too many" in second.content.decode()
            part = getattr(browser, ask)(address, headers={"HX-Request": "true"})
            assert part.headers["HX-Retarget"] == "#messages"
            assert getattr(other, ask)(address).status_code != 429
            assert not methods or browser.get(address).status_code == 200


# --- two processes --------------------------------------------------------------------------------

ANOTHER = """
import sys
import django
django.setup()
from django.conf import settings
from django.db import connection
settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = sys.argv[1]
from games.access.quota import Quota, count
print(*[bool(count(Quota("few", 3, 10**6), "anna").wait) for _ in range(2)])
"""


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_processes_on_one_database_count_together() -> None:
    limit = Quota("few", 3, 10**6)
    assert asked(2, limit) == [True, True]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"}
    command = [sys.executable, "-c", ANOTHER, str(connection.settings_dict["NAME"])]
    other = subprocess.run(command, env=environment, cwd=settings.BASE_DIR, stdout=subprocess.PIPE)
    assert other.stdout.split() == [b"False", b"True"]
    assert asked(1, limit) == [False]
