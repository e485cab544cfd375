"""The terms that a game is written in: bids, tables, steps of the exchange. Plain values, without a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.problems import N_


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of the auction.

    `stock` says what becomes of the stock: "exchange" (turned up, joins the taker's hand), "own" (unseen, counts for
    the taker's side), "other" (unseen, for the other side). `least` is what it wins or costs an opponent at least. One
    that does not win is a signal: nobody plays it. `needs` are the cards (mask) of which a hand must hold one to make
    it; 0: any hand may.
    """

    key: str
    label: str
    factor: int
    stock: str
    least: int
    wins: bool = True
    needs: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A number of players: cards dealt to each, and cards in the stock.

    `discard` is how many cards a seat lays away (0: as many as there are in the stock), `tricks` how many are played
    (0:
    as many as a hand has cards). `sits_out`: one more may sit at the table; the dealer sits out then.
    """

    hand: int
    stock: int
    discard: int = 0
    tricks: int = 0
    sits_out: bool = False


class Seating(NamedTuple):
    """How many sit at the table of a match, and whether the dealer sits out, so that one less plays."""

    people: int
    dealer_sits_out: bool = False

    @property
    def players(self) -> int:
        """How many play a hand."""
        return self.people - self.dealer_sits_out


class Tier(NamedTuple):
    """A number of trumps to show: the least, its label, the points that it pays."""

    least: int
    label: str
    points: int


class Step(NamedTuple):
    """What the exchange waits for: the kind of action, and by which seat.

    `unseen`: while the stock is unknown, a discard face down may come instead.
    """

    kind: str
    seat: int
    unseen: bool = False


class Laying(NamedTuple):
    """Cards that a seat lays away, as far as they are known.

    Masks: those laid away, those kept, those shown. `seen`: all that is laid away is known; `room`: how many more cards
    are still to be chosen.
    """

    seat: int
    laid: int
    kept: int
    shown: int
    seen: bool = True
    room: int = 0


# What a rule is where the sources say nothing of it, or too little.
RECONSTRUCTED = N_("reconstructed")
PARTLY = N_("partly reconstructed")
OUR_READING = N_("our reading")
OURS_IN_PART = N_("our reading in part")
