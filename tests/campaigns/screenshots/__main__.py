"""Pictures of the site: `make screenshots`, `make shots`.

    --all         every page on every screen, into `shots`
    --icons       those of a home screen, into `static/img`
    --to FOLDER   where to instead

Else that of the README, next to this file.
"""

import sys
from pathlib import Path

from tests.campaigns.begin import options, ready
from tests.campaigns.programs import served_demo
from tests.campaigns.screenshots.icons import take_icons

HERE, ALL, ICONS = Path(__file__).parent, Path("shots"), Path("static", "img")


def main() -> int:
    """Serve the demo club, take the pictures. Returns the exit code."""
    asked = options("make screenshots", __doc__, all=False, icons=False, to=Path)
    if asked.to is None and asked.all:
        ALL.mkdir(exist_ok=True)
    folder: Path = asked.to or (ICONS if asked.icons else ALL if asked.all else HERE)
    if not folder.is_dir():
        print(f"{folder} is no folder.", file=sys.stderr)
        return 1
    ready()
    from tests.campaigns.screenshots import everything, tablet  # they import tables

    try:
        if asked.icons:
            take_icons(folder)
        else:
            with served_demo() as site:
                (everything.take_everything if asked.all else tablet.take_picture)(site, folder)
    except FileNotFoundError as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
