"""Lists, files and what keeps a large archive, in the one that `make archive` built."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.management import call_command

from games.models import Hand
from tests.campaigns.bench import files, keeping, pages
from tests.campaigns.figures import Line, unmeasured

MORE_RUNS = 4  # times as many as of the engine: others work on the machine more often meanwhile


def rows(runs: int) -> Iterator[Line]:
    """Measure everything; nothing where there is no archive."""
    call_command("migrate", verbosity=0, without_backup=True)  # it may be older than the site
    hands = Hand.objects.count()
    if not hands:
        yield unmeasured("the archive", "there is none: make archive N=200000")
        return
    print(f"  {hands} hands")
    yield from pages.rows(runs * MORE_RUNS)
    yield from files.rows_of_files(runs)
    yield from keeping.rows_of_keeping(runs)
