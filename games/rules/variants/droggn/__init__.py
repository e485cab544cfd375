"""Droggn, `droggn`: the facts in the order of the sheet (droggn.md beside this folder)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, T1
from games.rules.game.settings import COUNTER_CLOCKWISE, direction
from games.rules.game.terms import OUR_READING, OURS_IN_PART, AnnouncementKind, Bid, Table
from games.rules.game.variant import Variant
from games.rules.hand.actions import Buy, Call, Discard
from games.rules.phases import auction
from games.rules.phases import exchange as exchanging
from games.rules.problems import gettext_noop
from games.rules.variants.droggn import buying
from games.rules.variants.droggn.announcements import check_fool_last, check_ultimo, keep_back
from games.rules.variants.droggn.counting import PACK, standing
from games.rules.variants.droggn.exchange import CLOSED, TAKEN, bans, never_face_down, next_step
from games.rules.variants.droggn.options import OPTIONS, PRESETS
from games.rules.variants.droggn.play import TRICKS, displayed_fool_wins, leads
from games.rules.variants.droggn.score import settle

# 2.5.3: the bids, ascending, and what each is worth to an opponent; 2.6.1, 2.6.5 who takes the stock.
BIDS = (
    Bid("ansager", gettext_noop("Ansager"), 0, TAKEN, 20),
    Bid("solo", gettext_noop("Solo"), 0, TAKEN, 40),
    Bid("super", gettext_noop("Super"), 0, CLOSED, 80),
    Bid("slam", gettext_noop("Slam"), 0, CLOSED, 167),
)

RULES = {
    "players": "2.2.1",
    "sits-out": "2.2.1",
    "pack": "2.3.1",
    "deal": "2.4",
    "held": "2.4",
    "speaker": "2.5.1",
    "turns": "2.5.1",
    "rising": "2.5.2",
    "bids": "2.5.3",
    "exchange": "2.6.1",
    "buy": "2.7.1",
    "buyable": "2.7.2",
    "announcements": "2.8.1",
    "ultimo": "2.8.1",
    "kept-back": "2.8.2",
    "fool-last": "2.8.3",
    "winner-leads": "2.8.4",
    "follow": "2.8.5",
    "trump": "2.8.5",
    "end": "2.8.7",
    "zero-sum": "2.10.4",
}

DROGGN = Variant(
    key="droggn",
    name=gettext_noop("Droggn"),
    direction=COUNTER_CLOCKWISE,
    rules=RULES,
    pack=PACK,
    # 2.2.1: a fourth may sit in; the dealer then sits the hand out.
    tables={3: Table(21, 3, sits_out=True)},
    bids=BIDS,
    options=OPTIONS,
    presets=PRESETS,
    tricks=lambda options: TRICKS,
    zero_sum=True,
    leader=leads,
    settle=settle,
    standing=standing,
    phases={Call: auction, Discard: exchanging, Buy: buying},
    announcements=(
        AnnouncementKind(
            "pagat-ultimo",
            gettext_noop("Pagat ultimo"),
            check_ultimo,
            reveals=BIT[T1],
            then=keep_back,
        ),
        AnnouncementKind(
            "fool-last", gettext_noop("Fool displayed"), check_fool_last, reveals=FOOL
        ),
    ),
    announced_from="announcements",
    next_step=next_step,
    bans=bans,
    keeps=never_face_down,
    told=buying.payment_told,
    at_last_card=exchanging.judge_unplayed,
    last_winner=displayed_fool_wins,
    # 2.2.2: the sources differ, and nothing but the picture of the table depends on it.
    settings=(direction("2.2.2", COUNTER_CLOCKWISE),),
    labels={
        "stock": gettext_noop("stock"),
        "fool": gettext_noop("Gstiess"),
        "taker": gettext_noop("declarer"),
        "honour": gettext_noop("honour"),
        "T1": gettext_noop("pagat"),
        "auction": gettext_noop("Each speaks once, and only to go over the last bid."),
        "first-call": gettext_noop("A bid or a pass; each speaks once."),
        "pass": gettext_noop("%(player)s is out of the bidding."),
    },
    # Where no source settles it.
    reconstructed={
        **dict.fromkeys(("2.7.4", "2.8.6b", "2.8.6c"), OUR_READING),
        **dict.fromkeys(("2.2.3", "2.8.2", "2.9.3"), OURS_IN_PART),
    },
)
