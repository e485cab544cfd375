"""Taroux of Six, `taroux-of-six`: the facts in the order of the sheet (../taroux-of-six.md)."""

from __future__ import annotations

from games.rules.game.endings import Ending
from games.rules.game.obligations import follow, go_over, go_over_when_void, trump_when_void
from games.rules.game.options import Options
from games.rules.game.packs import TAROT_78
from games.rules.game.ranks import ranks
from games.rules.game.settings import CLOCKWISE, passed_hand_counts
from games.rules.game.terms import PARTLY, RECONSTRUCTED
from games.rules.game.tricks import TrickRules, trick_rules
from games.rules.game.variant import Variant
from games.rules.hand.actions import Call, Discard, Stock, Take
from games.rules.hand.state import ANNOUNCEMENTS, State
from games.rules.phases import exchange, returning
from games.rules.problems import N_
from games.rules.variants.taroux_of_six import before_play
from games.rules.variants.taroux_of_six.score import STATING, fool_paid_from, points_so_far, settle
from games.rules.variants.taroux_of_six.sheet import BIDS, OPTIONS, PAIRS, PRESETS, TABLES, priced

# fmt: off
RULES = {
    "players": "B1", "pack": "B2",
    "deal": "B9", "held": "B9",
    "bids": "B11", "speaker": "B12", "rising": "B13", "holding": "B15", "turns": "B16",
    "contra": "B19", "challenged": "B20", "contra-once": "B21", "recontra": "B22",
    "exchange": "B24",
    "announcements": "B31", "abundance": "B32", "tiers": "B33", "sparrow": "B34", "slam": "B35",
    "winner-leads": "B38", "follow": "B39", "trump": "B39", "overtrump": "B40",
    "end": "B47", "zero-sum": "B51",
}
# fmt: on

# B3, B39, B40: follow suit; void: trump, over the best one in the trick, and so, by option, also when trump is led.
# B41: the Fool is outside all duties.
ALWAYS_OVER = trick_rules(ranks(), follow, trump_when_void, go_over)
OVER_WHEN_VOID = trick_rules(ranks(), follow, trump_when_void, go_over_when_void)


def tricks(options: Options) -> TrickRules:
    """B40: whether a trump lead has to be beaten."""
    return ALWAYS_OVER if options["overtrump_on_trump_lead"] else OVER_WHEN_VOID


def speaking(state: State) -> int:
    """B12: turns to speak go to the right, against the play, or with it."""
    return -1 if state.options["auction_direction"] == "against-play" else 1


def leads(state: State) -> int:
    """B38: the Bidding Declarer leads to trick 1."""
    return (state.dealer + 1) % state.seats if state.taker is None else state.taker


TAROUX_OF_SIX = Variant(
    key="taroux-of-six",
    name=N_("Taroux of Six"),
    about=N_(
        "Six play in three fixed partnerships, and some of the bids are signals to the partner."
    ),
    direction=CLOCKWISE,
    rules=RULES,
    pack=TAROT_78,
    tables=TABLES,
    teams={6: PAIRS},
    bids=BIDS,
    priced=priced,
    challenges=("contra", "recontra"),
    speaking=speaking,
    options=OPTIONS,
    presets=PRESETS,
    tricks=tricks,
    stock_in_order=True,  # B9: two halves of three
    zero_sum=True,
    leader=leads,
    settle=settle,
    stating=STATING,
    points_so_far=points_so_far,
    fool_paid_from=fool_paid_from,
    announcements=before_play.KINDS,
    announced_from=ANNOUNCEMENTS,
    phases={Call: returning, Stock: exchange, Take: exchange, Discard: exchange},
    next_step=before_play.next_step,
    bans=lambda state: before_play.BANS,
    # B7, B18, B53: six hands, not counting those thrown in; pairs that are level share the win.
    ending=Ending(hands=6, shared=True),
    settings=(passed_hand_counts("B18"),),
    labels={
        "stock": N_("stock"),
        "fool": N_("Fool"),
        "taker": N_("Bidding Declarer"),
        "honour": N_("honour"),
        "T1": N_("Magician"),
        "contra": N_("Contra"),
        "recontra": N_("Re-contra"),
        "auction": N_("A player who has passed may bid again; five passes in a row end it."),
        "first-call": N_("A bid, a signal or a pass; six passes throw the hand in."),
        "pass": N_("{player} may still speak again."),
    },
    # What the description leaves open, and its two lost tables (B33, B50).
    reconstructed={
        **dict.fromkeys(("B9", "B18", "B20", "B21", "B30", "B33", "B50", "B53"), RECONSTRUCTED),
        **dict.fromkeys(("B16", "B22", "B26", "B34", "B40", "B41", "B49", "B51"), PARTLY),
    },
)
