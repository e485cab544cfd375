"""Tarok: what a club may choose (sheet, options). The source leaves both open; the defaults read it to the letter."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import N_

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
