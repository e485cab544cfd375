"""The deal of a record: its cards, once each, in the right number (record format, "The object")."""

import json
from typing import Any

import pytest

from games.rules import format_record
from tests.rules.objects import code, fault, read
from tests.rules.published import published
from tests.rules.written import PACK, ids

ROWS = {seat: cards.split() for seat, cards in published().deal.items()}
DOG = (published().stock or "").split()


def dealt(hands: dict[int, list[str]], stock: list[str] | None = None) -> dict[str, Any]:
    return {"deal": {"hands": [hands.get(seat) for seat in range(4)], "stock": stock}}


def test_a_hand_is_kept_in_the_order_in_which_it_was_written_in_capitals() -> None:
    record = read(**dealt(ROWS, DOG))
    assert record.hands[1] is not None
    assert sorted(record.hands[1]) == list(ids(" ".join(ROWS[1])))
    assert json.loads(format_record(record))["deal"] == {
        "hands": [ROWS[seat] for seat in range(4)],
        "stock": DOG,
    }

    small = {0: [card.lower() for card in ROWS[0]]}
    record = read(**dealt(small), actions=[{"kind": "play", "seat": 0, "card": "h1"}])
    assert json.loads(format_record(record))["deal"]["hands"][0] == ROWS[0]
    assert json.loads(format_record(record))["actions"][0]["card"] == "H1"


def test_a_word_that_is_no_card_and_a_card_dealt_twice() -> None:
    for word in ["S0", "S11", "T22", "EX", "", "s 1", "S1 "]:
        problem = fault(**dealt({0: [word, *ROWS[0][1:]]}))
        assert (problem.code, problem.rule) == ("unknown-card", "french/1.3.1")
        assert code(**dealt({}, [word, *DOG[1:]])) == "unknown-card"

    assert code(**dealt({0: ["S\0", *ROWS[0][1:]]})) == "malformed"
    assert code(**dealt({}, ["\ud800", *DOG[1:]])) == "malformed"

    problem = fault(**dealt({0: [*ROWS[0][:-1], ROWS[0][0]]}))
    assert (problem.code, problem.cards) == ("duplicate-card", ids(ROWS[0][0]))
    assert code(**dealt({0: ROWS[0], 1: [ROWS[0][0], *ROWS[1][1:]]})) == "duplicate-card"
    assert code(**dealt({0: ROWS[0]}, [ROWS[0][0], *DOG[1:]])) == "duplicate-card"
    assert code(**dealt({0: ROWS[0]}, [ROWS[0][0].lower(), *DOG[1:]])) == "duplicate-card"


def test_a_hand_or_a_dog_of_another_number_of_cards() -> None:
    problem = fault(**dealt({2: ROWS[2][:-1]}))
    assert (problem.code, problem.rule, problem.seat) == ("wrong-card-count", "french/1.4", 2)
    assert str(problem) == "seat 2 has 17 cards; 18 are dealt."
    assert code(**dealt({2: [*ROWS[2], "S3"]})) == "wrong-card-count"
    assert code(**dealt({2: []})) == "wrong-card-count"

    assert code(**dealt({}, DOG[:-1])) == "wrong-card-count"
    assert code(**dealt({}, [*DOG, "S1"])) == "wrong-card-count"


@pytest.mark.parametrize(("players", "cards", "stock"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_how_many_cards_are_dealt(players: int, cards: int, stock: int) -> None:
    table: dict[str, Any] = {"players": list("ABCDE"[:players]), "dealer": 0}

    def first_hand(count: int, in_dog: int) -> dict[str, Any]:
        hands = [PACK[:count], *[None] * (players - 1)]
        return table | {"deal": {"hands": hands, "stock": PACK[count : count + in_dog]}}

    assert read(**first_hand(cards, stock)).stock is not None
    for count, in_dog in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
        assert code(**first_hand(cards + count, stock + in_dog)) == "wrong-card-count"
