"""What every campaign begins with: options, Django, and a line about the machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

SETTINGS = "clubtarot.settings_test"


def options(command: str, about: str | None, **known: Any) -> argparse.Namespace:
    """Read the command line: an option for each of `known`, and `--json FILE` for all figures.

    The value is the default; or a type where there is none, False for a switch, or the names of
    which several may be chosen. SIGTERM ends the program as an exit does, with all its cleaning up.
    """
    parser = argparse.ArgumentParser(
        prog=command, description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, usual in known.items():
        how: dict[str, Any] = {"type": type(usual), "default": usual, "help": "(%(default)s)"}
        if usual is False:
            how = {"action": "store_true"}
        elif isinstance(usual, type):
            how = {"type": usual}
        elif isinstance(usual, list):
            how = {"action": "append", "choices": usual}
        parser.add_argument(f"--{name}", **how)
    parser.add_argument("--json", type=Path, help="a file for all figures")
    asked = parser.parse_args()
    for name in known:
        value = getattr(asked, name)
        if isinstance(value, int | float) and value is not False and value <= 0:
            parser.error(f"--{name} must be more than 0")
    if asked.json and not asked.json.parent.is_dir():
        parser.error(f"there is no folder {asked.json.parent}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    return asked


def ready() -> None:
    """Set Django up; tables and models can be imported afterwards."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()


def on_database(url: str, **more: str) -> dict[str, str]:
    """Return the environment of a process that works on that database."""
    return os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": SETTINGS} | more


def apart(module: str, url: str, *what: Any, **more: str) -> Any:
    """Call `main` of a module in a process of its own that has Django set up and works on that
    database, and return what it returns. Raises RuntimeError with the end of its traceback."""
    code = (
        "import json, sys; from tests.campaigns.begin import ready; ready(); "
        f"from {module} import main; print(json.dumps(main(*map(json.loads, sys.argv[1:]))))"
    )
    command = [sys.executable, "-c", code, *map(json.dumps, what)]
    done = subprocess.run(command, env=on_database(url, **more), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{module}: {done.stderr.strip()[-1500:]}")
    return json.loads(done.stdout)


def machine() -> str:
    """Return a line about the machine and how busy it is."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    root = "root" if os.geteuid() == 0 else "not root"
    return f"{python}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {root}"
