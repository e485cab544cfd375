"""What the tests of signing in begin with."""

import pytest

from tests.access.safer import with_codes
from tests.cast import Cast


@pytest.fixture
def codes(cast: Cast) -> list[str]:
    """The scorer has one-time codes; these are their recovery codes."""
    return with_codes(cast.scorer)
