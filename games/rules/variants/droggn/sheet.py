"""Droggn: the numbers of the sheet and what a club may choose, in the order of ../droggn.md."""

from __future__ import annotations

from games.rules.cards import ALL, HONOURS, JACKS, KINGS, KNIGHTS, QUEENS, TRUMPS
from games.rules.game.options import Choice, Option, Preset
from games.rules.game.packs import Pack, worths
from games.rules.game.terms import Bid, Table
from games.rules.problems import N_

# 2.2.1: three play; a fourth may sit in, and the dealer then sits the hand out.
TABLES = {3: Table(21, 3, sits_out=True)}

BLACK, RED = (0, 3), (1, 2)


def _ranks_in(suits: tuple[int, ...], ranks: range) -> int:
    """Return the cards (mask) of these ranks, ace 0, in these suits."""
    return sum(1 << 14 * suit + rank for suit in suits for rank in ranks)


# 2.3.1: 66 cards, without the three lowest of each suit: black ace to 3, red 8 to 10 (2.3.2).
CARDS = ALL & ~_ranks_in(BLACK, range(3)) & ~_ranks_in(RED, range(7, 10))
# 2.3.4, 2.3.5: three cards together count their values less 2, so a card counts thirds: 5 - 2/3 is 13 of them.
PACK = Pack(
    cards=CARDS,
    honours=HONOURS,
    worth=worths(CARDS, 1, (KINGS | HONOURS, 13), (QUEENS, 10), (KNIGHTS, 7), (JACKS, 4)),
    unit=3,
)
# 2.6.1, 2.6.5: what becomes of the stock: the declarer takes it unseen; nobody does, and an option says whose it is.
TAKEN, CLOSED = "taken", "closed"
# 2.5.3: the bids, ascending, and what each is worth to an opponent.
BIDS = (
    Bid("ansager", N_("Ansager"), 0, TAKEN, 20),
    Bid("solo", N_("Solo"), 0, TAKEN, 40),
    Bid("super", N_("Super"), 0, CLOSED, 80),
    Bid("slam", N_("Slam"), 0, CLOSED, 167),
)

# 2.6.3: the trumps that may go with a king.
COMPANY = TRUMPS & ~HONOURS

# 2.8.1, 2.9.1: a pagat ultimo announced, and one that nobody announced.
ULTIMO, ULTIMO_SILENT = 20, 10

# 2.10.3: points count from here, half of the 74.
HALF = 37

# fmt: off
OPTIONS = (
    Option("stock_unexchanged", N_("Stock that nobody takes up"), "2.6.5", N_("Whose card points the stock counts for at Super and Slam."), (
        Choice("defenders", N_("Defenders")),
        Choice("declarer", N_("Declarer")),
    )),
    Option("points_to_win", N_("Points to win"), "2.10.2", N_("How many of the 74 card points the declarer needs."), (
        Choice(37, N_("37"), N_("At 37 to 37 the declarer wins.")),
        Choice(38, N_("38"), N_("At 37 to 37 the declarer loses; points still count from 37.")),
    )),
    Option("ultimo_failed", N_("Pagat beaten in the last trick"), "2.9.1", N_("What a failed pagat ultimo costs."), (
        Choice("never", N_("Nothing")),
        Choice("announced-pays", N_("20 if announced"), N_("One that nobody announced costs nothing.")),
        Choice("pays", N_("20 if announced, else 10")),
    )),
    Option("ultimo_by", N_("Pagat ultimo by"), "2.9.1", N_("Whose pagat counts in the last trick; only the declarer may announce it."), (
        Choice("declarer", N_("Declarer only")),
        Choice("anyone", N_("Anyone")),
    )),
    Option("early_pagat", N_("Pagat lost earlier"), "2.9.2", N_("What a pagat costs its side if the other side wins it before the last trick."), (
        Choice(0, N_("Nothing")),
        Choice(5, N_("5 an opponent")),
    )),
    Option("matsch", N_("All tricks without a slam bid"), "2.9.4", N_("What the declarer wins for a matsch, in addition to the bid."), (
        Choice(0, N_("Points above 37")),
        Choice(37, N_("37, always"), N_("Also where fewer than 74 points are counted.")),
    )),
    Option("slam_display_bonus", N_("Slam with the fool displayed"), "2.9.3", N_("What it adds to 167 if the slam is made."), (
        Choice(0, N_("Nothing")),
        Choice(20, N_("20")),
    )),
    Option("king_discard", N_("Kings in the discard"), "2.6.3", N_("How many trumps must be discarded with kings."), (
        Choice("one-trump", N_("One trump, for all kings")),
        Choice("one-each", N_("A trump for each king")),
    )),
    Option("fool_last", N_("Fool in the last trick"), "2.8.6e", N_("Whose it is, unless it was displayed and wins a slam."), (
        Choice("kept", N_("Stays with its side")),
        Choice("to-winner", N_("Goes to the winner of the trick")),
    )),
)
# fmt: on

# 2.1: the defaults are the seed's; the last value of each is documented, but 37 points to win.
PRESETS = (
    Preset(
        "seed",
        N_("As handed down"),
        N_("The short description: nothing is paid that it does not name."),
        {option.key: option.choices[0].value for option in OPTIONS},
    ),
    Preset(
        "documented",
        N_("Stubai, as documented"),
        N_("What has been written down of the game in the Stubai valley."),
        {option.key: option.choices[-1].value for option in OPTIONS} | {"points_to_win": 37},
    ),
)
