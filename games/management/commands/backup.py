"""`manage.py backup`: a copy of the database, tried before it counts."""

import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress
from games.management.trials import add_trial, trial_of
from games.operation.backups import Backup, CannotCopy, backups_in, in_words, sole_writer
from games.operation.copies import copies
from games.operation.erased_people import TABLE, there_again
from games.operation.incidents import BACKUP, note
from games.operation.making import make_backup
from games.operation.proving import Trial
from games.operation.rotating import Keep, ahead_of, not_contained, rotate

KEEP = "7,4,12"
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
INTERRUPTED = 130
ENDED = 143


class Doubtful(CommandError):
    """A backup was made, and somebody must look at something."""


class Command(BaseCommand):
    help = (
        "Writes a backup of the whole database into a folder while the site goes on. It is "
        "restored into a throwaway place and verified there; only then does it get its name, with "
        "a manifest next to it, and older backups are thinned out. If interrupted, it leaves "
        "nothing behind. Exit status: 0 there is a new backup, 1 there is none, or something must "
        "be looked at."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder",
            type=Path,
            nargs="?",
            default=settings.BACKUP_FOLDER or None,
            help="where the backups are (BACKUP_FOLDER); not only on this disk",
        )
        parser.add_argument(
            "--keep",
            type=keep_of,
            default=KEEP,
            metavar="DAYS,WEEKS,MONTHS",
            help=f"keep the newest of that many days, weeks and months (default {KEEP})",
        )
        parser.add_argument("--keep-all", action="store_true", help="remove no older backup")
        parser.add_argument(
            "--quick", action="store_true", help="do not try the copy; its manifest says so"
        )
        add_trial(parser)
        parser.add_argument(
            "--judge-on",
            choices=DAYS,
            metavar="DAY",
            help=f"judge every hand again on this day of the week ({', '.join(DAYS)}), and check "
            "digests alone on the others",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["folder"] is None:
            raise CommandError("Name the folder of the backups, or set BACKUP_FOLDER.")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(ENDED))
        try:
            with in_words():
                doubts = self.write(options["folder"], options)
        except CannotCopy as error:
            note(BACKUP, text=f"A backup has failed: {error}")
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            self.stderr.write("Interrupted: there is no new backup.")
            sys.exit(INTERRUPTED)
        except BaseException as error:
            why = "it was ended" if isinstance(error, SystemExit) else type(error).__name__
            note(BACKUP, text=f"A backup has failed: {why}.")
            raise
        if doubts:
            note(BACKUP, text=" ".join(doubts))
            raise Doubtful(" ".join(["The backup was made.", *doubts]))

    def write(self, folder: Path, options: dict[str, Any]) -> list[str]:
        """Write one, and thin out the others; what somebody must look at, in sentences."""
        ours = copies()
        report = Progress(self.stderr, 0, ours.unit).reach
        with sole_writer(folder):
            trial = None if options["quick"] else trial_on(datetime.now(), options)
            backup = make_backup(ours, folder, trial=trial, note=self.stderr.write, report=report)
            self.stdout.write(
                f"{backup.file}: {backup.manifest.bytes} bytes, {backup.manifest.checked}"
            )
            for club, chain in backup.manifest.inventory["chains"].items():
                self.stdout.write(f"club {club}: {chain['seals']} seals, head {chain['head']}")
            lost = not_contained(backup)
            if not options["keep_all"]:
                for gone in rotate(folder, options["keep"], backup, lost):
                    self.stdout.write(f"removed {gone.name}")
            return list(doubts_about(backup, lost))


def doubts_about(made: Backup, lost: list[Backup]) -> Iterator[str]:
    """Yield what somebody must look at in the folder of a backup just made."""
    for one in lost:
        yield (
            f"{one.file.name} has sealed hands that are not in it, and stays: is this the folder "
            "of this database? Once nobody needs it, delete it with its manifest."
        )
    for one in backups_in(made.folder):
        if ahead_of(one, datetime.now(UTC)):
            yield f"{one.file.name} was made in the future: the clock is or was wrong."
    if TABLE in made.manifest.inventory["rows"] and (again := there_again(made.folder)):
        yield again


def trial_on(now: datetime, options: dict[str, Any]) -> Trial:
    """Return how thoroughly the copy of a day is tried."""
    trial = trial_of(options)
    if options["judge_on"]:
        return replace(trial, digests=DAYS[now.weekday()] != options["judge_on"])
    return trial


def keep_of(text: str) -> Keep:
    """Read how many backups to keep, as three numbers."""
    try:
        keep = Keep(*(int(number) for number in text.split(",")))
    except (TypeError, ValueError):
        raise ArgumentTypeError(f"three numbers, as {KEEP}, not {text!r}") from None
    if min(keep.days, keep.weeks, keep.months) < 0:
        raise ArgumentTypeError(f"three numbers from 0, not {text!r}")
    return keep
