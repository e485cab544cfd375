"""SIGKILL of commands at random moments: half of what they do is never there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.campaigns.faults.campaign import campaign
from tests.campaigns.faults.kinds import Reached, Setting, judged

LINES = 60  # requests that are settled before the first command begins
LONGEST = 2.5  # seconds after which a command is killed
COMMANDS = (["rebuild"], ["backup", "backups"])


def kill_commands(setting: Setting, amount: int) -> Reached:
    """Kill `rebuild` and `backup` in turn while tablets write."""
    chance = setting.chance
    url = f"sqlite:///{setting.folder / 'club.sqlite3'}"
    with campaign(url, setting.folder, setting.seed) as running:
        running.wait_for(LINES)
        for number in range(amount):
            command = manage(setting.folder, url, COMMANDS[number % len(COMMANDS)])
            time.sleep(chance.uniform(0.2, LONGEST))
            os.killpg(command.pid, signal.SIGKILL)
            command.wait()
            running.wait_for(1)
        last = manage(setting.folder, url, ["backup", "backups"]).wait()
        reached = judged(running, amount)
    if last:
        reached.lost.append("after a backup that was killed none can be made")
    return reached


def manage(
    folder: Path, url: str, command: list[str], out: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """A command of `manage.py`, begun in a process group of its own; it prints into `out`."""
    root = Path(__file__).parents[3]
    environment = os.environ | {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "clubtarot.settings_test",
        "PYTHONPATH": str(root),
    }
    return subprocess.Popen(
        [sys.executable, root / "manage.py", *command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
