#!/usr/bin/env python
"""Django's command line for ClubTarot."""

import os
import sys

from django.core.management import execute_from_command_line

# They read files of records and sign nothing: whoever has such a file needs no configuration.
WITHOUT_CONFIGURATION = {"convert_records", "verify_records"}

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtarot.settings")
    if WITHOUT_CONFIGURATION.intersection(sys.argv[1:2]):
        os.environ["SECRET_KEY"] = "unused"  # noqa: S105
    execute_from_command_line(sys.argv)
