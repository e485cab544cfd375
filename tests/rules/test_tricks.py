"""The state of a trick with each card (sheet 1.9): what is led, the best trump, who takes it."""

import pytest

from games.rules import card_id, find_variant
from games.rules.game.tricks import TrickPosition
from tests.rules.written import ids, said

FRENCH = find_variant("french")
assert FRENCH is not None
EMPTY = FRENCH.tricks({}).opening


def trick(row: str) -> tuple[TrickPosition, str]:
    """What lies after these cards, and the one that takes them."""
    lying, taking = EMPTY, ""
    for code in row.split():
        after = lying.after[card_id(code)]
        lying, taking = after, taking if after is lying else code
    return lying, taking


@pytest.mark.parametrize(
    ("row", "taking"),
    [
        ("S5 SK S10 SQ", "SK"),
        ("S5 HK DK CK", "S5"),  # 1.9.7: a higher card of another suit does not win
        ("S5 SK T1 S10", "T1"),
        ("SK T7 T3 T12", "T12"),
        ("SK T7 T3 SQ", "T7"),
        ("T5 SK T21 T20", "T21"),
        ("T5 SK HK DK", "T5"),
        ("F S1 S2 HK", "S2"),
        ("S1 F H2 HK", "S1"),
        ("F T1 SK F", "T1"),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_led(row: str, taking: str) -> None:
    assert trick(row)[1] == taking


@pytest.mark.parametrize(
    ("row", "led", "best"),
    [("", -1, 0), ("F", -1, 0), ("H5 T3", 1, 3), ("F T9 SK", 4, 9), ("S1 T8 T4", 0, 8)],
)
def test_what_is_led_and_the_best_trump(row: str, led: int, best: int) -> None:
    lying, _ = trick(row)
    assert (lying.led, lying.best) == (led, best)


def test_what_a_card_denies() -> None:
    # 1.9.3: spades were led and trumped. Who throws off a heart has neither spade nor trump;
    lying, _ = trick("S5 T18")
    denied = lying.denied[card_id("H5")]
    assert all(denied >> card & 1 for card in ids("S1 SK T1 T21"))
    # who puts in a lower trump has no spade and none of 19 to 21; who follows may hold anything.
    trumps = lying.denied[card_id("T4")]
    assert said(trumps).split()[-3:] == ["T19", "T20", "T21"]
    assert not trumps >> card_id("T17") & 1
    assert (lying.denied[card_id("S1")], lying.denied[card_id("F")]) == (0, 0)
