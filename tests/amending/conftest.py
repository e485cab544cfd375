"""What tests of amendments begin with: the published petite, sealed as seen and as a result."""

from collections.abc import Iterator

import pytest

from games.models import Hand
from tests import hands
from tests.amending.amend_form import sealed_result
from tests.cast import Cast, gather
from tests.factories import sealed_hand
from tests.ground import Ground, ground


@pytest.fixture(scope="module")
def petite_once(request: pytest.FixtureRequest) -> Iterator[Ground[tuple[Cast, Hand, Hand]]]:
    """The clubs and both hands, sealed once for a file."""

    def make() -> tuple[Cast, Hand, Hand]:
        cast = gather()
        seen = sealed_hand(cast.scorer, hands.seated(cast), hands.played(72))
        return cast, seen, sealed_result(cast)

    with ground(request, make) as laid:
        yield laid


@pytest.fixture
def cast(petite_once: Ground[tuple[Cast, Hand, Hand]], db: None) -> Cast:
    """Both clubs; the first has the two hands, and Wanda, Samir, Elise and Nadia as well."""
    return petite_once.given()[0]


@pytest.fixture
def seen(petite_once: Ground[tuple[Cast, Hand, Hand]], cast: Cast) -> Hand:
    """The published petite as it was seen at the table."""
    return petite_once.given()[1]


@pytest.fixture
def stated(petite_once: Ground[tuple[Cast, Hand, Hand]], cast: Cast) -> Hand:
    """The same hand of which only the result was written down."""
    return petite_once.given()[2]
