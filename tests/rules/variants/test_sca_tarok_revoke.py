"""Tarok: when a card proves an earlier revoke, and when it may have been drawn since (sheet C7, C9,
C-i).

Anna leads swords, trick after trick; Boris does not follow the first of them.
"""

from dataclasses import replace
from typing import Any

from tests.rules.table import Hand, hand
from tests.rules.written import codes, said

ANNA, BORIS, CHLOE, DARIO = range(4)
SPADES = "SK SQ SN SJ S10 S9 S8".split()
LOW = "S1 S2 S3 S4 S5 S6 S7".split()
CUPS = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ HK D10"
SAID = "Boris plays {card} but did not follow swords in trick {trick}."


def tarok(players: int = 4, **facts: Any) -> Hand:
    return hand(players, variant="sca-tarok", **facts)


def swords(told: Hand, boris: str) -> Hand:
    """Tricks that Anna leads with swords and wins: "S" where Boris plays one too, "-" where he
    throws a cup on it, "x" where the table lets that stand. The others throw pentacles and wands.
    """
    shown = 0
    for number, code in enumerate(boris):
        own = LOW[shown] if code == "S" else f"H{number + 1}" + "!" * (code == "x")
        shown += code == "S"
        told = told.plays(f"{SPADES[number]} {own} D{number + 1} C{number + 1}")
    return told


def revoked(told: Hand, *, trick: int, by: str) -> None:
    """Boris's last spade, `by`, proves that he revoked in that trick."""
    plays = [action["card"] for action in told.actions]
    told = replace(told, actions=told.actions[: plays.index(by) + 1])
    earlier = plays.index(f"H{trick}")
    problem = told.problem
    assert (problem.code, problem.rule, problem.earlier) == ("revoke", "sca-tarok/C7", earlier)
    assert str(problem) == SAID.format(card=by, trick=trick)
    assert codes(problem.cards) == f"H{trick}"
    assert "S7" not in codes(problem.legal or ()).split()


# ---- nothing is known ------------------------------------------------------------------------


def test_draws_since_a_refusal_explain_as_many_cards_and_no_more() -> None:
    """C-i, C9: a card is drawn after every trick, and one at most is shown in it; Boris draws after
    tricks 1 to 5, or to 4 where the last two stay in the pile."""
    swords(tarok(), "-SSSS").stands()
    swords(tarok(), "-S-SS").stands()

    swords(tarok(), "-SSSSS").stands()
    revoked(swords(tarok(), "-SSSSSS"), trick=1, by="S6")

    swords(tarok(short_draw="none"), "-SSSS").stands()
    revoked(swords(tarok(short_draw="none"), "-SSSSS"), trick=1, by="S5")

    # The later the refusal, the fewer draws explain it: those after tricks `refused` to 4.
    for refused in [2, 3, 4]:
        begun = "S" * (refused - 1) + "-"
        draws = 5 - refused
        told = tarok(short_draw="none")
        swords(told, begun + "S" * draws).stands()
        if len(begun) + draws < len(SPADES):
            shown = begun.count("S") + draws + 1
            revoked(swords(told, begun + "S" * (draws + 1)), trick=refused, by=f"S{shown}")

    # Once nobody draws, any later card proves it.
    revoked(swords(tarok(), "SSSSS-S"), trick=6, by="S6")
    revoked(swords(tarok(short_draw="none"), "SSSS-S"), trick=5, by="S5")


def test_a_player_who_did_not_draw_the_last_two_has_one_draw_less() -> None:
    """C9, C-i: Dario wins trick 4 and leads trick 5, so he and Anna draw after it, not Boris."""
    told = swords(tarok(), "-SS").plays("S10 S3 D4 SJ").plays("CJ CK H5 D5")
    told = told.plays("S9 S4 D6 C6").stands()
    revoked(told.plays("S8 S5"), trick=1, by="S5")


def test_the_earliest_trick_that_is_proven_is_named() -> None:
    """C-i: four draws since trick 1 explain four swords; the fifth proves it and trick 6."""
    revoked(swords(tarok(short_draw="none"), "-SSSS-S"), trick=1, by="S5")
    # The fourth still proves the later one alone.
    revoked(swords(tarok(short_draw="none"), "-SSS-S"), trick=5, by="S4")


def test_what_was_let_stand_and_other_suits_prove_nothing() -> None:
    """C-i: Boris leads a cup later."""
    swords(tarok(), "xSSSSSS").stands()
    assert "S6" in said(swords(tarok(), "xSSSSS").state.possible(BORIS)).split()
    swords(tarok(), "SSSSSxS").stands()

    told = swords(tarok(short_draw="none"), "-----").plays("S9 T21 D6 C6")
    assert told.outcome.turn == ANNA
    told.plays("H10 H9 HN D7").stands()


def test_only_cards_that_may_have_been_drawn_unseen_are_explained() -> None:
    """C7, C-i, fine points: draws whose face is known are left out of both counts; S2 is not in the
    pile, so Boris had it all the time."""
    swords(known_pile(), "-S").stands()

    revoked(swords(known_pile(), "-SS"), trick=1, by="S2")

    # What cannot be there is not offered.
    told = swords(tarok(short_draw="none"), "-SSSS")
    assert "S5" not in said(told.state.possible(BORIS)).split()
    told = swords(tarok(), "-SSSS")
    assert "S5" in said(told.state.possible(BORIS)).split()


# ---- two players: 24 draws -------------------------------------------------------------------


def test_with_two_players_the_draw_after_the_trick_itself_is_the_last_one() -> None:
    """C-i, C11: Boris refuses swords in trick 24; he may have drawn one after it, no second."""
    told = tarok(2)
    for number in range(1, 11):
        told = told.plays(f"D{number} C{number}")
    for number in range(1, 11):
        told = told.plays(f"T{number} H{number}")
    told = told.plays("DJ CJ DN CN DQ CQ").plays("SK HJ")
    assert (len(told.state.winners), told.state.draw_pile and told.state.draw_pile.left) == (24, 0)
    told = told.stands().plays("SQ S1").stands()
    told = told.plays("SN S2")
    problem = told.problem
    assert (problem.code, problem.earlier) == ("revoke", 47)
    assert str(problem) == SAID.format(card="S2", trick=24)


# ---- what is known of the cards --------------------------------------------------------------


def known_pile(**facts: Any) -> Hand:
    """Nobody's hand is known, but the pile: Boris draws the 1 of swords after the first trick."""
    top = "DK S1 DQ CK H2 H3 H4 H5 CQ CN CJ T1 T2 T3 T4 T5 T6 T7"
    return tarok(stock=top, **facts)


def test_of_a_known_hand_what_it_drew_is_counted() -> None:
    """C7, C-i, C9: Boris was dealt no spade, and refuses one a second time in trick 3; since then
    he has drawn three cards."""
    # A hand that was written is judged at once.
    deal = {BORIS: "S1 S2 H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ"}
    told = tarok(deal=deal).plays("SK H1")
    told.refused("must-follow-suit", "C7", cards="S1 S2", legal="S1 S2", seat=BORIS)

    # A fourth spade was there before.
    deal = {BORIS: CUPS}
    swords(tarok(deal=deal), "-S-SSS").stands()
    revoked(swords(tarok(deal=deal), "-S-SSSS"), trick=3, by="S5")

    # He draws five cards; a sixth that was not dealt to him he cannot have.
    told = swords(tarok(deal={BORIS: CUPS}), "-SSSSS").stands()
    told = told.plays("S8 S6")
    told.refused("not-in-hand", "C5", cards="S6", seat=BORIS)
