"""Scarto: what the dealer may lay away (sheet E8 to E12)."""

from typing import Any

import pytest

from games.rules.phases import exchange
from tests.rules.piedmont import ANNA, ASIDE, BORIS, CHLOE, DEAL, LAST_THREE, known, made_up, scarto
from tests.rules.table import LET_STAND, Hand
from tests.rules.written import in_order, said

HELD = f"{DEAL[ANNA]} {LAST_THREE}"
NEVER = {"SK", "HK", "DK", "T21", "F", "T1"}
MAY_GO = in_order(" ".join({*HELD.split()} - NEVER))
# Anna's trumps and the Matto dealt elsewhere, but for the Bagatto.
PLAIN = "SK SQ SN SJ S10 S9 S8 S7 S6 HK HQ HN HJ H1 H2 H3 H4 DK DQ DN DJ D1 D2 CK"


def with_plain(card: str, last_three: str = "C10 C9 C8", **options: Any) -> Hand:
    """Anna has plain cards, and one other; her neighbours' hands are not written down."""
    return scarto(deal={ANNA: f"{PLAIN} {card}"}, stock=last_three, **options)


def test_the_dealer_has_the_last_three_cards_too_and_lays_three_of_her_own_away_once() -> None:
    """E7, E9."""
    assert said(known().state.held(ANNA)) == in_order(HELD)
    told = known().lays_away("S10 D10 C1").stands()
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", BORIS)
    assert said(told.state.held(ANNA)) == in_order(" ".join({*HELD.split()} - {"S10", "D10", "C1"}))

    known().lays_away("S10 D10").refused("wrong-card-count", "E9", cards="S10 D10")
    known().lays_away("S10 D10 S5").refused("not-in-hand", "E7", cards="S5", seat=ANNA)
    other = known().does("discard", seat=BORIS, cards=None)
    other.refused("not-your-turn", "E9", seat=ANNA)
    twice = known().lays_away("S10 D10 C1").lays_away(None)
    twice.refused("wrong-phase", "E13", seat=BORIS)

    told = scarto(deal={ANNA: DEAL[ANNA]}, stock=LAST_THREE).lays_away(ASIDE.replace("S1", "S10"))
    assert told.problem.code == "not-in-hand"
    fine = scarto(deal={ANNA: DEAL[ANNA]}, stock=LAST_THREE).lays_away("S10 S9 D10")
    for seat in (BORIS, CHLOE):
        assert not fine.state.may[seat] & fine.state.held(ANNA)
    fine.plays("SK").refused("not-in-hand", "E7", cards="SK", seat=BORIS)


def test_nothing_comes_before_the_exchange_and_a_deal_has_25_cards_each() -> None:
    """E8, E9, E7: no call, no stock turned up, no card, no claim."""
    told = scarto()
    told.does("play", seat=BORIS, card="S1").refused("wrong-phase", "E9", seat=ANNA)
    told.turns_up(LAST_THREE).refused("wrong-phase", "E9", seat=ANNA)
    told.claims(BORIS).refused("wrong-phase", "E9", seat=ANNA)
    told.does("call", seat=BORIS, call="pass").refused("unknown-call", "E8", seat=BORIS)
    told.shows("T2 T3").refused("unknown-announcement", "E8", seat=ANNA)

    short = scarto(deal={ANNA: "SK SQ"})
    short.refused("wrong-card-count", "E7", seat=ANNA, action=None)
    scarto(stock="SK SQ").refused("wrong-card-count", "E7", action=None)


def test_kings_trump_21_and_the_matto_stay() -> None:
    """E10, E12: nor shown from an unseen discard."""
    for king in ("SK", "HK", "DK"):
        for honour in ("bagatto", "fool"):
            told = known(honour_discard=honour).lays_away(f"{king} S10 S9")
            told.refused("discard-king", "E10", cards=king, legal=MAY_GO, seat=ANNA)
        known().lays_away(f"{king} S10 S9", irregular=LET_STAND).stands()
    for card in ("T21", "F"):
        told = known().lays_away(f"{card} S10 S9")
        told.refused("discard-honour", "E10", cards=card, legal=MAY_GO, seat=ANNA)
    shown = scarto().lays_away(None, shown="SK")
    shown.refused("discard-king", "E10", cards="SK", seat=ANNA)


@pytest.mark.parametrize(
    ("honour", "rule", "other"), [("bagatto", "E10", "F"), ("fool", "E12", "T1")]
)
def test_the_trump_that_counts_stays_and_the_other_of_the_two_may_go(
    honour: str, rule: str, other: str
) -> None:
    """E6, E10, E12: as the option has it, trump 20 takes the place of trump 21."""
    agreed = {"counting_trump": "20", "honour_discard": honour}
    for card in ("T20", other):
        told = known(**agreed).lays_away(f"{card} S10 S9")
        assert (told.problem.code, told.problem.rule) == ("discard-honour", f"scarto/{rule}")
        assert "Trump 20 and the" in str(told.problem)
    known(**agreed).lays_away("T21 S10 S9").stands()
    known(honour_discard=honour).lays_away("T20 S10 S9").stands()


def test_a_face_down_discard_holds_neither_kings_nor_the_trump_that_counts() -> None:
    """E10, E6: with her hand written down; the Bagatto may lie face down."""
    told = known().lays_away(None)
    assert said(told.state.held(ANNA)) == in_order("SK HK DK T21 F")
    assert said(known(honour_discard="fool").lays_away(None).state.held(ANNA)) == in_order(
        "SK HK DK T21 T1"
    )

    for counting, kept in [("20", "T20"), ("21", "T21")]:
        told = with_plain("T21", "C10 C9 T20", counting_trump=counting).lays_away(None)
        assert set(said(told.state.sure[ANNA]).split()) & {"T20", "T21"} == {kept}


def test_the_bagatto_goes_without_company_and_other_trumps_freely() -> None:
    """E11: also a trump that is laid away with it is company, and the Matto is."""
    told = known().lays_away("T1 S10 S9")
    told.refused("discard-honour", "E11", cards="T1", legal=MAY_GO, seat=ANNA)

    with_plain("T1").lays_away("T1 S10 S9").stands()
    for company in ("T2 C9 C8", "F C9 C8"):
        told = with_plain("T1", company).lays_away("T1 S10 S9")
        assert told.problem.rule == "scarto/E11"
    both = with_plain("T1", "T2 C9 C8").lays_away("T1 T2 S9")
    assert (both.problem.code, both.problem.rule) == ("discard-honour", "scarto/E11")

    known().lays_away("T20 T2 T3").stands()

    # The keys of the recording screen, one card after the other.
    bagatto, two = 1 << 56, 1 << 57
    state = scarto().state
    assert exchange.may_go(state) & bagatto
    assert not exchange.may_go(state, bagatto) & two
    assert not exchange.may_go(state, two) & bagatto


def test_by_the_option_trump_21_and_the_bagatto_stay_and_the_matto_goes_without_a_trump() -> None:
    """E12."""
    for card in ["T21", "T1"]:
        told = known(honour_discard="fool").lays_away(f"{card} S10 S9")
        told.refused("discard-honour", "E12", cards=card, legal=MAY_GO, seat=ANNA)
        alone = with_plain("T1", honour_discard="fool").lays_away("T1 S10 S9")
        assert (alone.problem.code, alone.problem.rule) == ("discard-honour", "scarto/E12")

    with_plain("F", honour_discard="fool").lays_away("F S10 S9").stands()
    told = known(honour_discard="fool").lays_away("F S10 S9")
    told.refused("discard-honour", "E12", cards="F", legal=MAY_GO, seat=ANNA)
    assert with_plain("F").lays_away("F S10 S9").problem.rule == "scarto/E10"


def test_what_nobody_saw_is_judged_when_the_last_card_has_been_played() -> None:
    """E10: the king of spades was not played by anybody."""
    piles = {BORIS: f"{COURT} T21 T1"}
    kings = made_up("1" * 25, piles, fool=(CHLOE, 2), laid="SK H1 D1", unseen=True)
    assert kings.scores is not None  # the table let it stand
    plain = tuple(
        {key: value for key, value in action.items() if key != "irregular"}
        if action["kind"] == "discard"
        else action
        for action in kings.actions
    )
    problem = type(kings)(3, ANNA, {}, {}, None, plain, "scarto").problem
    assert (problem.code, problem.rule, problem.earlier) == ("discard-king", "scarto/E10", 0)


COURT = " ".join(suit + rank for rank in "KQNJ" for suit in "SHDC" if suit + rank != "SK")
