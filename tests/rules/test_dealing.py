"""What a record knows of the deal (fine points, "What is known")."""

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


def test_a_deal_is_known_as_far_as_it_was_written_down_or_follows_by_subtraction() -> None:
    told = hand().stands()
    assert told.outcome.knowledge == "none"
    assert places(told) == [""] * 5
    assert told.state.possible(2).bit_count() == 78

    assert FULL.outcome.knowledge == "full"
    assert places(FULL) == KNOWN

    for missing in range(4):
        others = [seat for seat in range(4) if seat != missing]
        told = FULL.knowing(*others, stock=True)
        assert told.outcome.knowledge == "full"
        assert places(told) == KNOWN

    told = FULL.knowing(0, 1, 2, 3)
    assert told.outcome.knowledge == "full"
    assert places(told) == KNOWN
    told = published(known=False)
    assert told.outcome.knowledge == "none"


def test_with_two_parts_missing_neither_follows_and_knowledge_is_partial() -> None:
    told = FULL.knowing(0, 1, 2)
    assert told.outcome.knowledge == "partial"
    assert places(told) == [*KNOWN[:3], "", ""]
    # Dario may have any of the 24 cards that are left.
    assert told.state.possible(3).bit_count() == 78 - 3 * 18

    told = hand(stock=DOG).says("guard-without pass pass pass")
    assert told.outcome.knowledge == "partial"
    assert told.state.possible(0).bit_count() == 72

    for players in [3, 5]:
        told = hand(players, deal={0: filled("", "SHT", players=players)})
        assert told.outcome.knowledge == "partial"
        assert said(told.state.held(0)) == in_order(told.deal[0])
        assert told.state.known[0]
        assert not told.state.known[1]


def test_where_a_card_is_known_to_be() -> None:
    told = published().plays("H1")

    def place(card: str) -> tuple[str, int | None]:
        return told.state.place_of(card_id(card))

    assert place("H1") == ("played", 0)
    assert place("HK") == ("hand", 2)
    assert place("S1") == ("discard", 1)
    assert hand(stock="S1 S2 S3 S4 S5 S6").state.place_of(card_id("S1")) == ("stock", None)
    assert hand().state.place_of(card_id("S1")) == ("unknown", None)
