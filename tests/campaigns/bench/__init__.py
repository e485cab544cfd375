"""How quick the engine and an entry are, beside other libraries and a lower bound of our own."""

import os
import sys


def ready() -> None:
    """Set Django up: the hands are made with modules that need it, entries are made through it."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtarot.settings_test")
    django.setup()


def say(text: str) -> None:
    """Show on a terminal what is going on, in place of what was said before."""
    if sys.stderr.isatty():
        print(f"\r{text:<30}\r{text}", end="", file=sys.stderr, flush=True)
