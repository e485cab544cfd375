"""Tarok: what a club may choose (sheet, options). The source leaves both open; the defaults read it to the letter."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import gettext_noop

OPTIONS = (
    Option(
        "fool_rank",
        gettext_noop("The Fool"),
        "C4",
        gettext_noop("Where the Fool stands among the Majors. It counts 15 either way."),
        (
            Choice(
                "low",
                gettext_noop("Lowest Major"),
                gettext_noop("Number 0: every other Major beats it."),
            ),
            Choice(
                "high",
                gettext_noop("Highest Major"),
                gettext_noop("It beats the 21."),
            ),
        ),
        mark=gettext_noop("reconstructed"),
    ),
    Option(
        "short_draw",
        gettext_noop("Fewer cards in the pile than players"),
        "C9",
        gettext_noop("With four players: who draws the last two cards."),
        (
            Choice(
                "partial",
                gettext_noop("Drawn in order"),
                gettext_noop(
                    "The first two in turn draw them; two hands end with a card left over."
                ),
            ),
            Choice(
                "none",
                gettext_noop("Nobody draws"),
                gettext_noop("Both cards stay in the pile and count for nobody."),
            ),
        ),
        mark=gettext_noop("reconstructed"),
    ),
)

PRESETS = (
    Preset(
        "as-described",
        gettext_noop("As described"),
        gettext_noop("The description read to the letter, its gaps filled as the rules page says."),
        {option.key: option.choices[0].value for option in OPTIONS},
    ),
)
