"""`python -m tests.audit`: does anybody know of a hole in what the lock files name? (`make audit`)

uv, which is pinned itself, asks the service of https://osv.dev for every version. Exit status: 0 no
hole is known, 1 some are, or the audit failed, 3 the service cannot be reached. That is no pass:
then nobody knows.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
# What the site runs on is in the second as well, with the same versions.
LOCKS = ("requirements-dev.lock", "requirements-bench.lock", "requirements-uv.lock")
PIN = re.compile(r"([A-Za-z0-9._-]+==[^\s;]+(?: ; [^\"]+?)?) \\")
AWAY = re.compile(r"error sending request|Request failed after|Failed to fetch|dns error")
NONE_KNOWN, FOUND, NOT_REACHABLE = 0, 1, 3


class Audited(NamedTuple):
    """What became of one lock file: the exit status, and what is to be read."""

    status: int
    text: str


def project_of(lock: str) -> str:
    """A project that needs exactly what a lock file names; ValueError where that is nothing."""
    named = [line for line in lock.splitlines() if line[:1].strip()]
    pins = [found[1] for found in map(PIN.fullmatch, named) if found]
    if not pins or len(pins) != len(named):
        raise ValueError("the lock file cannot be read: not every version in it was understood")
    needs = ",\n".join(f'  "{pin}"' for pin in pins)
    head = '[project]\nname = "audited"\nversion = "0"\nrequires-python = ">=3.11"\n'
    return f"{head}dependencies = [\n{needs}\n]\n"


def audit(lock: str, *options: str) -> Audited:
    """Ask for every version in the text of a lock file."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "pyproject.toml").write_text(project_of(lock))
        command = [sys.executable, "-m", "uv", "audit", "--preview-features", "audit-command"]
        done = subprocess.run(
            [*command, *options], cwd=folder, capture_output=True, text=True, check=False
        )
    text = done.stdout + done.stderr
    if done.returncode not in (NONE_KNOWN, FOUND) and AWAY.search(text):
        return Audited(NOT_REACHABLE, text)
    return Audited(NONE_KNOWN if done.returncode == 0 else FOUND, text)


def main() -> int:
    """Audit every lock file; the last line says how it ended."""
    worst = NONE_KNOWN
    for name in LOCKS:
        status, text = audit((ROOT / name).read_text())
        print(f"{name}:\n{text}")
        worst = FOUND if FOUND in (status, worst) else max(status, worst)
    ends = {
        NONE_KNOWN: "no known holes",
        FOUND: "holes are known, or it failed: see above",
        NOT_REACHABLE: "not reachable: nobody has been asked, so this is no pass",
    }
    print(f"audit: {ends[worst]}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
