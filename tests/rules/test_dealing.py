"""What a record knows of the deal (fine points, "What is known")."""

import pytest

from games.rules import card_id
from tests.rules.published import published
from tests.rules.table import Hand, hand
from tests.rules.written import filled, in_order, said

FULL = published(laid=False)
DOG = FULL.stock or ""


def places(told: Hand) -> list[str]:
    """Each hand and the dog, as far as they are known."""
    return [said(part) for part in (*told.state.dealt, told.state.stock)]


KNOWN = [in_order(cards) for cards in (*(FULL.deal[seat] for seat in range(4)), DOG)]


def test_of_a_deal_that_nobody_wrote_down_nothing_is_known() -> None:
    told = hand().stands()
    assert told.outcome.knowledge == "none"
    assert places(told) == [""] * 5
    assert told.state.possible(2).bit_count() == 78


def test_a_deal_that_was_written_down_is_known() -> None:
    assert FULL.outcome.knowledge == "full"
    assert places(FULL) == KNOWN


@pytest.mark.parametrize("missing", range(4))
def test_the_one_hand_that_is_missing_follows_by_subtraction(missing: int) -> None:
    others = [seat for seat in range(4) if seat != missing]
    told = FULL.knowing(*others, stock=True)
    assert told.outcome.knowledge == "full"
    assert places(told) == KNOWN


def test_the_dog_follows_from_all_hands() -> None:
    told = FULL.knowing(0, 1, 2, 3)
    assert told.outcome.knowledge == "full"
    assert places(told) == KNOWN


def test_with_two_parts_missing_neither_follows() -> None:
    told = FULL.knowing(0, 1, 2)
    assert told.outcome.knowledge == "partial"
    assert places(told) == [*KNOWN[:3], "", ""]
    # Dario may have any of the 24 cards that are left.
    assert told.state.possible(3).bit_count() == 78 - 3 * 18


def test_a_dog_alone_is_partial_knowledge() -> None:
    told = hand(stock=DOG).says("guard-without pass pass pass")
    assert told.outcome.knowledge == "partial"
    assert told.state.possible(0).bit_count() == 72


@pytest.mark.parametrize("players", [3, 5])
def test_three_and_five_players(players: int) -> None:
    told = hand(players, deal={0: filled("", "SHT", players=players)})
    assert told.outcome.knowledge == "partial"
    assert said(told.state.held(0)) == in_order(told.deal[0])
    assert told.state.known[0]
    assert not told.state.known[1]


def test_what_is_known_of_the_deal_does_not_change_with_the_exchange() -> None:
    told = published(known=False)
    assert told.outcome.knowledge == "none"


def test_where_a_card_is_known_to_be() -> None:
    told = published().plays("H1")

    def place(card: str) -> tuple[str, int | None]:
        return told.state.place_of(card_id(card))

    assert place("H1") == ("played", 0)
    assert place("HK") == ("hand", 2)
    assert place("S1") == ("discard", 1)
    assert hand(stock="S1 S2 S3 S4 S5 S6").state.place_of(card_id("S1")) == ("stock", None)
    assert hand().state.place_of(card_id("S1")) == ("unknown", None)
