"""Tarok, the score of a hand and its sheet (sheet C12, C13; worked examples)."""

import pytest

from tests.rules.drawn import suited, won
from tests.rules.table import hand, said

ANNA, BORIS, CHLOE, DARIO = range(4)


# ---- the worked examples of the sheet --------------------------------------------------------

EX4 = {
    -1: "HK S4",
    ANNA: "8M 1K 2Q 1N 2J 1 2 2 2 3 4 6 8 8 8 8 9 9 10",
    BORIS: "6M 1K 1Q 2N 1 3 5 5 5 6 7 9 9 10",
    CHLOE: "5M 1Q 2J 1 3 5 6 6 7 7 10",
    DARIO: "3M 1K 1N 1 2 3 4 4 7 10",
}


EX5 = {
    ANNA: "10M 2K 1Q 2N 1J 1 1 2 2 3 3 4 5 6 7 7 8 8 9 9 10 10",
    BORIS: "8M 1K 2Q 1N 2J 1 2 3 4 4 5 5 6 6 7 8 9 10",
    CHLOE: "4M 1K 1Q 1N 1J 1 2 3 4 5 6 7 8 9 10",
}
EX6 = {
    ANNA: "13M 3K 2Q 1N 2J 1 1 2 2 3 3 4 4 4 5 5 6 6 6 7 7 8 8 9 9 10 10 10",
    BORIS: "9M 1K 2Q 3N 2J 1 1 2 2 3 3 4 5 5 6 7 7 8 8 9 9 10",
}


@pytest.mark.parametrize(
    ("tricks", "piles", "points", "together"),
    [
        ("0:7 1:5 2:4 3:3", EX4, [310, 225, 170, 116], 821),
        ("0:11 1:9 2:6", EX5, [360, 300, 190], 850),
        ("0:22 1:17", EX6, [485, 365], 850),
    ],
    ids=["four", "three", "two"],
)
def test_the_worked_examples(
    tricks: str, piles: dict[int, str], points: list[int], together: int
) -> None:
    """C-Ex4 to C-Ex6 (C12, C13): the points of the cards are the score."""
    told = won(tricks, piles, players=len(points))
    assert told.outcome.card_points == tuple(points)
    assert told.scores == points
    assert told.pays("Together") == together


# ---- the score sheet -------------------------------------------------------------------------


def test_the_score_sheet_counts_kind_by_kind() -> None:
    """C-Ex4: what a player would write on paper, and the pack as a check."""
    lines = said(won("0:7 1:5 2:4 3:3", EX4, players=4))
    assert lines[15:] == [
        ("Chloe’s tricks", "13, 14, 15, 16: 16 cards", None, "C9"),
        ("Majors", "5 × 15", 75, "C13"),
        ("Queens", "1 × 20", 20, "C13"),
        ("Pages", "2 × 15", 30, "C13"),
        ("Ace to ten", "1 + 3 + 5 + 6 + 6 + 7 + 7 + 10", 45, "C13"),
        ("Chloe", "", 170, "C13"),
        ("Dario’s tricks", "17, 18, 19: 12 cards", None, "C9"),
        ("Majors", "3 × 15", 45, "C13"),
        ("Kings", "1 × 25", 25, "C13"),
        ("Knights", "1 × 15", 15, "C13"),
        ("Ace to ten", "1 + 2 + 3 + 4 + 4 + 7 + 10", 31, "C13"),
        ("Dario", "", 116, "C13"),
        ("Left over", "S4 and HK: for nobody", 29, "C12"),
        ("Together", "850 − 29", 821, "C13"),
    ]


def test_the_score_sheet_of_a_claim() -> None:
    """C12: the claimed tricks have their numbers, and nothing is left over."""
    beginning = suited(ANNA, "SK SQ SN SJ", 2)
    told = hand(2, variant="sca-tarok").plays(" ".join(cards for _, cards in beginning))
    assert said(told.claims(BORIS)) == [
        ("Anna’s tricks", "1, 2: 4 cards", None, "C9"),
        ("Kings", "1 × 25", 25, "C13"),
        ("Queens", "1 × 20", 20, "C13"),
        ("Knights", "1 × 15", 15, "C13"),
        ("Pages", "1 × 15", 15, "C13"),
        ("Anna", "", 75, "C13"),
        ("Boris’s tricks", f"{', '.join(map(str, range(3, 40)))}: 74 cards", None, "C9"),
        ("Majors", "22 × 15", 330, "C13"),
        ("Kings", "3 × 25", 75, "C13"),
        ("Queens", "3 × 20", 60, "C13"),
        ("Knights", "3 × 15", 45, "C13"),
        ("Pages", "3 × 15", 45, "C13"),
        ("Ace to ten", " + ".join(str(n) for n in range(1, 11) for _ in range(4)), 220, "C13"),
        ("Boris", "", 775, "C13"),
        ("Together", "the whole pack", 850, "C13"),
    ]


def test_who_has_won_nothing_has_a_line_that_says_so() -> None:
    lines = said(hand(3, variant="sca-tarok").claims(CHLOE))
    assert lines[:2] == [("Anna’s tricks", "none", None, "C9"), ("Anna", "", 0, "C13")]
