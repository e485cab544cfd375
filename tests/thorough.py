"""How much is tried: in `make test` enough to find what is broken, all of it with THOROUGH=1.

`.ci/run` sets THOROUGH=1. What differs between the two is listed in tests/README.md.
"""

import os

THOROUGH = os.environ.get("THOROUGH") == "1"


def amount(few: int, *, thorough: int) -> int:
    """How many examples of something are tried in this run."""
    return thorough if THOROUGH else few
