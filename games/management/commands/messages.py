"""`manage.py messages [language …]`: bring the catalogues of translations up to the sources."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management import sentences
from games.management.catalogues import catalogue_path, languages


class Command(BaseCommand):
    """Adds new sentences without a translation, removes those that are no longer used."""

    help = "Collects the sentences to translate and merges them into the catalogues."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "languages",
            nargs="*",
            help="codes such as de; a language without a catalogue gets one. Default: all",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for language in options["languages"] or languages():
            new, gone, missing = sentences.merge(language)
            counts = f"{language}: {new} new, {gone} gone, {missing} to translate"
            self.stdout.write(f"{counts} in {catalogue_path(language)}")
