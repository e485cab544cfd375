"""Scarto: what may be played (sheet E13 to E17)."""

import pytest

from tests.rules.piedmont import ANNA, BORIS, CHLOE, known, scarto
from tests.rules.written import ids

LAID = known().lays_away("S10 D10 C1")
BLIND = scarto().lays_away(None)


def test_the_player_after_the_dealer_leads_and_then_who_won() -> None:
    """E13."""
    LAID.does("play", seat=ANNA, card="SK").refused("not-your-turn", "E13", seat=BORIS)
    assert LAID.plays("SQ S3 SK").outcome.turn == ANNA
    assert LAID.plays("S5 S3 S6").outcome.turn == ANNA


def test_a_suit_is_followed_and_who_is_void_trumps_but_nobody_need_go_over() -> None:
    """E14, E15: Anna has no clubs after four rounds of them."""
    told = LAID.plays("SQ")
    told.plays("HJ").refused("must-follow-suit", "E14", cards="S1 S2 S3", legal="S1 S2 S3")
    told.plays("S1").stands()

    told = LAID.plays("T19")
    problem = told.plays("S1").problem
    assert (problem.code, problem.rule) == ("must-follow-suit", "scarto/E14")
    told.plays("T7 T2").stands()

    told = LAID.plays("CK C2 C8 CQ C3 C9 C7 C4 C10")
    assert told.outcome.turn == ANNA
    told = told.plays("S6 S4 S1").plays("S7 S5 S2").plays("S8 SJ S3").plays("C6 C5")
    problem = told.plays("H1").problem
    assert (problem.code, problem.rule) == ("must-trump", "scarto/E15")
    told.plays("T2").stands()


@pytest.mark.rule("E17")
def test_the_matto_may_always_be_played_and_the_next_card_sets_the_suit() -> None:
    """E17."""
    assert LAID.plays("SQ S3 F").outcome.turn == BORIS
    assert LAID.plays("T19 T7 F").outcome.turn == BORIS

    told = LAID.plays("SQ S3 SK F")
    assert told.plays("H5 H8").outcome.turn == BORIS
    problem = told.plays("H5 D4").problem
    assert (problem.code, problem.rule) == ("must-follow-suit", "scarto/E14")


def test_a_revoke_of_an_unknown_hand_is_proven_by_a_later_card() -> None:
    """E14, E15: action 0 is the discard."""
    told = BLIND.plays("SQ H2 SK")
    # Anna wins with SK and leads HK; who threw a heart has neither spade nor trump.
    for card, rule in (("S2", "scarto/E14"), ("T5", "scarto/E15")):
        problem = told.plays(f"HK H3 {card}").problem
        assert (problem.code, problem.rule) == ("revoke", rule)
        assert (problem.cards, problem.earlier, problem.seat) == (ids("H2"), 2, CHLOE)
