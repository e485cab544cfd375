"""Tarok, whole hands from the deal to the score, each with the rules it exercises.

In the first ones everybody can follow almost always, so that they can be counted on paper: a small
suit is 25 + 20 + 15 + 15 + 55 = 130, without its 2 and ace 127, and a Major is always 15.
"""

from typing import Any

import pytest

from tests.rules.drawn import scheduled, suited
from tests.rules.table import Hand

ANNA, BORIS, CHLOE, DARIO = range(4)
RANKS = "K Q N J 10 9 8 7 6 5 4 3 2 1".split()
MAJORS = [f"T{number}" for number in range(21, 0, -1)]


def suit(letter: str, lowest: int = 1) -> str:
    """A suit from high to low, down to that card."""
    return " ".join(letter + rank for rank in RANKS[: 15 - lowest])


def scores(told: Hand) -> list[int | float]:
    """What each seat scores; the points of the cards are the score (C13)."""
    assert told.outcome.card_points == told.outcome.scores
    assert told.outcome.sides == tuple((seat,) for seat in range(told.players))
    return list(told.scores or ())


def one_suit_after_the_other() -> Hand:
    tricks = [
        *suited(ANNA, suit("S"), 2),
        *suited(ANNA, suit("H"), 2),
        *suited(BORIS, suit("D"), 2),
        *suited(BORIS, suit("C"), 2),
        *suited(BORIS, " ".join([*MAJORS, "F"]), 2),
    ]
    return scheduled(tricks)


@pytest.mark.rule("C4")
def test_two_players_win_whole_suits() -> None:
    """C3, C4, C5, C8, C10, C11, C13: 39 tricks. Anna has 2 × 130, Boris the same and 22 Majors."""
    told = one_suit_after_the_other()
    assert len(told.state.winners) == 39
    assert scores(told) == [260, 260 + 330]


def in_turns() -> Hand:
    cards = " ".join([*map(suit, "SHDC"), *MAJORS, "F"])
    pairs = [suited(trick % 2, cards, 2)[trick] for trick in range(39)]
    return scheduled(pairs)


def test_two_players_win_every_other_trick() -> None:
    """C9, C10: each leads to the other's trick, so the draws change hands every time.

    Of swords and pentacles Anna has K Q, 10 9, 6 5, 2 1 = 78 and Boris the other 52, of cups and
    wands it is the other way round; of eleven tricks of Majors Anna has six.
    """
    assert scores(in_turns()) == [260 + 6 * 30, 260 + 5 * 30]


def of_three() -> Hand:
    """The last three tricks are Anna's last swords and the Fool, which nobody can follow."""
    tricks = [
        *suited(ANNA, suit("S", 3), 3),
        *suited(BORIS, suit("H", 3), 3),
        *suited(CHLOE, suit("D", 3), 3),
        *suited(BORIS, suit("C", 3), 3),
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


FOUR = [
    *suited(ANNA, suit("S", 3), 4),
    *suited(BORIS, suit("H", 3), 4),
    *suited(CHLOE, suit("D", 3), 4),
    *suited(DARIO, suit("C", 3), 4),
    *suited(ANNA, " ".join(MAJORS[:16]), 4),
    *suited(DARIO, " ".join(MAJORS[16:20]), 4),
    (DARIO, "H1 D1 D2 S2"),
    (DARIO, "H2 F C1 S1"),
]


def of_four() -> Hand:
    """Boris leads trick 5, so he and Chloe draw the last two cards."""
    return scheduled(FOUR, left={BORIS: "C2", CHLOE: "T1"})


def test_four_players_and_two_cards_left_over() -> None:
    """C9, C11, C12: 19 tricks; the 2 of wands and the first Major stay in two hands.

    Anna 127 + 4 × 60, Boris 127, Chloe 127, Dario 127 + 60 + 6 + 19; 833 = 850 − 17.
    """
    told = of_four()
    assert len(told.state.winners) == 19
    assert [told.state.in_hand(seat) for seat in range(4)] == [0, 1, 1, 0]
    assert scores(told) == [367, 127, 127, 212]
    assert told.pays("Left over") == 17
    assert told.pays("Together") == 833


def test_four_players_and_two_cards_that_nobody_draws() -> None:
    """C9 (`short_draw`: none): the same tricks, and the two cards lie in the pile."""
    told = scheduled(FOUR, under="C2 T1", short_draw="none")
    assert [told.state.in_hand(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert scores(told) == [367, 127, 127, 212]
    assert told.pays("Left over") == 17


def test_all_tricks_with_the_fool_above_the_21() -> None:
    """C4 (`fool_rank`: high), C14: Anna has everything, Boris nothing, and less there is not."""
    cards = " ".join([*map(suit, "SHDC"), "F", *MAJORS])
    told = scheduled(suited(ANNA, cards, 2), fool_rank="high")
    assert scores(told) == [850, 0]
    low = Hand(2, 1, {}, told.deal, told.stock, told.actions, variant="sca-tarok")
    problem = low.problem
    assert (problem.code, problem.action) == ("not-your-turn", 58)  # the 21 has won trick 29


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


@pytest.mark.parametrize("told", [one_suit_after_the_other, in_turns, of_three, of_four])
def test_what_was_written_down_changes_nothing_in_the_score(told: Any) -> None:
    """C13: who followed can be counted, no matter whose cards were known."""
    whole = told()
    for seats, stock in (((), False), ((), True), ((ANNA,), False), ((ANNA, BORIS), True)):
        assert scores(whole.knowing(*seats, stock=stock)) == scores(whole)


def test_a_ruling_is_added_and_need_not_be_balanced() -> None:
    told = of_three().rules(-10, 0, 2.5)
    assert told.outcome.card_points == (199, 254, 397)
    assert told.scores == [189, 254, 399.5]
