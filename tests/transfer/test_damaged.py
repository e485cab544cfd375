"""Damaged files, and files that were made to do harm: a refusal of ours, soon, and nothing else."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.transfer.club import contents_of
from games.transfer.importing.lines import LineFault, Report
from games.transfer.importing.run import import_lines
from games.transfer.manifest import MANIFEST, RECORDS
from games.transfer.sources import Limits, lines_of
from games.transfer.zipped import Zipped
from tests.cast import Cast
from tests.factories import THROWN_IN, claimed_by_seat_0
from tests.transfer.archives import USUAL, bring, export, objects
from tests.waiting import cost_of

LIMITS = Limits(60_000_000, 20_000)


def codes(path: Path, limits: Limits | None = LIMITS) -> list[str]:
    """What is refused of a file, in order."""
    return [line.code for line in lines_of([path], limits) if isinstance(line, LineFault)]


@pytest.fixture
def whole(cast: Cast, tmp_path: Path) -> dict[str, bytes]:
    """The archive of a club as it is sent to a browser, and its hands, compressed."""
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(THROWN_IN)
    cast.club.refresh_from_db()
    folder = export(cast.club, tmp_path / "archive", gzipped=True)
    return {
        "zip": b"".join(Zipped(contents_of(cast.club, hidden=True)).stream()),
        "gzip": (folder / f"{RECORDS}.gz").read_bytes(),
    }


def test_a_flipped_bit_anywhere_is_refused_or_does_no_harm(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    """Headers, names, sizes, contents: whatever is damaged, there is an answer and no error."""
    path = tmp_path / "a"
    for data, limits in product(whole.values(), (LIMITS, None)):
        chance, answered = Random(3), set[str]()
        for _ in range(100):
            damaged = bytearray(data)
            damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            path.write_bytes(damaged)
            answered.update(codes(path, limits))
        assert "archive-refused" in answered


def test_a_file_that_was_broken_off_is_refused(whole: dict[str, bytes], tmp_path: Path) -> None:
    for kind, data in whole.items():
        for length in range(3, len(data), len(data) // 50):
            (tmp_path / "a").write_bytes(data[:length])
            assert codes(tmp_path / "a") != [], (kind, length)


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


def test_what_would_keep_the_site_busy_is_refused_within_a_second(tmp_path: Path) -> None:
    for kind, made in HOSTILE.items():
        (tmp_path / "a").write_bytes(made())
        assert cost_of(lambda: codes(tmp_path / "a")) < 1, kind


NONSENSE: dict[str, tuple[bytes, int]] = {  # and how many faults are found
    "20,000 empty objects": (b"{}\n" * 20_000, 200),
    "20,000 lines of text": (b"x\n" * 20_000, 1),
    "20,000 hands of text": (b"format x\n" * 20_000, 200),
}


def test_a_file_of_nonsense_costs_the_page_less_than_a_second(cast: Cast, tmp_path: Path) -> None:
    for data, faults in NONSENSE.values():
        (tmp_path / "a").write_bytes(data)
        reports: list[Report] = []

        def bring_in(reports: list[Report] = reports) -> None:
            lines = lines_of([tmp_path / "a"], LIMITS)
            facts: Any = {"user": cast.admin, "club": cast.club, "usual": USUAL, "most_faults": 200}
            reports.append(import_lines(lines=lines, **facts))

        assert cost_of(bring_in) < 1
        (report,) = reports
        assert (report.faults[-1].code, report.faulty) == ("malformed", faults)
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
    report = bring(cast.admin, cast.club, tmp_path / "a")
    assert [fault.code for fault in report.faults] == ["record-conflict"]
