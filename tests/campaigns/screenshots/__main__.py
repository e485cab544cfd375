"""Pictures of the site: `make screenshots`, `make shots`.

    --all         every page on every screen, into `shots`
    --icons       those of a home screen, into `static/img`
    --to FOLDER   where to instead

Else that of the README, next to this file.
"""

import os
import sys
from pathlib import Path

import django

from tests.campaigns.begin import options
from tests.campaigns.programs import served_demo
from tests.campaigns.screenshots.icons import take_icons
from tests.chromium import find_chromium

NO_CHROMIUM = "The pictures need a Chromium: apt-get install chromium fonts-dejavu-core"
HERE, ALL, ICONS = Path(__file__).parent, Path("shots"), Path("static", "img")


def main() -> int:
    """Serve the demo club, take the pictures. Returns the exit code."""
    asked = options("make screenshots", __doc__, all=False, icons=False, to=Path)
    if find_chromium() is None:
        print(NO_CHROMIUM, file=sys.stderr)
        return 1
    if asked.to is None and asked.all:
        ALL.mkdir(exist_ok=True)
    folder: Path = asked.to or (ICONS if asked.icons else ALL if asked.all else HERE)
    if not folder.is_dir():
        print(f"{folder} is no folder.", file=sys.stderr)
        return 1
    if asked.icons:
        take_icons(folder)
        return 0
    os.environ |= {"DJANGO_SETTINGS_MODULE": "clubtarot.settings", "DEBUG": "1"}
    django.setup()
    from tests.campaigns.screenshots import everything, tablet  # they import tables

    with served_demo() as address:
        (everything.take_everything if asked.all else tablet.take_picture)(address, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
