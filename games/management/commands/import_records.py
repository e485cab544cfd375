"""`manage.py import_records`: take an archive, or records from elsewhere, into a club."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.jobs import call_worker
from games.jobs.exclusive import exclusively
from games.management.commands.export_records import club_of, day, stopped_gently
from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Club, Role, User
from games.transfer.importing.lines import SAID, Line, Report, Usual
from games.transfer.importing.run import import_lines
from games.transfer.importing.watching import Watcher
from games.transfer.report import summary
from games.transfer.sources import lines_of
from games.writing.errors import WriteError

REFUSED, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Takes archives (folders, zips), files of records or hands in the text notation into a "
        "club: all of it, or nothing. What is there already stays as it is, so the same import "
        "twice changes nothing. Prints what is new and what is wrong, by line. "
        "Exit status: 0 taken over, 1 refused, 2 not readable."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the address of the club (its slug)")
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="file or folder")
        parser.add_argument(
            "--as",
            dest="user",
            metavar="NAME",
            help="the administrator of the club who brings it in; needed where there are several",
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")
        parser.add_argument("--event", default="", help="a title for hands that name no event")
        parser.add_argument("--date", type=day, help="a day for hands that name none")
        parser.add_argument(
            "--without-comments",
            action="store_true",
            help="leave out what readers said about hands, and their studies",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = club_of(options["club"])
        user = administrator(club, options["user"])
        missing = [str(path) for path in options["files"] if not path.exists()]
        if missing:
            self.stderr.write(_("There is no file %(name)s.") % {"name": missing[0]})
            sys.exit(UNREADABLE)
        progress = Stages(self.stderr, _("lines"), _("hands written"))

        def lines() -> Iterator[Line]:
            for line in lines_of(options["files"]):
                if not (options["without_comments"] and isinstance(line, SAID)):
                    yield line

        unhurried()
        try:
            with stopped_gently(), exclusively():
                report = import_lines(
                    user=user,
                    club=club,
                    lines=lines(),
                    usual=Usual(
                        options["event"] or _("Imported"), options["date"] or timezone.localdate()
                    ),
                    ids_kept=True,
                    dry_run=options["dry_run"],
                    watcher=progress,
                )
        except KeyboardInterrupt:
            raise CommandError(progress.interrupted()) from None
        except WriteError as error:
            raise CommandError(str(error)) from None
        finally:
            call_worker()  # for jobs that found this command at work
        progress.finish()
        self.tell(report, options["dry_run"])

    def tell(self, report: Report, dry_run: bool) -> None:
        """Print the report."""
        for fault in report.faults:
            self.stderr.write(str(fault))
        for line in summary(report, dry_run=dry_run):
            self.stdout.write(line)
        if not report.ok:
            sys.exit(REFUSED)


class Stages(Watcher):
    """Shows how far an import is: lines that were judged, then hands that were written."""

    def __init__(self, stream: Any, *names: str) -> None:
        self.stages = [Progress(stream, 0, name) for name in names]
        self.now = 0

    def judged(self, lines: int) -> None:
        """Show how many lines were judged."""
        self.stages[0].reach(self.stages[0].done + lines)

    def begins_to_write(self, lines: int) -> None:
        """End the first stage."""
        self.finish()
        self.now = 1

    def wrote(self, hands: int) -> None:
        """Note that more hands were committed."""
        self.stages[1].reach(self.stages[1].done + hands)

    def finish(self) -> None:
        """Show where the present stage ended."""
        self.stages[self.now].finish()

    def interrupted(self) -> str:
        """Return what is here where the import ended too early."""
        if not self.stages[1].done:
            return _("Interrupted. Nothing was imported.")
        return _(
            "Interrupted: %(count)s hands are imported. Run the same command again for the rest."
        ) % {"count": self.stages[1].done}


def administrator(club: Club, name: str | None) -> User:
    """Return the account that brings it in. Raises CommandError."""
    administrators = User.objects.filter(memberships__club=club, memberships__role=Role.ADMIN)
    if name is not None:
        administrators = administrators.filter(username=name)
    names = [user.get_username() for user in administrators]
    if len(names) != 1:
        sentence = _("Use --as to say which administrator of the club imports it: %(names)s.")
        raise CommandError(sentence % {"names": ", ".join(names) or "-"})
    return administrators[0]
