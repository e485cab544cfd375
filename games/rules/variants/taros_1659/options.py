"""Le Jeu de Taros: what a club may choose (sheet, options), and two presets."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import gettext_noop

OPTIONS = (
    Option(
        "fool_settlement",
        gettext_noop("When the Fool is settled"),
        "A19",
        gettext_noop("When it is judged whether its player has a card to give for the Fool."),
        (
            Choice(
                "immediate",
                gettext_noop("At once"),
                gettext_noop(
                    "By the tricks won before. A Fool played before its player has won a trick is lost."
                ),
            ),
            Choice(
                "end-of-hand",
                gettext_noop("At the end of the hand"),
                gettext_noop("A trick won later pays for it as well."),
            ),
        ),
    ),
    Option(
        "first_lead",
        gettext_noop("First lead"),
        "A11",
        gettext_noop("Who leads to the first trick."),
        (
            Choice("dealer", gettext_noop("Dealer")),
            Choice("next", gettext_noop("Next player"), gettext_noop("The dealer's neighbour.")),
        ),
    ),
    Option(
        "fool_mode",
        gettext_noop("What the Fool is"),
        "A22",
        gettext_noop("Whether the Fool is outside the suits or the highest trump."),
        (
            Choice(
                "excuse",
                gettext_noop("Excuse"),
                gettext_noop("It may always be played, never wins, and is bought back."),
            ),
            Choice(
                "highest-trump",
                gettext_noop("Highest trump"),
                gettext_noop("It is trump 22, and nothing is given for it."),
            ),
        ),
    ),
)

_DEFAULTS = {option.key: option.default for option in OPTIONS}

PRESETS = (
    Preset(
        "short-account",
        gettext_noop("Short account"),
        gettext_noop("The shortest account of the game, taken at its word."),
        _DEFAULTS,
    ),
    Preset(
        "other-accounts",
        gettext_noop("Other accounts"),
        gettext_noop("The next player leads, and the Fool is settled at the end of the hand."),
        _DEFAULTS | {"fool_settlement": "end-of-hand", "first_lead": "next"},
    ),
)
