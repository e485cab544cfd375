"""Who deals a hand of a match, who sits it out, and which seat of the record everybody else has.

A match has *chairs*, numbered from 0 in turn order. A hand has *seats*: those who play, in the same
order. They are the same where nobody sits out. A dealer who sits out has no seat (droggn 2.2.1, french 1.2.5);
a record names as its dealer the seat before the first to speak, so the hand goes on like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

Person = TypeVar("Person")


class Deal(NamedTuple):
    """A hand of a match: the chair that deals, the chair that sits out (None: nobody does), and the dealer's seat
    in the record."""

    chair: int
    sits_out: int | None
    dealer: int


def deal_of(number: int, first: int, people: int, *, dealer_sits_out: bool) -> Deal:
    """Who deals hand `number`, counted from 1, when the chair `first` deals the first of them.

    The deal goes to the next chair after every hand, also after one that was thrown in (french 1.2.3, taroux B8,
    droggn D32, taros A7, tarok C5).
    """
    chair = (first + number - 1) % people
    if not dealer_sits_out:
        return Deal(chair, None, chair)
    return Deal(chair, chair, (chair - 1) % (people - 1))


def seated(people: Sequence[Person], sits_out: int | None) -> list[Person]:
    """The people of a match, by chair, without the one who sits out: by seat."""
    return [person for chair, person in enumerate(people) if chair != sits_out]


def chair_of(seat: int, sits_out: int | None) -> int:
    """The chair of a seat."""
    return seat + (sits_out is not None and seat >= sits_out)
