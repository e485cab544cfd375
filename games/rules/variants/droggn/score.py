"""Droggn, the score: what the declarer has (sheet 2.8.6, 2.10.1), what a hand is worth (2.9, 2.10)."""

from __future__ import annotations

from games.rules.cards import cards_of
from games.rules.game import feats
from games.rules.game.facts import Stating
from games.rules.game.options import Options
from games.rules.game.settlement import PointsSoFar, ScoreSheet, Settlement, Side, Sides, number
from games.rules.hand.knowledge import laid_away
from games.rules.hand.state import State
from games.rules.problems import N_
from games.rules.scoring import counting
from games.rules.scoring.counting import Haul
from games.rules.scoring.sides import has_tricks, settle_up, show_tricks, sides_of, tricks_of
from games.rules.variants.droggn.facts import (
    FACTS,
    DroggnFacts,
    check_facts,
    owner_of_stock,
    stated_facts,
    values_of,
)
from games.rules.variants.droggn.play import announced, bids_slam, pagat_lost, pagat_ultimo
from games.rules.variants.droggn.sheet import HALF, PACK, TAKEN, ULTIMO, ULTIMO_SILENT


def settle(state: State) -> Settlement | None:
    """Return the scored hand, or None where the score depends on something unknown (fine points 7, 31)."""
    sheet = ScoreSheet()
    facts = STATING.facts_of(state, sheet)
    if facts is None:
        return None
    slam, halves = facts.bid.key == "slam", facts.halves
    scores = score(sheet, facts, state.options)
    return Settlement(
        facts.sides,
        None if halves is None else (halves, state.pack.total - halves),
        scores,
        sheet.lines,
        None if halves is None or slam else halves - 2 * int(state.options["points_to_win"]),
        is_won(facts, state.options),
        facts.honours,
    )


def facts_of(state: State, sheet: ScoreSheet) -> DroggnFacts | None:
    """Return what the cards give, and show on the sheet where they lay; None where something unknown decides."""
    bid, declarer = state.contract, state.taker
    if bid is None or declarer is None:
        return None
    sides = sides_of(state, (declarer,))
    haul = haul_of(state, sides)
    if haul is None and not bids_slam(state):
        return None
    show_count(sheet, state, sides, haul)
    return DroggnFacts(
        bid,
        sides,
        None if haul is None else haul.halves,
        not has_tricks(state, sides.defenders),
        announced(state),
        pagat_ultimo(state),
        pagat_lost(state, sides),
        None if haul is None else haul.honours.bit_count(),
    )


# ---- 2.8.6, 2.10.1: what the declarer has --------------------------------------------------------------------


def fool_in_last_trick(state: State, sides: Sides, player: int, winner: int) -> Side:
    """2.8.6e (`fool_last`): whose a fool in the last trick is: its side's, or the winner's."""
    return sides.of(player if state.options["fool_last"] == "kept" else winner)


def haul_of(state: State, sides: Sides) -> Haul | None:
    """2.10.1: tricks, discard or stock, the fool back with its side; None where what is unknown decides."""
    owner = sides[owner_of_stock(state, state.stock_use)]
    if bids_slam(state) and owner == sides.declarers and laid_away(state) is None:
        return None
    return counting.count(state, sides, owner, fool_in_last_trick)


def points_so_far(state: State) -> PointsSoFar | None:
    """2.10.1, 2.10.2: the points so far, and what the declarer needs; a slam is not about points (2.8.7)."""
    if state.taker is None or bids_slam(state):
        return None
    sides, needed = sides_of(state, (state.taker,)), int(state.options["points_to_win"])
    owner = sides[owner_of_stock(state, state.stock_use)]
    return counting.points_so_far(
        state, sides, owner, fool_in_last_trick, lambda honours: needed, (needed,)
    )


# ---- 2.10: the score -----------------------------------------------------------------------------------------


def show_count(sheet: ScoreSheet, state: State, sides: Sides, haul: Haul | None) -> None:
    """2.10.1: tricks, discard or stock, the fool."""
    points = None if haul is None else number(haul.tricks)
    label, declarer = N_("{player}’s tricks"), sides.declarers
    tricks = tricks_of(state, declarer)
    show_tricks(sheet, label, points, "2.10.1", tricks, player=declarer[0])
    if haul is None:
        return
    if owner_of_stock(state, state.stock_use) == 0:
        show_laid_away(sheet, state, haul)
    if haul.fool:
        how = N_("back to the defenders for an empty card")
        if haul.fool > 0:
            how = N_("back to the declarer for an empty card")
        sheet.show(N_("The fool"), how, number(haul.fool), "2.8.6")


def show_laid_away(sheet: ScoreSheet, state: State, haul: Haul) -> None:
    """2.6.1: the discard; 2.6.5: or the stock that nobody took up, where it is the declarer's."""
    taken = state.stock_use == TAKEN
    cards = tuple(cards_of(haul.aside))
    inferred = (state.discard if taken else state.stock) is None
    how = N_("{cards}, inferred") if inferred else N_("{cards}")
    if not cards:  # after a claim all cards that nobody saw count for the same side
        how = N_("counted with the tricks claimed")
    sheet.show(
        N_("Discard") if taken else N_("Stock"),
        how,
        number(haul.laid),
        "2.6.1" if taken else "2.6.5",
        cards=cards,
        inferred=inferred,
    )


def score(sheet: ScoreSheet, facts: DroggnFacts, options: Options) -> tuple[int, ...]:
    """Return what each seat wins or loses by the facts, line by line."""
    show_points(sheet, facts, options)
    if facts.bid.key == "slam":
        pay_slam(sheet, facts, options)
    else:
        pay_game(sheet, facts, options)
    pay_pagat(sheet, facts, options)
    return shared_out(sheet, facts.sides)


def show_points(sheet: ScoreSheet, facts: DroggnFacts, options: Options) -> None:
    """2.10.1: the card points, where they are known; 2.10.2: what the declarer needs, but at a slam."""
    halves, total = facts.halves, number(PACK.total)
    if halves is None:
        return
    sheet.result(N_("Card points"), N_("of {total}"), number(halves), "2.3.5", total=total)
    if facts.bid.key == "slam":
        return
    sheet.show(N_("Needed"), "", options["points_to_win"], "2.10.2")
    above = halves // 2 - HALF
    label, how = N_("Above 37 by"), N_("{points} against {half}")
    if above < 0:
        label = N_("Below 37 by")
    sheet.result(label, how, abs(above), "2.10.3", points=halves // 2, half=HALF)


def is_won(facts: DroggnFacts, options: Options) -> bool:
    """2.8.7: a slam is made with all tricks; 2.9.4 (`matsch`): so is any bid; 2.10.2: else the points decide."""
    slam = facts.bid.key == "slam"
    if facts.all_tricks and (slam or options["matsch"]):
        return True
    return not slam and (facts.halves or 0) >= 2 * int(options["points_to_win"])


def pay_game(sheet: ScoreSheet, facts: DroggnFacts, options: Options) -> None:
    """2.10.3: the bid, and the points above or below 37."""
    bid, won, matsch = facts.bid, is_won(facts, options), int(options["matsch"])
    if facts.halves is None:
        raise ValueError("only a slam is scored without card points (2.8.7)")
    sheet.pay(
        bid.label, N_("won") if won else N_("lost"), bid.least if won else -bid.least, "2.5.3"
    )
    if facts.all_tricks and matsch:  # 2.9.4: 37 above the bid, whatever the points
        sheet.pay(N_("Matsch: all tricks"), "", matsch, "2.9.4", feat=feats.SLAM)
        return
    above = facts.halves // 2 - HALF
    label = N_("Points above {half}") if above >= 0 else N_("Points below {half}")
    sheet.pay(label, "", above, "2.10.3", half=HALF)


def pay_slam(sheet: ScoreSheet, facts: DroggnFacts, options: Options) -> None:
    """2.8.7, 2.10.3: 167 flat, made or failed; 2.9.3: made with the fool displayed, more by an option."""
    bid, bonus = facts.bid, int(options["slam_display_bonus"])
    if not facts.all_tricks:
        sheet.pay(bid.label, N_("failed"), -bid.least, "2.10.3", feat=feats.SLAM_MISSED)
        return
    sheet.pay(bid.label, N_("made"), bid.least, "2.10.3", feat=feats.SLAM_ANNOUNCED)
    if bonus and facts.announced == "fool-last":
        sheet.pay(N_("Fool displayed"), "", bonus, "2.9.3")


def pay_pagat(sheet: ScoreSheet, facts: DroggnFacts, options: Options) -> None:
    """2.8.1, 2.9.1: a pagat ultimo, won or failed; 2.9.2 (`early_pagat`): a pagat lost before."""
    if facts.ultimo is not None:
        player, wins = facts.ultimo
        silent = facts.announced != "pagat-ultimo"
        counts = not silent or player in facts.sides.declarers or options["ultimo_by"] == "anyone"
        fails_for = {"never": False, "announced-pays": not silent, "pays": True}
        if counts and (wins or fails_for[options["ultimo_failed"]]):
            pay_ultimo(sheet, facts.sides.sign(player), player, wins=wins, silent=silent)
    costs, loser = int(options["early_pagat"]), facts.pagat_lost
    if costs and loser is not None:
        how, points = N_("by {player} to the other side"), -costs * facts.sides.sign(loser)
        sheet.pay(N_("Pagat lost"), how, points, "2.9.2", feat=feats.ONE_LOST, player=loser)


def pay_ultimo(sheet: ScoreSheet, sign: int, player: int, *, wins: bool, silent: bool) -> None:
    """2.8.1: 20 if announced; 2.9.1: else 10. `sign`: 1 for the declarer, -1 for a defender."""
    worth = sign * (ULTIMO_SILENT if silent else ULTIMO)
    label = N_("Pagat ultimo") if silent else N_("Pagat ultimo, announced")
    if wins:
        feat, rule = feats.LAST_TRICK_ANNOUNCED, "2.8.1"
        if silent:
            feat, rule = feats.LAST_TRICK, "2.9.1"
        sheet.pay(label, N_("won by {player}"), worth, rule, feat=feat, player=player)
    else:
        how = N_("failed by {player}")
        sheet.pay(label, how, -worth, "2.9.1", feat=feats.LAST_TRICK_FAILED, player=player)


def shared_out(sheet: ScoreSheet, sides: Sides) -> tuple[int, ...]:
    """2.10.4: the declarer wins or loses twice what each defender loses or wins."""
    how = N_("what one opponent pays {player}")
    sheet.result(N_("Each opponent"), how, sheet.total, "2.10.3", player=sides.declarers[0])
    return settle_up(sheet, sides, (2,), "2.10.4")


STATING = Stating(FACTS, check_facts, facts_of, stated_facts, values_of)
