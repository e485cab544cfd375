"""Tarok at the recording table: five suits, the draw after each trick, the pile and the points."""

import pytest

from games.desk.tally import tally_of
from games.desk.words import status, suit_name
from tests.rules.table import Hand, hand

NAMES = ("Wanda", "Samir", "Elise", "Nadia")


def tarok(cards: str, players: int = 4) -> Hand:
    return hand(players, variant="sca-tarok").plays(cards).stands()


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("", "Leads to trick 1."),
        ("T5", "Majors were led."),
        ("F", "Majors were led."),
        ("S1 H2", "Spades were led."),
        # C9: Wanda led the trick that Nadia has won.
        ("T5 T6 T7 T8", "Everybody draws, Wanda first; 14 left. Leads to trick 2."),
    ],
)
def test_what_is_to_be_known_before_a_card(cards: str, said: str) -> None:
    assert status(tarok(cards).state, NAMES)[1] == said


def test_nobody_is_out_of_a_suit_as_long_as_cards_are_drawn() -> None:
    """C-i: Samir has not followed spades, but has drawn a card since."""
    assert status(tarok("SK H2 S3 S4 SQ").state, NAMES)[1] == "Spades were led."


def test_the_majors_are_a_suit_with_a_name() -> None:
    assert [suit_name(tarok("").state, suit) for suit in (0, 4)] == ["spades", "Majors"]


def test_points_and_pile_are_in_view() -> None:
    """C5, C9, C13: the king, 2, 3 and 4 are 34 points; four of eighteen cards are drawn."""
    tally = tally_of(tarok("S2 SK S3 S4").state, NAMES)
    assert [(row.name, row.halves) for row in tally.rows if row.halves] == [("Samir", 2 * 34)]
    assert (tally.out, tally.pile) == (2 * (850 - 34), 14)
