"""French Tarot, the end of the hand: sides, the Excuse after the trick (1.10), bonuses (1.8), the score (1.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.cards import FOOL, FOOL_CARD, HONOURS, T1, cards_of
from games.rules.knowledge import laid_away
from games.rules.problems import gettext_noop
from games.rules.scoring import (
    Line,
    Settlement,
    Standing,
    claimed,
    fool_play,
    number,
    trick_halves,
    tricks_of,
    won_cards,
)
from games.rules.state import State
from games.rules.variant import Bid

# 1.8.1: cards for a single, double, triple handful; what they pay.
HANDFULS = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
HANDFUL_PAYS = (20, 30, 40)
# 1.11.2: what the taker's side needs with 0, 1, 2, 3 bouts.
TARGETS = (56, 51, 41, 36)
WITH_BOUTS = (
    gettext_noop("without a bout"),
    gettext_noop("with one bout"),
    gettext_noop("with two bouts"),
    gettext_noop("with three bouts"),
)
BASE = 25
# 1.10.1: four points and the bout move with the Excuse.
FOOL_MOVES = 8

Side = tuple[int, ...]


def sides(state: State) -> tuple[Side, Side] | None:
    """The taker (and partner), the others; None while the partner is not known (1.6.4, fine points 7 and 22)."""
    if state.taker is None:
        return None
    partner = find_partner(state)
    if partner is None:
        return None
    with_taker = [state.taker] if partner == state.taker else [state.taker, partner]
    others = [seat for seat in range(state.n) if seat not in with_taker]
    return tuple(with_taker), tuple(others)


def find_partner(state: State) -> int | None:
    """The seat of the called card; the taker's own where he plays alone (1.6.3, 1.6.5); None while unknown."""
    if state.called is None:
        return state.taker
    bit = 1 << state.called
    if bit & (state.stock or 0) or bit & (
        state.dealt[state.taker] or 0 if state.taker is not None else 0
    ):
        return state.taker
    place, where = state.place_of(state.called)
    if place == "played" and where is not None:
        return state.seat_of_play(where)
    if place == "hand":
        return where
    nobody = not any(state.may[seat] & bit for seat in range(state.n) if seat != state.taker)
    if nobody or place in ("stock", "discard") or len(state.winners) == state.size:
        return state.taker
    return None


def won_all_before(state: State, side: Sequence[int]) -> bool:
    """Whether a side has won every trick before the last."""
    return all(winner in side for winner in state.winners[: state.size - 1])


def fool_takes_last_trick(state: State) -> int:
    """1.10.6: the Excuse wins the last trick if its player's side has won all earlier ones."""
    played, found = fool_play(state), sides(state)
    if played is None or found is None or played // state.n != state.size - 1:
        return state.winners[-1]
    player = state.seat_of_play(played)
    own = found[0] if player in found[0] else found[1]
    return player if won_all_before(state, own) else state.winners[-1]


@dataclass(frozen=True, slots=True)
class Haul:
    """What the taker's side has at the end, in half points: from tricks, from the discard or dog, by the Excuse
    changing hands; and its bouts (mask)."""

    tricks: int
    laid: int
    fool: int
    bouts: int

    @property
    def halves(self) -> int:
        """The card points of the taker's side, in half points."""
        return self.tricks + self.laid + self.fool


def settle(state: State) -> Settlement | None:
    """The scored hand, or None where what is unknown decides (fine points 7)."""
    found = sides(state)
    laid = _laid_away(state)
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


def _laid_away(state: State) -> int | None:
    """The discard or dog (mask) where it is known; 0 where it goes to the same side as the claimed tricks."""
    laid = laid_away(state)
    if laid is not None or state.claim is None:
        return laid
    return 0 if _claimed_by_owner(state) else None


def _claimed_by_owner(state: State) -> bool:
    """Whether discard or dog and the claimed tricks go to the same side."""
    found = sides(state)
    return found is not None and state.claim in found[_owner(state)]


def _owner(state: State) -> int:
    """Whose the discard or dog is (1.7.1 to 1.7.3): 0 the taker's side, 1 the defence."""
    return 1 if state.contract is not None and state.contract.stock == "other" else 0


def count(state: State, found: tuple[Side, Side], laid: int) -> Haul | None:
    """What the taker's side has won; None where the Excuse's holder is not known."""
    pack, takers = state.variant.pack, found[0]
    halves, bouts = trick_halves(state, takers), won_cards(state, takers, HONOURS)
    if state.claim is not None and state.claim in takers:
        rest = claimed(state, laid)
        halves, bouts = halves + pack.points(rest), bouts | rest & HONOURS
    aside = laid if _owner(state) == 0 else 0
    moved = _fool_moves(state, found, laid)
    if moved is None:
        return None
    bouts |= aside & HONOURS
    if moved:
        bouts = bouts | FOOL if moved > 0 else bouts & ~FOOL
    return Haul(halves, pack.points(aside), moved, bouts)


def _fool_moves(state: State, found: tuple[Side, Side], laid: int) -> int | None:
    """1.10: the half points that the Excuse brings to (+) or takes from (-) the taker's side."""
    played = fool_play(state)
    if played is None:
        return _unplayed_fool(state, found, laid)
    player, trick = state.seat_of_play(played), played // state.n
    own = 0 if player in found[0] else 1
    if trick >= len(state.winners):
        return _moves(won=_side_of(found, state.claim), goes=own)
    won = _side_of(found, state.winners[trick])
    if trick < state.size - 1 or state.winners[trick] == player:
        return _moves(won=won, goes=own)
    slam_against = won != own and won_all_before(state, found[1 - own])
    if slam_against and state.options["fool_last_in_slam"] == "stays":
        return _moves(won=won, goes=own)
    return _moves(won=won, goes=1 - own)


def _unplayed_fool(state: State, found: tuple[Side, Side], laid: int) -> int | None:
    if laid & FOOL:
        return 0
    holder = next((seat for seat in range(state.n) if state.held(seat) & FOOL), None)
    if holder is None:
        return None
    return _moves(won=_side_of(found, state.claim), goes=_side_of(found, holder))


def _side_of(found: tuple[Side, Side], seat: int | None) -> int:
    return 0 if seat in found[0] else 1


def _moves(*, won: int, goes: int) -> int:
    """Half points for the taker's side (0) when the Excuse goes from the side that won the trick to another."""
    if won == goes:
        return 0
    return FOOL_MOVES if goes == 0 else -FOOL_MOVES


def standing(state: State) -> Standing | None:
    """The card points so far (1.3.4, 1.10.1), and what the taker's side needs with its bouts (1.11.2)."""
    if state.taker is None:
        return None
    others = tuple(seat for seat in range(state.n) if seat != state.taker)
    found = sides(state) or ((state.taker,), others)
    laid = state.discard if state.exchanged else state.stock
    halves = [trick_halves(state, side) for side in found]
    halves[_owner(state)] += state.variant.pack.points(laid or 0)
    bouts = {card: _owner(state) for card in cards_of((laid or 0) & HONOURS)}
    for side, seats in enumerate(found):
        bouts |= dict.fromkeys(cards_of(won_cards(state, seats, HONOURS)), side)
    if FOOL_CARD in bouts and not state.live & FOOL:
        moved = _fool_moves(state, found, 0) or 0
        halves = [halves[0] + moved, halves[1] - moved]
        bouts[FOOL_CARD] = 0 if moved > 0 else 1 if moved < 0 else bouts[FOOL_CARD]
    needed = TARGETS[sum(1 for side in bouts.values() if side == 0)]
    return Standing(halves[0], halves[1], tuple(sorted(bouts.items())), needed, TARGETS)


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
            gettext_noop("from {player}'s side"),
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
    if _owner(state) == 0:
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
            {"player": takers[0], "times": times, "each": each},
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
                {"player": partner, "times": 1, "each": each},
                "result",
            )
        )
    if sum(scores):
        raise ArithmeticError(f"French Tarot is zero-sum (1.11.5), not {scores}")
    return tuple(scores), lines


def _shown(halves: int) -> str:
    return f"{halves // 2}½" if halves % 2 else str(halves // 2)
