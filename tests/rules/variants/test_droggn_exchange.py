"""Droggn: the stock, what may be laid away (sheet 2.6), and the purchase (2.7)."""

from __future__ import annotations

import pytest

from games.rules.cards import mask_of
from games.rules.phases import exchange
from tests.rules.stubai import (
    ANNA,
    BORIS,
    CHLOE,
    DEAL,
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
from tests.rules.written import ids, in_order, said

SOLO = known().says("solo pass pass")
ANSAGER = known().says("ansager pass pass")
MAY_GO = in_order(" ".join({*DEAL[ANNA].split(), *STOCK.split()} - {"T21", "T1", "F"}))
# 10 tricks for Anna, the first eleven for Boris; fool and pagat fall where nothing hangs on them.
EVEN = Wanted("1" * 11 + "0" * 10, f"T21 {court_worth(18, but='DK')}", (CHLOE, 2), (ANNA, 12))


def held(told: Stubai, seat: int) -> str:
    """The cards surely in a hand."""
    return said(told.state.held(seat))


# ---- the stock -------------------------------------------------------------------------------


@pytest.mark.rule("D5")
def test_the_declarer_takes_the_stock_unseen_or_it_stays_closed() -> None:
    """2.6.1, 2.6.5, D5."""
    for bid in ("ansager", "solo"):
        told = known().says(f"{bid} pass pass")
        assert held(told, ANNA) == in_order(f"{DEAL[ANNA]} {STOCK}")
        told.turns_up(STOCK).refused("wrong-phase", "2.6.1", seat=ANNA)
        told.turns_up("S4").refused("wrong-phase", "2.6.1", seat=ANNA)
        unknown = stubai().says(f"{bid} pass pass")
        unknown.turns_up(STOCK).refused("wrong-phase", "2.6.1", seat=ANNA)
    for bid in ("super", "slam"):
        told = known().says(f"{bid} pass pass")
        assert held(told, ANNA) == in_order(DEAL[ANNA])
        told.lays_away("S9 S10 SJ").refused("wrong-phase", "2.8.4", seat=ANNA)
        told.buys("T20").refused("wrong-phase", "2.8.4", seat=ANNA)
        told.plays("T4").refused("not-in-hand", "2.4", cards="T4", legal=None, seat=ANNA)


# ---- what may be laid away -------------------------------------------------------------------


@pytest.mark.rule("D33")
def test_three_cards_of_the_declarer_s_are_laid_away() -> None:
    """2.6.1, D33."""
    SOLO.lays_away("S4 S9 S10").stands()
    SOLO.lays_away("S9 S10").refused("wrong-card-count", "2.6.1", cards="S9 S10")
    SOLO.lays_away("S9 S10 S8").refused("not-in-hand", "2.4", cards="S8", seat=ANNA)
    SOLO.does("discard", seat=BORIS, cards=None).refused("not-your-turn", "2.6.1", seat=ANNA)
    SOLO.lays_away("S9 S10 SJ").lays_away(None).refused("wrong-phase", "2.8.4", seat=ANNA)
    SOLO.does("play", seat=ANNA, card="S9").refused("wrong-phase", "2.6.1", seat=ANNA)

    # Also of a stock that nobody wrote down.
    told = known(ANNA, stock=False).says("solo pass pass").lays_away("S4 D2 T20").stands()
    assert held(told, ANNA) == in_order(DEAL[ANNA])
    told = known(ANNA, stock=False).says("solo pass pass").lays_away("S9 S10 SJ")
    told.plays("D2").stands()  # it may have come with the stock


@pytest.mark.rule("D16")
def test_an_honour_is_never_laid_away() -> None:
    """2.6.2, D16: nor face down."""
    unseen = stubai().says("solo pass pass")
    for honour in ("T21", "T1", "F"):
        told = SOLO.lays_away(f"S9 S10 {honour}")
        told.refused("discard-honour", "2.6.2", cards=honour, legal=MAY_GO, seat=ANNA)
        SOLO.lays_away(f"S9 S10 {honour}", irregular=LET_STAND).stands()
        shown = unseen.lays_away(None, shown=honour)
        shown.refused("discard-honour", "2.6.2", cards=honour, seat=ANNA)
    assert held(SOLO.lays_away(None), ANNA) == in_order("T21 T1 F")
    assert held(SOLO.lays_away(None, irregular=LET_STAND), ANNA) == ""


@pytest.mark.rule("D18", "D17", "2.6.4", "D19")
def test_a_king_is_laid_away_only_with_a_trump_and_trumps_are_free() -> None:
    """2.6.3, D17, D18, 2.6.4, D19."""
    refused = "discard-king-needs-trump"
    SOLO.lays_away("SK S9 S10").refused(refused, "2.6.3", cards="SK", legal=MAY_GO, seat=ANNA)
    SOLO.lays_away("SK S9 T4").stands()
    SOLO.lays_away("SK HK T5").stands()
    # A trump that may not be laid away itself is no company.
    SOLO.lays_away("SK S9 T1").refused("discard-honour", "2.6.2", cards="T1", legal=MAY_GO)
    SOLO.lays_away("SK S9 S10", irregular=LET_STAND).stands()

    # By the option each king needs a trump of its own.
    told = known(king_discard="one-each").says("solo pass pass")
    told.lays_away("SK HK T5").refused(
        "discard-king-needs-trump", "2.6.3", cards="SK HK", legal=MAY_GO
    )
    told.lays_away("SK T4 T5").stands()

    # Trumps go freely.
    SOLO.lays_away("T4 T5 T6").stands()
    SOLO.lays_away("T4 S9 S10").stands()


def test_card_by_card_only_what_can_still_be_completed_may_go() -> None:
    """2.6.3."""
    state = SOLO.state

    def may_go(chosen: str) -> str:
        return said(exchange.may_go(state, mask_of(ids(chosen))))

    trumps = "T4 T5 T6 T7 T8 T9 T10"
    assert may_go("") == MAY_GO
    assert may_go("SK") == MAY_GO
    assert may_go("SK S9") == in_order(trumps)
    assert may_go("S9 S10") == in_order(" ".join({*MAY_GO.split()} - {"SK", "HK", "DK", "CK"}))
    each = known(king_discard="one-each").says("solo pass pass").state
    assert said(exchange.may_go(each, mask_of(ids("SK")))) == in_order(
        " ".join({*MAY_GO.split()} - {"SK", "HK", "DK", "CK"})
    )

    # Boris holds trumps alone, the fool is with Anna, and there is none in the stock.
    hands = {ANNA: "SK HK DK CK S4 S5 S6 S7 S8 S9 S10 SJ SN SQ H1 H2 H3 H4 H5 H6 H7"}
    told = stubai(deal=hands, stock="D1 D2 D3").says("solo pass pass")
    assert said(exchange.legal(told.state)) == in_order(
        "S4 S5 S6 S7 S8 S9 S10 SJ SN SQ H1 H2 H3 H4 H5 H6 H7 D1 D2 D3"
    )


def test_an_unseen_discard_is_judged_when_all_is_played() -> None:
    """2.6.1, 2.6.3."""
    told = contract("solo", aside=None)
    played = made_up(told, Wanted(EVEN.winners, EVEN.court, (CHLOE, 2), (ANNA, 12), "DK S4 S5"))
    problem = played.refused("discard-king-needs-trump", "2.6.3", cards="DK", earlier=3, seat=ANNA)
    assert "DK" in str(problem)
    made_up(told, Wanted(EVEN.winners, EVEN.court, (CHLOE, 2), (ANNA, 12), "DK S4 T2")).stands()
    excused = stubai().says("solo pass pass").lays_away(None, irregular=LET_STAND)
    made_up(excused, Wanted(EVEN.winners, EVEN.court, (CHLOE, 2), (ANNA, 12), "DK S4 S5")).stands()


# ---- the purchase ----------------------------------------------------------------------------

LAID = ANSAGER.lays_away("S9 S10 C4")


@pytest.mark.rule("D22", "2.7.4", "D20")
def test_the_purchase_comes_after_the_discard_and_before_all_else_and_nobody_has_to_buy() -> None:
    """2.7.1, D22, 2.7.4, D20."""
    ANSAGER.buys("T20").refused("wrong-phase", "2.6.1", seat=ANNA)
    LAID.plays("SK").refused("wrong-phase", "2.6.1", seat=ANNA)
    LAID.announces("pagat-ultimo").refused("wrong-phase", "2.6.1", seat=ANNA)
    LAID.does("buy", seat=BORIS, card="SK").refused("not-your-turn", "2.7.1", seat=ANNA)
    LAID.buys("T20", pay="S4").buys(None).refused("wrong-phase", "2.8.4", seat=ANNA)
    SOLO.lays_away("S9 S10 C4").buys(None).refused("wrong-phase", "2.8.4", seat=ANNA)

    told = LAID.buys(None).stands()
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", ANNA)
    LAID.buys(None, pay="T20", from_="whoever").stands()


@pytest.mark.rule("D24")
def test_any_card_of_an_opponent_is_bought_for_any_of_one_s_own() -> None:
    """2.7.1, 2.7.3, D24."""
    for card, seller in (("T20", BORIS), ("HJ", BORIS), ("C5", CHLOE)):
        for pay in ("S4", "SK", "F", "T21", "T1"):
            told = LAID.buys(card, pay=pay).stands()
            assert card in held(told, ANNA).split()
            assert pay not in held(told, ANNA).split()
            assert pay in held(told, seller).split()
            assert card not in held(told, seller).split()


@pytest.mark.rule("D21")
def test_one_s_own_card_cannot_be_bought() -> None:
    """2.7.2, D21: in the hand, from the stock, laid away, or perhaps in an unseen discard."""
    can_be = in_order(f"{DEAL[BORIS]} {DEAL[CHLOE]}")
    for card in ("SK", "S4", "S9", "C4", "T21"):
        LAID.buys(card, pay="SQ").refused("buy-not-allowed", "2.7.2", cards=card, legal=can_be)
        LAID.buys(card, of=ANNA).refused("buy-not-allowed", "2.7.2", cards=card, legal=can_be)
        LAID.buys(card, of=BORIS).refused("not-in-hand", "2.4", cards=card, seat=BORIS)
    unseen = ANSAGER.lays_away(None)
    unseen.buys("S9").refused("buy-not-allowed", "2.7.2", cards="S9", legal=can_be)


def test_the_seller_must_have_the_card_and_be_named_and_the_buyer_have_what_is_paid() -> None:
    """2.7.1."""
    LAID.buys("T20", of=CHLOE).refused("not-in-hand", "2.4", cards="T20", seat=CHLOE)
    LAID.buys("T20", of=ANNA).refused("not-in-hand", "2.4", cards="T20", seat=ANNA)
    LAID.buys("T20", pay="T19").refused("not-in-hand", "2.4", cards="T19", seat=ANNA)
    LAID.buys("T20", pay="S9").refused("not-in-hand", "2.4", cards="S9", seat=ANNA)
    LAID.buys("T20", pay="T20").refused("not-in-hand", "2.4", cards="T20", seat=ANNA)

    # Who sells must be said where the deal does not tell.
    told = stubai().says("ansager pass pass").lays_away(None)
    problem = told.buys("T20", pay="S4").refused("malformed")
    assert "from" in str(problem) and "T20" in str(problem)
    told.buys("T20", pay="S4", from_=None).refused("malformed")
    told.buys("T20", of=BORIS).stands()
    everything = " ".join(card for card in in_order(" ".join([*DEAL.values(), STOCK])).split())
    told.buys("T20", of=ANNA).refused("buy-not-allowed", "2.7.2", cards="T20", legal=everything)
    assert told.buys("S2", of=BORIS).problem.code == "card-not-in-pack"


# ---- a card paid face down (fine points 25) --------------------------------------------------

UNSEEN = LAID.buys("T20")


@pytest.mark.rule("D23")
def test_a_payment_face_down_may_be_any_card_until_the_seller_plays_it() -> None:
    """2.7.1, D23."""
    assert held(UNSEEN, ANNA) == "T20"
    # Boris may have any of Anna's cards now, Chloe none.
    UNSEEN.plays("S4 SK").stands()
    UNSEEN.plays("S4 S7 SQ").refused("not-in-hand", "2.4", cards="SQ", seat=CHLOE)
    UNSEEN.plays("T20").stands()

    # The seller's first card of the buyer's was the payment.
    told = UNSEEN.plays("S4 SK").stands()
    left = {*DEAL[ANNA].split(), *STOCK.split(), "T20"} - {"S9", "S10", "C4", "S4", "SK"}
    assert held(told, ANNA) == in_order(" ".join(left))
    # Now Boris has no other of her cards, and she none that he paid with.
    problem = told.plays("S5 HK").problem
    assert (problem.code, problem.seat) == ("not-in-hand", BORIS)

    # Then both hands are known again, and a claim can be scored.
    assert UNSEEN.plays("S4 S7 S5").claims(CHLOE).outcome.status == "in-progress"
    told = UNSEEN.plays("S4 SK S5")
    assert told.state.known == [True, True, True]
    assert told.claims(CHLOE).outcome.status == "scored"
    assert held(told, BORIS) == in_order(" ".join({*DEAL[BORIS].split()} - {"T20"}))

    # The buyer's own card tells nothing of it.
    told = UNSEEN.plays("S4 S7 S5")
    assert held(told, ANNA) == "T20"
    assert told.outcome.turn == BORIS
    told.plays("HK").stands()


def test_a_payment_counts_as_held_from_the_purchase_on_and_the_buyer_s_revoke_is_proven() -> None:
    """2.7.1, 2.8.5, fine points 25: Boris, paid with the king of spades, did not follow spades;
    Anna trumped, diamonds in her hand; but they might have been paid."""
    unknown = stubai().says("ansager pass pass").lays_away(None).buys("T20", of=BORIS, pay="SK")
    told = unknown.plays("S4 H2 S5")
    assert told.problem.code == "must-follow-suit"
    told = known(ANNA).says("ansager pass pass").lays_away("S9 S10 C4").buys("T20", of=BORIS)
    told = told.plays("S4 H2 S5 H4 H1").stands()
    possible = said(told.state.possible(BORIS))
    told.plays("SK").refused("revoke", "2.8.5", cards="H2", earlier=6, seat=BORIS, legal=possible)

    # Fine points 25.
    told = UNSEEN.plays("S4 S7 S5 D2 D4 T5 SQ SK S6 D3 D5").stands()
    problem = told.plays("DK").problem
    assert (problem.code, problem.rule, problem.seat) == ("revoke", "droggn/2.8.5", ANNA)
