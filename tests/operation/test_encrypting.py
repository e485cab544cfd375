"""An encrypted backup opens with its key alone, and says plainly why it does not."""

import json
from pathlib import Path
from typing import Any

import pyrage
import pytest
from django.core.management import CommandError, call_command

from games.operation import backups, encrypting, rotating
from games.operation.backups import Backup, BackupManifest, CannotCopy, backups_in, read_backup
from games.operation.encrypting import encrypt, make_key, opened, read_key
from tests.operation.test_rotation import FIRST
from tests.operation.test_rotation import written as plain_backup

DATA = bytes(range(256)) * 1_000


@pytest.fixture
def key(tmp_path: Path, settings: Any) -> Path:
    """A key that the settings name."""
    path = tmp_path / "backup.key"
    make_key(path)
    settings.BACKUP_KEY_FILE = str(path)
    return path


@pytest.fixture
def backup(tmp_path: Path, key: Path) -> Backup:
    """A backup that was encrypted with it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    plain, coming = folder / "plain", folder / ".unfinished-1.sqlite3.age"
    plain.write_bytes(DATA)
    encrypt(plain, coming, read_key(key))
    plain.unlink()
    name = FIRST.strftime(backups.NAME) + ".sqlite3.age"
    size = coming.stat().st_size
    manifest = BackupManifest(
        file=name,
        made_at=FIRST.isoformat(),
        database="sqlite",
        bytes=size,
        sha256="",
        checked=backups.RESTORED,
        inventory={},
        encrypted=True,
    )
    return backups.finish(coming, manifest)


def refused(backup: Backup) -> str:
    with pytest.raises(CannotCopy) as why, opened(backup, backup.folder):
        pass
    assert [path for path in backup.folder.iterdir() if path.name.startswith(".")] == []
    return str(why.value)


def test_what_was_encrypted_is_found_and_read_again_and_then_removed(backup: Backup) -> None:
    """By its folder, by its file and by its manifest."""
    assert backup.file.name.endswith(".sqlite3.age")
    manifest = backup.file.with_name(backup.file.name.replace(".sqlite3.age", ".json"))
    for path in (backup.folder, backup.file, manifest):
        assert read_backup(path) == backup
    assert backups_in(backup.folder) == [backup]
    assert DATA[:64] not in backup.file.read_bytes()
    with opened(backup, backup.folder) as file:
        assert file.read_bytes() == DATA
        assert file.stat().st_mode & 0o077 == 0
        assert file.suffix == ".sqlite3"
    assert not file.exists()


def test_rotation_takes_manifests_with_it(backup: Backup) -> None:
    newest = plain_backup(FIRST.replace(hour=23), backup.folder, backups.RESTORED)
    former = Backup(
        backup.folder, BackupManifest(**{**facts_of(backup), "database": newest.manifest.database})
    )
    path = backups.manifest_path(backup.file)
    path.write_text(json.dumps(facts_of(former)))
    gone = rotating.rotate(backup.folder, rotating.Keep(1, 1, 1), newest, [])
    assert gone == [former.file]
    assert {path.name for path in backup.folder.iterdir()} == {
        newest.file.name,
        backups.manifest_path(newest.file).name,
    }


def facts_of(backup: Backup) -> dict[str, Any]:
    manifest = backup.manifest
    return {name: getattr(manifest, name) for name in BackupManifest.__dataclass_fields__}


def test_no_key_another_key_and_the_public_half_open_nothing(
    backup: Backup, tmp_path: Path, settings: Any, key: Path
) -> None:
    """The public half makes backups, which the whole key opens."""
    make_key(tmp_path / "another")
    half = tmp_path / "public"
    half.write_text(f"{read_key(key).public[0]}\n")
    for named, why in (
        (tmp_path / "another", "another does not open"),
        ("", "let BACKUP_KEY_FILE name its key"),
        (half, "only the public half of a key"),
    ):
        settings.BACKUP_KEY_FILE = str(named)
        assert why in refused(backup)
    encrypt(key, tmp_path / "made", read_key(half))
    with (tmp_path / "made").open("rb") as made, (tmp_path / "opened").open("wb") as plain:
        pyrage.decrypt_io(made, plain, list(read_key(key).secret))
    assert (tmp_path / "opened").read_bytes() == key.read_bytes()


def cut_short(data: bytearray) -> None:
    del data[-100:]


def cut_between_two_pieces(data: bytearray) -> None:
    del data[-(len(DATA) % 65_536 + 16) :]


def one_bit_changed(data: bytearray) -> None:
    data[len(data) // 2] ^= 1


def header_changed(data: bytearray) -> None:
    data[3] ^= 1


def test_whatever_happens_to_its_bytes_is_found(backup: Backup) -> None:
    whole = backup.file.read_bytes()
    for damage in (cut_short, cut_between_two_pieces, one_bit_changed, header_changed):
        data = bytearray(whole)
        damage(data)
        backup.file.write_bytes(data)
        why = refused(backup)
        assert "decrypted to its end" in why or "does not open" in why, damage


def test_a_key_is_its_owners_alone_is_never_replaced_and_losing_it_is_explained(
    key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert key.stat().st_mode & 0o077 == 0
    before = key.read_bytes()
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup_key", str(key))
    assert key.read_bytes() == before
    call_command("backup_key", str(tmp_path / "new"))
    said = capsys.readouterr().out
    assert "If you lose it, every backup" in said
    assert str(read_key(tmp_path / "new").public[0]) in said


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    for text, why in (
        ("", "holds no key: make one"),
        ("AGE-SECRET-KEY-1XYZ\n", "no key that can be read"),
        ("age1xyz\n", "no key that can be read"),
        ("ä\n", "cannot be read"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(CannotCopy, match=why):
            read_key(path)
    with pytest.raises(CannotCopy, match="cannot be read"):
        read_key(tmp_path / "nowhere")


def test_a_copy_that_reads_differently_is_not_taken(
    key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(reader: Any, writer: Any, identities: Any) -> None:
        writer.write(b"something else")

    monkeypatch.setattr(encrypting.pyrage, "decrypt_io", wrong)
    with pytest.raises(CannotCopy, match="is not what was written"):
        encrypt(key, tmp_path / "made", read_key(key))
