"""Droggn: what a club may choose (sheet, options), and the two presets."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import gettext_noop

OPTIONS = (
    Option(
        "stock_unexchanged",
        gettext_noop("Stock that nobody takes up"),
        "2.6.5",
        gettext_noop("Whose card points the stock counts for at Super and Slam."),
        (
            Choice("defenders", gettext_noop("Defenders")),
            Choice("declarer", gettext_noop("Declarer")),
        ),
    ),
    Option(
        "points_to_win",
        gettext_noop("Points to win"),
        "2.10.2",
        gettext_noop("How many of the 74 card points the declarer needs."),
        (
            Choice(37, gettext_noop("37"), gettext_noop("At 37 to 37 the declarer wins.")),
            Choice(
                38,
                gettext_noop("38"),
                gettext_noop("At 37 to 37 the declarer loses; points still count from 37."),
            ),
        ),
    ),
    Option(
        "ultimo_failed",
        gettext_noop("Pagat beaten in the last trick"),
        "2.9.1",
        gettext_noop("What a failed pagat ultimo costs."),
        (
            Choice("never", gettext_noop("Nothing")),
            Choice(
                "announced-pays",
                gettext_noop("20 if announced"),
                gettext_noop("One that nobody announced costs nothing."),
            ),
            Choice("pays", gettext_noop("20 if announced, else 10")),
        ),
    ),
    Option(
        "ultimo_by",
        gettext_noop("Pagat ultimo by"),
        "2.9.1",
        gettext_noop("Whose pagat counts in the last trick; only the declarer may announce it."),
        (
            Choice("declarer", gettext_noop("Declarer only")),
            Choice("anyone", gettext_noop("Anyone")),
        ),
    ),
    Option(
        "early_pagat",
        gettext_noop("Pagat lost earlier"),
        "2.9.2",
        gettext_noop(
            "What a pagat costs its side if the other side wins it before the last trick."
        ),
        (
            Choice(0, gettext_noop("Nothing")),
            Choice(5, gettext_noop("5 an opponent")),
        ),
    ),
    Option(
        "matsch",
        gettext_noop("All tricks without a slam bid"),
        "2.9.4",
        gettext_noop("What the declarer wins above the bid for a matsch."),
        (
            Choice(0, gettext_noop("Points above 37")),
            Choice(
                37,
                gettext_noop("37, always"),
                gettext_noop("Also where fewer than 74 points are counted."),
            ),
        ),
    ),
    Option(
        "slam_display_bonus",
        gettext_noop("Slam with the fool displayed"),
        "2.9.3",
        gettext_noop("What it adds to 167 if the slam is made."),
        (
            Choice(0, gettext_noop("Nothing")),
            Choice(20, gettext_noop("20")),
        ),
    ),
    Option(
        "king_discard",
        gettext_noop("Kings in the discard"),
        "2.6.3",
        gettext_noop("How many trumps must be laid away with kings."),
        (
            Choice("one-trump", gettext_noop("One trump, for all kings")),
            Choice("one-each", gettext_noop("A trump for each king")),
        ),
    ),
    Option(
        "fool_last",
        gettext_noop("Fool in the last trick"),
        "2.8.6e",
        gettext_noop("Whose it is, unless it was displayed and wins a slam."),
        (
            Choice("kept", gettext_noop("Stays with its side")),
            Choice("to-winner", gettext_noop("Goes to the winner of the trick")),
        ),
    ),
)

# 2.1: the defaults are the seed's; the last value of each is documented, but 37 points to win.
PRESETS = (
    Preset(
        "seed",
        gettext_noop("As handed down"),
        gettext_noop("The short description: nothing is paid that it does not name."),
        {option.key: option.choices[0].value for option in OPTIONS},
    ),
    Preset(
        "documented",
        gettext_noop("Stubai, as documented"),
        gettext_noop("What has been written down of the game in the Stubai valley."),
        {option.key: option.choices[-1].value for option in OPTIONS} | {"points_to_win": 37},
    ),
)
