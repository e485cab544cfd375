"""Droggn, whole hands from the auction to the score, and how their numbers come out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import card_code, cards_of
from games.rules.phases.play import legal
from games.rules.replaying.replay import fold
from tests.rules.stubai import (
    ANNA,
    BORIS,
    CHLOE,
    Stubai,
    Wanted,
    contract,
    court_worth,
    documented,
    known,
    made_up,
    stubai,
)

# Anna has bought trump 20 for the fool and laid away king, trump and pip: trick by trick, with the
# seat that wins it. Anna leads to the first.
ANSAGER = """
S9 S7 S5 A, S10 S8 S6 A, SJ T14 T2 B, H2 H4 H1 A, SN T15 T3 B, H3 H5 HQ A, SQ T16 T11 B,
HJ H6 HK A, D1 D2 D4 A, DK D3 D5 A, C4 C10 C5 B, HN H7 T5 A, CK CJ C6 A, T6 T17 T12 B,
DN D6 T7 A, T8 T18 T13 B, DQ D7 T9 A, T10 T19 DJ B, CN C7 T20 A, T21 CQ C8 A, T1 F C9 A
"""
# The same deal played at Super, nothing exchanged.
SUPER = """
S9 S7 S5 A, S10 S8 S6 A, SJ T14 T2 B, H2 H4 H1 A, SN T15 T3 B, H3 H5 HQ A, SQ T16 T11 B,
HJ H6 HK A, SK T17 T12 B, HN H7 T1 A, D1 D2 D4 A, DK D3 D5 A, CK C10 C5 A, T5 T18 T13 B,
DN D6 T6 A, T7 T19 D7 B, DQ DJ T8 A, T9 T20 C6 B, CJ C7 T10 A, T21 CN C8 A, F CQ C9 B
"""


def played(told: Stubai, tricks: str) -> Stubai:
    """The tricks card by card: each card was legal, each trick has the winner that is printed."""
    state = told.state
    for trick in tricks.split(","):
        *cards, winner = trick.split()
        for code in cards:
            assert code in [card_code(card) for card in cards_of(legal(state))], (trick, code)
            action = {"kind": "play", "seat": state.turn, "card": code}
            assert fold(state, [action]) is None
            told = replace(told, actions=(*told.actions, action))
        assert state.winners[-1] == "ABC".index(winner), trick
    return told


def exchanged(told: Stubai) -> Stubai:
    """2.6.3, 2.7.3, 2.8.1: a king goes with a trump, the fool pays for trump 20; pagat said."""
    told = told.lays_away("SK T4 S4").buys("T20", pay="F")
    return told.announces("pagat-ultimo")


def test_ansager_with_a_purchase_and_the_pagat_announced() -> None:
    """2.3.2, 2.6.1, 2.6.3, 2.7.1, 2.8.1, 2.8.2, 2.8.5, 2.8.6, 2.10.3, D14, D24.

    Anna's tricks count 1 1 1 4 6 1 5 3 6 3 4 3 8 9, together 55; the discard with a king 5; the
    fool of the last trick goes back to Boris, who was paid with it, less 4: 56. V = 20 + 19 + 20.
    """
    told = played(exchanged(known().says("ansager pass pass")), ANSAGER)
    assert (told.pays("Anna’s tricks"), told.pays("Discard"), told.pays("The fool")) == (55, 5, -4)
    assert told.outcome.card_points == (56, 18)
    assert told.scores == [118, -59, -59]


def test_hands_that_nobody_wrote_down_score_the_same() -> None:
    """2.6.1, 2.6.5, 2.7.1: discard, payment and stock are face down; they follow from what nobody
    played."""
    told = stubai().says("ansager pass pass").lays_away(None).buys("T20", of=BORIS)
    told = played(told.announces("pagat-ultimo"), ANSAGER)
    assert told.outcome.card_points == (56, 18)
    assert told.scores == [118, -59, -59]
    assert told.lines["Discard"].facts["inferred"] is True
    told = played(stubai(**documented()).says("super pass pass"), SUPER)
    assert told.scores == [184, -92, -92]
    assert told.lines["Stock"].facts["inferred"] is True


def test_a_super_by_both_presets() -> None:
    """2.6.5, 2.8.6e, 2.10.1, D1, D27.

    Anna's tricks count 1 1 1 4 6 7 1 5 5 3 5 2 7, together 48. As handed down the stock, 1, is the
    defenders' and the fool of the last trick stays hers for 4: 52, and V = 80 + 15. As documented
    the stock is hers and the fool goes to Boris, who won the trick: 49, and V = 80 + 12.
    """
    told = played(known().says("super pass pass"), SUPER)
    assert told.pays("Anna’s tricks") == 48
    assert (told.outcome.card_points, told.scores) == ((52, 22), [190, -95, -95])
    other = played(known(**documented()).says("super pass pass"), SUPER)
    assert (other.outcome.card_points, other.scores) == ((49, 25), [184, -92, -92])
    assert "The fool" not in other.lines


def test_a_slam_lost_in_the_third_trick() -> None:
    """2.5.3, 2.8.7, 2.10.3, D5, D6: two tricks of a point each, flat -167."""
    told = played(known().says("slam pass pass"), ",".join(SUPER.split(",")[:3]))
    assert told.state.stock is not None and told.state.laid == []
    assert (told.outcome.status, told.outcome.card_points) == ("scored", (2, 72))
    assert told.scores == [-334, 167, 167]


@pytest.mark.rule("D14")
def test_a_slam_with_the_fool_displayed_or_the_pagat_announced() -> None:
    """2.8.1, 2.8.3, 2.8.6f, 2.9.3, D14, D15, D28: 167 + 20 each; as documented all 74 points, as
    handed down the fool counts 4 for the defenders, the stock 1."""
    court = f"T21 {court_worth(40)}"
    displayed = made_up(
        contract("slam", **documented()).announces("fool-last"),
        Wanted("0" * 21, court, (ANNA, 21), (ANNA, 2)),
    )
    assert displayed.outcome.card_points == (74, 0)
    announced = made_up(
        contract("slam").announces("pagat-ultimo"),
        Wanted("0" * 21, court, (CHLOE, 7), (ANNA, 21)),
    )
    assert announced.outcome.card_points == (69, 5)
    assert displayed.scores == announced.scores == [374, -187, -187]


@pytest.mark.rule("D26", "D30")
def test_a_matsch_with_the_fool_in_the_defence() -> None:
    """2.8.6c, 2.9.4, D26, D30: 70 to 4; V = 80 + 37, not 80 + 33."""
    told = made_up(
        contract("super", **documented()),
        Wanted("0" * 21, f"T21 {court_worth(40)}", (CHLOE, 7), (ANNA, 2)),
    )
    assert told.outcome.card_points == (70, 4)
    assert told.scores == [234, -117, -117]


def test_a_solo_lost_by_a_point_with_two_kings_and_a_trump_laid_away() -> None:
    """2.6.3, 2.10.2, 2.10.3, D17.

    Ten tricks 10, with 21 and pagat 8, two queens and a knight 8: 26; the discard with two kings 9:
    35; a jack 1: 36. V = -(40 + 1).
    """
    aside = "SK HK T5"
    told = made_up(
        contract("solo", aside=aside),
        Wanted("1" * 11 + "0" * 10, "T21 SQ HQ SN SJ", (CHLOE, 3), (ANNA, 13), aside),
    )
    assert (told.pays("Anna’s tricks"), told.pays("Discard")) == (27, 9)
    assert told.outcome.card_points == (36, 38)
    assert told.scores == [-82, 41, 41]


@pytest.mark.rule("D9", "D12")
def test_a_defender_s_pagat_won_last_as_documented() -> None:
    """2.9.1, 2.10.3, D9, D12: V = 40 + 0 - 10; Anna keeps 37 and wins less."""
    told = made_up(
        contract("solo", **documented()),
        Wanted("0" * 11 + "1" * 9 + "2", f"T21 {court_worth(21)}", (CHLOE, 13), (CHLOE, 21)),
    )
    assert told.outcome.card_points == (37, 37)
    assert told.pays("Pagat ultimo") == -10
    assert told.scores == [60, -30, -30]


def test_an_announced_pagat_forced_out_as_documented() -> None:
    """2.8.2, 2.9.1, 2.9.2, D7, D10.

    Chloe leads a diamond; Anna has nothing but the pagat to play, and Boris goes over it: -20 and
    -5. Then all is claimed by Chloe: Anna has the discard 1 and a trick of 1; V = -(20 + 35) - 25.
    """
    told = contract("ansager", **documented()).announces("pagat-ultimo")
    told = told.plays("S9 S8 S7 C4 C5 C6 D4 T1 T2 F H4 H5").claims(CHLOE)
    assert told.outcome.status == "scored"
    assert told.pays("Pagat ultimo, announced") == -20
    assert told.pays("Pagat lost") == -5
    assert told.outcome.card_points == (2, 72)
    assert told.scores == [-160, 80, 80]


@pytest.mark.rule("2.2.3")
def test_the_score_of_a_hand_does_not_depend_on_the_dealer() -> None:
    """2.2.3, 2.5.1, 2.8.4, 2.10.4."""
    for dealer, calls in ((0, "pass pass super"), (1, "pass super pass")):
        told = played(known(dealer=dealer).says(calls), SUPER)
        assert told.scores == [190, -95, -95]
