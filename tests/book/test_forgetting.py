"""A person is erased from a club: nothing names them any more, and every seal still checks."""

from collections.abc import Iterator

import pytest

from games import book
from games.book.verifying import check_chain, check_erased, check_hands, erased_in
from games.models import Club, Erasure
from tests.cast import Cast, gather
from tests.forgotten import Forgotten, database, fill, traces
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


def erase(cast: Cast, her: Forgotten, **how: object) -> Erasure:
    """Erase her, as an administrator does who has looked at everything."""
    person = book.person_of(her.player)
    plan = book.plan_erasure(user=cast.admin, person=person)
    assert plan.why_not == ()
    return book.erase_person(user=cast.admin, person=person, seen=plan, **how)


def findings(cast: Cast) -> list[str]:
    club = Club.objects.get(pk=cast.club.pk)
    found = [str(one) for some in check_chain(club) for one in some]
    return found + [str(one) for one in [*check_hands(club), *check_erased(club)]]


def test_nothing_in_the_whole_database_names_somebody_who_was_erased(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    assert findings(cast) == []
    assert len(traces(database())) > 50
    made = erase(cast, her)
    assert traces(database()) == []
    assert findings(cast) == []
    erased = erased_in(Club.objects.get(pk=cast.club.pk))
    assert erased.texts > made.names > 0 < erased.entries


def test_what_is_about_somebody_else_stays_where_an_administrator_says_so(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    person = book.person_of(her.player)
    plan = book.plan_erasure(user=cast.admin, person=person)
    (son,) = [one for one in plan.texts() if one.text == "Zwetlana’s son"]
    book.erase_person(user=cast.admin, person=person, seen=plan, spared=[son.key])
    assert traces(database()) == ["games_invitation.name: Zwetlana’s son"]
