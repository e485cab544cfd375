"""French Tarot, `french`: the facts in the order of the sheet (../french.md)."""

from __future__ import annotations

from games.rules.game.obligations import follow, go_over, trump_when_void
from games.rules.game.packs import TAROT_78
from games.rules.game.ranks import ranks
from games.rules.game.settings import COUNTER_CLOCKWISE
from games.rules.game.terms import OURS_IN_PART
from games.rules.game.tricks import trick_rules
from games.rules.game.variant import Variant
from games.rules.hand.actions import Call, Discard, King, Stock
from games.rules.hand.state import State
from games.rules.phases import auction, calling, exchange
from games.rules.problems import N_
from games.rules.variants.french import before_play
from games.rules.variants.french.score import STATING, fool_takes_last_trick, points_so_far, settle
from games.rules.variants.french.sheet import BIDS, LADDER, OPTIONS, PRESETS, TABLES

# fmt: off
RULES = {
    "players": "1.2.4", "sits-out": "1.2.5",
    "pack": "1.3.1",
    "deal": "1.4", "held": "1.4", "petit-sec": "1.4.2",
    "speaker": "1.5.1", "turns": "1.5.2", "rising": "1.5.2", "bids": "1.5.3", "slam": "1.5.6",
    "call-card": "1.6.1", "callable": "1.6.2", "opening-lead": "1.6.6",
    "exchange": "1.7.1",
    "announcements": "1.8", "handful-tiers": "1.8.1", "handful-who": "1.8.2", "handful-when": "1.8.3",
    "handful-size": "1.8.4", "handful-fool": "1.8.5",
    "winner-leads": "1.9.1", "follow": "1.9.3a", "trump": "1.9.3b", "overtrump": "1.9.3b",
    "end": "1.11.1", "zero-sum": "1.11.5",
}
# fmt: on

# 1.9.3: follow suit, any rank; void: trump, and over the best trump. 1.9.7: the Excuse is outside all duties.
TRICKS = trick_rules(ranks(), follow, trump_when_void, go_over)


def leads(state: State) -> int:
    """1.9.1: the dealer's right leads; 1.8.11 (`slam_lead: caller`): the taker who called a slam."""
    if state.slam_called and state.options["slam_lead"] == "caller" and state.taker is not None:
        return state.taker
    return (state.dealer + 1) % state.seats


FRENCH = Variant(
    key="french",
    name=N_("French Tarot"),
    about=N_(
        "Three to five play: the highest bidder against the others, at a table of five with a called partner."
    ),
    direction=COUNTER_CLOCKWISE,
    rules=RULES,
    pack=TAROT_78,
    tables=TABLES,
    bids=BIDS,
    options=OPTIONS,
    presets=PRESETS,
    tricks=lambda options: TRICKS,
    zero_sum=True,
    leader=leads,
    settle=settle,
    stating=STATING,
    points_so_far=points_so_far,
    announcements=before_play.KINDS,
    phases={Call: auction, King: calling, Stock: exchange, Discard: exchange},
    ladder=LADDER,
    next_step=before_play.next_step,
    bans=before_play.bans,
    lead_bar=before_play.called_suit,
    holding_bar=before_play.annulled_first,
    at_last_card=exchange.judge_unplayed,
    last_winner=fool_takes_last_trick,
    labels={
        "stock": N_("dog"),
        "fool": N_("Excuse"),
        "taker": N_("taker"),
        "honour": N_("bout"),
        "T1": N_("petit"),
        **auction.LABELS,
    },
    # 1.12: where the sheet goes beyond its sources.
    reconstructed=dict.fromkeys(
        ("1.5.5", "1.6.3", "1.8.3", "1.8.4", "1.8.9", "1.8.12", "1.9.6"), OURS_IN_PART
    ),
)
