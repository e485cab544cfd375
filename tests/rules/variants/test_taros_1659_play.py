"""Le Jeu de Taros, card by card (sheet A10 to A17, A22). Anna, seat 0, deals and leads."""

import json
from typing import Any

import pytest

from games.rules import verify
from games.rules.phases.play import legal
from tests.rules.table import EXCHANGES, Hand, hand
from tests.rules.written import PACK, in_order, said

ANNA, BORIS, CHLOE = range(3)
# Boris follows hearts, trumps diamonds and clubs; Chloe has no trump but the Fool.
ANNAS = "HK H2 D3 D4 C5 C6 SJ S10 T5 T9 T20 D5"
BORIS_S = "H7 HQ S1 S2 S3 S4 T2 T8 T15 SN SQ T1"
CHLOES = "D7 D8 D9 C7 C8 C9 C10 H3 H4 H5 CJ F"


def taros(players: int = 3, **facts: Any) -> Hand:
    return hand(players, dealer=ANNA, variant="taros-1659", **facts)


def known(**options: Any) -> Hand:
    return taros(deal={ANNA: ANNAS, BORIS: BORIS_S, CHLOE: CHLOES}, **options)


def may_play(told: Hand) -> str:
    return said(legal(told.state))


# ---- what there is not (A10) -----------------------------------------------------------------


def test_nothing_is_said_announced_or_exchanged() -> None:
    """A10."""
    taros().does("call", seat=ANNA, call="pass").refused("unknown-call", "A10")
    taros().does("call", seat=ANNA, call="guard").refused("unknown-call", "A10")
    taros().does("announce", seat=ANNA, what="slam").refused("unknown-announcement", "A10")
    for exchange in EXCHANGES:
        taros().does(**exchange).refused("wrong-phase", "A11", seat=ANNA)
        taros().plays("H2 H7").does(**exchange).refused("wrong-phase", "A11", seat=CHLOE)


def test_a_hand_of_thirteen_and_a_game_for_seven_are_refused() -> None:
    """A1, A8."""
    taros(deal={ANNA: ANNAS + " H10"}).refused("wrong-card-count", "A8", action=None)
    taros(stock="S5 S6").refused("wrong-card-count", "A8", action=None)
    told = taros().json | {"players": list("ABCDEFG")}
    del told["deal"]
    error = verify(json.dumps(told))["error"]
    assert (error["code"], error["rule"]) == ("wrong-player-count", "taros-1659/A1")


# ---- following, trumping (A12 to A15) --------------------------------------------------------


def test_a_suit_or_a_trump_led_is_followed_with_any_card_of_it() -> None:
    """A12, A13: nobody has to go over."""
    told = known().plays("H2")
    assert may_play(told) == in_order("H7 HQ")
    told.plays("T8").refused("must-follow-suit", "A12", cards="H7 HQ", legal="H7 HQ")
    told.plays("H7 H3").stands()

    told = known().plays("T9")
    assert may_play(told) == in_order("T1 T2 T8 T15")
    told.plays("S1").refused("must-follow-suit", "A12", cards="T1 T2 T8 T15", legal="T1 T2 T8 T15")
    assert told.plays("T2").stands().state.winning == ANNA
    assert told.plays("T15").stands().state.winning == BORIS


@pytest.mark.rule("A14", "A15")
def test_who_is_void_trumps_with_any_trump_and_without_one_plays_any_card() -> None:
    """A13, A14, A15: also under a trump that lies there."""
    told = known().plays("D3")
    assert may_play(told) == in_order("T1 T2 T8 T15")
    told.plays("S1").refused("must-trump", "A13", cards="T1 T2 T8 T15", legal="T1 T2 T8 T15")
    deal = {ANNA: BORIS_S, BORIS: CHLOES, CHLOE: ANNAS}
    under = taros(deal=deal).plays("S1 D7")
    assert may_play(under) == in_order("S10 SJ")
    third = taros(players=4, deal={2: BORIS_S}).plays("D3 T16")
    assert may_play(third) == in_order("T1 T2 T8 T15")
    assert third.plays("T2").stands().state.winning == BORIS

    told = known().plays("S10 S1")
    assert may_play(told) == in_order(CHLOES)
    assert told.plays("CJ").state.winners == [ANNA]


@pytest.mark.rule("A3", "A4")
def test_the_highest_trump_wins_or_else_the_suit_led_and_the_winner_leads() -> None:
    """A3, A4, A11, A15, A-k: king above queen, ten above ace, the ace low in every suit."""
    assert known().plays("H2 HQ H5").state.winners == [BORIS]
    assert known().plays("HK HQ H5").state.winners == [ANNA]
    assert known().plays("S10 S1 D9").state.winners == [ANNA]
    assert known().plays("D3 T1 D9").state.winners == [BORIS]
    assert known().plays("T9 T15 D9").state.winners == [BORIS]
    for suit in "SHDC":
        assert taros(2).plays(f"{suit}1 {suit}2").state.winners == [BORIS]
    told = known().plays("H2 HQ H5")
    told.does("play", seat=ANNA, card="HK").refused("not-your-turn", "A11", seat=BORIS)
    told.plays("T20").refused("not-in-hand", "A8", cards="T20", seat=BORIS)
    told.plays("HQ").refused("not-in-hand", "A8", cards="HQ", seat=BORIS, earlier=1)


# ---- the Fool (A16, A17, A22) ----------------------------------------------------------------


@pytest.mark.rule("A16")
def test_the_fool_may_always_be_played_never_wins_and_is_no_trump() -> None:
    """A16."""
    told = known().plays("HK H7")
    assert may_play(told) == in_order("H3 H4 H5 F")
    assert told.plays("F").stands().state.winners == [ANNA]

    # With the Fool but no trump and none of the suit anything may be thrown off.
    told = known().plays("T5 T2")
    assert may_play(told) == in_order(CHLOES)
    told.plays("D7").stands()


@pytest.mark.rule("A17")
def test_after_the_fool_the_next_card_sets_the_suit() -> None:
    """A17."""
    told = taros(deal={ANNA: CHLOES, BORIS: ANNAS, CHLOE: BORIS_S}).plays("F")
    assert may_play(told) == in_order(ANNAS)
    led = told.plays("HK")
    assert may_play(led) == in_order("H7 HQ")
    led.plays("T8").refused("must-follow-suit", "A12", cards="H7 HQ", legal="H7 HQ")
    assert led.plays("HQ").state.winners == [BORIS]


@pytest.mark.rule("A22")
def test_as_highest_trump_the_fool_leads_follows_and_wins_like_a_trump() -> None:
    """A22: also where it is the only trump; against A17."""
    told = known(fool_mode="highest-trump")
    assert may_play(told.plays("T9 T2")) == "F"
    told.plays("T9 T2 D7").refused("must-follow-suit", "A12", cards="F", legal="F")
    assert told.plays("T20 T2 F").stands().state.winners == [CHLOE]
    told.plays("HK H7 F").refused("must-follow-suit", "A12", cards="H3 H4 H5", legal="H3 H4 H5")
    told.plays("S10 S1 D7").refused("must-trump", "A13", cards="F", legal="F")

    deal = {ANNA: CHLOES, BORIS: ANNAS, CHLOE: BORIS_S}
    told = taros(deal=deal, fool_mode="highest-trump").plays("F")
    assert may_play(told) == in_order("T5 T9 T20")
    told.plays("HK").refused("must-follow-suit", "A12", cards="T5 T9 T20", legal="T5 T9 T20")


# ---- hands that nobody wrote down ------------------------------------------------------------


def test_a_later_card_proves_a_revoke_but_neither_the_fool_nor_what_was_let_stand() -> None:
    """A12, A13, A16: nothing was known of Boris's hand when he threw off."""
    told = taros().plays("H9 D3 H3 S9")
    hearts_and_trumps = {f"H{rank}" for rank in "1 2 3 4 5 6 7 8 9 10 J N Q K".split()} | {
        f"T{number}" for number in range(1, 22)
    }
    left = " ".join(card for card in PACK if card not in {*hearts_and_trumps, "D3", "S9"})
    told.plays("H7").refused("revoke", "A12", cards="D3", legal=left, earlier=1)
    told.plays("T4").refused("revoke", "A13", cards="D3", legal=left, earlier=1)
    told.plays("F").stands()

    taros().plays("H9 D3! H3 S9 H7").stands()
    known().plays("H2 T8!").stands()

    taros().plays("H9 F H3 H8 H7").stands()


@pytest.mark.rule("A9")
def test_the_cards_put_aside_are_in_nobody_s_hand() -> None:
    """A9."""
    rest = [
        card for card in PACK if card not in {*ANNAS.split(), *BORIS_S.split(), *CHLOES.split()}
    ]
    told = taros(stock=" ".join(rest))
    told.plays(rest[0]).refused("not-in-hand", "A8", cards=rest[0], seat=ANNA)
    assert told.outcome.knowledge == "partial"
    assert known().outcome.knowledge == "full"
