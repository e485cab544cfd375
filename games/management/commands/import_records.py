"""`manage.py import_records`: take an archive, or records from elsewhere, into a club."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access.errors import WriteError
from games.management.commands.export_records import club_of, day, stopped_gently
from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Club, Role, User
from games.transfer.importing import Line, RemarkLine, Report, Usual, import_lines
from games.transfer.report import summary
from games.transfer.sources import lines_of

REFUSED, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Takes archives (folders, zips), files of records, hands in the text notation or deal logs "
        "of TarotClub into a club: all of it, or nothing. What is there already stays as it is, so "
        "the same import twice changes nothing. Prints what is new and what is wrong, by line. "
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
            "--players",
            default="",
            metavar="NAMES",
            help="names, parted by commas, of players whom a log names by their seats only",
        )
        parser.add_argument(
            "--without-comments",
            action="store_true",
            help="leave out what readers said about hands",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = club_of(options["club"])
        user = administrator(club, options["user"])
        missing = [str(path) for path in options["files"] if not path.exists()]
        if missing:
            self.stderr.write(_("There is no file %(name)s.") % {"name": missing[0]})
            sys.exit(UNREADABLE)
        names = [name.strip() for name in options["players"].split(",") if name.strip()]
        progress = Stages(self.stderr, _("lines"), _("hands written"), _("hands counted"))

        def lines() -> Iterator[Line]:
            for line in lines_of(options["files"], names):
                if not (options["without_comments"] and isinstance(line, RemarkLine)):
                    yield line

        unhurried()
        try:
            with stopped_gently():
                report = import_lines(
                    user=user,
                    club=club,
                    lines=lines(),
                    usual=Usual(
                        options["event"] or _("Imported"), options["date"] or timezone.localdate()
                    ),
                    ids_kept=True,
                    dry_run=options["dry_run"],
                    on_line=partial(progress.step, 0),
                    on_hand=partial(progress.step, 1),
                    on_count=partial(progress.step, 2),
                )
        except KeyboardInterrupt:
            raise CommandError(_("Interrupted. Nothing was imported.")) from None
        except WriteError as error:
            raise CommandError(str(error)) from None
        progress.finish()
        self.tell(report, options["dry_run"])

    def tell(self, report: Report, dry_run: bool) -> None:
        """Print the report."""
        for note in report.notes:
            self.stderr.write(str(note))
        for fault in report.faults:
            self.stderr.write(str(fault))
        for line in summary(report, dry_run=dry_run):
            self.stdout.write(line)
        if not report.ok:
            sys.exit(REFUSED)


class Stages:
    """How far a work has come that goes through several stages, one after the other."""

    def __init__(self, stream: Any, *names: str) -> None:
        self.stages = [Progress(stream, 0, name) for name in names]
        self.now = 0

    def step(self, stage: int) -> None:
        """One more is done in a stage; an earlier stage begins again."""
        if stage != self.now:
            self.finish()
            self.stages[stage].reach(0)
            self.now = stage
        self.stages[stage].step()

    def finish(self) -> None:
        """Show where the present stage ended."""
        self.stages[self.now].finish()


def administrator(club: Club, name: str | None) -> User:
    """Who brings it in. Raises CommandError."""
    administrators = User.objects.filter(memberships__club=club, memberships__role=Role.ADMIN)
    if name is not None:
        administrators = administrators.filter(username=name)
    names = [user.get_username() for user in administrators]
    if len(names) != 1:
        sentence = _("Use --as to say which administrator of the club imports it: %(names)s.")
        raise CommandError(sentence % {"names": ", ".join(names) or "-"})
    return administrators[0]
