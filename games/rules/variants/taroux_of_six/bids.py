"""Taroux of Six: the bids and what they multiply (sheet B11, B15, B50)."""

from __future__ import annotations

from dataclasses import replace

from games.rules.cards import HONOURS
from games.rules.game.options import Options
from games.rules.game.terms import Bid
from games.rules.problems import gettext_noop

# B49: what every contract is worth before the margin.
BASE = 25
# B11 the bids, ascending; B15 the signals need an honour; B24, B28, B29 what becomes of the stock; B50 the usual
# multipliers, and what a Defender pays at least.
BIDS = (
    Bid("prop", gettext_noop("Prop"), 0, "", 0, wins=False, needs=HONOURS),
    Bid("stand", gettext_noop("Stand"), 0, "", 0, wins=False, needs=HONOURS),
    Bid("take", gettext_noop("We'll Take"), 2, "exchange", 50),
    Bid("take-without", gettext_noop("Without the Stock"), 4, "own", 100),
    Bid("take-against", gettext_noop("Against the Stock"), 6, "other", 150),
)
MULTIPLIED = [bid.key for bid in BIDS if bid.wins]


def priced(options: Options, bid: Bid) -> Bid:
    """B50: the bid with the multiplier of the match."""
    if not bid.wins:
        return bid
    factor = options["multipliers"][MULTIPLIED.index(bid.key)]
    return replace(bid, factor=factor, least=BASE * factor)
