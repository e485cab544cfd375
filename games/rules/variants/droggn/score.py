"""Droggn, the score: what a hand comes to (sheet 2.9, 2.10)."""

from __future__ import annotations

from functools import partial

from games.rules.cards import T1
from games.rules.game.counting import Haul, Sides, side_of
from games.rules.game.feats import (
    LAST_TRICK,
    LAST_TRICK_ANNOUNCED,
    LAST_TRICK_FAILED,
    ONE_LOST,
    SLAM,
    SLAM_ANNOUNCED,
    SLAM_MISSED,
)
from games.rules.game.scoring import Settlement, Sheet, has_tricks, play_of
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.problems import gettext_noop
from games.rules.variants.droggn.counting import HALF, haul_of, sides
from games.rules.variants.droggn.lines import Part, Tally, lines
from games.rules.variants.droggn.play import announced, bids_slam

# 2.8.1, 2.9.1: a pagat ultimo announced, and one that nobody announced.
ULTIMO, ULTIMO_SILENT = 20, 10


def settle(state: State) -> Settlement | None:
    """The scored hand, or None where what is unknown decides (fine points 7, 31)."""
    found, bid = sides(state), state.contract
    if found is None or bid is None:
        return None
    haul = haul_of(state, found)
    if haul is None and not bids_slam(state):
        return None
    all_tricks = not has_tricks(state, found[1])
    game = _slam(state, bid, all_tricks=all_tricks) if bids_slam(state) else []
    won, margin = all_tricks, None
    if haul is not None and not bids_slam(state):
        margin = haul.halves - 2 * int(state.options["points_to_win"])
        matsch = all_tricks and bool(state.options["matsch"])
        won = margin >= 0 or matsch
        game = _matsch(state, bid) if matsch else _points(bid, haul, won=won)
    parts = [*game, *_ultimo(state, found), *_early_pagat(state, found)]
    each = sum(part.points for part in parts)
    total = state.pack.total
    return Settlement(
        found,
        None if haul is None else (haul.halves, total - haul.halves),
        # 2.10.4: the declarer wins or loses it twice, each defender once.
        tuple(2 * each if seat == state.taker else -each for seat in range(state.n)),
        Sheet(partial(lines, Tally(state, bid, found, haul, parts, each))),
        margin,
        won,
        None if haul is None else haul.honours,
    )


def _points(bid: Bid, haul: Haul, *, won: bool) -> list[Part]:
    """2.10.3: the bid, and the points above or below 37."""
    above = haul.halves // 2 - HALF
    label = (
        gettext_noop("Points above {half}") if above >= 0 else gettext_noop("Points below {half}")
    )
    return [
        Part(
            bid.label,
            gettext_noop("won") if won else gettext_noop("lost"),
            bid.least if won else -bid.least,
            "2.5.3",
            {},
        ),
        Part(label, "", above, "2.10.3", {"half": HALF}),
    ]


def _matsch(state: State, bid: Bid) -> list[Part]:
    """2.9.4 (`matsch`): all tricks without a slam bid: 37 above the bid, whatever the points."""
    above = int(state.options["matsch"])
    return [
        Part(bid.label, gettext_noop("won"), bid.least, "2.5.3", {}),
        Part(gettext_noop("Matsch: all tricks"), "", above, "2.9.4", {}, SLAM),
    ]


def _slam(state: State, bid: Bid, *, all_tricks: bool) -> list[Part]:
    """2.8.7, 2.10.3: 167 flat, made or failed; 2.9.3: made with the fool displayed, more by an option."""
    if not all_tricks:
        failed = gettext_noop("failed")
        return [Part(bid.label, failed, -bid.least, "2.10.3", {}, SLAM_MISSED)]
    made = [Part(bid.label, gettext_noop("made"), bid.least, "2.10.3", {}, SLAM_ANNOUNCED)]
    bonus = int(state.options["slam_display_bonus"])
    if bonus and announced(state) == "fool-last":
        made.append(Part(gettext_noop("Fool displayed"), "", bonus, "2.9.3", {}))
    return made


def _ultimo(state: State, found: Sides) -> list[Part]:
    """2.8.1, 2.9.1: the pagat in the last trick, or announced and played before; nothing in tricks that were claimed."""
    played = play_of(state, T1)
    if played is None or played // state.n >= len(state.winners):
        return []
    player, trick = state.seat_of_play(played), played // state.n
    last = trick == state.tricks_in_all - 1
    wins = last and state.winners[trick] == player
    said = announced(state) == "pagat-ultimo"
    worth = ULTIMO if said else ULTIMO_SILENT
    if not said and not (last and _may_score(state, player)):
        return []
    failing = {"never": False, "announced-pays": said, "pays": True}
    if not wins and not failing[str(state.options["ultimo_failed"])]:
        return []
    own = worth if wins else -worth
    return [_pagat(state, player, own, wins=wins, said=said)]


def _may_score(state: State, player: int) -> bool:
    """2.9.1 (`ultimo_by`): a pagat that was not announced counts for the declarer, or for anyone."""
    return player == state.taker or state.options["ultimo_by"] == "anyone"


def _pagat(state: State, player: int, own: int, *, wins: bool, said: bool) -> Part:
    label = gettext_noop("Pagat ultimo, announced") if said else gettext_noop("Pagat ultimo")
    how = gettext_noop("won by {player}") if wins else gettext_noop("failed by {player}")
    points = own if player == state.taker else -own
    rule = "2.8.1" if said and wins else "2.9.1"
    won = LAST_TRICK_ANNOUNCED if said else LAST_TRICK
    return Part(label, how, points, rule, {"player": player}, won if wins else LAST_TRICK_FAILED)


def _early_pagat(state: State, found: Sides) -> list[Part]:
    """2.9.2 (`early_pagat`): a pagat that the other side wins before the last trick."""
    played, costs = play_of(state, T1), int(state.options["early_pagat"])
    trick = state.tricks_in_all if played is None else played // state.n
    if not costs or played is None or trick >= min(len(state.winners), state.tricks_in_all - 1):
        return []
    player = state.seat_of_play(played)
    loser = side_of(found, player)
    if loser == side_of(found, state.winners[trick]):
        return []
    how = gettext_noop("by {player} to the other side")
    points = -costs if loser == 0 else costs
    return [Part(gettext_noop("Pagat lost"), how, points, "2.9.2", {"player": player}, ONE_LOST)]
