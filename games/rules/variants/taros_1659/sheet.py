"""Le Jeu de Taros: the numbers of the sheet and what a club may choose, in the order of ../taros-1659.md."""

from __future__ import annotations

from games.rules.cards import ALL, BIT, FOOL, JACKS, KINGS, KNIGHTS, QUEENS, T1, T21
from games.rules.game.options import Choice, Option, Preset
from games.rules.game.packs import Pack, worths
from games.rules.game.terms import Table
from games.rules.problems import N_

# A5: the Fool 5, trumps 21 and 1 and kings 4, queens 3, knights 2, jacks 1; A6: the other 59 cards are empty.
COUNTING = ((FOOL, 5), (BIT[T21] | BIT[T1] | KINGS, 4), (QUEENS, 3), (KNIGHTS, 2), (JACKS, 1))
PACK = Pack(cards=ALL, honours=0, worth=worths(ALL, 0, *COUNTING), unit=1)
# A23: every card won counts a point, on top of what it is worth.
CARD = 1
# A8: twelve cards each; A9: the rest is put aside.
DEALT = 12
TABLES = {players: Table(DEALT, 78 - DEALT * players) for players in range(2, 7)}

# fmt: off
OPTIONS = (
    Option("fool_settlement", N_("When the Fool is settled"), "A19", N_("When it is judged whether its player has a card to give for the Fool."), (
        Choice("immediate", N_("Immediately"), N_("By the tricks won before. A Fool played before its player has won a trick is lost.")),
        Choice("end-of-hand", N_("At the end of the hand"), N_("A trick won later can also pay for it.")),
    )),
    Option("first_lead", N_("First lead"), "A11", N_("Who leads to the first trick."), (
        Choice("dealer", N_("Dealer")),
        Choice("next", N_("Next player"), N_("The dealer’s neighbour.")),
    )),
    Option("fool_mode", N_("What the Fool is"), "A22", N_("Whether the Fool is outside the suits or the highest trump."), (
        Choice("excuse", N_("Excuse"), N_("It may always be played, never wins, and is bought back.")),
        Choice("highest-trump", N_("Highest trump"), N_("It is trump 22, and nothing is given for it.")),
    )),
)
# fmt: on

_DEFAULTS = {option.key: option.default for option in OPTIONS}

PRESETS = (
    Preset(
        "short-account",
        N_("Short description"),
        N_("The shortest description of the game, taken literally."),
        _DEFAULTS,
    ),
    Preset(
        "other-accounts",
        N_("Other descriptions"),
        N_("The next player leads, and the Fool is settled at the end of the hand."),
        _DEFAULTS | {"fool_settlement": "end-of-hand", "first_lead": "next"},
    ),
)
