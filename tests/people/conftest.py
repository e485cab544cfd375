"""What several tests of erasing a person share."""

from collections.abc import Iterator

import pytest

from tests.cast import Cast, gather
from tests.forgotten import Forgotten, fill
from tests.ground import Ground, ground


@pytest.fixture(scope="module")
def filled(request: pytest.FixtureRequest) -> Iterator[Ground[tuple[Cast, Forgotten]]]:
    """The club with her in every place, made once for a file."""

    def make() -> tuple[Cast, Forgotten]:
        cast = gather()
        return cast, fill(cast)

    with ground(request, make) as laid:
        yield laid


@pytest.fixture
def both(filled: Ground[tuple[Cast, Forgotten]], db: None) -> tuple[Cast, Forgotten]:
    """Everybody, and she."""
    return filled.given()
