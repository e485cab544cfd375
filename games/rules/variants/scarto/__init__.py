"""Scarto, `scarto`: the facts in the order of the sheet (../scarto.md)."""

from __future__ import annotations

from games.rules.cards import T21
from games.rules.game.endings import Ending
from games.rules.game.obligations import follow, trump_when_void
from games.rules.game.options import Options
from games.rules.game.ranks import Ranks, ranks
from games.rules.game.settings import COUNTER_CLOCKWISE
from games.rules.game.terms import OUR_READING, OURS_IN_PART
from games.rules.game.tricks import TrickRules, trick_rules
from games.rules.game.variant import Variant
from games.rules.hand.actions import Discard
from games.rules.hand.state import State
from games.rules.phases import exchange as exchanging
from games.rules.problems import N_
from games.rules.variants.scarto.exchange import bans, next_step
from games.rules.variants.scarto.score import STATING, settle
from games.rules.variants.scarto.sheet import OPTIONS, PRESETS, TABLES, WORLD_COUNTS, packs

# fmt: off
RULES = {
    "players": "E1", "pack": "E2",
    "deal": "E7", "held": "E7", "bids": "E8", "announcements": "E8", "exchange": "E9",
    "winner-leads": "E13", "follow": "E14", "trump": "E15",
    "end": "E18", "zero-sum": "E24",
}
# fmt: on


# E3: in hearts and diamonds the ace is the highest of the pips.
RED_SUITS = (1, 2)


def _angel_first() -> Ranks:
    """E4: trump 20 beats trump 21, which beats the others."""
    usual = ranks(inverted=RED_SUITS)
    strength = list(usual.strength)
    strength[T21 - 1], strength[T21] = strength[T21], strength[T21 - 1]
    return usual._replace(strength=tuple(strength))


# E14: follow suit; E15: void, play any trump. The Fool is outside all duties (E17).
ANGEL_FIRST = trick_rules(_angel_first(), follow, trump_when_void)
BY_NUMBER = trick_rules(ranks(inverted=RED_SUITS), follow, trump_when_void)


def tricks(options: Options) -> TrickRules:
    """E4: which trump is the highest was agreed before the match."""
    return BY_NUMBER if options["highest_trump"] == "21" else ANGEL_FIRST


def leads(state: State) -> int:
    """E13: the player after the dealer leads to the first trick."""
    return (state.dealer + 1) % state.seats


SCARTO = Variant(
    key="scarto",
    name=N_("Scarto"),
    about=N_(
        "Three play, each alone: the dealer discards three cards, and trump 20, the Angel, beats all others."
    ),
    direction=COUNTER_CLOCKWISE,
    rules=RULES,
    pack=WORLD_COUNTS,
    packs=packs,
    tables=TABLES,
    bids=(),
    options=OPTIONS,
    presets=PRESETS,
    tricks=tricks,
    zero_sum=True,
    leader=leads,
    settle=settle,
    stating=STATING,
    fool_paid_from=lambda state, player: (player,),  # E19
    phases={Discard: exchanging},
    next_step=next_step,
    bans=bans,
    at_last_card=exchanging.judge_unplayed,
    # E25: everybody deals once; who is level at the top has won together.
    ending=Ending(hands=3, shared=True),
    labels={
        "stock": N_("last three cards"),
        "fool": N_("Matto"),
        "taker": N_("dealer"),
        "honour": N_("honour"),
        "T1": N_("Bagatto"),
    },
    # Where the sources differ, or say nothing.
    reconstructed={
        "E20": OUR_READING,
        **dict.fromkeys(("E11", "E19", "E25"), OURS_IN_PART),
    },
)
