"""Which backups stay when a new one is made."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from games.operation import backups
from games.operation.backups import Backup, BackupManifest, Keep

KEEP = Keep(days=7, weeks=4, months=12)
FIRST = datetime(2025, 1, 1, 3, tzinfo=UTC)


def made_at(moment: datetime, folder: Path = Path("/backups"), checked: str = "yes") -> Backup:
    name = moment.strftime(backups.NAME) + ".dump"
    manifest = BackupManifest(name, moment.isoformat(), "postgresql", 1, "", checked, {})
    return Backup(folder, manifest)


def written(moment: datetime, folder: Path, checked: str = "yes") -> Backup:
    unfinished = folder / f"{backups.UNFINISHED}1"
    unfinished.write_bytes(b"x")
    return backups.finish(unfinished, made_at(moment, folder, checked).manifest)


def test_a_club_that_backs_up_nightly_for_two_years_keeps_a_week_a_month_and_a_year() -> None:
    staying: list[Backup] = []
    for day in range(730):
        staying = backups.kept([made_at(FIRST + timedelta(days=day)), *staying], KEEP)
    days = [str(backup.moment.date()) for backup in staying]
    assert days[:7] == [f"2026-12-{day}" for day in range(31, 24, -1)]
    assert days[7:9] == ["2026-12-20", "2026-12-13"]  # Sundays, the last days of their weeks
    assert days[9:] == [
        *("2026-11-30", "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30"),
        *("2026-05-31", "2026-04-30", "2026-03-31", "2026-02-28", "2026-01-31"),
    ]


def test_days_without_a_backup_do_not_use_up_those_that_are_kept() -> None:
    found = [made_at(FIRST - timedelta(days=40 * count)) for count in range(5)]
    assert backups.kept(found, Keep(days=3, weeks=0, months=0)) == found[:3]


def test_the_newest_always_stays() -> None:
    found = [made_at(FIRST), made_at(FIRST - timedelta(hours=1))]
    assert backups.kept(found, Keep(days=0, weeks=0, months=0)) == found[:1]


def test_a_quick_backup_takes_the_place_of_none_that_was_tried(tmp_path: Path) -> None:
    tried = written(FIRST, tmp_path)
    quick = written(FIRST + timedelta(hours=1), tmp_path, checked=backups.WRITTEN)
    assert backups.rotate(tmp_path, Keep(days=1, weeks=1, months=1), quick) == []
    again = written(FIRST + timedelta(hours=2), tmp_path)
    assert backups.rotate(tmp_path, Keep(days=1, weeks=1, months=1), again) == [tried]
    assert backups.backups_in(tmp_path) == [again, quick]
    assert not tried.file.exists()


def test_of_backups_that_were_tried_the_newest_stands_for_the_others(tmp_path: Path) -> None:
    whole = written(FIRST, tmp_path, checked=backups.RESTORED)
    digests = written(FIRST + timedelta(hours=1), tmp_path, checked=backups.DIGESTS)
    assert backups.rotate(tmp_path, Keep(days=1, weeks=1, months=1), digests) == [whole]


def test_what_is_no_finished_backup_is_neither_listed_nor_removed(tmp_path: Path) -> None:
    stranger = tmp_path / "clubtarot-notes.json"
    stranger.write_text("[]")
    half = tmp_path / "clubtarot-20250101T030000Z.dump"
    half.write_bytes(b"x")
    newest = written(FIRST + timedelta(days=1), tmp_path)
    assert backups.backups_in(tmp_path) == [newest]
    backups.rotate(tmp_path, Keep(days=1, weeks=1, months=1), newest)
    assert stranger.exists() and half.exists()
