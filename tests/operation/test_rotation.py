"""Which backups stay when a new one is made: none goes that has more than those that stay."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from games.operation import backups, rotating
from games.operation.backups import Backup, BackupManifest, CannotCopy, backups_in, read_backup
from games.operation.rotating import Keep
from tests.operation.places import Place

# Commands take their time on a busy machine.
pytestmark = pytest.mark.timeout(900)

KEEP = Keep(days=7, weeks=4, months=12)
ONE = Keep(days=1, weeks=1, months=1)
FIRST = datetime(2025, 1, 1, 3, tzinfo=UTC)


def made_at(
    moment: datetime,
    folder: Path = Path("/backups"),
    checked: str = "yes",
    number: int = 0,
    seals: int = 0,
) -> Backup:
    """A backup of one club; of a version that gave no numbers where `number` is 0."""
    name = moment.strftime(backups.NAME) + (f"-{number}" if number else "") + ".dump"
    inventory = {"chains": {"club": {"seals": seals, "head": "head"}}}
    manifest = BackupManifest(name, moment.isoformat(), "postgresql", 1, "", checked, inventory)
    return Backup(folder, manifest)


def written(moment: datetime, folder: Path, checked: str = "yes", **facts: int) -> Backup:
    unfinished = folder / f"{backups.UNFINISHED}1"
    unfinished.write_bytes(b"x")
    return backups.finish(unfinished, made_at(moment, folder, checked, **facts).manifest)


def test_a_club_that_backs_up_nightly_for_two_years_keeps_a_week_a_month_and_a_year() -> None:
    staying: list[Backup] = []
    for day in range(730):
        staying = rotating.kept([made_at(FIRST + timedelta(days=day)), *staying], KEEP)
    days = [str(backup.moment.date()) for backup in staying]
    assert days[:7] == [f"2026-12-{day}" for day in range(31, 24, -1)]
    assert days[7:9] == ["2026-12-20", "2026-12-13"]  # Sundays, the last days of their weeks
    assert days[9:] == [
        *("2026-11-30", "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30"),
        *("2026-05-31", "2026-04-30", "2026-03-31", "2026-02-28", "2026-01-31"),
    ]


def test_the_newest_always_stays_and_days_without_a_backup_use_up_none_that_are_kept() -> None:
    found = [made_at(FIRST - timedelta(days=40 * count)) for count in range(5)]
    assert rotating.kept(found, Keep(days=3, weeks=0, months=0)) == found[:3]
    assert rotating.kept(found, Keep(days=0, weeks=0, months=0)) == found[:1]


def test_of_backups_that_were_tried_alike_the_newest_takes_the_place_of_the_others(
    tmp_path: Path,
) -> None:
    """A quick one takes the place of none that was restored."""
    tried = written(FIRST, tmp_path)
    quick = written(FIRST + timedelta(hours=1), tmp_path, checked=backups.WRITTEN)
    assert rotating.rotate(tmp_path, ONE, quick, []) == []
    again = written(FIRST + timedelta(hours=2), tmp_path, checked=backups.DIGESTS)
    assert rotating.rotate(tmp_path, ONE, again, []) == [tried.file]
    assert backups_in(tmp_path) == [again, quick]
    assert not tried.file.exists()


def test_what_a_kill_left_of_a_backup_goes_with_the_next_and_nobody_elses_file(
    tmp_path: Path,
) -> None:
    strangers = {
        tmp_path / name
        for name in ("clubtarot-notes.json", "clubtarot-20250101T030000Z-replaced.sqlite3")
    }
    for path in strangers:
        path.write_text("[]")
    copy = tmp_path / "clubtarot-20250101T030000Z.dump"
    copy.write_bytes(b"everybody's names")
    manifest = backups.manifest_path(written(FIRST + timedelta(hours=1), tmp_path).file)
    manifest.with_suffix(".dump").unlink()
    newest = written(FIRST + timedelta(days=1), tmp_path)
    assert backups_in(tmp_path) == [newest]
    assert sorted(rotating.rotate(tmp_path, ONE, newest, [])) == [copy, manifest]
    assert strangers < set(tmp_path.iterdir())


def test_the_newest_backup_is_the_last_that_was_made_whatever_the_clock_said(
    tmp_path: Path,
) -> None:
    first = written(FIRST, tmp_path)
    ahead = written(FIRST + timedelta(days=400), tmp_path, number=1)
    last = written(FIRST + timedelta(days=1), tmp_path, number=2)
    behind = written(FIRST - timedelta(days=400), tmp_path, number=10)
    assert backups_in(tmp_path) == [behind, last, ahead, first]
    assert read_backup(tmp_path) == behind
    assert [one for one in backups_in(tmp_path) if rotating.ahead_of(one, FIRST)] == [last, ahead]
    assert rotating.rotate(tmp_path, Keep(1, 0, 0), behind, []) == [
        last.file,
        ahead.file,
        first.file,
    ]


def test_nobody_guesses_which_backup_is_meant_where_an_older_one_has_more_hands(
    tmp_path: Path,
) -> None:
    more = written(FIRST, tmp_path, number=1, seals=22)
    written(FIRST + timedelta(days=1), tmp_path, number=2, seals=3)
    with pytest.raises(CannotCopy, match=more.file.name):
        read_backup(tmp_path)


def test_a_manifest_with_more_in_it_than_this_version_knows_is_read(tmp_path: Path) -> None:
    made = written(FIRST, tmp_path)
    path = backups.manifest_path(made.file)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"later": "facts"}))
    assert read_backup(made.file) == made


def noted(folder: Path) -> list[Any]:
    """What somebody hears of by `manage.py watch`."""
    path = folder / "incidents.ndjson"
    return [json.loads(line)["text"] for line in path.read_text().splitlines()]


def change_manifest(backup: Backup, **facts: Any) -> dict[str, Any]:
    """Change what a manifest says; how it was before."""
    path = backups.manifest_path(backup.file)
    before: dict[str, Any] = json.loads(path.read_text())
    path.write_text(json.dumps(before | facts))
    return before


@pytest.mark.thorough
@pytest.mark.both_databases
def test_a_backup_goes_only_for_one_that_has_all_of_it_and_the_operator_hears_of_others(
    club: Place, empty: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of an empty database lacks it, one whose chain has gone another way, and one from the
    future is named."""
    monkeypatch.setenv("WATCH_FOLDER", str(tmp_path / "watch"))
    folder, in_2099 = tmp_path / "backups", "2099-01-01T00:00:00+00:00"
    ask = ("backup", folder, "--quick", "--keep", "1,0,0")
    club.did(*ask)
    (good,) = backups_in(folder)
    said = empty.refused(*ask)
    assert "The backup was made." in said and f"{good.file.name} has sealed hands" in said
    assert [good.file.name in text for text in noted(tmp_path / "watch")] == [True]
    chains = {
        name: chain | {"head": "0" * 64}
        for name, chain in good.manifest.inventory["chains"].items()
    }
    before = change_manifest(good, inventory={**good.manifest.inventory, "chains": chains})
    assert good.file.name in club.refused(*ask)
    assert good.number in [one.number for one in backups_in(folder)]
    change_manifest(good, **before)
    club.did(*ask)
    (newest,) = backups_in(folder)  # has all that the others have
    assert newest.number == 4
    change_manifest(newest, made_at=in_2099)
    club.did(*ask)
    (made,) = backups_in(folder)
    assert made.number == 5  # what was just made stays
    change_manifest(made, made_at=in_2099)
    assert "in the future" in club.refused(*ask[:3], "--keep-all")
    assert len(backups_in(folder)) == 2
