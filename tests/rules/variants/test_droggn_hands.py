"""Droggn, whole hands and how their numbers come out; more of them in golden/droggn."""

from __future__ import annotations

from tests.rules.stubai import known

# Anna has bought trump 20 for the fool and laid away king, trump and pip: trick by trick, with the
# seat that wins it. Anna leads to the first.
ANSAGER = """
S9 S7 S5 A, S10 S8 S6 A, SJ T14 T2 B, H2 H4 H1 A, SN T15 T3 B, H3 H5 HQ A, SQ T16 T11 B,
HJ H6 HK A, D1 D2 D4 A, DK D3 D5 A, C4 C10 C5 B, HN H7 T5 A, CK CJ C6 A, T6 T17 T12 B,
DN D6 T7 A, T8 T18 T13 B, DQ D7 T9 A, T10 T19 DJ B, CN C7 T20 A, T21 CQ C8 A, T1 F C9 A
"""


def test_ansager_with_a_purchase_and_the_pagat_announced() -> None:
    """2.3.2, 2.6.1, 2.6.3, 2.7.1, 2.7.3, 2.8.1, 2.8.2, 2.8.5, 2.8.6, 2.10.3, D14, D24.

    A king goes with a trump, the fool pays for trump 20. Anna's tricks count 1 1 1 4 6 1 5 3 6 3 4
    3 8 9, together 55; the discard with a king 5; the fool of the last trick goes back to Boris,
    who was paid with it, less 4: 56. V = 20 + 19 + 20.
    """
    told = known().says("ansager pass pass").lays_away("SK T4 S4").buys("T20", pay="F")
    told = told.announces("pagat-ultimo")
    for trick in ANSAGER.split(","):
        *cards, winner = trick.split()
        told = told.plays(" ".join(cards)).stands()
        assert told.state.winners[-1] == "ABC".index(winner), trick
    assert (told.pays("Anna’s tricks"), told.pays("Discard"), told.pays("The fool")) == (55, 5, -4)
    assert told.outcome.card_points == (56, 18)
    assert told.scores == [118, -59, -59]
