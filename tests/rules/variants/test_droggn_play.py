"""Droggn: announcements, the pagat kept back, the fool, the end of a slam (sheet 2.8), claims."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import card_code
from games.rules.phases.play import legal
from tests.rules.stubai import (
    ANNA,
    BORIS,
    DEAL,
    PIPS,
    STOCK,
    Stubai,
    Wanted,
    contract,
    court_worth,
    known,
    made_up,
    stubai,
)
from tests.rules.table import LET_STAND
from tests.rules.written import in_order, said

SUPER = known().says("super pass pass")
UNKNOWN = stubai().says("super pass pass")
EVERYTHING = in_order(" ".join([*DEAL.values(), STOCK]))
ALL_COURT = f"T21 {court_worth(40)}"


def may_play(told: Stubai) -> str:
    return said(legal(told.state))


def without(cards: str, *but: str) -> str:
    return " ".join(card for card in in_order(cards).split() if card not in but)


# ---- announcements ---------------------------------------------------------------------------


def test_the_declarer_announces_between_the_exchange_and_the_first_card_and_once() -> None:
    """2.8.1, 2.8.3, D22."""
    code = "announcement-not-allowed"
    told = SUPER.announces("pagat-ultimo").stands()
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", ANNA)
    told.announces("pagat-ultimo").refused(code, "2.8.1", seat=ANNA)
    told.announces("fool-last").refused(code, "2.8.3", seat=ANNA)
    SUPER.announces("pagat-ultimo", seat=BORIS).refused(code, "2.8.1", seat=BORIS)
    SUPER.plays("SK").announces("pagat-ultimo").refused(code, "2.8.1", seat=ANNA)
    SUPER.claims(ANNA).refused("wrong-phase", "2.8.4", seat=ANNA)

    for what in ["pagat-ultimo", "fool-last"]:
        stubai().says("solo").announces(what).refused("wrong-phase", "2.5.1", seat=BORIS)
        told = stubai().says("ansager pass pass")
        told.announces(what).refused("wrong-phase", "2.6.1", seat=ANNA)
        told.lays_away(None).announces(what).refused("wrong-phase", "2.6.1", seat=ANNA)
        over = UNKNOWN.plays("S4").claims(ANNA)
        over.announces(what).refused("wrong-phase", "2.8.7")
        stubai().announces("slam").refused("unknown-announcement", "2.8.1")


@pytest.mark.rule("D28")
def test_an_announced_card_is_in_that_hand_or_cannot_be_announced() -> None:
    """2.8.1, 2.8.3, D28."""
    code = "announcement-not-allowed"
    boris = known().says("pass slam pass")
    boris.announces("pagat-ultimo").refused(code, "2.8.1", seat=BORIS)
    boris.announces("fool-last").refused(code, "2.8.3", seat=BORIS)
    laid = known().says("solo pass pass").lays_away("T1 S9 S10", irregular=LET_STAND)
    laid.announces("pagat-ultimo").refused(code, "2.8.1", seat=ANNA)

    told = UNKNOWN.announces("pagat-ultimo")
    assert said(told.state.held(ANNA)) == "T1"
    told.plays("S4 T1").refused("not-in-hand", "2.4", cards="T1", seat=BORIS)
    displayed = stubai().says("slam pass pass").announces("fool-last")
    displayed.plays("S4 F").refused("not-in-hand", "2.4", cards="F", seat=BORIS)

    # The fool is displayed only at a slam.
    SUPER.announces("fool-last").refused("announcement-not-allowed", "2.8.3", seat=ANNA)
    told = known().says("slam pass pass").announces("fool-last").stands()
    told.announces("pagat-ultimo").refused("announcement-not-allowed", "2.8.1", seat=ANNA)


# ---- the announced pagat kept back -----------------------------------------------------------

KEPT_BACK = "announced-pagat-kept-back"


def test_an_announced_pagat_is_not_led() -> None:
    """2.8.2: who leads, or follows the fool alone, always has another card."""
    told = SUPER.announces("pagat-ultimo")
    others = without(DEAL[ANNA], "T1")
    assert may_play(told) == others
    told.plays("T1").refused(KEPT_BACK, "2.8.2", cards=others, legal=others, seat=ANNA)
    told.plays("T1!").stands()
    SUPER.plays("T1").stands()

    # Nor by a hand that nobody wrote down.
    told = UNKNOWN.announces("pagat-ultimo")
    others = without(EVERYTHING, "T1")
    told.plays("T1").refused(KEPT_BACK, "2.8.2", legal=others, seat=ANNA)
    after_fool = told.plays("S4 S5 S6 F")
    left = without(others, "S4", "S5", "S6", "F")
    assert may_play(after_fool) == left
    after_fool.plays("T1").refused(KEPT_BACK, "2.8.2", legal=left, seat=ANNA)


# No diamond but what is named; S7 and the king of spades are with the others.
FILLED = " ".join(["S4 S5 S6", *[card for card in PIPS if card[0] in "CH"]])


def test_an_announced_pagat_is_kept_back_while_another_card_may_be_played() -> None:
    """2.8.2: named before the duty to follow suit; the fool is another card too."""
    told = stubai(deal={ANNA: f"D4 F T1 T2 {FILLED}"}).says("super pass pass")
    told = told.announces("pagat-ultimo").plays("S4 S7 SK D5")
    told.plays("T1").refused(KEPT_BACK, "2.8.2", cards="D4 T2 F", legal="D4 F", seat=ANNA)

    # Void, without a trump and without the fool it is the only card.
    told = stubai(deal={ANNA: f"T1 CK CQ CN {FILLED}"}).says("super pass pass")
    told = told.announces("pagat-ultimo").plays("S4 S7 SK D5")
    assert may_play(told) == "T1"
    told.plays("T1").stands()

    # To the last trick it may be played.
    told = SUPER.announces("pagat-ultimo").plays_on(60)
    last = told.plays_on(63)
    assert (told.outcome.phase, last.outcome.status) == ("play", "scored")
    assert card_code(last.state.card_by(ANNA, 20)) == "T1"


@pytest.mark.parametrize("later", ["D4", "T20", "F"])
def test_a_later_card_shows_that_it_need_not_have_fallen(later: str) -> None:
    """2.8.2: the suit led, another trump, the fool."""
    told = UNKNOWN.announces("pagat-ultimo").plays("S4 S5 SK D5 T1 D6")
    assert told.outcome.turn == ANNA
    told = told.stands()
    possible = may_play(told)
    assert later not in possible.split()
    told.plays(later).refused("revoke", "2.8.2", cards="T1", earlier=8, seat=ANNA, legal=possible)
    # What the table let stand shows nothing.
    let = UNKNOWN.announces("pagat-ultimo").plays("S4 S5 SK D5 T1! D6")
    let.plays(later).stands()


# ---- following, the fool ---------------------------------------------------------------------


@pytest.mark.rule("2.8.6d", "D25")
def test_a_suit_is_followed_by_any_card_and_a_later_one_proves_a_revoke() -> None:
    """2.8.5, 2.8.6, 2.8.6d, D25."""
    # Nobody has to beat a card.
    assert may_play(SUPER.plays("T5")) == "T14 T15 T16 T17 T18 T19 T20"
    chloe = SUPER.plays("T5 T20")
    assert may_play(chloe) == "T2 T3 T11 T12 T13"
    chloe.plays("T2").stands()

    # Who did not follow has revoked.
    told = UNKNOWN.plays("S4 H4 S5 T2 T3 T4")
    assert told.problem.code == "revoke"
    told = UNKNOWN.plays("S4 T2 S5 H4 H5 H6")
    told.plays("S7").refused(
        "revoke", "2.8.5", cards="T2", earlier=4, seat=BORIS, legal=may_play(told)
    )

    # The fool goes to any trick, and the next card after it is followed.
    told = SUPER.plays("F DQ")
    assert may_play(told) == "D4 D5 D6 D7 DJ"
    assert "F" in may_play(SUPER).split()
    assert told.plays("DJ").outcome.turn == BORIS


# ---- a slam ----------------------------------------------------------------------------------


@pytest.mark.rule("D6")
def test_a_slam_ends_with_the_first_trick_that_is_lost() -> None:
    """2.8.7, 2.10.3, D6."""
    told = known().says("slam pass pass").plays("T21 T14 T2 T5 T15 T3")
    assert (told.outcome.status, told.outcome.phase, told.outcome.turn) == ("scored", "over", None)
    assert told.scores == [-334, 167, 167]
    # One trick with 21 in it: 5 + 1 + 1 - 2; the stock is the defenders'.
    assert told.outcome.card_points == (5, 69)
    told.does("play", seat=BORIS, card="T16").refused("wrong-phase", "2.8.7")
    told.claims(BORIS).refused("wrong-phase", "2.8.7")
    assert told.rules(10, -5, -5).scores == [-324, 162, 162]


@pytest.mark.rule("D1")
def test_what_the_declarer_has_at_a_slam_lost_early() -> None:
    """2.6.5, 2.8.6c, D1, 2.8.7: the stock where it is hers; a fool that was played goes back."""
    mine = known(stock_unexchanged="declarer").says("slam pass pass")
    assert mine.plays("T5 T14 T2").outcome.card_points == (1, 73)
    assert mine.plays("F DQ D4").outcome.card_points == (5, 69)
    theirs = known().says("slam pass pass")
    assert theirs.plays("T5 T14 T2").outcome.card_points == (0, 74)
    assert theirs.plays("F DQ D4").outcome.card_points == (4, 70)

    # They are not said while a stock that is hers is unknown.
    told = stubai(stock_unexchanged="declarer").says("slam pass pass").plays("S4 S5 S6")
    assert (told.scores, told.outcome.card_points) == ([-334, 167, 167], None)
    assert told.lines["Anna’s tricks"].points is None
    assert "Card points" not in told.lines
    assert stubai().says("slam pass pass").plays("S4 S5 S6").outcome.card_points == (0, 74)


@pytest.mark.parametrize(("claimant", "each"), [(ANNA, 167), (BORIS, -167)])
def test_a_claim_in_a_slam_is_scored_wherever_the_fool_is(claimant: int, each: int) -> None:
    """2.10.3."""
    told = stubai().says("slam pass pass").plays("SK S4 S5").claims(claimant)
    assert told.scores == [2 * each, -each, -each]
    assert (told.outcome.card_points, told.outcome.won) == (None, each > 0)


def slam(
    *, fool: tuple[int, int], announced: str = "", lost: bool = False, **options: Any
) -> Stubai:
    told = contract("slam", **options)
    told = told.announces(announced) if announced else told
    winners = "0" * 20 + ("1" if lost else "0")
    court = ALL_COURT
    return made_up(told, Wanted(winners, court, fool, (ANNA, 3)))


@pytest.mark.rule("2.8.6f", "D29")
def test_only_a_displayed_fool_wins_the_last_trick_of_a_slam() -> None:
    """2.8.3, 2.8.6f, D28, D29: 74 less a point for the stock of three empty cards."""
    told = slam(fool=(ANNA, 21), announced="fool-last")
    assert told.state.winners == [ANNA] * 21
    assert told.outcome.card_points == (73, 1)
    assert told.scores == [334, -167, -167]

    # One that was not displayed loses it,
    told = slam(fool=(ANNA, 21), lost=True)
    assert told.state.winners[-1] == BORIS
    assert told.scores == [-334, 167, 167]

    # and so does one that falls earlier.
    told = known().says("slam pass pass").announces("fool-last").plays("F DQ D4")
    assert (told.outcome.status, told.scores) == ("scored", [-334, 167, 167])


# ---- claims ----------------------------------------------------------------------------------


@pytest.mark.rule("2.7.3")
def test_a_claim_gives_the_rest_to_one_side_and_waits_for_who_can_tell() -> None:
    """2.10.1, 2.7.3: all hands known; Anna's trick and the rest are 74 less 1 for the stock T4 S4
    C4."""
    told = SUPER.plays("SK S7 S5").claims(ANNA)
    assert told.outcome.card_points == (73, 1)
    # V = 80 + 36.
    assert told.scores == [232, -116, -116]
    # Her fool stays hers for 4 where Boris claims: 5 + 1 + 1 - 2 for the trick, and 4.
    assert SUPER.plays("SK S7 S5").claims(BORIS).outcome.card_points == (9, 65)

    told = UNKNOWN.plays("SK S4 S5").claims(ANNA)
    assert (told.outcome.status, told.outcome.phase) == ("in-progress", "over")
    assert told.scores is None
    # The stock is the defenders', so what nobody saw goes to both sides; not so at a solo, where
    # the fool is out.
    solo = stubai().says("solo pass pass").lays_away(None).plays("SK F S5").claims(ANNA)
    assert solo.outcome.card_points == (70, 4)

    # An unseen payment may be the fool.
    told = known().says("ansager pass pass").lays_away("S9 S10 C4").buys("T20")
    claimed = told.plays("S4 S7 S5").claims(ANNA)
    assert claimed.outcome.status == "in-progress"
    told = told.plays("S4 SK S5").claims(ANNA)
    assert told.outcome.status == "scored"
