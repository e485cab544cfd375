"""What the tests of a file begin with, made once for all of them.

The rows are made in a transaction that stays open until the file is done. Each test works in a
savepoint of it, as all tests do that commit nothing, and on copies of the objects: it finds the
ground as if it had been made for this test alone.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, ClassVar, Generic, TypeVar

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client, TestCase
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")


class Ground(Generic[Made]):
    """What `make` made in a transaction of its own, for as long as that is open.

    It is cleared before a test that commits, and before one of the same file that asks for none;
    where the first of a file commits, none is laid, and each makes its own.
    """

    standing: "ClassVar[list[Ground[Any]]]" = []
    # Whether the test that is set up now may begin on one: what is not committed nobody else sees.
    allowed: ClassVar[bool] = True

    def __init__(self, name: str, make: Callable[[], Made], blocker: DjangoDbBlocker) -> None:
        self.name = name  # of the fixture that lays it
        self.make = make
        self.blocker = blocker  # tests that ask for no database are still kept from it
        if not self.allowed:
            return
        with blocker.unblock():
            # Django's own for tests: a durable write is allowed in it.
            self.atomics = TestCase._enter_atomics()  # type: ignore[attr-defined]
            self.standing.append(self)
            try:
                self.made = pickle.dumps(make())
            except BaseException:
                self.clear()
                raise

    def given(self) -> Made:
        """A copy for one test; made again where the ground was cleared."""
        return pickle.loads(self.made) if self in self.standing else self.make()

    def clear(self) -> None:
        """Roll it back, and first what was laid on top of it."""
        with self.blocker.unblock():
            while self in self.standing:
                TestCase._rollback_atomics(self.standing.pop().atomics)  # type: ignore[attr-defined]


@contextmanager
def undone(*clients: Client) -> Iterator[None]:
    """Take back what the block has written and which cookies were set: a test that walks over many
    rows finds at each what it found at the first."""
    cookies = [deepcopy(client.cookies) for client in clients]
    atomics = TestCase._enter_atomics()  # type: ignore[attr-defined]
    try:
        yield
    finally:
        TestCase._rollback_atomics(atomics)  # type: ignore[attr-defined]
        for client, before in zip(clients, cookies, strict=True):
            client.cookies = before


def is_sound(database: BaseDatabaseWrapper) -> bool:
    """Return whether a test can begin on a connection as the one before it has left it."""
    if database.in_atomic_block != bool(Ground.standing) or database.closed_in_transaction:
        return False
    return database.connection is None or (not database.needs_rollback and database.is_usable())


def give_up(database: BaseDatabaseWrapper) -> None:
    """Close a connection, with every transaction and ground on it: the next use opens another."""
    Ground.standing.clear()
    database.in_atomic_block = database.closed_in_transaction = False  # which would keep it open
    database.close()


@contextmanager
def ground(request: pytest.FixtureRequest, make: Callable[[], Made]) -> Iterator[Ground[Made]]:
    """The ground for the block of a fixture of a file or class."""
    request.getfixturevalue("django_db_setup")
    blocker: DjangoDbBlocker = request.getfixturevalue("django_db_blocker")
    laid = Ground(request.fixturename or "", make, blocker)
    yield laid
    laid.clear()


def laid_once(make: Callable[[], Made]) -> Any:
    """Return the fixture of a file whose ground is what `make` makes."""

    @pytest.fixture(scope="module")
    def fixture(request: pytest.FixtureRequest) -> Iterator[Ground[Made]]:
        with ground(request, make) as laid:
            yield laid

    return fixture
