"""The two published deals of the sheet as hands: four known hands that rulings can be made on.

TM17 is the one that most tests use. Anna leads, Boris takes a petite, Dario deals:

    Anna   T18 T17 T13 T10 T3 F   S8 S4           HJ H10 H9 H5 H1  DN DJ D3     C7 C5
    Boris  T21 T19 T14 T11 T9 T4  S10 S1          HQ HN H6         DK DQ D7 D5  CK CJ C3
    Chloe  T20 T16 T6 T5 T2       SQ SN SJ S7     HK H8 H4         D10 D1       CQ C9 C6 C2
    Dario  T15 T12 T8 T1          SK S9 S6 S5 S2  H7 H3 H2         D9 D4        CN C10 C8 C1
    dog    T7                     S3                               D8 D6 D2     C4
"""

from __future__ import annotations

from typing import Any

from tests.rules import sheet
from tests.rules.table import Hand, hand, preset

DEALS = {deal.name: deal for deal in sheet.deals()}
CALLS = {"petite": "small", "garde": "guard"}
TRICKS = {name: [" ".join(trick.cards) for trick in deal.tricks] for name, deal in DEALS.items()}
# Boris's discard in TM17: half a point a card.
DISCARD = DEALS["TM17"].discard


def published(
    name: str = "TM17", *, known: bool = True, laid: bool = True, call: str = "", **options: Any
) -> Hand:
    """A published deal up to the discard, by the federation's rules unless `options` say
    otherwise.

    With the hands not `known` only what the whole table saw; without `laid` up to the auction;
    `call` is the taker's instead of the one that was made.
    """
    deal = DEALS[name]
    dealer, taker = deal.seat(deal.head["dealer"]), deal.seat(deal.head["taker"])
    told = hand(dealer=dealer, **preset("fft") | options)
    if known:
        told = hand(
            dealer=dealer,
            deal={deal.seat(letter): cards for letter, cards in deal.hands.items()},
            stock=deal.stock,
            **preset("fft") | options,
        )
    calls = ["pass"] * 4
    calls[(taker - dealer - 1) % 4] = call or CALLS[deal.head["contract"]]
    told = told.says(" ".join(calls))
    if not laid or call in ("guard-without", "guard-against"):
        return told
    return told.lays_away(deal.discard) if known else told.turns_up(deal.stock).lays_away(None)


def tricks(first: int, last: int, name: str = "TM17") -> str:
    """The cards of the tricks from number `first` to `last`, in the order in which they fell."""
    return " ".join(TRICKS[name][first - 1 : last])
