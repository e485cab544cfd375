"""`manage.py verify_archive`: whether the archive still says what was sealed."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games import proof as verifying
from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Club
from games.operation.erased_people import there_again
from games.writing import outages

SOUND, DAMAGED, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Check every sealed hand of every club, or of one."""

    help = (
        "Checks chain, digests and commitments of all seals, judges all sealed hands again, and "
        "counts the statistics again. Prints what is wrong and the head of each chain. Exit "
        "status: 0 sound, 1 damaged, 2 not readable."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="ADDRESS", help="only this club (its slug)")
        parser.add_argument(
            "--since",
            metavar="N",
            type=int,
            default=0,
            help="judge only the hands of seals after number N again; digests of all are checked",
        )
        parser.add_argument(
            "--digests",
            action="store_true",
            help="check digests and links, judge and count nothing",
        )
        parser.add_argument(
            "--jobs",
            metavar="N",
            type=int,
            default=1,
            help="judge in that many processes (default 1)",
        )
        parser.add_argument(
            "--heads",
            metavar="FILE",
            help="lines that publish_heads wrote earlier: each must still be a link of its chain",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            unhurried()
            with verifying.one_moment() as moment:
                status = self.inspect(options | {"moment": moment})
        except DatabaseError as error:
            self.stderr.write(f"The database cannot be read: {error}")
            if outages.is_damaged(error):
                self.stderr.write(outages.DAMAGED)
            status = UNREADABLE
        if status != SOUND:
            sys.exit(status)

    def inspect(self, options: dict[str, Any]) -> int:
        """Check the clubs, print what is found and return the exit status."""
        clubs = Club.objects.order_by("slug")
        if (slug := options["club"]) is not None:
            clubs = clubs.filter(slug=slug)
            if not clubs:
                self.stderr.write(f"There is no club with the address {slug}.")
                return UNREADABLE
        findings = [str(finding) for finding in verifying.check_triggers()]
        if options["heads"]:
            try:
                heads = verifying.read_heads(Path(options["heads"]))
            except (OSError, ValueError) as error:
                self.stderr.write(f"The heads cannot be read: {error}")
                return UNREADABLE
            findings += map(str, verifying.check_heads(heads, slug))
        for club in clubs:
            findings += (f"{club.slug}, {one}" for one in self.inspect_club(club, options))
            self.stdout.write(f"{club.slug}: {club.seals} seals, head {club.head}")
            if (erased := verifying.erased_in(club)).any:
                self.stdout.write(f"{club.slug}: {erased}")
        if settings.BACKUP_FOLDER and (again := there_again(Path(settings.BACKUP_FOLDER))):
            findings.append(again)
        for line in findings:
            self.stderr.write(line)
        self.stderr.write(f"{len(findings)} findings" if findings else "The archive is sound.")
        if findings and all(map(verifying.OF_REBUILD.search, findings)):
            self.stderr.write(
                "Nothing that was sealed is damaged: manage.py rebuild writes all of this again."
            )
        return DAMAGED if findings else SOUND

    def inspect_club(self, club: Club, options: dict[str, Any]) -> list[verifying.Finding]:
        """Return what is wrong in one club, each thing once."""
        findings = [
            *verifying.check_hands(club),
            *verifying.check_erased(club),
            *verifying.check_rows(club),
            *verifying.check_published(club),
            *self.count(verifying.check_chain(club), club.seals, f"{club.slug}: seals"),
        ]
        if not options["digests"]:
            since, jobs = options["since"], options["jobs"]
            judged = verifying.judge_chain(club, since, jobs, options["moment"])
            findings += self.count(judged, max(0, club.seals - since), f"{club.slug}: hands judged")
            findings += verifying.check_sums(club)
        return list(dict.fromkeys(findings))

    def count(
        self, batches: Iterable[list[verifying.Finding]], total: int, what: str
    ) -> Iterator[verifying.Finding]:
        """Yield the same, one by one, with a line that shows how far it is."""
        progress = Progress(self.stderr, total, what)
        for some in batches:
            yield from some
            progress.step()
        progress.finish()
