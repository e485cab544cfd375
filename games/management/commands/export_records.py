"""`manage.py export_records`: everything of a club as files."""

import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Club, Match
from games.models.days import is_possible
from games.transfer.club import Contents, HandSelection, contents_of
from games.transfer.folder import CannotWrite, Folder
from games.transfer.report import left_out

INTERRUPTED = 130


class Command(BaseCommand):
    help = (
        "Writes an archive of a club into a new folder: players, matches, evenings, hands except "
        "those of hidden boards, totals, comments and studies, one JSON object a line, and a "
        "manifest with the digest of every file. If interrupted, it leaves nothing behind."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the address of the club (its slug)")
        parser.add_argument("target", type=Path, help="the new folder")
        parser.add_argument(
            "--match", default="", metavar="ID", help="only the hands of this match"
        )
        parser.add_argument("--since", type=day, metavar="DATE", help="only from this day on")
        parser.add_argument("--until", type=day, metavar="DATE", help="only up to this day")
        parser.add_argument("--gzip", action="store_true", help="compress the files")

    def handle(self, *args: Any, **options: Any) -> None:
        club = club_of(options["club"])
        if options["match"] and not Match.objects.filter(club=club, public_id=options["match"]):
            raise CommandError(_("The club has no match %(id)s.") % {"id": options["match"]})
        selection = HandSelection(options["match"], options["since"], options["until"])
        contents = contents_of(club, selection, hidden=True)
        unhurried()
        try:
            with stopped_gently():
                self.write_folder(contents, options["target"], options["gzip"])
        except KeyboardInterrupt:
            self.stderr.write(_("Interrupted. Nothing was exported."))
            sys.exit(INTERRUPTED)
        except (CannotWrite, OSError) as error:
            raise CommandError(str(error)) from None

    def write_folder(self, contents: Contents, target: Path, gzipped: bool) -> None:
        """Write the archive, showing how far it has come."""
        folder = Folder(contents, target, gzipped=gzipped)
        progress = Progress(self.stderr, contents.hands().count(), _("hands"))
        count = folder.write(progress.reach)
        progress.finish()
        facts = {"count": count, "head": contents.club.head}
        self.stdout.write(_("Hands: %(count)s, head %(head)s") % facts)
        if sentence := left_out(contents.held()):
            self.stdout.write(sentence)


def day(text: str) -> date:
    """Return a day of the command line, as 2026-11-21, on which a club can have played."""
    value = date.fromisoformat(text)
    if not is_possible(value):
        raise ValueError
    return value


def club_of(slug: str) -> Club:
    """Return the club of that address. Raises CommandError."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(_("There is no club with the address %(slug)s.") % {"slug": slug})
    return club


@contextmanager
def stopped_gently() -> Iterator[None]:
    """Treat the ending of a service or a shutdown as an interruption from the keyboard."""

    def stop(*_signal: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
