"""French Tarot, the score: bonuses (1.8), and what a hand comes to (1.11)."""

from __future__ import annotations

from functools import partial

from games.rules.cards import FOOL_CARD, T1
from games.rules.game.counting import Haul, Sides
from games.rules.game.feats import LAST_TRICK, SLAM, SLAM_ANNOUNCED, SLAM_MISSED
from games.rules.game.scoring import Settlement, Sheet, has_tricks, play_of
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.problems import gettext_noop
from games.rules.variants.french.counting import BASE, TARGETS, haul_of, sides
from games.rules.variants.french.lines import Bonus, Tally, lines

# 1.8.1: cards for a single, double, triple handful; what they pay.
HANDFULS = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
HANDFUL_PAYS = (20, 30, 40)


def settle(state: State) -> Settlement | None:
    """The scored hand, or None where what is unknown decides (fine points 7)."""
    found = sides(state)
    haul = None if found is None else haul_of(state, found)
    if found is None or haul is None or state.contract is None:
        return None
    tally = _tally(state, state.contract, found, haul)
    return Settlement(
        found,
        (haul.halves, state.pack.total - haul.halves),
        _scores(state, tally),
        Sheet(partial(lines, tally)),
        haul.halves - 2 * TARGETS[haul.honours.bit_count()],
        honours=haul.honours,
    )


def _tally(state: State, contract: Bid, found: Sides, haul: Haul) -> Tally:
    """1.11.4: the score of one opponent's exchange, taker's view; 1.11.5: how many of them."""
    gap = haul.halves - 2 * TARGETS[haul.honours.bit_count()]
    steps, sign = (abs(gap) + 1) // 2, 1 if gap >= 0 else -1
    stake = sign * (BASE + steps) * contract.factor
    bonuses = [
        *_petit(state, contract, found),
        *_handfuls(state, sign),
        *_slams(state, found),
    ]
    each = stake + sum([bonus.points for bonus in bonuses])
    times = (len(found[1]),) if len(found[0]) == 1 else (len(found[1]) - 1, 1)
    return Tally(state, contract, found, haul, steps, stake, bonuses, each, times)


def _scores(state: State, tally: Tally) -> tuple[int, ...]:
    """1.11.5: who wins and loses how much; the sum is zero."""
    scores = [-tally.each] * state.n
    for seat, times in zip(tally.found[0], tally.times, strict=True):
        scores[seat] = times * tally.each
    if sum(scores):
        raise ArithmeticError(f"French Tarot is zero-sum (1.11.5), not {scores}")
    return tuple(scores)


def petit_au_bout(state: State, found: Sides) -> int:
    """1.8.15, 1.8.16, 1.8.12: +1 for the taker's side, -1 for the defence, 0 for nobody."""
    played, last = play_of(state, T1), state.tricks_in_all - 1
    if state.claim is not None or played is None or played < (last - 1) * state.n:
        return 0
    trick, winner = played // state.n, state.winners[last]
    won_with = state.card_by(winner, last)
    if state.options["petit"] == "taker":
        return 1 if won_with == T1 and winner in found[0] else 0
    # 1.8.12: where the Excuse takes the last trick of a slam, the petit counts in the one before.
    counts = last - 1 if won_with == FOOL_CARD and trick != last else last
    if trick != counts:
        return 0
    return 1 if state.winners[trick] in found[0] else -1


def _petit(state: State, contract: Bid, found: Sides) -> list[Bonus]:
    petit = petit_au_bout(state, found)
    if not petit:
        return []
    label = (
        gettext_noop("Petit in the last trick")
        if petit > 0
        else gettext_noop("Petit in the last trick, for the defence")
    )
    factor = contract.factor
    how = gettext_noop("10 × {factor}")
    return [Bonus(label, how, petit * 10 * factor, "1.8.15", {"factor": factor}, LAST_TRICK)]


def handful_tier(state: State, shown: int, size: int | None) -> int:
    """1.8.4: the tier (0, 1, 2) of a handful of `shown` cards (mask), or the lower one that was claimed."""
    reached = size if size is not None else shown.bit_count()
    return max(tier for tier, least in enumerate(HANDFULS[state.n]) if reached >= least)


def _handfuls(state: State, sign: int) -> list[Bonus]:
    """1.8.7: each handful is paid to the side that wins the hand (`sign` 1: the taker's)."""
    return [
        Bonus(
            gettext_noop("Handful of {count}"),
            gettext_noop("shown by {player}, to the side that wins the hand"),
            sign * HANDFUL_PAYS[handful_tier(state, shown, size)],
            "1.8.7",
            {"player": seat, "count": shown.bit_count()},
        )
        for seat, shown, size in state.handfuls
    ]


def _slams(state: State, found: Sides) -> list[Bonus]:
    """1.8.10, 1.8.13: slams made, missed and suffered."""
    called, by_defence = state.slam_called, state.options["defence_slam"]
    if not has_tricks(state, found[1]):
        label, points, feat = (
            (gettext_noop("Slam, called and made"), 400, SLAM_ANNOUNCED)
            if called
            else (gettext_noop("Slam"), 200, SLAM)
        )
        return [Bonus(label, "", points, "1.8.10", {}, feat)]
    slams = []
    if called:
        label = gettext_noop("Slam, called and missed")
        slams.append(Bonus(label, "", -200, "1.8.10", {}, SLAM_MISSED))
    if by_defence and not has_tricks(state, found[0]):
        points = -int(by_defence)
        label = gettext_noop("Slam by the defence")
        slams.append(Bonus(label, "", points, "1.8.13", {}, SLAM))
    return slams
