"""The turning points of a finished hand: the cards that changed what it was worth with best play, all cards seen."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.analysis.best_play import LIMIT, Endgame, Side, Spot
from games.rules.analysis.cards import is_open, laid_open
from games.rules.analysis.reckoning import Unknown
from games.rules.analysis.search import Exhausted
from games.rules.cards import BIT
from games.rules.hand.knowledge import hands_left
from games.rules.hand.state import State
from games.rules.record.record import Record
from games.rules.replaying.replay import replay

# How many tricks before its end a hand is examined.
TRICKS = 6


class Turn(NamedTuple):
    """A card that changed what the hand was worth for the seat that played it.

    `step` is the number of its action; `before` and `after` are what the seat scores with best play of everybody from
    then on; `best` are the cards that would have kept `before`. A card of which `after` is more broke a duty.
    """

    step: int
    trick: int
    seat: int
    card: int
    before: int
    after: int
    best: tuple[int, ...]


class TurningPoints(NamedTuple):
    """The end of a hand: how it turned, from the action number `since` on, and what each seat scored.

    `worth` is what the taker scores with best play of everybody from there on. `alone`: everybody plays for
    themselves; what a seat scores with best play is then what it gets at least, and `worth` is None.
    """

    since: int
    alone: bool
    turns: tuple[Turn, ...]
    scores: tuple[int, ...]
    worth: int | None

    @property
    def one_card(self) -> bool:
        """Return whether the side that lost would have won but for a single card."""
        return not self.alone and any(turn.before > 0 > turn.after for turn in self.turns)


def turning_points(
    record: Record, *, tricks: int = TRICKS, limit: int = LIMIT
) -> TurningPoints | None:
    """Return how a finished hand turned in its last tricks, from as early as `limit` positions allow.

    None where that is not known: the hand was not played card by card, or not everybody's cards are known.
    """
    end = replay(record).state
    first = end.seats * (end.tricks_in_all - tricks)
    root = position_before(record, end, max(first, 0))
    settlement = end.variant.settle(end) if root is not None else None
    if root is None or settlement is None:
        return None
    try:
        hand = _Hand(end, Endgame(root, limit), len(root.played))
    except Unknown:
        return None
    turns: list[Turn] = []
    since = None
    for number in reversed(range(len(root.played), len(end.played))):
        try:
            turn = hand.turn(number)
        except (Exhausted, Unknown):
            break
        since = end.play_actions[number]
        turns += [turn] if turn.before != turn.after else []
    if since is None:
        return None
    worth = hand.worth(end.play_actions.index(since))
    return TurningPoints(since, end.taker is None, tuple(reversed(turns)), settlement.scores, worth)


def opened_at(record: Record, end: State, step: int) -> State | None:
    """Return the position after `step` actions of a hand, `end`, with every hand as it turned out to be; None if unknown."""
    state = replay(record, upto=step).state
    if all(state.known):
        return state
    hands = hands_left(end)
    for later in range(len(state.played), len(end.played)):
        hands[end.seat_of_play(later)] |= BIT[end.played[later]]
    if any(hand.bit_count() != state.in_hand(seat) for seat, hand in enumerate(hands)):
        return None
    return laid_open(state, hands)


def position_before(record: Record, end: State, number: int) -> State | None:
    """Return the position before a card of a finished hand, `end`, with every hand as it turned out to be.

    `number` counts the cards played, from 0. None where that is not known of every hand.
    """
    if end.status != "scored" or not 0 <= number < len(end.played):
        return None
    state = opened_at(record, end, end.play_actions[number])
    return state if state is not None and is_open(state) else None


class _Hand:
    """The end of a hand as each side sees it, card by card."""

    def __init__(self, end: State, endgame: Endgame, first: int) -> None:
        self._end, self._endgame, self._first = end, endgame, first
        self._spots: dict[int, list[Spot]] = {}
        self._values: dict[tuple[int, int], int] = {}

    def turn(self, number: int) -> Turn:
        """Return what card `number` changed. Raises Exhausted, Unknown."""
        end = self._end
        seat, card = end.seat_of_play(number), end.played[number]
        side = self._endgame.side_of(seat)
        after, before = self._value(side, number + 1), self._value(side, number)
        best: tuple[int, ...] = ()
        if before != after:
            spot = self._spot(side, number)
            best = tuple(
                other
                for other in side.legal(spot)
                if side.value(spot.play(side, other), before) == before
            )
        scored = side.reckoning.score_of
        step, trick = end.play_actions[number], number // end.seats + 1
        return Turn(step, trick, seat, card, scored(seat, before), scored(seat, after), best)

    def worth(self, number: int) -> int | None:
        """Return what the taker scores with best play from a card on; None without a taker."""
        taker = self._end.taker
        if taker is None:
            return None
        side = self._endgame.side_of(taker)
        return side.reckoning.score_of(taker, self._value(side, number))

    def _value(self, side: Side, number: int) -> int:
        """Return what the hand is worth to a side before a card."""
        key = id(side), number
        if key not in self._values:
            near = self._values.get((id(side), number + 1))
            guess = self._endgame.guess(side) if near is None else near
            self._values[key] = side.value(self._spot(side, number), guess)
        return self._values[key]

    def _spot(self, side: Side, number: int) -> Spot:
        spots = self._spots.setdefault(id(side), [side.here])
        while len(spots) <= number - self._first:
            spots.append(spots[-1].play(side, self._end.played[self._first + len(spots) - 1]))
        return spots[number - self._first]
