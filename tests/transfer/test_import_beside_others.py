"""While an archive is taken in others go on recording, and whatever they do meanwhile is seen."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection, connections

from games import book, people, statistics
from games import proof as verifying
from games.jobs.exclusive import exclusively
from games.models import Career, Club, Hand, Player, Seal, Tally
from games.transfer.importing import writing_pieces
from games.transfer.importing.lines import Line, Report, Usual
from games.transfer.importing.run import import_lines
from games.transfer.sources import lines_of
from games.writing.errors import AnotherJob, Busy
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, act, new_key, sealed_hand
from tests.transfer.archives import USUAL, export, write_lines
from tests.transfer.test_import import NAMES, passed
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
# Where `tests.campaigns.cluster.pooled` runs them.
NO_POOL = pytest.mark.skipif(django_settings.POOLED, reason="a pool keeps no lock of a session")


class Meanwhile:
    """An import whose lines stop in the middle until `go_on`, in a thread of its own."""

    def __init__(self, cast: Cast, *paths: Path, **how: Any) -> None:
        self.cast, self.paths, self.how = cast, paths, how
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
            self.came = import_lines(lines=self._lines(), **facts | self.how)
        except Exception as error:
            self.came = error
        finally:
            connection.close()


@pytest.mark.thorough
def test_while_an_import_judges_entries_are_made(cast: Cast, tmp_path: Path) -> None:
    """None of them hears that the database is busy."""
    hand = cast.open_hand()
    file = write_lines(tmp_path / "a", [passed(board=str(number)) for number in range(1, 300)])
    with Meanwhile(cast, file) as under_way:
        for version in range(5):
            change = act("note", text="Meanwhile.")
            key = new_key()
            facts = {"hand": hand, "version": version, "key": key, "change": change}
            book.append(user=cast.scorer, **facts)  # type: ignore[arg-type]
        assert under_way.report().hands.new == 299
    assert Hand.objects.get(pk=hand.pk).version == 5


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
    check_soundness(cast, 6)


def check_soundness(cast: Cast, seals: int) -> None:
    """The chain is whole, and the statistics are those of a rebuild."""
    club = Club.objects.get(pk=cast.club.pk)
    assert club.seals == seals
    assert verifying.findings_of(club) == []

    def sums() -> list[str]:
        told = [model.objects.filter(club=club).values() for model in (Tally, Career)]
        return sorted(str({**row, "id": 0}) for rows in told for row in rows)

    before = sums()
    statistics.rebuild(club)
    assert before == sums()


def test_a_hand_that_came_by_another_way_meanwhile_is_known(cast: Cast, tmp_path: Path) -> None:
    cast.sealed_hand(THROWN_IN)
    archive = export(cast.club, tmp_path / "archive")
    later = cast.sealed_hand(THROWN_IN)
    with Meanwhile(cast, archive, export(cast.club, tmp_path / "later")) as under_way:
        wanted = book.Wanted(changes=[act("note", text="A quiet one.")])
        facts = {"hand": later, "version": later.version, "because": "Said so.", "wanted": wanted}
        book.amend(user=cast.scorer, key=new_key(), **facts)  # type: ignore[arg-type]
        report = under_way.report()
    assert (report.faults, report.hands.new, report.hands.known) == ([], 0, 3)
    check_soundness(cast, 3)


def test_a_hand_that_was_amended_otherwise_meanwhile_is_a_conflict(
    cast: Cast, tmp_path: Path
) -> None:
    """Looked at once more where it is written: what was free of conflicts before need not be so."""
    hand = cast.sealed_hand(THROWN_IN)
    before = export(cast.club, tmp_path / "before")
    line = (before / "records.ndjson").read_bytes()
    amend = (book.Wanted(changes=[act("note", text=text)]) for text in ("One.", "Another."))
    facts: dict[str, Any] = {"user": cast.scorer, "hand": hand, "because": "So it was."}
    book.amend(key=new_key(), version=hand.version, wanted=next(amend), **facts)
    one = export(cast.club, tmp_path / "one")
    there = write_lines(tmp_path / "b", [line.strip()])
    assert there.read_bytes() == line
    club, user = cast.other_club, cast.other_scorer
    import_lines(user=user, club=club, lines=lines_of([there]), usual=USUAL)
    theirs = Hand.objects.select_related("match", "club").get(club=club)
    how = {"user": user, "club": club}
    with Meanwhile(cast, one / "records.ndjson", **how) as under_way:
        mine: dict[str, Any] = {"user": user, "hand": theirs, "because": "Not so."}
        book.amend(key=new_key(), version=theirs.version, wanted=next(amend), **mine)
        report = under_way.report()
    assert [fault.code for fault in report.faults] == ["record-conflict"]
    assert Seal.objects.filter(club=club).count() == 2


def test_a_name_that_somebody_takes_in_the_last_moment_is_no_error(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking and writing, where the database lets others write: it is tried again."""
    from games.transfer.importing import rows

    bulk, came = rows._bulk, list[str]()

    def late(model: Any, some: list[Any]) -> None:
        if model is Player and some and not came and connection.vendor == "postgresql":
            came.append("somebody")
            facts = {"user": cast.scorer, "club": cast.club, "name": "Zoé"}
            in_a_thread(lambda: people.add_player(**facts))  # type: ignore[arg-type]
        bulk(model, some)

    monkeypatch.setattr(rows, "_bulk", late)
    file = write_lines(tmp_path / "a", [{**passed(), "players": [*NAMES[:3], "Zoé"]}])
    facts: dict[str, Any] = {"user": cast.admin, "club": cast.club, "usual": USUAL}
    report = import_lines(lines=lines_of([file]), **facts)
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
    facts: dict[str, Any] = {"user": cast.admin, "club": cast.club, "usual": USUAL}
    report = import_lines(lines=lines_of([file]), **facts)
    assert (report.hands.new, report.players.new) == (1, 0)
    check_soundness(cast, 2)


def in_a_thread(do: Callable[[], object]) -> object:
    """The result of something on a connection of its own."""
    answers: list[object] = []

    def run() -> None:
        try:
            answers.append(do())
        except Exception as error:
            answers.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return answers[0]


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
def held_elsewhere(**variables: str) -> Iterator[None]:
    """Another process does a long job as long as the block lasts; then it is killed."""
    name = str(connection.settings_dict["NAME"])
    command = [sys.executable, "-c", HOLDS, name]
    held = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment() | variables,
    )
    try:
        assert held.stdout is not None
        assert held.stdout.readline() == b"mine\n"
        yield
    finally:
        held.kill()
        held.wait()


@NO_POOL
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no pool in front")
def test_behind_a_pool_a_lock_that_was_left_there_holds_no_job_up(db: None, settings: Any) -> None:
    settings.POOLED = True
    with held_elsewhere(POOLED="0"), exclusively():
        pass


@NO_POOL
def test_a_process_that_was_killed_holds_nobody_up(db: None, settings: Any) -> None:
    settings.POOLED = False
    with held_elsewhere(POOLED="0"), pytest.raises(AnotherJob), exclusively():
        pass
    until(is_free)  # the server notices a moment later that somebody is gone


def is_free() -> bool:
    """Whether the lock can be had."""
    try:
        with exclusively():
            return True
    except AnotherJob:
        return False


def environment() -> dict[str, str]:
    """The environment of a process on the same database."""
    import os

    return {**os.environ, "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"}


def test_where_names_are_taken_again_and_again_it_says_that_it_is_busy(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import IntegrityError

    from games.transfer.importing import rows

    def taken(model: Any, some: list[Any]) -> None:
        raise IntegrityError("taken")

    monkeypatch.setattr(rows, "_bulk", taken)
    file = write_lines(tmp_path / "a", [passed()])
    facts: dict[str, Any] = {"user": cast.admin, "club": cast.club, "usual": Usual("x", EVENING)}
    with pytest.raises(Busy):
        import_lines(lines=lines_of([file]), **facts)
    assert not Hand.objects.exists()
