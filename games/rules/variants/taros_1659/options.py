"""Le Jeu de Taros: what a club may choose (sheet, options), and two presets."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import N_

# fmt: off
OPTIONS = (
    Option("fool_settlement", N_("When the Fool is settled"), "A19", N_("When it is judged whether its player has a card to give for the Fool."), (
        Choice("immediate", N_("Immediately"), N_("By the tricks won before. A Fool played before its player has won a trick is lost.")),
        Choice("end-of-hand", N_("At the end of the hand"), N_("A trick won later can also pay for it.")),
    )),
    Option("first_lead", N_("First lead"), "A11", N_("Who leads to the first trick."), (
        Choice("dealer", N_("Dealer")),
        Choice("next", N_("Next player"), N_("The dealer's neighbour.")),
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
        N_("Short account"),
        N_("The shortest description of the game, taken literally."),
        _DEFAULTS,
    ),
    Preset(
        "other-accounts",
        N_("Other accounts"),
        N_("The next player leads, and the Fool is settled at the end of the hand."),
        _DEFAULTS | {"fool_settlement": "end-of-hand", "first_lead": "next"},
    ),
)
