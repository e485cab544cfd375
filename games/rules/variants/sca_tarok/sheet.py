"""Tarok: the numbers of the sheet and what a club may choose, in the order of ../sca-tarok.md."""

from __future__ import annotations

from games.rules.cards import ALL, FOOL, JACKS, KINGS, KNIGHTS, QUEENS, TRUMPS, of_rank
from games.rules.game.options import Choice, Option, Preset
from games.rules.game.packs import Pack, worths
from games.rules.game.terms import Table
from games.rules.problems import N_

# C5: fifteen cards each; C11: two and three players play all cards, four stop with two left over.
TABLES = {2: Table(15, 48, tricks=39), 3: Table(15, 33, tricks=26), 4: Table(15, 18, tricks=19)}

# C13: what counts the same, and how much; of the low cards each counts its number.
KINDS = (
    (N_("Majors"), TRUMPS | FOOL, 15),
    (N_("Kings"), KINGS, 25),
    (N_("Queens"), QUEENS, 20),
    (N_("Knights"), KNIGHTS, 15),
    (N_("Pages"), JACKS, 15),
)
LOW = [(of_rank(number - 1), number) for number in range(1, 11)]
COUNTING = [(cards, worth) for _, cards, worth in KINDS]
PACK = Pack(cards=ALL, honours=0, worth=worths(ALL, 0, *COUNTING, *LOW), unit=1)

# The source leaves both open; the defaults read it to the letter.

# fmt: off
OPTIONS = (
    Option("fool_rank", N_("The Fool"), "C4", N_("Where the Fool stands among the Majors. It counts 15 either way."), (
        Choice("low", N_("Lowest Major"), N_("Number 0: every other Major beats it.")),
        Choice("high", N_("Highest Major"), N_("It beats the 21.")),
    ), mark=N_("reconstructed")),
    Option("short_draw", N_("Fewer cards in the pile than players"), "C9", N_("With four players: who draws the last two cards."), (
        Choice("partial", N_("Drawn in order"), N_("The first two in turn draw them; two hands end with a card left over.")),
        Choice("none", N_("Nobody draws"), N_("Both cards stay in the pile and count for nobody.")),
    ), mark=N_("reconstructed")),
)
# fmt: on

PRESETS = (
    Preset(
        "as-described",
        N_("As described"),
        N_("The description read to the letter, its gaps filled as the rules page says."),
        {option.key: option.choices[0].value for option in OPTIONS},
    ),
)
