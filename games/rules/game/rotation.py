"""Who deals a hand of a match, who sits it out, and which seat of the record everybody else has.

A match has *chairs*, numbered from 0 in turn order. A hand has *seats*: those who play, in the same
order. They are the same where nobody sits out. A dealer who sits out has no seat (droggn 2.2.1, french 1.2.5);
a record names as its dealer the seat before the first to speak, so the hand goes on like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from games.rules.game.options import Options

Person = TypeVar("Person")

# The option of a game (`Variant.options`): who deals after a hand that nobody took, where the dealer sits out.
PASSED_DEAL, NEXT_DEALER, SAME_DEALER = "passed_deal", "next", "same"


class BegunHand(Protocol):
    """A hand of a match that has a number.

    `state` is "open", "sealed" or "void"; `void_as` says how a void one ended, `status` how a sealed one ended
    ("passed-out" where nobody took). `dealer` is the dealer's seat in the record, `sits_out` the chair that has no seat
    in it.
    """

    @property
    def number(self) -> int: ...
    @property
    def state(self) -> str: ...
    @property
    def void_as(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def dealer(self) -> int | None: ...
    @property
    def sits_out(self) -> int | None: ...


class Deal(NamedTuple):
    """A deal of a match: the chair that deals, the one that sits out, the dealer's seat in the record."""

    chair: int
    sits_out: int | None
    dealer: int


def deal_of(number: int, first: int, people: int, *, dealer_sits_out: bool) -> Deal:
    """Return who deals hand `number`, counted from 1, when the chair `first` deals the first of them.

    The deal goes to the next chair after every hand, also after one that was thrown in (french 1.2.3, taroux B8,
    droggn D32, taros A7, tarok C5).
    """
    return dealt_by((first + number - 1) % people, people, dealer_sits_out=dealer_sits_out)


def dealt_by(chair: int, people: int, *, dealer_sits_out: bool) -> Deal:
    """Return a hand that this chair deals."""
    if not dealer_sits_out:
        return Deal(chair, None, chair)
    return Deal(chair, chair, (chair - 1) % (people - 1))


def deals_on(options: Options) -> bool:
    """Return whether a dealer who sits out deals until somebody takes (french 1.2.5)."""
    return options.get(PASSED_DEAL) == SAME_DEALER


def following(hand: BegunHand, deal: Deal, people: int, *, deals_on: bool) -> Deal:
    """Return the deal after that of a hand (rules as for `deal_of`).

    The next chair deals, or the same one again where the dealer sits out and `deals_on` until somebody takes.
    """
    if deals_on and deal.sits_out is not None and hand.status == "passed-out":
        return deal
    return dealt_by((deal.chair + 1) % people, people, dealer_sits_out=deal.sits_out is not None)


def coming(
    hands: Sequence[BegunHand],
    first: int,
    people: int,
    *,
    dealer_sits_out: bool,
    deals_on: bool = False,
) -> tuple[int, Deal]:
    """Return the number and the deal of the hand that comes after these, in the order of their numbers.

    The next chair deals; where nothing was dealt yet, the chair `first`. A hand that became void has its number, but
    was not a deal: its dealer deals again (french 1.4.3). One that was thrown in was dealt (rules as for `deal_of`).
    """
    number = hands[-1].number + 1 if hands else 1
    dealt = [hand for hand in hands if hand.state != "void" or hand.void_as == "thrown-in"]
    if not dealt:
        return number, dealt_by(first, people, dealer_sits_out=dealer_sits_out)
    last = dealt[-1]
    dealer = last.dealer or 0  # where nobody knows who dealt, the deal begins with the first chair
    chair = dealer if last.sits_out is None else last.sits_out
    deal = Deal(chair, last.sits_out, dealer)
    return number, following(last, deal, people, deals_on=deals_on)


def seated(people: Sequence[Person], sits_out: int | None) -> list[Person]:
    """Return the people of a match (given by chair) by seat, without the one who sits out."""
    return [person for chair, person in enumerate(people) if chair != sits_out]


def chair_of(seat: int, sits_out: int | None) -> int:
    """Return the chair of a seat."""
    return seat + (sits_out is not None and seat >= sits_out)
