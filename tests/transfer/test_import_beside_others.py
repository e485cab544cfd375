"""While an archive is taken in others go on recording, and whatever they do meanwhile is seen."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection

from games import book, people
from games.jobs.exclusive import exclusively
from games.models import Hand, Player
from games.transfer.importing import rows, writing_pieces
from games.transfer.importing.lines import Line, Report
from games.transfer.importing.run import import_lines
from games.transfer.sources import lines_of
from games.writing.errors import AnotherJob, Busy
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, act, new_key, sealed_hand
from tests.jobs.jobs_at_work import check_soundness
from tests.transfer.archives import USUAL, bring, bring_all, export, write_lines
from tests.transfer.test_import import NAMES, passed
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


class Meanwhile:
    """An import whose lines stop in the middle until `go_on`, in a thread of its own."""

    def __init__(self, cast: Cast, *paths: Path) -> None:
        self.cast, self.paths = cast, paths
        self.reached, self.may_go_on = threading.Event(), threading.Event()
        self.came: Any = None
        self.thread = threading.Thread(target=self._run)

    def __enter__(self) -> Meanwhile:
        self.thread.start()
        until(lambda: self.reached.is_set() or not self.thread.is_alive())
        assert self.reached.is_set(), self.came
        return self

    def __exit__(self, *_error: object) -> None:
        self.may_go_on.set()
        self.thread.join()

    def report(self) -> Report:
        """Let it go on to its end."""
        self.__exit__()
        assert isinstance(self.came, Report), self.came
        return self.came

    def _lines(self) -> Iterator[Line]:
        yield from lines_of(self.paths)
        self.reached.set()
        self.may_go_on.wait()

    def _run(self) -> None:
        facts: dict[str, Any] = {"user": self.cast.admin, "club": self.cast.club, "usual": USUAL}
        try:
            self.came = import_lines(lines=self._lines(), **facts)
        except Exception as error:
            self.came = error
        finally:
            connection.close()


def test_what_others_did_while_it_was_judged_is_seen(cast: Cast, tmp_path: Path) -> None:
    """A player, a match with hands, and the links of the chain came after the lines were read."""
    cast.sealed_hand(THROWN_IN)
    lines = [passed(board="1"), passed(0, board="2"), passed(1, board="1", event="Autumn")]
    lines.append({**passed(2, event="Autumn"), "players": [*NAMES[:3], "Zoé"]})
    with Meanwhile(cast, write_lines(tmp_path / "a", lines)) as under_way:
        new = people.add_player(user=cast.scorer, club=cast.club, name="Zoé")
        day = EVENING.replace(year=2024, month=5, day=3)
        match = cast.open_match(title="Autumn", played_on=day, first_dealer=1)
        mine = sealed_hand(cast.scorer, match, THROWN_IN)
        report = under_way.report()
    assert report.faults == []
    assert (report.hands.new, report.hands.known, report.players.new) == (4, 0, 0)
    assert Player.objects.filter(club=cast.club, name="Zoé").get() == new
    numbers = Hand.objects.filter(match=match).order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2]  # the number that was wanted had just been taken
    assert mine.number == 1
    check_seals(cast, 6)


def check_seals(cast: Cast, seals: int) -> None:
    check_soundness(cast.club)
    assert cast.club.seals == seals


def test_a_hand_that_came_by_another_way_meanwhile_is_known(cast: Cast, tmp_path: Path) -> None:
    cast.sealed_hand(THROWN_IN)
    archive = export(cast.club, tmp_path / "archive")
    later = cast.sealed_hand(THROWN_IN)
    with Meanwhile(cast, archive, export(cast.club, tmp_path / "later")) as under_way:
        wanted = book.Wanted(changes=[act("note", text="A quiet one.")])
        facts: dict[str, Any] = {"hand": later, "version": later.version, "wanted": wanted}
        book.amend(user=cast.scorer, key=new_key(), because="Said so.", **facts)
        report = under_way.report()
    assert (report.faults, report.hands.new, report.hands.known) == ([], 0, 3)
    check_seals(cast, 3)


def test_a_name_that_somebody_takes_in_the_last_moment_is_no_error(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking and writing, where the database lets others write: it is tried again."""
    bulk, came = rows._bulk, list[str]()

    def late(model: Any, some: list[Any]) -> None:
        if model is Player and some and not came and connection.vendor == "postgresql":
            came.append("somebody")
            at_once(lambda: people.add_player(user=cast.scorer, club=cast.club, name="Zoé"))
        bulk(model, some)

    monkeypatch.setattr(rows, "_bulk", late)
    file = write_lines(tmp_path / "a", [{**passed(), "players": [*NAMES[:3], "Zoé"]}])
    report = bring_all(cast.admin, cast.club, file)
    assert (report.hands.new, report.players.new) == (1, 0 if came else 1)
    assert Player.objects.filter(club=cast.club, name="Zoé").count() == 1


def test_what_others_do_between_looking_and_writing_is_seen_too(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines are looked at without a lock first: what is written goes by a second look."""
    written = writing_pieces._written

    def after_others(write: Callable[[], Any]) -> Any:
        people.add_player(user=cast.scorer, club=cast.club, name="Zoé")
        cast.sealed_hand(THROWN_IN)
        return written(write)

    monkeypatch.setattr(writing_pieces, "_written", after_others)
    file = write_lines(tmp_path / "a", [{**passed(), "players": [*NAMES[:3], "Zoé"]}])
    report = bring_all(cast.admin, cast.club, file)
    assert (report.hands.new, report.players.new) == (1, 0)
    check_seals(cast, 2)


def test_where_names_are_taken_again_and_again_it_says_that_it_is_busy(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(model: Any, some: list[Any]) -> None:
        raise IntegrityError("taken")

    monkeypatch.setattr(rows, "_bulk", taken)
    file = write_lines(tmp_path / "a", [passed()])
    with pytest.raises(Busy):
        bring(cast.admin, cast.club, file)
    assert not Hand.objects.exists()


# --- one at a time --------------------------------------------------------------------------------


HOLDS = """
import os, sys
import django
django.setup()
from django.conf import settings
from django.db import connection
settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = sys.argv[1]
from games.jobs.exclusive import exclusively
with exclusively():
    print("mine", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere() -> Iterator[None]:
    """Another process does a long job as long as the block lasts; then it is killed."""
    command = [sys.executable, "-c", HOLDS, str(connection.settings_dict["NAME"])]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test", "POOLED": "0"}
    pipe = subprocess.PIPE
    held = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=env)
    try:
        assert held.stdout is not None
        assert held.stdout.readline() == b"mine\n"
        yield
    finally:
        held.kill()
        held.wait()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no pool in front")
def test_behind_a_pool_a_lock_that_was_left_there_holds_no_job_up(db: None, settings: Any) -> None:
    settings.POOLED = True
    with held_elsewhere(), exclusively():
        pass


def test_a_process_that_was_killed_holds_nobody_up(db: None, settings: Any) -> None:
    settings.POOLED = False
    with held_elsewhere(), pytest.raises(AnotherJob), exclusively():
        pass
    until(is_free)  # the server notices a moment later that somebody is gone


def is_free() -> bool:
    """Whether the lock can be had."""
    try:
        with exclusively():
            return True
    except AnotherJob:
        return False
