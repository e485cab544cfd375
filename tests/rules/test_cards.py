"""The 78 cards: codes in either case, numbers, sets."""

import pytest

from games.rules import card_code, card_id, cards, cards_of, mask_of
from tests.rules.written import PACK


def test_every_card_has_its_number_and_its_code() -> None:
    assert [card_code(number) for number in range(78)] == PACK
    assert [card_id(code) for code in PACK] == list(range(78))


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("S1", 0),
        ("SK", 13),
        ("H10", 23),
        ("DN", 39),
        ("CJ", 52),
        ("T1", 56),
        ("T21", 76),
        ("F", 77),
    ],
)
def test_numbers_run_through_suits_trumps_and_the_fool(code: str, number: int) -> None:
    assert card_id(code) == number


@pytest.mark.parametrize("code", ["sk", "Sk", "sK", "SK"])
def test_letters_may_be_small_on_input(code: str) -> None:
    assert card_id(code) == 13
    assert card_code(card_id(code)) == "SK"


@pytest.mark.parametrize(
    "code",
    [
        "",
        "S",
        "K",
        "S0",
        "S11",
        "S01",
        "T0",
        "T22",
        "T01",
        "F1",
        "f ",
        " SK",
        "KS",
        "EX",
        "10H",
        "S⑩",
    ],
)
def test_anything_else_is_no_card(code: str) -> None:
    with pytest.raises(KeyError):
        card_id(code)


def test_letters_of_other_alphabets_are_none_of_ours() -> None:
    # "ſ" and the Kelvin sign become S and K where a program makes capitals of them.
    for code in ("ſK", "ſ1", "S\u212a"):
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
