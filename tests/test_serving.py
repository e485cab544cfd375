"""The site while its database is locked or stopped: nobody waits for ever, and readers read."""

import os
import re
import secrets
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import psycopg
import pytest
from django.conf import settings

from clubtarot.databases import LONGEST_WAIT
from games.writing.durably import LONGEST_REQUEST
from tests.postgres import find_binaries, owner_of_server, server_in
from tests.serving import ROOT, Site, served
from tests.waiting import until

LOCKED = 13  # seconds: by then tablets that gave up would have taken all threads
PASS = {"op": "act", "action": {"kind": "call", "call": "pass"}}


class Answer(NamedTuple):
    status: int
    code: str


def ask(site: Site, method: str, path: str, body: Any = None) -> Answer:
    """What the site answers, however slow the machine is."""
    answer = site.ask(method, path, body, patience=600)
    code = answer.json().get("code", "") if "json" in answer.headers["Content-Type"] else ""
    return Answer(answer.status_code, code)


def send_until_taken(site: Site, hand: str, answers: list[Answer]) -> None:
    """Send one entry again and again, as a tablet does, and add each of its answers."""
    body = {"version": 0, "key": secrets.token_hex(16), "change": PASS}
    answers.append(ask(site, "POST", f"/api/v1/hands/{hand}/entries", body))
    while answers[-1].status == 503:
        time.sleep(2)
        answers.append(ask(site, "POST", f"/api/v1/hands/{hand}/entries", body))


def test_the_site_gives_a_wait_up_before_a_tablet_does() -> None:
    script = (ROOT / "static" / "js" / "recording" / "server.js").read_text()
    (patience,) = map(int, re.findall(r"^const PATIENCE = (\d+);", script, re.MULTILINE))
    waits = {LONGEST_REQUEST * 1000, LONGEST_WAIT * 1000, settings.STATEMENT_TIMEOUT}
    assert max(waits) < patience


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Iterator[tuple[Site, Path]]:
    """The site on a file."""
    file = tmp_path / "club.sqlite3"
    with served(f"sqlite:///{file}", tmp_path) as site:
        yield site, file


@pytest.mark.thorough
def test_readers_are_answered_while_four_tablets_wait_for_a_lock(
    on_sqlite: tuple[Site, Path],
) -> None:
    """Each reader, and each tablet for the first time, while the lock is still held."""
    site, file = on_sqlite
    readers: list[Answer] = []
    tablets: list[list[Answer]] = [[] for _hand in site.hands]
    with (
        closing(sqlite3.connect(file, isolation_level=None)) as other,
        ThreadPoolExecutor() as pool,
    ):
        other.execute("BEGIN IMMEDIATE")
        end = time.monotonic() + LOCKED
        sent = [
            pool.submit(send_until_taken, site, hand, answers)
            for hand, answers in zip(site.hands, tablets, strict=True)
        ]
        while time.monotonic() < end or len(readers) < 6 or not all(tablets):
            readers.append(ask(site, "GET", "/api/v1/hands"))
            readers.append(ask(site, "GET", "/accounts/sign-in/"))
            time.sleep(0.2)
        other.execute("ROLLBACK")
        for one in sent:
            one.result()
    assert {answer.status for answer in readers} == {200}
    for answers in tablets:
        *refused, taken = answers
        assert taken.status == 201
        assert {answer.code for answer in refused} == {"busy"}
    entries = [site.ask("GET", f"/api/v1/hands/{hand}/entries").json() for hand in site.hands]
    assert [len(one["entries"]) for one in entries] == [1] * len(site.hands)
    assert "Traceback" not in site.log.read_text()


@pytest.mark.thorough
@pytest.mark.skipif(find_binaries() is None, reason="PostgreSQL is not installed")
def test_a_postgresql_that_is_locked_or_stopped_is_503_and_comes_back_by_itself(
    tmp_path: Path,
) -> None:
    binaries = find_binaries()
    assert binaries is not None
    durable = {"fsync": "on"}  # or the site refuses to start
    with (
        TemporaryDirectory(prefix="clubtarot-pg-", ignore_cleanup_errors=True) as name,
        server_in(Path(name), binaries, stop="immediate", settings=durable) as url,
        served(url, tmp_path) as site,
    ):
        folder = Path(name)
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE games_hand IN ACCESS EXCLUSIVE MODE")
            asked = everything(site)
        assert {answer.status for answer in asked} == {503}
        assert site.ask("GET", "/api/v1/hands").status_code == 200

        os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        until(lambda: not (folder / "data" / "postmaster.pid").exists())
        before = site.log.read_text()
        asked = everything(site)
        assert {answer.status for answer in asked} == {503}
        written = site.log.read_text()[len(before) :]
        assert written.count(" 503 ") == len(asked), written
        assert len(written.splitlines()) <= len(asked) + 1, written  # what is asked is counted, too

        restart(folder, binaries)
        answers: list[Answer] = []
        send_until_taken(site, site.hands[0], answers)
        assert answers[-1].status == 201
        assert site.ask("GET", "/api/v1/hands").status_code == 200


def everything(site: Site) -> list[Answer]:
    """What is answered to a reader, to a tablet, and to somebody on a page."""
    body = {"version": 0, "key": secrets.token_hex(16), "change": PASS}
    return [
        ask(site, "GET", "/api/v1/hands"),
        ask(site, "POST", f"/api/v1/hands/{site.hands[0]}/entries", body),
        ask(site, "GET", f"/hands/{site.hands[0]}/"),
    ]


def restart(folder: Path, binaries: Path) -> None:
    """Start the server again with its options."""
    tool = next(folder.rglob("bin/pg_ctl"), binaries / "pg_ctl")
    data = ["-D", str(folder / "data"), "-l", str(folder / "server.log")]
    who = owner_of_server(folder)
    subprocess.run(
        [tool, "-w", *data, "restart"], check=True, cwd=folder, stdout=subprocess.DEVNULL, **who
    )
