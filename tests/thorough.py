"""How much is tried: in `make test` enough to find what is broken, all of it with THOROUGH=1.

`.ci/run` sets THOROUGH=1. See tests/README.md, *How much is tried*.
"""

import os

THOROUGH = os.environ.get("THOROUGH") == "1"


def amount(few: int, *, thorough: int) -> int:
    """How many examples of something are tried in this run."""
    return thorough if THOROUGH else few
