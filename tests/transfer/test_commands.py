"""The commands: what they print, how they end, how little memory they need."""

import io
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Hand, Membership, Player, Role
from games.transfer import club as contents_module
from games.transfer.club import contents_of
from games.transfer.importing import rows
from games.transfer.zipped import Zipped
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0
from tests.transfer.archives import bring_all, export, read, write_lines
from tests.transfer.test_import import passed


def run(command: str, *arguments: Any, **options: Any) -> tuple[int, str, str]:
    """Run a command: its exit status, what it prints, what it complains of."""
    raw, err, before, status = io.BytesIO(), io.StringIO(), sys.stdout, 0
    sys.stdout = out = io.TextIOWrapper(raw, "utf-8", write_through=True)
    try:
        call_command(command, *map(str, arguments), stdout=out, stderr=err, **options)
    except SystemExit as ended:
        status = int(str(ended.code))
    finally:
        sys.stdout = before
    return status, raw.getvalue().decode(), err.getvalue()


@pytest.fixture
def played(cast: Cast) -> Cast:
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(THROWN_IN)
    return cast


def test_an_archive_is_written_and_taken_in(played: Cast, tmp_path: Path) -> None:
    """Each says how far it is, which takes minutes where a hundred thousand come in."""
    status, printed, shown = run("export_records", "les-atouts", tmp_path / "a")
    played.club.refresh_from_db()
    assert (status, printed) == (0, f"Hands: 2, head {played.club.head}\n")
    assert shown.splitlines()[-1] == "2/2 hands"
    assert read(tmp_path / "a") == read(export(played.club, tmp_path / "b"))
    status, printed, _shown = run("import_records", "les-atouts", tmp_path / "a")
    assert (status, printed.splitlines()[:2]) == (
        0,
        ["Everything is here already: nothing was changed.", "Hands: 0 new, 2 here already"],
    )
    status, _printed, shown = run("import_records", played.other_club.slug, tmp_path / "a")
    lines, written = shown.splitlines()
    assert (status, lines.partition(" ")[2]) == (0, "lines")
    assert written == "2 hands written"


def test_an_archive_is_written_where_statements_are_taken_down_too(
    played: Cast, tmp_path: Path
) -> None:
    """As DEBUG has it: on PostgreSQL Django then puts a cursor of its own before the driver's."""
    with CaptureQueriesContext(connection) as taken_down:
        status, printed, _shown = run("export_records", "les-atouts", tmp_path / "a")
        new, _printed, _shown = run("import_records", "les-atouts", tmp_path / "a")
    assert (status, new, printed[:8]) == (0, 0, "Hands: 2")
    assert taken_down.captured_queries


def test_what_is_ended_by_hand_leaves_nothing_behind_and_is_done_the_next_time(
    played: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also an import in the middle of writing."""

    def interrupted(*_arguments: Any) -> Iterator[Any]:
        raise KeyboardInterrupt

    with monkeypatch.context() as by_hand:
        by_hand.setattr(contents_module.Contents, "records", interrupted)
        status, _printed, said = run("export_records", "les-atouts", tmp_path / "a")
    assert (status, said) == (130, "Interrupted. Nothing was exported.\n")
    assert run("export_records", "les-atouts", tmp_path / "a")[0] == 0
    file = write_lines(tmp_path / "b", [{**passed(), "players": ["Zoé", "B", "C", "D"]}])
    bulk, before = rows._bulk, Hand.objects.count()

    def ended_at(table: str, model: Any, some: list[Any]) -> None:
        if model.__name__ == table:
            raise KeyboardInterrupt
        bulk(model, some)

    for table in ("Player", "Seal"):
        with monkeypatch.context() as by_hand:
            by_hand.setattr(rows, "_bulk", partial(ended_at, table))
            with pytest.raises(CommandError, match=r"^Interrupted. Nothing was imported.$"):
                run("import_records", "les-atouts", file)
        assert Hand.objects.count() == before
        assert not Player.objects.filter(name="Zoé").exists()
    assert run("import_records", "les-atouts", file)[0] == 0


def test_an_import_says_who_imports_and_which_lines_are_wrong(cast: Cast, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.ndjson", [passed()])
    wrong = write_lines(tmp_path / "b.ndjson", [passed(), b"{}"])
    status, printed, said = run("import_records", "les-atouts", wrong)
    assert (status, printed.splitlines()[0]) == (1, "Nothing was imported: 1 fault.")
    assert "b.ndjson:2: " in said
    assert run("import_records", "les-atouts", tmp_path / "nowhere")[0] == 2
    Membership.objects.filter(user=cast.scorer).update(role=Role.ADMIN)
    with pytest.raises(CommandError, match=r"admin, scorer|scorer, admin"):
        run("import_records", "les-atouts", file)
    with pytest.raises(CommandError):
        run("import_records", "les-atouts", file, user="member")
    assert run("import_records", "les-atouts", file, user="scorer", dry_run=True)[0] == 0
    assert not Hand.objects.exists()
    assert run("import_records", "les-atouts", file, user="scorer")[0] == 0
    with pytest.raises(CommandError):
        run("export_records", "nowhere", tmp_path / "b")


# --- memory -------------------------------------------------------------------------------------


@contextmanager
def peak(found: list[int]) -> Iterator[None]:
    """Take down how many bytes were in use at most, above what was in use before."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    try:
        yield
        found.append(tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()


def talkative(event: str, many: int) -> list[dict[str, Any]]:
    """Hands of which each is 8 KB long, twenty an evening."""
    notes = [{"kind": "note", "text": "x" * 1_950}] * 4
    days = [str(EVENING - timedelta(days=one // 20)) for one in range(many)]
    hands = [passed(event=event, date=day, board=str(one)) for one, day in enumerate(days, 1)]
    return [{**hand, "actions": hand["actions"] + notes} for hand in hands]


@pytest.mark.thorough
def test_ten_times_the_hands_need_no_more_memory(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exported as a folder and as a zip; read for an import. What grows is a few ids a hand."""
    monkeypatch.setattr(contents_module, "TOGETHER", 5)
    monkeypatch.setattr("games.transfer.importing.run.LINES", 5)
    monkeypatch.setattr("games.transfer.folder.AT_ONCE", 5)
    packed, sent, asked = list[int](), list[int](), list[int]()
    for name, many in (("Few", 10), ("Many", 100)):
        file = write_lines(tmp_path / name, talkative(name, many))
        with peak(asked):
            bring_all(cast.other_scorer, cast.other_club, file, dry_run=True)
        bring_all(cast.other_scorer, cast.other_club, file)
        with peak(packed):
            export(cast.other_club, tmp_path / f"{name}-archive")
        with peak(sent):
            for _data in Zipped(contents_of(cast.other_club, hidden=True)).stream():
                pass
    grown = 90 * 8_000  # bytes of the lines that came on top
    for few, lots in (packed, sent, asked):
        assert lots - few < grown / 2
