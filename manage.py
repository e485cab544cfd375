#!/usr/bin/env python
"""Django's command line for ClubTarot."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtarot.settings")
    if sys.argv[1:2] == ["verify_records"]:
        # It judges text and signs nothing: who has a file of records needs no configuration.
        os.environ["SECRET_KEY"] = "unused"  # noqa: S105
    execute_from_command_line(sys.argv)
