"""What the tests of a file begin with, made once for all of them.

The rows are made in a transaction that stays open until the file is done. Each test works in a
savepoint of it, as all tests do that commit nothing, and on copies of the objects: it finds the
ground as if it had been made for this test alone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, ClassVar, Generic, TypeVar

from django.test import TestCase
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")


class Ground(Generic[Made]):
    """What `make` made in a transaction of its own, for as long as that is open."""

    standing: "ClassVar[list[Ground[Any]]]" = []

    def __init__(self, make: Callable[[], Made]) -> None:
        self.make = make
        # Django's own for tests: a durable write is allowed in it.
        self.atomics = TestCase._enter_atomics()  # type: ignore[attr-defined]
        self.standing.append(self)
        self.made = make()

    def given(self) -> Made:
        """A copy for one test; made anew where the ground was cleared for tests that commit."""
        return deepcopy(self.made) if self in self.standing else self.make()

    @classmethod
    def clear(cls) -> None:
        """Roll back whatever stands, the last first."""
        while cls.standing:
            TestCase._rollback_atomics(cls.standing.pop().atomics)  # type: ignore[attr-defined]


@contextmanager
def ground(make: Callable[[], Made], blocker: DjangoDbBlocker) -> Iterator[Ground[Made]]:
    """The ground for the block, in which the database stays shut for tests that ask for none."""
    with blocker.unblock():
        laid = Ground(make)
    yield laid
    with blocker.unblock():
        Ground.clear()
