"""How many tables the site carries: `make load`.

    --on sqlite|postgres   one database only
    --tables N             how many (50)
    --seconds N            of the steady measurement (600)
    --only NAME            steady, together, knee, wall; or several
    --workers N            processes of the site on PostgreSQL (2); on SQLite it is always one

Every fifth tablet has no engine, so that the server draws for it. Ends with 1 where something that
was asked for was not done. What is measured, and what came of it, is in README.md.
"""

from __future__ import annotations

import gc
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.campaigns import figures
from tests.campaigns.begin import machine, options
from tests.campaigns.load import measuring
from tests.campaigns.load.measuring import Hall
from tests.campaigns.programs import SERVED, WITH_FILES, database_server, served
from tests.campaigns.tables import furnish

PAST = 100  # hands that are in the archive before
KINDS: dict[str, Any] = {
    "steady": measuring.steady,
    "together": measuring.together,
    "knee": measuring.knee,
    "wall": measuring.wall,
}
DATABASES = ["sqlite", "postgres"]


def main() -> int:
    """Measure what was asked for and print it. Returns the exit code."""
    asked = options(
        "make load", __doc__, on=DATABASES, only=list(KINDS), tables=50, seconds=600.0, workers=2
    )
    gc.freeze()
    print(machine())
    found: dict[str, list[figures.Line]] = {}
    failed = False
    try:
        for kind in asked.on or DATABASES:
            with _hall(kind, asked) as hall:
                for name in asked.only or KINDS:
                    for one in KINDS[name](hall, asked.seconds):
                        title = f"{kind}, {one.title}"
                        found[title] = figures.shown(title, one.lines)
                        print(f"  errors: {len(one.wrong)}", *one.wrong[:3], sep="\n    ")
                        failed |= bool(one.wrong)
    except FileNotFoundError as missing:
        sys.exit(f"{missing}: apt-get install postgresql, or --on sqlite")
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    finally:
        figures.write(asked.json, found)
    return 1 if failed else 0


@contextmanager
def _hall(kind: str, asked: Namespace) -> Iterator[Hall]:
    with tempfile.TemporaryDirectory(prefix="clubtarot-load-") as name, ExitStack() as stack:
        folder, workers = Path(name), 1
        url = f"sqlite:///{folder / 'load.sqlite3'}"
        if kind == "postgres":
            url, workers = stack.enter_context(database_server(folder)).url, asked.workers
        evening = furnish(url, asked.tables, variants=["french"], dealt=True, past=PAST, wall=True)
        how: dict[str, Any] = {"app": SERVED, "settings": WITH_FILES, "workers": workers}
        site = stack.enter_context(served(url, folder, **how))
        yield Hall(site, evening)


if __name__ == "__main__":
    sys.exit(main())
