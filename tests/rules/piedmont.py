"""A hand of Scarto told in a few words, a deal to make rulings on, whole hands made up for their
score.

Seat 0, Anna, deals where nobody else is named: she lays away, and Boris leads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.rules.table import Hand, hand
from tests.rules.written import SUITS

ANNA, BORIS, CHLOE = range(3)
# One card of each suit after the other, so that three in a row are of three suits.
PIPS = [SUITS[suit][rank] for rank in range(10) for suit in "SHDC"]
# Trumps that win a trick and count nothing.
EMPTY_TRUMPS = [f"T{number}" for number in range(20, 1, -1)]
# An empty discard.
ASIDE = "S1 H1 D1"

# A deal in which Anna has, with the last three cards, three kings, trump 21 and the Bagatto.
DEAL = {
    ANNA: "SK S10 S9 S8 S7 S6 HK H1 H2 H3 H4 DK DQ DN C10 C9 C8 T21 T20 T5 T4 T3 T2 T1 F",
    BORIS: "SQ SN SJ S5 S4 HQ HN H5 H6 H7 DJ D1 D2 D3 CK CQ C7 C6 T19 T18 T17 T16 T15 T14 T13",
    CHLOE: "S3 S2 S1 HJ H8 H9 H10 D4 D5 D6 D7 D8 D9 CN CJ C5 C4 C3 C2 T12 T11 T10 T9 T8 T7",
}
LAST_THREE = "D10 C1 T6"


def scarto(
    *,
    dealer: int = ANNA,
    deal: Mapping[int, str] | None = None,
    stock: str | None = None,
    **options: Any,
) -> Hand:
    """A hand of Scarto before anything is laid away, of which only what is named is known."""
    return hand(3, dealer=dealer, deal=deal, stock=stock, variant="scarto", **options)


def known(**options: Any) -> Hand:
    """The deal above, all of it written down."""
    return scarto(deal=DEAL, stock=LAST_THREE, **options)


def made_up(
    winners: str,
    piles: Mapping[int, str],
    *,
    fool: tuple[int, int] | None = None,
    laid: str = ASIDE,
    unseen: bool = False,
    **options: Any,
) -> Hand:
    """A whole hand put together for what lies in the tricks; the table lets every card stand.

    `winners`: the seat that wins each trick; `piles`: the cards that count, by the seat in whose
    tricks they lie; `fool`: who plays it to which trick (from 1); `laid`: what Anna lays away. A
    trick is won by its only trump; where there is none left, by who won the one before.
    """
    let_stand = {"irregular": "made up"}
    told = scarto(**options).lays_away(None if unseen else laid, **let_stand)
    rest = {seat: pile.split() for seat, pile in piles.items()}
    trumps = [card for card in EMPTY_TRUMPS if card not in laid.split()]
    pips = [card for card in PIPS if card not in laid.split()]
    leader = BORIS
    for number, winner in enumerate(map(int, winners), 1):
        pile = rest.setdefault(winner, [])
        best = next((card for card in pile if card in ("T21", "T1")), None)
        if best is not None:
            pile.remove(best)
        elif trumps:
            best = trumps.pop(0)
        else:
            assert winner == leader, "without a trump nobody but the leader wins"
            best = pips.pop(0)
        for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
            if (seat, number) == fool:
                card = "F"
            elif seat == winner:
                card = best
            else:
                card = pile.pop(0) if pile and best[0] == "T" else pips.pop(0)
            told = told.does("play", seat=seat, card=card, **let_stand)
        leader = winner
    assert not any(rest.values()), "more cards than the tricks hold"
    return told
