"""What the cards count (sheet 1.3)."""

import pytest

from games.rules import card_id, cards
from games.rules.game.packs import TAROT_78
from tests.rules.written import PACK, ids


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("T21 T1 F", 4.5),
        ("SK HK DK CK", 4.5),
        ("SQ HQ DQ CQ", 3.5),
        ("SN HN DN CN", 2.5),
        ("SJ HJ DJ CJ", 1.5),
        ("S10 H1 D7 C2 T2 T20 T10", 0.5),
    ],
)
def test_the_value_of_a_card(row: str, points: float) -> None:
    assert {TAROT_78.worth[card] / 2 for card in ids(row)} == {points}


def test_all_cards_count_91_points_in_halves() -> None:
    """4½ + 3½ + ½ + ½ are a trick of 18 halves."""
    assert TAROT_78.total == 2 * 91
    assert TAROT_78.points(cards.ALL) == 2 * 91
    assert TAROT_78.points_of(map(card_id, PACK)) == 2 * 91
    assert cards.codes_of(TAROT_78.honours) == ["T1", "T21", "F"]

    # 4½ + 3½ + ½ + ½
    assert TAROT_78.points_of(ids("SK SQ S1 T7")) == 18
