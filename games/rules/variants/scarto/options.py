"""Scarto: what a club may choose (sheet, options), and two presets."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import gettext_noop

OPTIONS = (
    Option(
        "highest_trump",
        gettext_noop("Highest trump"),
        "E4",
        gettext_noop("Which of the two highest trumps beats the other."),
        (
            Choice(
                "20",
                gettext_noop("Trump 20, the Angel"),
                gettext_noop("As in Piedmont; trump 21 beats all others."),
            ),
            Choice("21", gettext_noop("Trump 21, the World"), gettext_noop("By the numbers.")),
        ),
    ),
    Option(
        "counting_trump",
        gettext_noop("High trump that counts 5"),
        "E6",
        gettext_noop(
            "Which of the two highest trumps counts 5 and is never laid away. The other is an empty card."
        ),
        (
            Choice("21", gettext_noop("Trump 21, the World"), gettext_noop("As in Genoa.")),
            Choice(
                "20", gettext_noop("Trump 20, the Angel"), gettext_noop("As most rules have it.")
            ),
        ),
    ),
    Option(
        "honour_discard",
        gettext_noop("Honour that may be laid away"),
        "E11",
        gettext_noop("Which honour the dealer may lay away when it stands alone."),
        (
            Choice(
                "bagatto",
                gettext_noop("The Bagatto"),
                gettext_noop("Without another trump and without the Matto."),
            ),
            Choice("fool", gettext_noop("The Matto"), gettext_noop("Without a trump.")),
        ),
    ),
)

_DEFAULTS = {option.key: option.default for option in OPTIONS}

PRESETS = (
    Preset(
        "piedmont",
        gettext_noop("Piedmont"),
        gettext_noop("The Angel is the highest trump, and the Matto is never laid away."),
        _DEFAULTS,
    ),
    Preset(
        "french-pack",
        gettext_noop("With a French pack"),
        gettext_noop("Trump 21 is the highest, and the Matto may be laid away without a trump."),
        {**_DEFAULTS, "highest_trump": "21", "honour_discard": "fool"},
    ),
)
