"""Files that are made once for this machine. The first is an SQLite file with all tables and
nothing in them: `migrate` takes four seconds of processor."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

import django

ROOT = Path(__file__).parent.parent


def file_with_tables() -> Path:
    """Return the file for the migrations as they are now."""
    digest = sha256(django.__version__.encode())
    for file in sorted((ROOT / "games/migrations").glob("*.py")):
        digest.update(file.read_bytes())

    def migrate(database: Path) -> None:
        settings = {"DJANGO_SETTINGS_MODULE": "clubtarot.settings_test"}
        settings["DATABASE_URL"] = f"sqlite:///{database}"
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True)

    return made_once(f"tables-{digest.hexdigest()[:16]}.sqlite3", migrate)


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """Return the file of this name, which the first who asks makes."""
    made, unfinished, locked = (
        Path(gettempdir()) / f"clubtarot-{os.getuid()}-{name}{end}"
        for end in ("", ".unfinished", ".lock")
    )
    with locked.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            unfinished.unlink(missing_ok=True)
            make(unfinished)
            unfinished.rename(made)
    return made
