"""Build an archive of generated hands in PostgreSQL: `make archive N=200000`.

    --hands N      how many (200000)
    --patterns N   of how many distinct ones (2000)

It may be interrupted and run again: it goes on where it was, also to a larger number. Afterwards it
says how to look at it.
"""

import os
import sys
from time import monotonic
from typing import Any

from tests.campaigns.begin import options, ready
from tests.campaigns.volume.server import archive_server, folder

SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "clubtarot.settings",
    "DEBUG": "",
    "SECRET_KEY": "an-archive-of-made-up-hands",
    "STATEMENT_TIMEOUT": "600000",
}


def main() -> int:
    """Build what is missing. Returns the exit code."""
    asked = options("make archive", __doc__, hands=200_000, patterns=2_000)
    given = os.environ.get("DATABASE_URL")
    with archive_server() as url:
        os.environ |= {"DATABASE_URL": url, **SETTINGS}
        try:
            build(asked.hands, asked.patterns)
        except KeyboardInterrupt:
            print("\nInterrupted: run it again and it goes on from here.", file=sys.stderr)
            return 130
    if given != url:
        print(f"The data are in {folder()}; `make bench-archive` starts a server on them.")
    return 0


def build(hands: int, patterns: int) -> None:
    """Bring the archive to that many hands."""
    ready()
    from django.core.management import call_command
    from django.core.management.base import OutputWrapper

    from games.management.progress import Progress
    from games.models import Hand
    from tests.campaigns.volume import loading
    from tests.campaigns.volume.evenings import pool_of

    def counted(what: str, total: int, work: Any) -> Any:
        progress = Progress(OutputWrapper(sys.stdout), total, what)
        found = work(progress.step)
        progress.finish()
        return found

    began = monotonic()
    call_command("migrate", verbosity=0, without_backup=True)
    missing = hands - Hand.objects.count()
    if missing > 0:
        pool = counted("patterns", patterns, lambda step: pool_of(patterns, step))
        counted("hands", missing, lambda step: loading.load(hands, pool, step))
    loading.tidy()
    there, octets = loading.size()
    print(f"{there} hands, {octets / 1e6:.0f} MB, {monotonic() - began:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
