"""What Le Jeu de Taros is: pack, tables, options (sheet A1 to A11, A22)."""

import pytest

from games.rules.cards import ALL
from games.rules.variants.taros_1659 import TAROS
from tests.rules.table import hand
from tests.rules.written import PACK, ids


@pytest.mark.rule("A6")
def test_what_the_cards_count() -> None:
    """A5, A6: 53 points in 19 cards; the other 59 are empty."""
    worth = {code: TAROS.pack.worth[card] for card, code in enumerate(PACK)}
    counting = {code: points for code, points in worth.items() if points}
    by_rank = {"K": 4, "Q": 3, "N": 2, "J": 1}
    court = {suit + rank: points for suit in "SHDC" for rank, points in by_rank.items()}
    assert counting == {"F": 5, "T21": 4, "T1": 4, **court}
    assert (len(counting), len(worth) - len(counting)) == (19, 59)
    assert TAROS.pack.points(ALL) == 2 * TAROS.pack.points_of(ids("F T21 T1")) + 2 * 27 == 2 * 53


@pytest.mark.parametrize("players", TAROS.seats)
def test_the_dealer_leads_or_the_next_player(players: int) -> None:
    """A11."""
    for dealer in range(players):
        first = hand(players, dealer=dealer, variant="taros-1659")
        after = hand(players, dealer=dealer, variant="taros-1659", first_lead="next")
        assert (first.outcome.turn, after.outcome.turn) == (dealer, (dealer + 1) % players)
        assert (first.outcome.phase, first.outcome.status) == ("play", "in-progress")
