"""Who deals, who sits out, and which seat the others have then."""

from itertools import pairwise
from typing import NamedTuple

import pytest

from games.rules.game.rotation import Deal, chair_of, coming, deal_of, deals_on, seated
from tests.rules import table

FOUR = ("Anna", "Boris", "Chloé", "Dario")


def deals(first: int, people: int, hands: int, *, dealer_sits_out: bool) -> list[tuple]:
    numbers = range(1, hands + 1)
    return [
        tuple(deal_of(number, first, people, dealer_sits_out=dealer_sits_out)) for number in numbers
    ]


def test_the_deal_goes_on_by_one_place_after_every_hand_and_the_first_dealer_begins() -> None:
    assert deals(3, 4, 5, dealer_sits_out=False) == [
        (3, None, 3),
        (0, None, 0),
        (1, None, 1),
        (2, None, 2),
        (3, None, 3),
    ]

    assert coming([], 2, 4, dealer_sits_out=False) == (1, Deal(2, None, 2))
    assert coming([], 2, 4, dealer_sits_out=True) == (1, Deal(2, 2, 1))


def test_a_dealer_who_sits_out_has_no_seat_and_everybody_does_once_a_round() -> None:
    """Droggn 2.2.1: Boris deals, the other three play, in the same order."""
    deal = deal_of(2, 0, 4, dealer_sits_out=True)
    assert (deal.chair, deal.sits_out) == (1, 1)
    assert seated(FOUR, deal.sits_out) == ["Anna", "Chloé", "Dario"]
    assert seated(FOUR, None) == list(FOUR)

    out = [place for _, place, _ in deals(2, 4, 8, dealer_sits_out=True)]
    assert out == [2, 3, 0, 1, 2, 3, 0, 1]
    assert all(one != other for one, other in pairwise(out))

    # The dealer of the record was put right afterwards.
    hands = [Begun(1, 2, sits_out=0), Begun(2, 2, sits_out=3)]
    assert coming(hands, 0, 4, dealer_sits_out=True) == (3, Deal(0, 0, 2))


@pytest.mark.parametrize("people", [4, 5, 6])
def test_who_sits_after_the_dealer_speaks_first(people: int) -> None:
    """Droggn 2.5.1, French 1.5.1: the seat after the record's dealer is the dealer's neighbour."""
    chairs = list(range(people))
    for number in range(1, 2 * people + 1):
        deal = deal_of(number, 0, people, dealer_sits_out=True)
        seats = seated(chairs, deal.sits_out)
        first = seats[(deal.dealer + 1) % len(seats)]
        assert first == (deal.chair + 1) % people
        assert [chair_of(seat, deal.sits_out) for seat in range(people - 1)] == seats


class Begun(NamedTuple):
    """A hand of a match, for who deals the next."""

    number: int
    dealer: int
    sits_out: int | None = None
    state: str = "sealed"
    void_as: str = ""
    status: str = "scored"


def test_the_same_dealer_deals_again_after_a_void_hand_but_not_after_one_thrown_in() -> None:
    """French 1.2.3, 1.4.3: a void hand has its number, but was no deal."""
    for void_as in ["", "misdealt", "given-up"]:
        void = Begun(2, 0, state="void", void_as=void_as)
        assert coming([Begun(1, 3), void], 3, 4, dealer_sits_out=False) == (3, Deal(0, None, 0))
        alone = void._replace(number=1)
        assert coming([alone], 3, 4, dealer_sits_out=False) == (2, Deal(3, None, 3))

    void = Begun(2, 0, state="void", void_as="thrown-in")
    assert coming([Begun(1, 3), void], 3, 4, dealer_sits_out=False) == (3, Deal(1, None, 1))


def test_a_dealer_who_sits_out_deals_until_somebody_takes_where_that_is_agreed() -> None:
    """French 1.2.3, 1.2.5 (`passed_deal`), 1.5.5: who plays and deals never does; a match without
    the option is one of before it."""
    passed = Begun(1, 3, sits_out=0, status="passed-out")
    taken = passed._replace(number=2, status="scored")
    for hands, on, again in (
        ([passed], True, True),
        ([passed], False, False),
        ([passed, taken], True, False),
        ([passed._replace(state="void", void_as="thrown-in", status="")], True, False),
    ):
        _number, deal = coming(hands, 0, 5, dealer_sits_out=True, deals_on=on)
        assert deal == (Deal(0, 0, 3) if again else Deal(1, 1, 0)), (hands, on)

    passed = Begun(1, 3, status="passed-out")
    assert coming([passed], 3, 4, dealer_sits_out=False, deals_on=True) == (2, Deal(0, None, 0))
    for preset, again in [("quick-guide", False), ("fft", True)]:
        assert deals_on(table.preset(preset)) is again
        assert not deals_on({})
