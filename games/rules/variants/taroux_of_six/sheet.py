"""Taroux of Six: the numbers of the sheet and what a club may choose, in the order of the sheet."""

from __future__ import annotations

from dataclasses import replace

from games.rules.cards import HONOURS
from games.rules.game.options import Choice, Numbers, Option, Options, Preset, Tiers
from games.rules.game.terms import PARTLY, RECONSTRUCTED, Bid, Table
from games.rules.problems import N_

# B1: six players, partners opposite each other. B9, B24: each of the two who play lays away as many as they took.
TABLES = {6: Table(hand=12, stock=6, discard=3)}
PAIRS = ((0, 3), (1, 4), (2, 5))

# B49: what every contract is worth before the margin.
BASE = 25
# B11 the bids, ascending; B15 the signals need an honour; B24, B28, B29 what becomes of the stock; B50 the usual
# multipliers, and what a Defender pays at least.
BIDS = (
    Bid("prop", N_("Prop"), 0, "", 0, wins=False, needs=HONOURS),
    Bid("stand", N_("Stand"), 0, "", 0, wins=False, needs=HONOURS),
    Bid("take", N_("We'll Take"), 2, "exchange", 50),
    Bid("take-without", N_("Without the Stock"), 4, "own", 100),
    Bid("take-against", N_("Against the Stock"), 6, "other", 150),
)
MULTIPLIED = [bid.key for bid in BIDS if bid.wins]

# B34, B36: a Sparrow announced, and one that nobody announced; B35, B36: a Slam likewise.
SPARROW, SPARROW_SILENT = 20, 10
SLAM, SLAM_SILENT = 400, 200

# B48: what the Declarers need with 0, 1, 2, 3 honours.
TARGETS = (56, 51, 41, 36)


def priced(options: Options, bid: Bid) -> Bid:
    """B50: the bid with the multiplier of the match."""
    if not bid.wins:
        return bid
    factor = options["multipliers"][MULTIPLIED.index(bid.key)]
    return replace(bid, factor=factor, least=BASE * factor)


# fmt: off
OPTIONS = (
    Option("multipliers", N_("Multipliers of the bids"), "B50", N_("What We'll Take, Without and Against multiply. The table is lost; these numbers are those of the French game for six that this one comes from."), (
        Choice((2, 4, 6), N_("2, 4 and 6, as in the French game")),
        Choice((1, 4, 6), N_("1, 4 and 6, the lowest bid taken for the French Petite")),
        Choice((1, 2, 3), N_("1, 2 and 3")),
    ), form=Numbers(3, 1, N_("Three whole numbers, each 1 or more, for Take, Without and Against, such as 2 4 6.")), mark=RECONSTRUCTED),
    Option("abundance", N_("What an Abundance scores"), "B33", N_("How many trumps shown score how much. The table is lost; only that it begins with six trumps is known."), (
        Choice(((6, 20), (8, 30), (10, 40)), N_("20, 30, 40 for 6, 8, 10 trumps")),
        Choice(((6, 20),), N_("20 for 6 trumps or more")),
        Choice(((6, 20), (7, 30), (8, 40)), N_("20, 30, 40 for 6, 7, 8 trumps")),
        Choice(((6, 20), (8, 40), (10, 60)), N_("20, 40, 60 for 6, 8, 10 trumps")),
        Choice(((6, 10), (8, 20), (10, 30)), N_("10, 20, 30 for 6, 8, 10 trumps")),
    ), form=Tiers(), mark=RECONSTRUCTED),
    Option("abundance_credit", N_("Who scores an Abundance"), "B33", N_("Which side has the points for trumps shown."), (
        Choice("declaring-side", N_("The side that shows it")),
        Choice("hand-winner", N_("The side that wins the hand"), N_("As in French Tarot: showing trumps is a risk.")),
    )),
    Option("abundance_fool", N_("The Fool in an Abundance"), "B33", N_("Whether the Fool may be shown as one of the trumps."), (
        Choice(False, N_("No trump")),
        Choice(True, N_("Counts as a trump"), N_("Only if every trump in the hand is shown with it.")),
    )),
    Option("fool_surrender_scope", N_("When the Fool is lost"), "B44", N_("Whose tricks save the Fool, and from whose tricks a card is paid for it, when the other side won it."), (
        Choice("player", N_("The player’s own tricks")),
        Choice("partnership", N_("The two partners’ tricks")),
        Choice("side", N_("The whole side’s tricks")),
    )),
    Option("overtrump_on_trump_lead", N_("Going over when trump is led"), "B40", N_("Whether a trump lead has to be beaten as well."), (
        Choice(True, N_("Always overtrump")),
        Choice(False, N_("Only when void"), N_("Any trump may follow a trump lead.")),
    ), mark=PARTLY),
    Option("contra_scope", N_("What a Contra doubles"), "B49", N_("Which part of the score counts twice, or four times after a Re-contra."), (
        Choice("all", N_("Contract and Slam")),
        Choice("contract", N_("The contract only")),
    )),
    Option("auction_direction", N_("Direction of the auction"), "B12", N_("Who speaks after the Eldest; play always goes to the left."), (
        Choice("against-play", N_("To the right"), N_("The Eldest speaks first, the dealer second.")),
        Choice("with-play", N_("To the left"), N_("The Eldest speaks first, the dealer last.")),
    )),
)
# fmt: on

PRESETS = (
    Preset(
        "described",
        N_("As described"),
        N_("The description word for word, its two lost tables reconstructed."),
        {option.key: option.default for option in OPTIONS},
    ),
)
