"""Taroux of Six: what a club may choose (sheet, options)."""

from __future__ import annotations

from games.rules.game.options import Choice, Numbers, Option, Preset, Tiers
from games.rules.game.terms import PARTLY
from games.rules.problems import gettext_noop

RECONSTRUCTED = gettext_noop("reconstructed")

OPTIONS = (
    Option(
        "multipliers",
        gettext_noop("Multipliers of the bids"),
        "B50",
        gettext_noop(
            "What We'll Take, Without and Against multiply. The table is lost; these numbers are those of the French "
            "game for six that this one comes from."
        ),
        (
            Choice((2, 4, 6), gettext_noop("2, 4 and 6, as in the French game")),
            Choice(
                (1, 4, 6), gettext_noop("1, 4 and 6, the lowest bid taken for the French Petite")
            ),
            Choice((1, 2, 3), gettext_noop("1, 2 and 3")),
        ),
        form=Numbers(
            3,
            1,
            gettext_noop(
                "Three whole numbers from 1 on, for Take, Without and Against, such as 2 4 6."
            ),
        ),
        mark=RECONSTRUCTED,
    ),
    Option(
        "abundance",
        gettext_noop("What an Abundance scores"),
        "B33",
        gettext_noop(
            "How many trumps shown score how much. The table is lost; only that it begins with six trumps is known."
        ),
        (
            Choice(((6, 20), (8, 30), (10, 40)), gettext_noop("20, 30, 40 for 6, 8, 10 trumps")),
            Choice(((6, 20),), gettext_noop("20 for 6 trumps or more")),
            Choice(((6, 20), (7, 30), (8, 40)), gettext_noop("20, 30, 40 for 6, 7, 8 trumps")),
            Choice(((6, 20), (8, 40), (10, 60)), gettext_noop("20, 40, 60 for 6, 8, 10 trumps")),
            Choice(((6, 10), (8, 20), (10, 30)), gettext_noop("10, 20, 30 for 6, 8, 10 trumps")),
        ),
        form=Tiers(),
        mark=RECONSTRUCTED,
    ),
    Option(
        "abundance_credit",
        gettext_noop("Who scores an Abundance"),
        "B33",
        gettext_noop("Which side has the points for trumps shown."),
        (
            Choice("declaring-side", gettext_noop("The side that shows it")),
            Choice(
                "hand-winner",
                gettext_noop("The side that wins the hand"),
                gettext_noop("As in French Tarot: showing trumps is a risk."),
            ),
        ),
    ),
    Option(
        "abundance_fool",
        gettext_noop("The Fool in an Abundance"),
        "B33",
        gettext_noop("Whether the Fool may be shown as one of the trumps."),
        (
            Choice(False, gettext_noop("No trump")),
            Choice(
                True,
                gettext_noop("Counts as a trump"),
                gettext_noop("Only if every trump in the hand is shown with it."),
            ),
        ),
    ),
    Option(
        "fool_surrender_scope",
        gettext_noop("When the Fool is lost"),
        "B44",
        gettext_noop(
            "Whose tricks save the Fool, and from whose tricks a card is paid for it, when the other side won it."
        ),
        (
            Choice("player", gettext_noop("The player's own tricks")),
            Choice("partnership", gettext_noop("The two partners' tricks")),
            Choice("side", gettext_noop("The whole side's tricks")),
        ),
    ),
    Option(
        "overtrump_on_trump_lead",
        gettext_noop("Going over when trump is led"),
        "B40",
        gettext_noop("Whether a trump lead has to be beaten as well."),
        (
            Choice(True, gettext_noop("Always go over")),
            Choice(
                False,
                gettext_noop("Only when void"),
                gettext_noop("Any trump may follow a trump lead."),
            ),
        ),
        mark=PARTLY,
    ),
    Option(
        "contra_scope",
        gettext_noop("What a Contra doubles"),
        "B49",
        gettext_noop("Which part of the score counts twice, or four times after a Re-contra."),
        (
            Choice("all", gettext_noop("Contract and Slam")),
            Choice("contract", gettext_noop("The contract only")),
        ),
    ),
    Option(
        "auction_direction",
        gettext_noop("Direction of the auction"),
        "B12",
        gettext_noop("Who speaks after the Eldest; play always goes to the left."),
        (
            Choice(
                "against-play",
                gettext_noop("To the right"),
                gettext_noop("The Eldest speaks first, the dealer second."),
            ),
            Choice(
                "with-play",
                gettext_noop("To the left"),
                gettext_noop("The Eldest speaks first, the dealer last."),
            ),
        ),
    ),
)

PRESETS = (
    Preset(
        "described",
        gettext_noop("As described"),
        gettext_noop("The description word for word, its two lost tables reconstructed."),
        {option.key: option.default for option in OPTIONS},
    ),
)
