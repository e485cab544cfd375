"""Scarto: the numbers of the sheet and what a club may choose, in the order of ../scarto.md."""

from __future__ import annotations

from games.rules.cards import ALL, BIT, FOOL, JACKS, KINGS, KNIGHTS, QUEENS, T1, T20, T21
from games.rules.game.options import Choice, Option, Options, Preset
from games.rules.game.packs import Pack, worths
from games.rules.game.terms import Table
from games.rules.problems import N_


def _pack(five: int) -> Pack:
    """Return the pack by E5, in thirds of a point.

    Each card counts less the two points that three cards lose together. The Fool is taken back for an empty card of a
    third (E19), so that it brings 4. `five`: the high trump that counts (mask).
    """
    honours = BIT[T1] | five | FOOL
    counting = ((KINGS | honours, 13), (QUEENS, 10), (KNIGHTS, 7), (JACKS, 4))
    return Pack(cards=ALL, honours=honours, worth=worths(ALL, 1, *counting), unit=3)


WORLD_COUNTS, ANGEL_COUNTS = _pack(BIT[T21]), _pack(BIT[T20])


def packs(options: Options) -> Pack:
    """E6: which of the two highest trumps counts was agreed before the match."""
    return ANGEL_COUNTS if options["counting_trump"] == "20" else WORLD_COUNTS


# E7: 25 cards each; the last three are the dealer's.
TABLES = {3: Table(25, 3)}
# E24: a third of the 78 points.
AVERAGE = 26

# fmt: off
OPTIONS = (
    Option("highest_trump", N_("Highest trump"), "E4", N_("Which of the two highest trumps beats the other."), (
        Choice("20", N_("Trump 20, the Angel"), N_("As in Piedmont; trump 21 beats all others.")),
        Choice("21", N_("Trump 21, the World"), N_("By the numbers.")),
    )),
    Option("counting_trump", N_("High trump that counts 5"), "E6", N_("Which of the two highest trumps counts 5 and is never discarded. The other is an empty card."), (
        Choice("21", N_("Trump 21, the World"), N_("As in Genoa.")),
        Choice("20", N_("Trump 20, the Angel"), N_("As in most rules.")),
    )),
    Option("honour_discard", N_("Honour that may be discarded"), "E11", N_("Which honour the dealer may discard when it stands alone."), (
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
        N_("The Angel is the highest trump, and the Matto is never discarded."),
        _DEFAULTS,
    ),
    Preset(
        "french-pack",
        N_("With a French pack"),
        N_("Trump 21 is the highest, and the Matto may be discarded without a trump."),
        {**_DEFAULTS, "highest_trump": "21", "honour_discard": "fool"},
    ),
)
