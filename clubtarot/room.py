"""What a laptop in a club room keeps next to its database, so that nobody has to set anything."""

import os
import secrets
from pathlib import Path
from typing import Any

FOLDER = "clubtarot-room"
ZONES = "zoneinfo/"


def folder_beside(database: dict[str, Any], otherwise: Path) -> Path:
    """Return the folder by an SQLite file; for a database elsewhere, the one in `otherwise`."""
    is_file = database["ENGINE"].endswith("sqlite3")
    return (Path(database["NAME"]).resolve().parent if is_file else otherwise) / FOLDER


def kept(file: Path, make: Any) -> bytes:
    """Return what is in a file that only its owner can read, made by `make` the first time."""
    if not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(make())
        new.rename(file)
    return file.read_bytes()


def secret_key(folder: Path) -> str:
    """Return the key that signs sessions, made once."""
    return kept(folder / "secret", lambda: secrets.token_urlsafe(50).encode()).decode()


def own_time_zone() -> str:
    """Return the time zone of this machine, "" where it does not say."""
    return os.path.realpath("/etc/localtime").partition(ZONES)[2]
