"""Tarok, whole hands from the deal to the score; more of them in golden/sca-tarok.

Everybody can follow almost always, so that they can be counted on paper: a small suit without its 2
and ace is 25 + 20 + 15 + 15 + 52 = 127, and a Major is always 15.
"""

import pytest

from tests.rules.drawn import scheduled, suited
from tests.rules.table import Hand

ANNA, BORIS, CHLOE, DARIO = range(4)
RANKS = "K Q N J 10 9 8 7 6 5 4 3".split()
MAJORS = [f"T{number}" for number in range(21, 0, -1)]


def suit(letter: str) -> str:
    """A suit from the king down to the 3."""
    return " ".join(letter + rank for rank in RANKS)


def scores(told: Hand) -> list[int | float]:
    """What each seat scores; the points of the cards are the score (C13)."""
    assert told.outcome.card_points == told.outcome.scores
    assert told.outcome.sides == tuple((seat,) for seat in range(told.players))
    return list(told.scores or ())


def of_three() -> Hand:
    """The last three tricks are Anna's last swords and the Fool, which nobody can follow."""
    tricks = [
        *suited(ANNA, suit("S"), 3),
        *suited(BORIS, suit("H"), 3),
        *suited(CHLOE, suit("D"), 3),
        *suited(BORIS, suit("C"), 3),
        *suited(CHLOE, " ".join(MAJORS[:18]), 3),
        *suited(ANNA, " ".join(MAJORS[18:]), 3),
        (ANNA, "S1 H1 D2"),
        (ANNA, "S2 H2 C1"),
        (ANNA, "F D1 C2"),
    ]
    return scheduled(tricks)


@pytest.mark.rule("C8")
def test_three_players_and_a_low_card_that_nobody_can_follow() -> None:
    """C7, C8, C11: 26 tricks; the ace wins as the only card of its suit, the Fool as the only
    Major.

    Anna 127 + 45 + 4 + 5 + 18, Boris 127 + 127, Chloe 127 + 6 × 45.
    """
    told = of_three()
    assert len(told.state.winners) == 26
    assert scores(told) == [199, 254, 397]


def of_four() -> Hand:
    """Boris leads trick 5, so he and Chloe draw the last two cards, and keep one each."""
    tricks = [
        *suited(ANNA, suit("S"), 4),
        *suited(BORIS, suit("H"), 4),
        *suited(CHLOE, suit("D"), 4),
        *suited(DARIO, suit("C"), 4),
        *suited(ANNA, " ".join(MAJORS[:16]), 4),
        *suited(DARIO, " ".join(MAJORS[16:20]), 4),
        (DARIO, "H1 D1 D2 S2"),
        (DARIO, "H2 F C1 S1"),
    ]
    return scheduled(tricks, left={BORIS: "C2", CHLOE: "T1"})


def test_a_claim_takes_what_nobody_has_won() -> None:
    """C12: Chloe claims after the swords, with two cards of the next trick on the table."""
    played = of_three()
    beginning = Hand(3, 2, {}, played.deal, played.stock, played.actions[:14], variant="sca-tarok")
    told = beginning.claims(CHLOE)
    assert scores(told) == [127, 0, 850 - 127]
    assert scores(told.knowing()) == [127, 0, 850 - 127]

    # With four players the cards left over as well, so that the scores add up to 850.
    played = of_four()
    beginning = Hand(4, 3, {}, played.deal, played.stock, played.actions[:72], variant="sca-tarok")
    assert scores(beginning.claims(ANNA)) == [367 + 19 + 17, 127, 127, 127 + 60 + 6]


def test_a_ruling_is_added_and_need_not_be_balanced() -> None:
    told = of_three().rules(-10, 0, 2.5)
    assert told.outcome.card_points == (199, 254, 397)
    assert told.scores == [189, 254, 399.5]
