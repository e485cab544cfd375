"""How thoroughly a copy of the database is tried: the options of every command that tries one."""

from argparse import ArgumentParser
from typing import Any

from games.operation.proving import Trial


def add_trial(parser: ArgumentParser) -> None:
    """Add `--jobs` and `--digests` to a command."""
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=1, help="judge hands in that many processes"
    )
    parser.add_argument(
        "--digests",
        action="store_true",
        help="check digests and links of the copy, and judge no hand again: much quicker",
    )


def trial_of(options: dict[str, Any]) -> Trial:
    return Trial(options["jobs"], options["digests"])
