"""French Tarot, the score: bonuses (1.8), the lines and what they come to (1.11)."""

from __future__ import annotations

from games.rules.cards import FOOL_CARD, T1, cards_of
from games.rules.problems import gettext_noop
from games.rules.scoring import Line, Settlement, number, tricks_of
from games.rules.state import State
from games.rules.variant import Bid
from games.rules.variants.french.counting import (
    TARGETS,
    Haul,
    Side,
    count,
    laid_away_by_now,
    owner_of_stock,
    sides,
)

# 1.8.1: cards for a single, double, triple handful; what they pay.
HANDFULS = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
HANDFUL_PAYS = (20, 30, 40)
WITH_BOUTS = (
    gettext_noop("without a bout"),
    gettext_noop("with one bout"),
    gettext_noop("with two bouts"),
    gettext_noop("with three bouts"),
)
BASE = 25


def settle(state: State) -> Settlement | None:
    """The scored hand, or None where what is unknown decides (fine points 7)."""
    found = sides(state)
    laid = laid_away_by_now(state)
    if found is None or laid is None or state.contract is None:
        return None
    haul = count(state, found, laid)
    if haul is None:
        return None
    per_opponent, lines = _score(state, state.contract, found, haul, laid)
    scores, shares = _shares(state, found, per_opponent)
    total = state.variant.pack.total
    margin = haul.halves - 2 * TARGETS[haul.bouts.bit_count()]
    return Settlement(found, (haul.halves, total - haul.halves), scores, (*lines, *shares), margin)


def petit_au_bout(state: State, found: tuple[Side, Side]) -> int:
    """1.8.15, 1.8.16, 1.8.12: +1 for the taker's side, -1 for the defence, 0 for nobody."""
    if state.claim is not None:
        return 0
    last = state.trick(state.size - 1)
    winner = last.winner
    by_fool = last.cards[_place(state, last.leader, winner)] == FOOL_CARD
    if state.options["petit"] == "taker":
        won_with = last.cards[_place(state, last.leader, winner)]
        return 1 if won_with == T1 and winner in found[0] else 0
    if by_fool and T1 not in last.cards:
        last = state.trick(state.size - 2)
    if T1 not in last.cards:
        return 0
    return 1 if last.winner in found[0] else -1


def _place(state: State, leader: int, seat: int | None) -> int:
    return ((seat or 0) - leader) % state.n


def handful_tier(state: State, shown: int, size: int | None) -> int:
    """1.8.4: the tier (0, 1, 2) of a handful of `shown` cards (mask), or the lower one that was claimed."""
    reached = size if size is not None else shown.bit_count()
    return max(tier for tier, least in enumerate(HANDFULS[state.n]) if reached >= least)


def slam_points(state: State, found: tuple[Side, Side]) -> list[tuple[str, int, str]]:
    """1.8.10, 1.8.13: what slams made, missed and suffered come to, an opponent: label, points, rule."""
    won = len(tricks_of(state, found[0]))
    called = state.slam_called
    if won == state.size:
        return [
            (gettext_noop("Slam, called and made"), 400, "1.8.10")
            if called
            else (gettext_noop("Slam"), 200, "1.8.10")
        ]
    items = [(gettext_noop("Slam, called and missed"), -200, "1.8.10")] if called else []
    if won == 0 and state.options["defence_slam"]:
        items.append(
            (gettext_noop("Slam by the defence"), -int(state.options["defence_slam"]), "1.8.13")
        )
    return items


def _score(
    state: State, contract: Bid, found: tuple[Side, Side], haul: Haul, laid: int
) -> tuple[int, list[Line]]:
    """1.11.4: the score of one opponent's exchange, taker's view, and the lines that lead to it."""
    taker = state.taker
    bouts = haul.bouts.bit_count()
    gap = haul.halves - 2 * TARGETS[bouts]
    won, steps = gap >= 0, (abs(gap) + 1) // 2
    sign = 1 if won else -1
    stake = sign * (BASE + steps) * contract.factor
    lines = _count_lines(state, found, haul, laid)
    lines += [
        Line(
            gettext_noop("Bouts"),
            gettext_noop("{cards}") if bouts else gettext_noop("none"),
            bouts,
            "1.3.3",
            {"cards": tuple(cards_of(haul.bouts))},
        ),
        Line(
            gettext_noop("Needed"),
            WITH_BOUTS[bouts],
            TARGETS[bouts],
            "1.11.2",
        ),
        Line(
            gettext_noop("Over by") if won else gettext_noop("Short by"),
            gettext_noop("{points} against {needed}"),
            steps,
            "1.11.3",
            {"points": _shown(haul.halves), "needed": TARGETS[bouts]},
            "result",
        ),
        Line(gettext_noop("Contract"), "", BASE, "1.11.4"),
        Line(gettext_noop("Margin"), "", steps, "1.11.4"),
        Line(
            contract.label,
            gettext_noop("({base} + {steps}) × {factor}"),
            stake,
            "1.5.3",
            {"base": BASE, "steps": steps, "factor": contract.factor},
            "result",
        ),
    ]
    per_opponent = stake
    petit = petit_au_bout(state, found)
    if petit:
        label = (
            gettext_noop("Petit in the last trick")
            if petit > 0
            else gettext_noop("Petit in the last trick, for the defence")
        )
        lines.append(
            Line(
                label,
                gettext_noop("10 × {factor}"),
                petit * 10 * contract.factor,
                "1.8.15",
                {"factor": contract.factor},
            )
        )
        per_opponent += petit * 10 * contract.factor
    for seat, shown, size in state.handfuls:
        pays = sign * HANDFUL_PAYS[handful_tier(state, shown, size)]
        how = gettext_noop("shown by {player}, to the side that wins the hand")
        lines.append(
            Line(
                gettext_noop("Handful of {count}"),
                how,
                pays,
                "1.8.7",
                {"player": seat, "count": shown.bit_count()},
            )
        )
        per_opponent += pays
    for label, points, rule in slam_points(state, found):
        lines.append(Line(label, "", points, rule))
        per_opponent += points
    lines.append(
        Line(
            gettext_noop("Each opponent"),
            gettext_noop("what one opponent pays {player}"),
            per_opponent,
            "1.11.4",
            {"player": taker},
            "result",
        )
    )
    return per_opponent, lines


def _count_lines(state: State, found: tuple[Side, Side], haul: Haul, laid: int) -> list[Line]:
    """1.11.1: tricks, discard or dog, the Excuse, card points."""
    taker = state.taker
    mine = tricks_of(state, found[0])
    owner = (
        gettext_noop("{player}'s tricks")
        if len(found[0]) == 1
        else gettext_noop("Tricks of {player} and {other}")
    )
    facts: dict[str, object] = {
        "player": taker,
        "other": found[0][-1],
        "tricks": mine,
        "numbers": ", ".join(map(str, mine)),
    }
    lines = [
        Line(
            owner,
            gettext_noop("{numbers}") if mine else gettext_noop("none"),
            number(haul.tricks),
            "1.11.1",
            facts,
        )
    ]
    if owner_of_stock(state) == 0:
        label = gettext_noop("Discard") if state.exchanged else gettext_noop("Dog")
        inferred = state.discard is None and (state.exchanged or state.stock is None)
        how = gettext_noop("{cards}, inferred") if inferred else gettext_noop("{cards}")
        lines.append(
            Line(
                label,
                how,
                number(haul.laid),
                "1.7.1" if state.exchanged else "1.7.2",
                {"cards": tuple(cards_of(laid)), "inferred": inferred},
            )
        )
    if haul.fool:
        how = (
            gettext_noop("goes to the taker's side")
            if haul.fool > 0
            else gettext_noop("goes to the defence")
        )
        lines.append(Line(gettext_noop("The Excuse"), how, number(haul.fool), "1.10"))
    total = number(state.variant.pack.total)
    lines.append(
        Line(
            gettext_noop("Card points"),
            gettext_noop("of {total}"),
            number(haul.halves),
            "1.3.4",
            {"total": total},
            "result",
        )
    )
    return lines


def _shares(
    state: State, found: tuple[Side, Side], each: int
) -> tuple[tuple[int, ...], list[Line]]:
    """1.11.5: who pays whom; the sum is zero."""
    takers, defenders = found
    scores = [-each] * state.n
    partner = takers[1] if len(takers) > 1 else None
    times = len(defenders) - (1 if partner is not None else 0)
    scores[takers[0]] = times * each
    lines = [
        Line(
            gettext_noop("{player}"),
            gettext_noop("{times} × {each}"),
            times * each,
            "1.11.5",
            {"player": takers[0], "times": times, "each": _signed(each)},
            "result",
        )
    ]
    if partner is not None:
        scores[partner] = each
        lines.append(
            Line(
                gettext_noop("{player}"),
                gettext_noop("{times} × {each}"),
                each,
                "1.11.5",
                {"player": partner, "times": 1, "each": _signed(each)},
                "result",
            )
        )
    if sum(scores):
        raise ArithmeticError(f"French Tarot is zero-sum (1.11.5), not {scores}")
    return tuple(scores), lines


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _shown(halves: int) -> str:
    return f"{halves // 2}½" if halves % 2 else str(halves // 2)
