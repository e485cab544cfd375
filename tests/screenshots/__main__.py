"""`python -m tests.screenshots [FOLDER]`: take both pictures anew, here or in another folder."""

import os
import sys
from pathlib import Path

import django

from tests.chromium import find_chromium
from tests.screenshots.site import served_demo

NO_CHROMIUM = "The pictures need a Chromium: apt-get install chromium fonts-dejavu-core"


def main(folder: Path) -> int:
    """Serve the demo club, take the pictures. Returns the exit code."""
    if find_chromium() is None:
        print(NO_CHROMIUM, file=sys.stderr)
        return 1
    if not folder.is_dir():
        print(f"{folder} is no folder.", file=sys.stderr)
        return 1
    os.environ |= {"DJANGO_SETTINGS_MODULE": "clubtarot.settings", "DEBUG": "1"}
    django.setup()
    from tests.screenshots.tablet import take_pictures  # imports models

    with served_demo() as address:
        take_pictures(address, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))
