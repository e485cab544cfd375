"""Where Chromium is, and how it is started so that it asks nobody outside for anything."""

import os
import shutil
from typing import Any

# The first is Debian's Chromium without windows: the same pages in two thirds of the time.
NAMES = (
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-gpu",
]


def find_chromium() -> str | None:
    """The path of a Chromium: the one that CHROMIUM names, else the first in PATH, else None."""
    if named := os.environ.get("CHROMIUM"):
        found = shutil.which(named)
        if found is None:
            raise FileNotFoundError(f"CHROMIUM names {named}, which cannot be run.")
        return found
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def launch_options() -> dict[str, Any]:
    """What Playwright needs to start that Chromium; as root its sandbox cannot work."""
    return {
        "executable_path": find_chromium(),
        "args": QUIET,
        "chromium_sandbox": os.geteuid() != 0,
    }
