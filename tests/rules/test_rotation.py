"""Who deals, who sits out, and which seat the others have then."""

from itertools import pairwise

import pytest

from games.rules.game.rotation import chair_of, deal_of, seated

FOUR = ("Anna", "Boris", "Chloé", "Dario")


def deals(first: int, people: int, hands: int, *, dealer_sits_out: bool) -> list[tuple]:
    numbers = range(1, hands + 1)
    return [
        tuple(deal_of(number, first, people, dealer_sits_out=dealer_sits_out)) for number in numbers
    ]


def test_the_deal_goes_on_by_one_place_after_every_hand() -> None:
    assert deals(3, 4, 5, dealer_sits_out=False) == [
        (3, None, 3),
        (0, None, 0),
        (1, None, 1),
        (2, None, 2),
        (3, None, 3),
    ]


def test_a_dealer_who_sits_out_has_no_seat() -> None:
    """Droggn 2.2.1: Boris deals, the other three play, in the same order."""
    deal = deal_of(2, 0, 4, dealer_sits_out=True)
    assert (deal.chair, deal.sits_out) == (1, 1)
    assert seated(FOUR, deal.sits_out) == ["Anna", "Chloé", "Dario"]
    assert seated(FOUR, None) == list(FOUR)


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


def test_everybody_sits_out_once_a_round() -> None:
    out = [place for _, place, _ in deals(2, 4, 8, dealer_sits_out=True)]
    assert out == [2, 3, 0, 1, 2, 3, 0, 1]
    assert all(one != other for one, other in pairwise(out))
