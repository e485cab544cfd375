"""What Tarok is: pack, order of the cards, tables, options (sheet C1 to C6, C13)."""

import pytest

from games.rules.cards import ALL
from games.rules.variants.sca_tarok import TAROK
from tests.rules.table import hand
from tests.rules.written import PACK, SUITS

COURT = {"J": 15, "N": 15, "Q": 20, "K": 25}


def test_what_the_cards_count() -> None:
    """C13: Majors 330, kings 100, queens 80, knights and pages 120, the rest 220."""
    worth = {code: TAROK.pack.worth[card] for card, code in enumerate(PACK)}
    assert all(worth[code] == 15 for code in PACK if code[0] in "TF")
    for suit in SUITS:
        assert {rank: worth[suit + rank] for rank in COURT} == COURT
        assert [worth[f"{suit}{number}"] for number in range(1, 11)] == list(range(1, 11))
    assert TAROK.pack.total == 2 * 850
    assert TAROK.pack.honours == 0  # C14
    assert (
        TAROK.pack.points(ALL)
        == TAROK.pack.points_of(range(78))
        == 2 * (330 + 100 + 80 + 120 + 220)
    )


def test_both_options_are_marked_as_reconstructed() -> None:
    assert [option.mark for option in TAROK.options] == ["reconstructed"] * 2


@pytest.mark.rule("C6")
@pytest.mark.parametrize("players", TAROK.seats)
def test_the_player_on_the_dealer_s_left_leads(players: int) -> None:
    """C6."""
    for dealer in range(players):
        told = hand(players, dealer=dealer, variant="sca-tarok")
        assert told.outcome.turn == (dealer + 1) % players
        assert (told.outcome.phase, told.outcome.status) == ("play", "in-progress")


def test_a_deal_of_another_size_is_refused() -> None:
    """C1, C5."""
    short = " ".join(SUITS["S"])
    hand(2, variant="sca-tarok", deal={0: short}).refused("wrong-card-count", "C5", action=None)
    hand(3, variant="sca-tarok", stock=short).refused("wrong-card-count", "C5", action=None)
    twice = " ".join([*SUITS["S"], "H1"])
    dealt = hand(2, variant="sca-tarok", deal={0: twice, 1: twice})
    assert dealt.problem.code == "duplicate-card"
