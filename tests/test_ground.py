"""A test that breaks its connection, or what it begins with, takes no other with it."""

from collections.abc import Iterator
from typing import NoReturn

import pytest
from django.db import DatabaseError, connection
from pytest_django import DjangoDbBlocker

from games.models import Club
from tests.cast import Cast
from tests.ground import Ground

pytestmark = pytest.mark.both_databases


@pytest.fixture
def broken_behind(both_clubs: Ground[Cast], django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Break the transaction around the tests of the file when the one of this test is over."""
    yield
    with (
        django_db_blocker.unblock(),
        pytest.raises(DatabaseError),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT nothing FROM nowhere")


def test_something_is_asked_between_two_tests_that_cannot_be(
    broken_behind: None, cast: Cast
) -> None:
    assert Club.objects.count() == 2


def test_the_test_after_it_finds_both_clubs_and_then_its_server_is_gone(cast: Cast) -> None:
    assert Club.objects.count() == 2
    connection.close()


def test_the_test_after_that_finds_both_clubs(cast: Cast) -> None:
    assert Club.objects.count() == 2


def test_a_ground_that_cannot_be_made_is_not_left_standing(
    db: None, django_db_blocker: DjangoDbBlocker
) -> None:
    def make() -> NoReturn:
        raise LookupError("no club")

    standing = list(Ground.standing)
    with pytest.raises(LookupError):
        Ground("clubs", make, django_db_blocker)
    assert Ground.standing == standing
