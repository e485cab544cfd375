"""Is the site alive, and could it work: what a supervisor learns."""

import errno
import os
import shutil
import threading
from collections import namedtuple
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client

from games.operation import probes, readiness
from games.operation.readiness import Condition, Lookout, Readiness
from tests.failing import database_fails

Disk = namedtuple("Disk", "total used free")


@pytest.fixture(autouse=True)
def lookout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known yet when a test begins."""
    monkeypatch.setattr(probes, "readiness", Readiness(Lookout().look))


def disk_with(free: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Disk(10**12, 0, free))


def test_a_process_that_lives_says_so_without_the_database(client: Client) -> None:
    """Without the database: this test may not even ask it."""
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"alive": True})


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_a_probe_is_answered_under_any_name_and_leaves_nothing_behind(
    path: str, client: Client, settings: Any
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get(path, headers={"Host": "10.1.2.3:8000"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert not answer.cookies
    assert client.post(path).status_code == 405


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_site_with_everything_in_place_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "ready": True,
        "problems": {},
        "warnings": {},
        "version": settings.VERSION,
    }


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_migration_that_is_missing_makes_the_site_unready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0002_since_0_2'")
    try:
        answer = client.get("/readyz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied) "
                "VALUES ('games', '0002_since_0_2', '2026-11-23')"
            )
    assert answer.status_code == 503
    assert answer.json()["problems"] == {
        "migrations": "1 missing. Stop the site and start it again."
    }


@pytest.mark.django_db
def test_a_refusing_database_is_reported_without_its_name(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(self: Any) -> None:
        raise OperationalError('connection to "db.example.org", user "club", failed')

    monkeypatch.setattr(readiness.MigrationRecorder, "applied_migrations", refuse)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["problems"] == {
        "database": "The database does not answer. The log says why."
    }
    assert "example" not in answer.text


def test_a_database_that_hangs_is_given_up_and_holds_one_thread_however_many_ask() -> None:
    release, looks = threading.Event(), []

    def hang() -> Condition:
        looks.append(threading.current_thread())
        release.wait()
        return Condition()

    asked = Readiness(hang, patience=0.01)
    assert [asked.ask().problems for _ in range(5)] == [
        {"database": "No answer within 0.01 seconds."}
    ] * 5
    assert len(looks) == 1
    release.set()
    asked.patience = 60
    assert asked.ask().problems == {}


def test_a_hundred_probes_at_a_moment_ask_the_database_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readiness, "LASTS", 3600.0)
    looks: list[Condition] = []

    def look() -> Condition:
        looks.append(Condition())
        return looks[-1]

    asked = Readiness(look)
    for _ in range(100):
        asked.ask()
    assert len(looks) == 1


def test_a_look_that_fails_by_our_own_mistake_does_not_end_all_later_ones() -> None:
    results: list[Condition | Exception] = [ZeroDivisionError(), Condition()]

    def look() -> Condition:
        result = results.pop(0)
        if isinstance(result, Exception):
            raise result
        return result

    asked = Readiness(look)
    with pytest.raises(ZeroDivisionError):
        asked.ask()
    assert asked.ask().problems == {}


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "failure_of_server", "said"),
    [
        (errno.EROFS, "sqlite read-only", "can only be read"),
        (errno.EIO, "sqlite write error", "can only be read"),
        (errno.ENOSPC, "53100", "no room left"),
    ],
)
def test_a_site_that_can_save_nothing_is_not_ready_and_says_why(
    monkeypatch: pytest.MonkeyPatch, number: int, failure_of_server: str, said: str
) -> None:
    def refuses(*_arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    well, found = Condition(), Condition()
    readiness.look_at_saving(well)
    monkeypatch.setattr(os, "fsync", refuses)
    with database_fails(failure_of_server, lambda sql: "clubtarot_try" in sql):
        readiness.look_at_saving(found)
    assert well.problems == {}
    assert said in found.problems["saving"]


@pytest.mark.django_db
def test_a_disk_with_little_room_is_a_warning_and_a_full_one_a_problem(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk_with(120_000_000, monkeypatch)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["warnings"]["disk for temporary files"] == "Only 120 MB left."
    monkeypatch.setattr(probes, "readiness", Readiness(Lookout().look))
    disk_with(7_000_000, monkeypatch)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["problems"]["disk for temporary files"] == "Only 7 MB left."
