"""Scarto: what a club may choose (sheet, options), and two presets."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import N_

# fmt: off
OPTIONS = (
    Option("highest_trump", N_("Highest trump"), "E4", N_("Which of the two highest trumps beats the other."), (
        Choice("20", N_("Trump 20, the Angel"), N_("As in Piedmont; trump 21 beats all others.")),
        Choice("21", N_("Trump 21, the World"), N_("By the numbers.")),
    )),
    Option("counting_trump", N_("High trump that counts 5"), "E6", N_("Which of the two highest trumps counts 5 and is never laid away. The other is an empty card."), (
        Choice("21", N_("Trump 21, the World"), N_("As in Genoa.")),
        Choice("20", N_("Trump 20, the Angel"), N_("As in most rules.")),
    )),
    Option("honour_discard", N_("Honour that may be laid away"), "E11", N_("Which honour the dealer may lay away when it stands alone."), (
        Choice("bagatto", N_("The Bagatto"), N_("Without another trump and without the Matto.")),
        Choice("fool", N_("The Matto"), N_("Without a trump.")),
    )),
)
# fmt: on

_DEFAULTS = {option.key: option.default for option in OPTIONS}

PRESETS = (
    Preset(
        "piedmont",
        N_("Piedmont"),
        N_("The Angel is the highest trump, and the Matto is never laid away."),
        _DEFAULTS,
    ),
    Preset(
        "french-pack",
        N_("With a French pack"),
        N_("Trump 21 is the highest, and the Matto may be laid away without a trump."),
        {**_DEFAULTS, "highest_trump": "21", "honour_discard": "fool"},
    ),
)
