"""An archive as files: whole or not there, checked when read."""

import gzip
import hashlib
import json
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from games.analysis import studies
from games.confirming import disputes
from games.models import Hand, Seal, Study
from games.models.studies import MOST_ITEMS
from games.replay import remarking
from games.transfer import club as contents_module
from games.transfer.club import HandSelection, contents_of
from games.transfer.folder import CannotWrite, Folder
from games.transfer.sources import Limits, lines_of
from games.transfer.zipped import Zipped
from tests.cast import Cast, gather
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0, sealed_hand
from tests.ground import Ground, laid_once
from tests.transfer.archives import (
    FILES,
    bring,
    bring_all,
    empty,
    export,
    objects,
    read,
    write_lines,
)


def seal_five() -> Cast:
    """Found both clubs and let Les Atouts play five hands."""
    cast = gather()
    for changes in (claimed_by_seat_0(), *[THROWN_IN] * 4):
        cast.sealed_hand(changes)
    return cast


five_hands = laid_once(seal_five)


@pytest.fixture
def five(five_hands: Ground[Cast], db: None, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """Five sealed hands, read two at a time."""
    monkeypatch.setattr(contents_module, "TOGETHER", 2)
    return five_hands.given()


def stop_at(hands: int) -> Any:
    """Somebody presses Ctrl-C once that many hands are written."""

    def on_hands(done: int) -> None:
        if done >= hands:
            raise KeyboardInterrupt

    return on_hands


# --- writing ------------------------------------------------------------------------------------


def test_the_manifest_tells_what_is_there(five: Cast, tmp_path: Path) -> None:
    folder = export(five.club, tmp_path / "archive")
    told = json.loads((folder / "manifest.json").read_bytes())
    last = Seal.objects.get(club=five.club, number=5)
    assert told["chain"] == {"seals": 5, "head": last.link}
    assert told["club"] == {"id": five.club.public_id, "name": "Les Atouts"}
    for one in told["files"]:
        data = (folder / one["name"]).read_bytes()
        assert one["sha256"] == hashlib.sha256(data).hexdigest()
        assert (one["lines"], one["bytes"]) == (data.count(b"\n"), len(data))
    sums = (folder / "SHA256SUMS").read_text().splitlines()
    assert sorted(line.split("  ")[1] for line in sums) == sorted([*FILES, "manifest.json"])


def test_a_hand_sealed_while_an_archive_is_written_comes_with_the_next_one(
    five: Cast, tmp_path: Path
) -> None:
    """So does what is said about it: else the archive would name a hand that is not in it."""
    five.club.refresh_from_db()
    begun = contents_of(five.club, hidden=True)
    new = five.sealed_hand(THROWN_IN)
    remarking.add_remark(user=five.member, hand=new, place="auction", text="Oh?")
    said: Any = {"place": "auction", "cards": "", "text": "", "once": None, "title": "Slips"}
    for hand in (Hand.objects.earliest("pk"), new):
        studies.keep(user=five.member, hand=hand, study=Study.objects.first(), **said)
    disputes.dispute(user=five.scorer, hand=new, player=five.players[1], because="No!")
    Folder(begun, tmp_path / "archive").write()
    counts = [len(objects(tmp_path / "archive" / name)) for name in FILES[2:5]]
    assert counts == [5, 0, 0]
    (study,) = objects(tmp_path / "archive" / "studies.ndjson")
    assert len(study["items"]) == 1
    # No more items come in than can be kept together; the page adds no more.
    too_many = {**study, "id": "b" * 16, "items": study["items"] * (MOST_ITEMS + 1)}
    report = bring(five.admin, five.club, write_lines(tmp_path / "a", [too_many]), dry_run=True)
    assert "“items”" in report.faults[0].sentence


def test_an_archive_is_the_same_however_often_and_in_whatever_way_it_is_written(
    five: Cast, tmp_path: Path
) -> None:
    one, other = export(five.club, tmp_path / "one"), export(five.club, tmp_path / "other")
    assert (one / "manifest.json").read_bytes() == (other / "manifest.json").read_bytes()
    assert read(one) == read(other)
    packed = export(five.club, tmp_path / "packed", gzipped=True)
    unpacked = {name: gzip.decompress((packed / f"{name}.gz").read_bytes()) for name in FILES}
    assert unpacked == read(one)
    path = tmp_path / "a.zip"
    path.write_bytes(b"".join(Zipped(contents_of(five.club, hidden=True)).stream()))
    for archive in (packed, path):
        empty(five.club)
        assert bring_all(five.admin, five.club, archive).hands.new == 5
        assert read(export(five.club, tmp_path / f"after {archive.name}")) == read(one)


def test_an_interrupted_export_leaves_nothing_and_begins_again(five: Cast, tmp_path: Path) -> None:
    """One that was killed leaves its folder, which is not taken for an archive; nor is an archive
    written over."""
    whole, target = read(export(five.club, tmp_path / "whole")), tmp_path / "archive"
    folder = Folder(contents_of(five.club, hidden=True), target)
    with pytest.raises(KeyboardInterrupt):
        folder.write(stop_at(4))
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]
    assert folder.write() == 5
    assert read(target) == whole
    with pytest.raises(CannotWrite, match="already exists"):
        export(five.club, target)
    (tmp_path / "killed.unfinished").mkdir()
    with pytest.raises(CannotWrite, match="Delete it first"):
        export(five.club, tmp_path / "killed")


def test_hands_of_a_match_or_of_some_days(five: Cast, tmp_path: Path) -> None:
    june = five.open_match(5, played_on=date(2025, 6, 1), title="June")
    sealed_hand(five.scorer, june, THROWN_IN[:1] * 5)
    chosen = {
        "match": HandSelection(june.public_id),
        "since": HandSelection(since=EVENING),
        "until": HandSelection(until=date(2025, 6, 1)),
        "none": HandSelection(since=date(2030, 1, 1)),
    }
    found = {}
    for name, selection in chosen.items():
        inside = read(export(five.club, tmp_path / name, selection))
        found[name] = [inside[file].count(b"\n") for file in FILES[:3]]
    assert found == {"match": [5, 1, 1], "since": [4, 1, 5], "until": [5, 1, 1], "none": [0, 0, 0]}


# --- reading ------------------------------------------------------------------------------------


def test_a_file_that_was_changed_is_not_taken_in(five: Cast, tmp_path: Path) -> None:
    folder = export(five.club, tmp_path / "archive")
    (line, *others) = objects(folder / "records.ndjson")
    line["players"][0] = "Nobody"
    text = "\n".join(json.dumps(one) for one in (line, *others))
    (folder / "records.ndjson").write_text(text)
    report = bring(five.admin, five.club, folder)
    assert [fault.code for fault in report.faults] == ["archive-refused"]
    assert "records.ndjson is not what the manifest says" in report.faults[0].sentence
    (folder / "records.ndjson").unlink()
    assert "missing" in bring(five.admin, five.club, folder).faults[0].sentence


def faults_of(path: Path, unpacked: int | None = None) -> list[str]:
    limits = Limits(unpacked, 1_000_000) if unpacked else None
    return [getattr(line, "code", "") for line in lines_of([path], limits)]


def zipped(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def test_a_zip_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    name = "records.ndjson"
    strange = zipped(tmp_path / "a.zip", ("holiday.jpg", b"beach"))
    many = zipped(tmp_path / "b.zip", *((f"{number}", b"") for number in range(30)))
    climbing = zipped(tmp_path / "c.zip", (f"../{name}", b"{}"))
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = zipped(tmp_path / "d.zip", (name, b"{}"), (name, b"{}"))
    inside = zipped(tmp_path / "e.zip", (f"{name}.gz", strange.read_bytes()))
    for path in (strange, many, climbing, twice):
        assert faults_of(path) == ["archive-refused"], path
    assert faults_of(inside) == ["malformed"]


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(tmp_path: Path) -> None:
    huge = b'{"format":"tarot-hand/1"}\n' * 400_000
    bomb = zipped(tmp_path / "a.zip", ("records.ndjson", huge))
    assert faults_of(bomb, unpacked=1_000_000) == ["too-large"]
    packed = tmp_path / "a.gz"
    packed.write_bytes(gzip.compress(huge))
    assert faults_of(packed, unpacked=10_000)[-1] == "too-large"
    twice = zipped(tmp_path / "b.zip", ("records.ndjson.gz", gzip.compress(huge)))
    assert faults_of(twice, unpacked=10_000)[-1] == "too-large"


LINES: tuple[tuple[bytes, list[str]], ...] = (
    ("{}".encode("utf-16"), ["malformed"]),
    (b"\xef\xbb\xbf{}", ["malformed"]),
    (b'{"a":1,"a":2}\n', ["malformed"]),
    (b"[" * 100_000 + b"\n", ["malformed"]),
    (b'{"format":"tarot-hand/1","x":"' + b"x" * 300_000 + b'"}\n', ["malformed"]),
    (b"\x00\x01\x02", ["malformed"]),
    (b'{"format":"clubtarot-player/1","id":"short","name":"Anna"}\n', ["malformed"]),
    (
        b'{"format":"clubtarot-player/1","id":"' + b"a" * 16 + b'","name":"A","x":1}',
        ["unknown-field"],
    ),
    (b"\n\r\n \n", []),
)


def test_lines_that_are_no_records_are_reported(tmp_path: Path) -> None:
    for data, codes in LINES:
        (tmp_path / "a").write_bytes(data)
        assert faults_of(tmp_path / "a") == codes, data[:40]
