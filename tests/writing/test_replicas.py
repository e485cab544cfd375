"""Pages read on a streaming replica, with a real one next to a real site."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver

from clubtarot import environment
from games.writing.replicas import READERS
from tests.postgres import find_binaries, server_in, standby_in
from tests.processes import children_of
from tests.serving import Site, served
from tests.waiting import until

BINARIES = find_binaries()
needs_postgres = pytest.mark.skipif(BINARIES is None, reason="no PostgreSQL was found")
LISTED = "/api/v1/hands"
TOO_MANY = 429
PASS = {"op": "act", "action": {"kind": "call", "call": "pass"}}
UNDO = {"op": "undo"}


@dataclass
class Pair:
    """A site on a primary and its replica; `log`: what the replica was asked."""

    site: Site
    primary: str
    replica: str
    folder: Path
    keys: int = 0

    def ask(self, server: str, statement: str) -> object:
        """What one of the two servers answers to a question of ours."""
        with psycopg.connect(server, autocommit=True) as connection:
            row = connection.execute(statement).fetchone()
            return row and row[0]

    def asked_of_replica(self) -> int:
        """How often the replica has been asked for hands."""
        return (self.folder / "server.log").read_text().count('FROM "games_hand"')

    def is_read_on_replica(self, path: str = LISTED) -> bool:
        """Whether the next reading of an address comes from the replica. It must succeed, if need
        be once the site lets itself be asked again: its limits hold for tests, too."""
        before = self.asked_of_replica()
        answer = self.site.ask("GET", path)
        while answer.status_code == TOO_MANY:
            time.sleep(int(answer.headers["Retry-After"]))
            answer = self.site.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return self.asked_of_replica() > before

    def write(self) -> int:
        """Write the next entry of the first hand, as a tablet does; the version it made."""
        hand = f"{LISTED}/{self.site.hands[0]}"
        version = self.site.ask("GET", f"{hand}/entries").json()["version"]
        self.keys += 1
        body = {"key": f"replica-{self.keys:016}", "version": version}
        answer = self.site.ask(
            "POST", f"{hand}/entries", body | {"change": [PASS, UNDO][version % 2]}
        )
        assert answer.status_code == 201, answer.text
        return int(answer.json()["version"])

    def shown(self) -> int:
        """The version of that hand that a reader is shown."""
        answer = self.site.ask("GET", f"{LISTED}/{self.site.hands[0]}")
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """The replica receives and does not replay, so that it falls behind."""
        self.ask(self.replica, "SELECT pg_wal_replay_pause()")
        state = "SELECT pg_get_wal_replay_pause_state()"
        until(lambda: self.ask(self.replica, state) == "paused")
        try:
            yield
        finally:
            self.ask(self.replica, "SELECT pg_wal_replay_resume()")


def execute(server: str, statement: str) -> None:
    """Let a server do what answers nothing."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)


@contextmanager
def a_pair() -> Iterator[Pair]:
    """A site that reads on a replica which is there."""
    assert BINARIES is not None
    with ExitStack() as stack:
        folders = [
            Path(stack.enter_context(TemporaryDirectory(prefix="clubtarot-pg-"))) for _ in range(3)
        ]
        primary = stack.enter_context(server_in(folders[0], BINARIES, stop="immediate"))
        said = {"log_statement": "all", "wal_retrieve_retry_interval": "100ms"}
        replica = stack.enter_context(standby_in(folders[1], BINARIES, primary, settings=said))
        site = stack.enter_context(served(primary, folders[2], REPLICA_URLS=replica))
        both = Pair(site, primary, replica, folders[1])
        until(both.is_read_on_replica)
        yield both


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """One for all that leave it as it was."""
    with a_pair() as both:
        yield both


@needs_postgres
def test_a_list_is_read_on_the_replica(pair: Pair) -> None:
    until(pair.is_read_on_replica)


@needs_postgres
def test_an_address_with_an_ending_is_read_there_too_to_its_last_line(pair: Pair) -> None:
    until(lambda: pair.is_read_on_replica(f"{LISTED}.csv"))
    lines = pair.site.ask("GET", f"{LISTED}.csv").text.splitlines()
    assert len(lines) == 1 + len(pair.site.hands)


@needs_postgres
def test_what_is_written_is_neither_written_nor_read_there(pair: Pair) -> None:
    before = pair.asked_of_replica()
    pair.write()
    assert pair.asked_of_replica() == before


@needs_postgres
def test_whoever_writes_reads_what_they_wrote_at_once(pair: Pair) -> None:
    assert all(pair.shown() == version for version in (pair.write() for _ in range(20)))


@needs_postgres
def test_a_replica_that_is_behind_shows_nobody_an_older_state_than_they_have_seen(
    pair: Pair,
) -> None:
    with pair.standing_still():
        seen = [(pair.write(), pair.shown(), pair.shown()) for _ in range(5)]
        assert pair.ask(pair.replica, "SELECT max(version) FROM games_hand") != seen[-1][0]
        assert not pair.is_read_on_replica()
    assert all(version == first == second for version, first, second in seen)
    until(pair.is_read_on_replica)


@needs_postgres
def test_a_replica_that_is_behind_lets_nobody_in_whose_key_was_ended(pair: Pair) -> None:
    with pair.standing_still():
        hidden = "UPDATE games_apitoken SET expiry = now() - interval '1 day' RETURNING 1"
        assert pair.ask(pair.primary, hidden) == 1
        assert pair.site.ask("GET", LISTED).status_code == 401
        pair.ask(pair.primary, "UPDATE games_apitoken SET expiry = NULL RETURNING 1")
    until(pair.is_read_on_replica)


@needs_postgres
def test_a_replica_that_follows_nobody_is_not_read(pair: Pair) -> None:
    """It may follow a primary that has been replaced, and hold what nobody was told of."""
    leader = pair.ask(pair.replica, "SHOW primary_conninfo")
    execute(pair.replica, "ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=1'")
    try:
        execute(pair.replica, "SELECT pg_reload_conf()")
        until(lambda: not pair.is_read_on_replica())
    finally:
        quoted = str(leader).replace("'", "''")
        execute(pair.replica, f"ALTER SYSTEM SET primary_conninfo = '{quoted}'")
        execute(pair.replica, "SELECT pg_reload_conf()")
    until(pair.is_read_on_replica)


@needs_postgres
def test_pages_are_read_on_the_primary_while_the_replica_hangs(pair: Pair) -> None:
    server = int((pair.folder / "data" / "postmaster.pid").read_text().split()[0])
    everybody = [server, *children_of(server)]
    for process in everybody:
        os.kill(process, signal.SIGSTOP)
    try:
        assert all(pair.shown() == pair.write() - 1 for _ in range(5))
    finally:
        for process in reversed(everybody):
            os.kill(process, signal.SIGCONT)
    until(pair.is_read_on_replica)


@pytest.mark.thorough
@needs_postgres
def test_a_replica_that_became_a_primary_is_not_read() -> None:
    """With a pair of its own: it does not follow again, and workers run tests in any order."""
    with a_pair() as pair:
        pair.ask(pair.replica, "SELECT pg_promote()")
        until(lambda: pair.ask(pair.replica, "SELECT pg_is_in_recovery()") is False)
        pair.write()
        before = pair.asked_of_replica()
        assert all(pair.shown() == pair.write() - 1 for _ in range(5))
        assert pair.asked_of_replica() == before


def test_readers_are_modules_that_have_pages() -> None:
    def modules(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
        for one in patterns:
            if isinstance(one, URLResolver):
                yield from modules(one.url_patterns)
            else:
                yield one.callback.__module__

    assert set(modules(get_resolver().url_patterns)) >= READERS


def test_nothing_that_records_or_signs_in_is_read_elsewhere() -> None:
    primary = ("games.recording", "games.access", "games.people", "games.confirming")
    assert not [name for name in READERS if name.startswith(primary)]


def test_only_postgresql_has_replicas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REPLICA_URLS", "postgres://db2/clubtarot")
    with pytest.raises(ImproperlyConfigured, match="REPLICA_URLS"):
        environment.standbys("REPLICA_URLS", of={"ENGINE": environment.ENGINES[0]})
