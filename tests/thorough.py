"""How much is tried: all of it with THOROUGH=1, as `.ci/run` does; see tests/README.md."""

import os

THOROUGH = os.environ.get("THOROUGH") == "1"


def amount(few: int, *, thorough: int) -> int:
    """How many examples of something are tried in this run."""
    return thorough if THOROUGH else few
