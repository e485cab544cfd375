"""Damaged files, and files that were made to do harm: a refusal of ours, soon, and nothing else."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from games.transfer.club import contents_of
from games.transfer.importing.lines import LineFault, Report
from games.transfer.importing.run import import_lines
from games.transfer.manifest import MANIFEST, RECORDS
from games.transfer.sources import Limits, lines_of
from games.transfer.zipped import Zipped
from tests.cast import Cast
from tests.factories import THROWN_IN, claimed_by_seat_0
from tests.transfer.archives import USUAL, export, objects
from tests.waiting import cost_of

LIMITS = Limits(60_000_000, 20_000)


def codes(path: Path, limits: Limits = LIMITS) -> list[str]:
    """What is refused of a file, in order."""
    return [line.code for line in lines_of([path], limits) if isinstance(line, LineFault)]


@pytest.fixture
def zipped(cast: Cast) -> bytes:
    """The archive of a club as it is sent to a browser."""
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(THROWN_IN)
    cast.club.refresh_from_db()
    return b"".join(Zipped(contents_of(cast.club, hidden=True)).stream())


@pytest.fixture
def gzipped(cast: Cast, tmp_path: Path) -> bytes:
    """Its hands, compressed."""
    cast.sealed_hand(claimed_by_seat_0())
    folder = export(cast.club, tmp_path / "archive", gzipped=True)
    return (folder / f"{RECORDS}.gz").read_bytes()


@pytest.mark.parametrize("kind", ["zipped", "gzipped"])
@pytest.mark.parametrize("limits", [LIMITS, Limits()], ids=["a page", "a command"])
def test_a_flipped_bit_anywhere_is_refused_or_does_no_harm(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, limits: Limits
) -> None:
    """Headers, names, sizes, contents: whatever is damaged, there is an answer and no error."""
    whole, chance = request.getfixturevalue(kind), Random(3)
    path, answered = tmp_path / "a", set[str]()
    for _ in range(120):
        data = bytearray(whole)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        answered.update(codes(path, limits))
    assert "archive-refused" in answered


@pytest.mark.parametrize("kind", ["zipped", "gzipped"])
def test_a_file_that_was_broken_off_is_refused(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    whole = request.getfixturevalue(kind)
    for length in range(3, len(whole), len(whole) // 50):
        (tmp_path / "a").write_bytes(whole[:length])
        assert codes(tmp_path / "a") != [], length


def test_a_method_of_packing_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        with zipfile.ZipFile(tmp_path / "a", "w", method) as archive:
            archive.writestr(RECORDS, b"{}\n")
        assert codes(tmp_path / "a") == ["archive-refused"]


def test_a_manifest_that_lists_a_file_twice_or_by_a_strange_name_is_refused(
    tmp_path: Path,
) -> None:
    """Each file that it lists is read whole: a thousand times the same would take minutes."""
    for names in ([RECORDS] * 1_000, ["\ud800" * 1_000]):
        told = {"format": "clubtarot-archive/1", "files": [{"name": name} for name in names]}
        with zipfile.ZipFile(tmp_path / "a", "w") as archive:
            archive.writestr(RECORDS, b"{}\n")
            archive.writestr(MANIFEST, json.dumps(told))
        (fault,) = lines_of([tmp_path / "a"])
        assert isinstance(fault, LineFault)
        assert fault.code == "archive-refused"
        assert fault.sentence.encode()


# --- what was made to keep the site busy ----------------------------------------------------------

HOSTILE: dict[str, Callable[[], bytes]] = {
    "61 MB of blank lines in 59 kB": lambda: gzip.compress(b"\n" * 61_000_000),
    "60 MB of one line": lambda: gzip.compress(b"{" + b" " * 59_000_000),
    "60 MB of text in one line": lambda: gzip.compress(b"x" * 59_000_000),
    "60 MB of blanks": lambda: gzip.compress(b" " * 59_000_000),
    "20 MB of empty objects": lambda: b"{}\n" * 6_600_000,
}


@pytest.mark.parametrize("made", HOSTILE.values(), ids=HOSTILE)
def test_what_would_keep_the_site_busy_is_refused_within_a_second(
    tmp_path: Path, made: Callable[[], bytes]
) -> None:
    (tmp_path / "a").write_bytes(made())
    assert cost_of(lambda: codes(tmp_path / "a")) < 1


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize(
    ("made", "code", "faults"),
    [
        pytest.param(lambda: b"{}\n" * 20_000, "malformed", 200, id="20,000 empty objects"),
        pytest.param(lambda: b"x\n" * 20_000, "malformed", 1, id="20,000 lines of text"),
        pytest.param(lambda: b"format x\n" * 20_000, "malformed", 200, id="20,000 hands of text"),
    ],
)
def test_a_file_of_nonsense_costs_the_page_less_than_a_second(
    cast: Cast, tmp_path: Path, made: Callable[[], bytes], code: str, faults: int, dry_run: bool
) -> None:
    (tmp_path / "a").write_bytes(made())
    facts = {"user": cast.admin, "club": cast.club, "usual": USUAL, "dry_run": dry_run}
    reports: list[Report] = []

    def bring_in() -> None:
        lines = lines_of([tmp_path / "a"], LIMITS)
        reports.append(import_lines(lines=lines, most_faults=200, **facts))  # type: ignore[arg-type]

    assert cost_of(bring_in) < 1
    (report,) = reports
    assert (report.faults[-1].code, report.faulty) == (code, faults)
    assert report.stopped is (faults == 200)


def test_a_club_s_own_hands_with_one_that_is_wrong_never_take_the_lock(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is refused is refused before anything is written, conflicts too."""
    cast.sealed_hand(claimed_by_seat_0())
    (line,) = objects(export(cast.club, tmp_path / "archive") / "records.ndjson")
    line["meta"]["comment"] = "Changed by somebody."
    (tmp_path / "a").write_text(json.dumps(line))

    def never(*_arguments: object) -> None:
        raise AssertionError("nothing is to be written")

    monkeypatch.setattr("games.transfer.importing.writing_pieces.durably", never)
    facts = {"user": cast.admin, "club": cast.club, "usual": USUAL}
    report = import_lines(lines=lines_of([tmp_path / "a"]), **facts)  # type: ignore[arg-type]
    assert [fault.code for fault in report.faults] == ["record-conflict"]
