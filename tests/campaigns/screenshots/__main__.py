"""Pictures of the site: `python -m tests.campaigns.screenshots [--all | --icons] [FOLDER]`.

The two of the README, here or in another folder; with --all every page on every screen, in `shots`;
with --icons those of a home screen, in `static/img`.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

import django

from tests.campaigns.screenshots.icons import take_icons
from tests.campaigns.screenshots.site import served_demo
from tests.chromium import find_chromium

NO_CHROMIUM = "The pictures need a Chromium: apt-get install chromium fonts-dejavu-core"
HERE, ALL, ICONS = Path(__file__).parent, Path("shots"), Path("static", "img")


def main() -> int:
    """Serve the demo club, take the pictures. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns.screenshots", description=__doc__
    )
    parser.add_argument("--all", action="store_true", help="every page instead of the two")
    parser.add_argument("--icons", action="store_true", help="the icons of a home screen")
    parser.add_argument("folder", nargs="?", type=Path, help="where to")
    asked = parser.parse_args()
    if find_chromium() is None:
        print(NO_CHROMIUM, file=sys.stderr)
        return 1
    if asked.folder is None and asked.all:
        ALL.mkdir(exist_ok=True)
    folder: Path = asked.folder or (ICONS if asked.icons else ALL if asked.all else HERE)
    if not folder.is_dir():
        print(f"{folder} is no folder.", file=sys.stderr)
        return 1
    if asked.icons:
        take_icons(folder)
        return 0
    os.environ |= {"DJANGO_SETTINGS_MODULE": "clubtarot.settings", "DEBUG": "1"}
    django.setup()
    take = every_page() if asked.all else readme_pictures()
    with served_demo() as address:
        take(address, folder)
    return 0


def every_page() -> Callable[[str, Path], None]:
    """What takes all pages; it imports models."""
    from tests.campaigns.screenshots.everything import take_everything

    return take_everything


def readme_pictures() -> Callable[[str, Path], None]:
    """What takes the pictures of the README; it imports models."""
    from tests.campaigns.screenshots.tablet import take_pictures

    return take_pictures


if __name__ == "__main__":
    sys.exit(main())
