"""Taroux of Six, the score: what a hand comes to (sheet B33 to B37, B49 to B52)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.rules.cards import T1
from games.rules.game.feats import (
    LAST_TRICK,
    LAST_TRICK_ANNOUNCED,
    LAST_TRICK_FAILED,
    SLAM,
    SLAM_ANNOUNCED,
    SLAM_MISSED,
)
from games.rules.game.scoring import Settlement, Sheet, has_tricks
from games.rules.game.terms import Bid
from games.rules.hand.actions import Announce
from games.rules.hand.state import State
from games.rules.phases.returning import stakes
from games.rules.problems import gettext_noop
from games.rules.variants.taroux_of_six.bids import BASE, priced
from games.rules.variants.taroux_of_six.counting import Haul, count
from games.rules.variants.taroux_of_six.lines import lines
from games.rules.variants.taroux_of_six.sides import Sides, sides_of
from games.rules.variants.taroux_of_six.tally import Bonus, Tally


def settle(state: State) -> Settlement | None:
    """The scored hand, or None where what is unknown decides."""
    if state.taker is None or state.contract is None:
        return None
    sides = sides_of(state, state.taker)
    haul = count(state, sides)
    if haul is None:
        return None
    tally = _tally(state, state.contract, sides, haul)
    halves = state.pack.points(haul.pile)
    return Settlement(
        sides,
        (halves, state.pack.total - halves),
        _scores(state, tally),
        Sheet(partial(lines, tally)),
        2 * tally.margin,
        honours=haul.honours,
    )


def _tally(state: State, contract: Bid, sides: Sides, haul: Haul) -> Tally:
    """B49: F × (M × (s × (25 + |D − T|) + P) + L) + A, as the Declarers see it."""
    points = state.pack.points(haul.pile) // 2
    margin = points - haul.target
    sign = 1 if margin >= 0 else -1
    factor, times = priced(state.options, contract).factor, stakes(state)
    sparrows, slams = list(_sparrows(state, sides)), list(_slams(state, sides))
    abundances = list(_abundances(state, sides, sign))
    stake = factor * (sign * (BASE + abs(margin)) + _sum(sparrows))
    doubled = stake + _sum(slams) if state.options["contra_scope"] == "all" else stake
    each = stake + _sum(slams) + (times - 1) * doubled + _sum(abundances)
    return Tally(
        state, contract, sides, haul, points, margin, factor, times, sparrows, slams, abundances,
        stake, times * doubled, each,
    )  # fmt: skip


def _sum(bonuses: list[Bonus]) -> int:
    return sum(bonus.points for bonus in bonuses)


def _scores(state: State, tally: Tally) -> tuple[int, ...]:
    """B51: each Defender pays R, each Declarer has twice as much; the sum is zero."""
    declarers = tally.sides.declarers
    return tuple(2 * tally.each if seat in declarers else -tally.each for seat in range(state.n))


def sparrow_winner(state: State) -> int | None:
    """B37: the seat whose Magician is the winning card of the last trick; nobody after a claim."""
    if state.claim is not None or not state.winners:
        return None
    winner, last = state.winners[-1], len(state.winners) - 1
    return winner if state.card_by(winner, last) == T1 else None


def _sparrows(state: State, sides: Sides) -> Iterator[Bonus]:
    """B34, B36: 20 won or lost by who announced it, 10 for who wins it unannounced."""
    winner = sparrow_winner(state)
    announced = next((said.seat for said in state.announcements if said.what == "sparrow"), None)
    seat = winner if announced is None else announced
    if seat is None:
        return
    sign = sides.sign(seat)
    how = _whose(sign)
    if announced is None:
        label = gettext_noop("Sparrow")
        yield Bonus(label, how, sign * 10, "B36", {"player": seat}, LAST_TRICK)
    elif winner == announced:
        label = gettext_noop("Sparrow, announced and won")
        yield Bonus(label, how, sign * 20, "B34", {"player": seat}, LAST_TRICK_ANNOUNCED)
    else:
        label = gettext_noop("Sparrow, announced and failed")
        yield Bonus(label, how, sign * -20, "B34", {"player": seat}, LAST_TRICK_FAILED)


def _whose(sign: int) -> str:
    return (
        gettext_noop("{player}, a Declarer") if sign > 0 else gettext_noop("{player}, a Defender")
    )


def _slams(state: State, sides: Sides) -> Iterator[Bonus]:
    """B35, B36: 400 won or lost by the side that announced it, 200 for a side that makes it unannounced."""
    for side, how in zip(
        sides, (gettext_noop("by the Declarers"), gettext_noop("by the Defenders")), strict=True
    ):
        sign, made = sides.sign(side[0]), not has_tricks(state, sides.other(side[0]))
        announced = any(said.what == "slam" and said.seat in side for said in state.announcements)
        if announced and made:
            label = gettext_noop("Slam, announced and made")
            yield Bonus(label, how, sign * 400, "B35", {}, SLAM_ANNOUNCED)
        elif announced:
            label = gettext_noop("Slam, announced and missed")
            yield Bonus(label, how, sign * -400, "B35", {}, SLAM_MISSED)
        elif made:
            yield Bonus(gettext_noop("Slam"), how, sign * 200, "B36", {}, SLAM)


def tier_points(state: State, shown: Announce) -> int:
    """B33: what an Abundance scores, by the trumps shown or the smaller number claimed."""
    reached = len(shown.cards) if shown.size is None else shown.size
    points: int = [points for least, points in state.options["abundance"] if least <= reached][-1]
    return points


def _abundances(state: State, sides: Sides, won: int) -> Iterator[Bonus]:
    """B32, B33: for the side that shows it, or (`abundance_credit`) the side that wins the hand."""
    to_winner = state.options["abundance_credit"] == "hand-winner"
    for said in state.announcements:
        if said.what == "abundance":
            sign = won if to_winner else sides.sign(said.seat)
            how = (
                gettext_noop("shown by {player}, to the side that wins the hand")
                if to_winner
                else gettext_noop("shown by {player}")
            )
            facts = {"player": said.seat, "count": len(said.cards)}
            label = gettext_noop("Abundance of {count}")
            yield Bonus(label, how, sign * tier_points(state, said), "B33", facts)
