"""`manage.py verify_archive`: does the archive still say what was sealed?"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games.book import verifying
from games.management.patience import unhurried
from games.management.progress import Progress
from games.models import Club, Seal

SOUND, DAMAGED, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Check every sealed hand of every club, or of one."""

    help = (
        "Checks chain, digests, commitments, results and entries of all sealed hands. Prints what "
        "is wrong and the head of each chain. Exit status: 0 sound, 1 damaged, 2 not readable."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="ADDRESS", help="only this club (its slug)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            unhurried()
            status = self.inspect(options["club"])
        except DatabaseError as error:
            self.stderr.write(f"The database cannot be read: {error}")
            status = UNREADABLE
        if status != SOUND:
            sys.exit(status)

    def inspect(self, slug: str | None) -> int:
        """Check the clubs, print what is found and return the exit status."""
        clubs = Club.objects.order_by("slug")
        if slug is not None:
            clubs = clubs.filter(slug=slug)
            if not clubs:
                self.stderr.write(f"There is no club with the address {slug}.")
                return UNREADABLE
        findings = [str(finding) for finding in verifying.check_triggers()]
        progress = Progress(self.stderr, Seal.objects.filter(club__in=clubs).count(), "seals")
        for club in clubs:
            findings += self.inspect_club(club, progress)
        progress.finish()
        for line in findings:
            self.stderr.write(line)
        self.stderr.write(f"{len(findings)} findings" if findings else "The archive is sound.")
        return DAMAGED if findings else SOUND

    def inspect_club(self, club: Club, progress: Progress) -> list[str]:
        """Check one club and print the head of its chain."""
        findings = list(verifying.check_hands(club))
        for of_seal in verifying.check_chain(club):
            findings += of_seal
            progress.step()
        findings += verifying.check_sums(club)
        self.stdout.write(f"{club.slug}: {club.seals} seals, head {club.head}")
        return [f"{club.slug}, {finding}" for finding in findings]
