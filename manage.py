#!/usr/bin/env python
"""Django's command line for ClubTarot."""

import os
import sys

from django.core.management import execute_from_command_line

# It reads files of records and signs nothing: a reader of such a file needs no configuration.
WITHOUT_CONFIGURATION = {"verify_records"}


def main() -> None:
    """Run the command. An outage of the database is one line, and no trace of our code."""
    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        from games.writing.outages import cause_of, outage_of

        if outage_of(error) is None or "--traceback" in sys.argv:
            raise
        sys.exit(f"The database does not answer, or cannot be written: {cause_of(error)}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtarot.settings")
    if WITHOUT_CONFIGURATION.intersection(sys.argv[1:2]):
        os.environ["SECRET_KEY"] = "unused"  # noqa: S105
    main()
