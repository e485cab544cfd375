"""Export as a job, workers that meet, and the words for jobs that wait."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import jobs
from games.jobs import asking, pieces, starting
from games.jobs.claims import STALE, next_claim
from games.jobs.exclusive import exclusively
from games.jobs.pieces import stored
from games.jobs.working import work
from games.models import Hand, Job, JobPiece
from games.operation.readiness import UNATTENDED, Lookout
from games.transfer import export_job
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.jobs.jobs_at_work import (
    ROOT,
    ask_import,
    kill_when,
    let_time_pass,
    numbered,
    reloaded,
    worker,
)
from tests.transfer.archives import bring_all
from tests.waiting import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def full(cast: Cast, hands: int) -> None:
    """Give the club that many hands."""
    ask_import(cast, numbered(hands))
    work()


def ask_for(cast: Cast, kind: str, **wishes: Any) -> Job:
    return jobs.ask(user=cast.admin, club=cast.club, kind=kind, wishes=wishes)


@pytest.mark.thorough
def test_an_archive_that_was_begun_twice_is_whole(cast: Cast, tmp_path: Path) -> None:
    """The worker is killed while it writes the file; the next one writes it from its beginning."""
    full(cast, 30)
    job = ask_for(cast, "export", hidden=True)
    kill_when(job, lambda now: now.state == Job.State.RUNNING)
    JobPiece.objects.get_or_create(job=job, number=0, defaults={"data": b"half a file"})
    if reloaded(job).is_under_way:
        let_time_pass(job)
        assert work() == 1
    whole = b"".join(stored(job))
    assert len(whole) == reloaded(job).report["bytes"]
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert archive.testzip() is None
        assert archive.read("records.ndjson").count(b"\n") == 30
    (tmp_path / "all.zip").write_bytes(whole)
    report = bring_all(cast.other_scorer, cast.other_club, tmp_path / "all.zip")
    assert report.hands.new == 30


def test_a_large_file_is_kept_in_pieces_and_goes_after_a_week_its_row_later(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "PIECE_BYTES", 500)
    cast.sealed_hand(claimed_by_seat_0())
    job = ask_for(cast, "export", hidden=True)
    work()
    assert job.pieces.count() > 2
    assert zipfile.ZipFile(io.BytesIO(b"".join(stored(job)))).testzip() is None
    assert export_job.ExportJob().context(reloaded(job)) == {"megabytes": 1, "left_out": ""}
    for kept, left in ((asking.FILE_KEPT, (0, 1)), (asking.ROW_KEPT, (0, 0))):
        Job.objects.update(ended_at=timezone.now() - kept - timedelta(hours=1))
        asking.clear()
        assert (JobPiece.objects.count(), Job.objects.count()) == left


@pytest.mark.thorough
def test_of_two_workers_one_works(cast: Cast) -> None:
    job = ask_import(cast, numbered(20))
    both = [worker(), worker()]
    assert [process.wait() for process in both] == [0, 0]
    assert reloaded(job).report["hands"] == {"new": 20, "known": 0}
    assert reloaded(job).attempts == 0
    assert Hand.objects.count() == 20


def test_of_two_that_claim_a_job_one_gets_it(cast: Cast) -> None:
    """Also where a pool of connections lets both have the lock of the site."""
    ask_import(cast, numbered(1))
    claims = at_once(next_claim, next_claim)
    assert sum(claim is not None for claim in claims) == 1


def test_the_command_does_what_waits_unless_an_import_runs_already(cast: Cast) -> None:
    job = ask_import(cast, numbered(1))
    with exclusively():
        assert at_once(work) == [0]
        assert reloaded(job).state == Job.State.WAITING
    name = str(connection.settings_dict["NAME"])
    url = f"sqlite:///{name}"
    if connection.vendor == "postgresql":
        url = os.environ["DATABASE_URL"].rpartition("/")[0] + "/" + name
    env = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"}
    subprocess.run([sys.executable, "manage.py", "work"], cwd=ROOT, env=env, check=True)
    assert reloaded(job).state == Job.State.DONE


def test_a_job_that_nobody_works_on_is_named_and_a_worker_is_called(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.STARTS_WORKERS = True
    started: list[str] = []
    monkeypatch.setattr(starting, "start_worker", lambda: started.append("one"))
    assert Lookout().look().warnings == {}
    assert not jobs.call_worker()
    job = ask_import(cast, numbered(1), check=True)
    found = Lookout().look()
    assert (found.warnings, started) == ({}, ["one"])
    assert not jobs.call_worker()  # a moment ago somebody was called
    work()
    jobs.ask_again(reloaded(job), {"check": False})
    assert jobs.call_worker()  # for what is asked of it now nobody was
    long_ago = timezone.now() - 2 * UNATTENDED
    Job.objects.filter(pk=job.pk).update(asked_at=long_ago, called_at=long_ago)
    found = Lookout().look()
    assert found.warnings["jobs"].startswith("1 wait")
    assert started == ["one"] * 3


def test_a_worker_that_gives_no_sign_of_life_or_one_of_the_future_is_replaced(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """It died, perhaps while the clock was ahead."""
    settings.STARTS_WORKERS = True
    monkeypatch.setattr(starting, "start_worker", lambda: None)
    job = ask_import(cast, numbered(2))
    assert next_claim() is not None
    assert not jobs.call_worker()
    mine, now = Job.objects.filter(pk=job.pk), timezone.now()
    mine.update(beat_at=now - STALE - timedelta(seconds=1))
    assert jobs.call_worker()
    for ahead in (timedelta(days=1), timedelta(days=400)):
        mine.update(beat_at=now + ahead, called_at=now + ahead)
        assert jobs.call_worker()
    mine.update(beat_at=now + ahead)
    assert work() == 1
    assert reloaded(job).state == Job.State.DONE


def test_a_worker_is_a_process_of_its_own_and_ends_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Nobody waits for it, and it is nobody's child here."""
    (tmp_path / "manage.py").write_text(
        "import os, pathlib, sys\n"
        "here = pathlib.Path(__file__).parent\n"
        "(here / 'said.new').write_text(f'{sys.argv[1]} {os.getppid()} {os.getsid(0)}')\n"
        "(here / 'said.new').rename(here / 'said')\n"
    )
    settings.BASE_DIR = tmp_path
    starting.start_worker()
    until((tmp_path / "said").exists)
    command, parent, session = (tmp_path / "said").read_text().split()
    assert command == "work"
    assert int(parent) != os.getpid()
    assert int(session) != os.getsid(0)


def test_what_an_older_version_counted_again_is_no_job_after_the_upgrade(
    cast: Cast, client: Client
) -> None:
    old = Job.objects.create(club=cast.club, kind="rebuild", state=Job.State.DONE)
    JobPiece.objects.create(job=old, number=0, data=b"")
    import_module("games.migrations.0004_studies_brought_in").forget_counting_jobs(apps, None)
    client.force_login(cast.admin)
    assert client.get(f"/c/{cast.club.slug}/archive/").status_code == 200
    assert not Job.objects.exists()
