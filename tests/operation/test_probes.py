"""Is the site alive, and could it work: what a supervisor learns."""

import errno
import os
import shutil
import threading
from collections import namedtuple
from typing import Any
from unittest.mock import Mock

import pytest
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


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_site_with_everything_in_place_is_ready_and_one_that_lacks_a_migration_is_not(
    client: Client, settings: Any
) -> None:
    """A probe is answered under any name and leaves nothing behind."""
    settings.SECURE_SSL_REDIRECT = True
    for path in ("/healthz", "/readyz"):
        answer = client.get(path, headers={"Host": "10.1.2.3:8000"})
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
        assert not answer.cookies
        assert client.post(path).status_code == 405
    ready = {"ready": True, "problems": {}, "warnings": {}, "version": settings.VERSION}
    assert answer.json() == ready
    probes.readiness.until = 0.0
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
    """A look that fails by our own mistake does not end all later ones."""
    monkeypatch.setattr(readiness, "LASTS", 3600.0)
    look = Mock(side_effect=[ZeroDivisionError(), Condition()])
    asked = Readiness(look)
    with pytest.raises(ZeroDivisionError):
        asked.ask()
    for _ in range(100):
        assert asked.ask().problems == {}
    assert look.call_count == 2


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_site_that_can_save_nothing_is_not_ready_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    well = Condition()
    readiness.look_at_saving(well)
    assert well.problems == {}
    for number, failure_of_server, said in (
        (errno.EROFS, "sqlite read-only", "can only be read"),
        (errno.EIO, "sqlite write error", "can only be read"),
        (errno.ENOSPC, "53100", "no room left"),
    ):
        refuses = Mock(side_effect=OSError(number, os.strerror(number)))
        monkeypatch.setattr(os, "fsync", refuses)
        found = Condition()
        with database_fails(failure_of_server, lambda sql: "clubtarot_try" in sql):
            readiness.look_at_saving(found)
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
