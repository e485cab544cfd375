"""The 78 cards: codes in either case, numbers, sets."""

import pytest

from games.rules import card_code, card_id, cards, cards_of, mask_of
from tests.rules.written import PACK


def test_every_card_has_its_number_and_its_code_in_either_case() -> None:
    assert [card_code(number) for number in range(78)] == PACK
    assert [card_id(code) for code in PACK] == list(range(78))
    for code in ("sk", "Sk", "sK", "SK"):
        assert card_code(card_id(code)) == "SK"
    # "ſ" and the Kelvin sign become S and K where a program makes capitals of them.
    others = ["", "S", "K", "S0", "S11", "S01", "T0", "T22", "T01", "F1", "f ", " SK", "KS", "EX"]
    for code in (*others, "10H", "S⑩", "ſK", "ſ1", "S\u212a"):
        with pytest.raises(KeyError):
            card_id(code)


def test_a_set_of_cards_is_read_back_in_ascending_order() -> None:
    assert cards_of(mask_of([77, 3, 56, 0])) == [0, 3, 56, 77]
    assert mask_of([]) == 0
    assert cards_of(0) == []
    assert mask_of([5, 5]) == mask_of([5])


def test_the_sets_that_rules_speak_of() -> None:
    assert cards.codes_of(cards.TRUMPS) == PACK[56:77]
    assert cards.codes_of(cards.PLAIN) == PACK[:56]
    assert cards.codes_of(cards.HONOURS) == ["T1", "T21", "F"]
    assert cards.codes_of(cards.KINGS) == ["SK", "HK", "DK", "CK"]
    assert cards.codes_of(cards.QUEENS | cards.KNIGHTS | cards.JACKS) == [
        suit + rank for suit in "SHDC" for rank in "JNQ"
    ]
    assert cards.TRUMPS | cards.PLAIN | cards.FOOL == cards.ALL
