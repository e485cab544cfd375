"""Droggn, `droggn`: the facts in the order of the sheet (../droggn.md)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, T1
from games.rules.game.settings import COUNTER_CLOCKWISE, direction
from games.rules.game.terms import OUR_READING, OURS_IN_PART
from games.rules.game.variant import AnnouncementKind, Variant
from games.rules.hand.actions import Buy, Call, Discard
from games.rules.phases import auction, buying
from games.rules.phases import exchange as exchanging
from games.rules.problems import N_
from games.rules.variants.droggn import exchange, play
from games.rules.variants.droggn.score import STATING, points_so_far, settle
from games.rules.variants.droggn.sheet import BIDS, OPTIONS, PACK, PRESETS, TABLES

# fmt: off
RULES = {
    "players": "2.2.1", "sits-out": "2.2.1",
    "pack": "2.3.1",
    "deal": "2.4", "held": "2.4",
    "speaker": "2.5.1", "turns": "2.5.1", "rising": "2.5.2", "bids": "2.5.3",
    "exchange": "2.6.1",
    "buy": "2.7.1", "buyable": "2.7.2",
    "announcements": "2.8.1", "ultimo": "2.8.1", "kept-back": "2.8.2", "fool-last": "2.8.3",
    "winner-leads": "2.8.4", "follow": "2.8.5", "trump": "2.8.5", "end": "2.8.7",
    "zero-sum": "2.10.4",
}
# fmt: on

DROGGN = Variant(
    key="droggn",
    name=N_("Droggn"),
    about=N_(
        "Three play, one against two: the declarer may buy a card, and the pagat may win the last trick."
    ),
    direction=COUNTER_CLOCKWISE,
    rules=RULES,
    pack=PACK,
    tables=TABLES,
    bids=BIDS,
    options=OPTIONS,
    presets=PRESETS,
    tricks=lambda options: play.TRICKS,
    zero_sum=True,
    leader=play.leads,
    settle=settle,
    stating=STATING,
    points_so_far=points_so_far,
    phases={Call: auction, Discard: exchanging, Buy: buying},
    announcements=(
        AnnouncementKind(
            "pagat-ultimo",
            N_("Pagat ultimo"),
            play.check_ultimo,
            reveals=BIT[T1],
            then=play.keep_back,
        ),
        AnnouncementKind("fool-last", N_("Fool displayed"), play.check_fool_last, reveals=FOOL),
    ),
    announced_from="announcements",
    next_step=exchange.next_step,
    bans=lambda state: exchange.BANS,
    at_last_card=exchanging.judge_unplayed,
    last_winner=play.displayed_fool_wins,
    # 2.2.2: the sources differ, and nothing but the picture of the table depends on it.
    settings=(direction("2.2.2", COUNTER_CLOCKWISE),),
    labels={
        "stock": N_("stock"),
        "fool": N_("Gstiess"),
        "taker": N_("declarer"),
        "honour": N_("honour"),
        "T1": N_("pagat"),
        **auction.LABELS,
    },
    # Where no source settles it.
    reconstructed={
        **dict.fromkeys(("2.7.4", "2.8.6b", "2.8.6c"), OUR_READING),
        **dict.fromkeys(("2.2.3", "2.8.2", "2.9.3"), OURS_IN_PART),
    },
)
