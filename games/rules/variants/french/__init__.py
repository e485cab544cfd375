"""French Tarot, `french`: the facts in the order of the sheet (french.md beside this folder)."""

from __future__ import annotations

from games.rules.game.packs import TAROT_78
from games.rules.game.ranks import ranks
from games.rules.game.settings import COUNTER_CLOCKWISE
from games.rules.game.terms import AnnouncementKind, Bid, Table
from games.rules.game.variant import Variant
from games.rules.hand.actions import Call, Discard, King, Stock
from games.rules.hand.state import State
from games.rules.phases import auction
from games.rules.phases import exchange as exchanging
from games.rules.phases.obligations import follow, go_over, trump_when_void
from games.rules.phases.tricks import trick_rules
from games.rules.problems import gettext_noop
from games.rules.variants.french import calling
from games.rules.variants.french.announcements import (
    annulled_first,
    check_handful,
    check_petit_sec,
    check_slam,
    handful_offered,
    handful_time,
    laid_openly,
)
from games.rules.variants.french.counting import fool_takes_last_trick, standing
from games.rules.variants.french.exchange import (
    bans,
    called_suit,
    never_face_down,
    next_step,
)
from games.rules.variants.french.options import OPTIONS, PRESETS
from games.rules.variants.french.score import settle

# 1.5.3 the bids, ascending, with multiplier; 1.7.1 to 1.7.3 what becomes of the dog; 1.11.4 25 times the multiplier.
BIDS = (
    Bid("small", gettext_noop("Petite"), 1, "exchange", 25),
    Bid("guard", gettext_noop("Garde"), 2, "exchange", 50),
    Bid("guard-without", gettext_noop("Garde sans"), 4, "own", 100),
    Bid("guard-against", gettext_noop("Garde contre"), 6, "other", 150),
)

RULES = {
    "players": "1.2.4",
    "sits-out": "1.2.5",
    "pack": "1.3.1",
    "deal": "1.4",
    "held": "1.4",
    "bids": "1.5.3",
    "announcements": "1.8",
    "end": "1.11.1",
    "zero-sum": "1.11.5",
    "petit-sec": "1.4.2",
    "speaker": "1.5.1",
    "turns": "1.5.2",
    "rising": "1.5.2",
    "call-card": "1.6.1",
    "callable": "1.6.2",
    "opening-lead": "1.6.6",
    "exchange": "1.7.1",
    "handful-tiers": "1.8.1",
    "handful-who": "1.8.2",
    "handful-when": "1.8.3",
    "handful-size": "1.8.4",
    "handful-fool": "1.8.5",
    "slam": "1.5.6",
    "winner-leads": "1.9.1",
    "follow": "1.9.3a",
    "trump": "1.9.3b",
    "overtrump": "1.9.3b",
}

# 1.9.3: follow suit, any rank; void: trump, and over the best trump. 1.9.7: the Excuse is outside all duties.
TRICKS = trick_rules(ranks(), follow, trump_when_void, go_over)


def leads(state: State) -> int:
    """1.9.1: the dealer's right leads; 1.8.11 (`slam_lead: caller`): the taker who called a slam."""
    if state.slam_called and state.options["slam_lead"] == "caller" and state.taker is not None:
        return state.taker
    return (state.dealer + 1) % state.n


FRENCH = Variant(
    key="french",
    name=gettext_noop("French Tarot"),
    direction=COUNTER_CLOCKWISE,
    rules=RULES,
    pack=TAROT_78,
    # 1.2.5: at a table for four a fifth may sit; the dealer then sits the hand out.
    tables={3: Table(24, 6), 4: Table(18, 6, sits_out=True), 5: Table(15, 3)},
    bids=BIDS,
    options=OPTIONS,
    presets=PRESETS,
    tricks=lambda options: TRICKS,
    zero_sum=True,
    leader=leads,
    settle=settle,
    standing=standing,
    announcements=(
        AnnouncementKind(
            "handful",
            gettext_noop("Handful"),
            check_handful,
            shows_cards=True,
            time=handful_time,
            offered=handful_offered,
            again=laid_openly,
        ),
        AnnouncementKind("slam", gettext_noop("Slam"), check_slam),
        AnnouncementKind("petit-sec", gettext_noop("Petit sec"), check_petit_sec, ends="annulled"),
    ),
    phases={Call: auction, King: calling, Stock: exchanging, Discard: exchanging},
    next_step=next_step,
    bans=bans,
    keeps=never_face_down,
    lead_bar=called_suit,
    holding_bar=annulled_first,
    at_last_card=exchanging.judge_unplayed,
    last_winner=fool_takes_last_trick,
    labels={
        "stock": gettext_noop("dog"),
        "fool": gettext_noop("Excuse"),
        "taker": gettext_noop("taker"),
        "honour": gettext_noop("bout"),
        "T1": gettext_noop("petit"),
        "auction": gettext_noop("Each speaks once, and only to go over the last bid."),
        "first-call": gettext_noop("A bid or a pass; each speaks once."),
        "pass": gettext_noop("%(player)s is out of the bidding."),
    },
)
