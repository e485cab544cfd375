"""The course of a hand: where it stood at each step, one step for each action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.display.chairs import Chairs, chairs_of
from games.rules import Line, Outcome, Record, Replay, State, exchange, fold, outcome, start

AUCTION, EXCHANGE, OVER = "auction", "exchange", "over"


@dataclass(frozen=True, slots=True)
class Position:
    """Where the hand stands after `step` actions.

    Phase, what the exchange waits for, seat on turn, tricks closed, cards in the open trick, the
    seat that wins it so far, how many cards each seat holds and how many lie in the draw pile (None
    without one), what the table hears when a trick has been won, the card points of the sides'
    tricks in half points (None while they cannot be told).
    """

    step: int
    phase: str
    waits: str
    turn: int | None
    closed: int
    lying: int
    winning: int | None
    held: tuple[int, ...]
    pile: int | None
    notice: Line | None
    running: tuple[int, int] | None
    seats: int

    @property
    def trick(self) -> int:
        """Return the trick (from 1) on the table, open or just won; 0 before the first card."""
        return self.closed + (1 if self.lying else 0)

    @property
    def card(self) -> str:
        """Return the card played last, by trick and place: "3.2"; "" before the first."""
        return f"{self.trick}.{self.lying or self.seats}" if self.trick else ""


@dataclass(frozen=True, slots=True)
class Course:
    """A record, the state and the outcome at its end, and the position at each step.

    What comes after an action that the rules refuse is left out.
    """

    record: Record
    end: State
    outcome: Outcome
    positions: tuple[Position, ...]

    @property
    def last(self) -> int:
        return self.end.index

    @property
    def replay(self) -> Replay:
        """Return the record up to its last step, as the rules hand it out."""
        return Replay(self.record, self.end, self.last, None)

    @property
    def names(self) -> tuple[str, ...]:
        return self.record.players

    @property
    def takers(self) -> tuple[int, ...]:
        """Return the declarer's side: as the score tells it, else the declarer alone.

        Empty where nobody declared.
        """
        sides, taker = self.outcome.sides, self.end.taker
        if taker is None:
            return ()
        return (taker,) if sides is None else sides[0]

    @property
    def chairs(self) -> Chairs:
        """Return the chairs at the table, including that of a dealer who sits out."""
        return chairs_of(self.record)

    @property
    def seats(self) -> range:
        return range(len(self.record.players))

    def actions(self, *kinds: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Return the actions of some kinds, each with the step at which it has just happened."""
        for index, action in enumerate(self.record.actions[: self.last]):
            if action["kind"] in kinds:
                yield index + 1, action

    def first(self, *phases: str) -> int | None:
        """Return the first step of any of these phases."""
        return next((at.step for at in self.positions if at.phase in phases), None)

    def start_of(self, trick: int) -> int:
        """Return the step at which the first card of a trick (from 1) lies on the table.

        The last step where it never came to that.
        """
        return next((at.step for at in self.positions if at.trick >= trick), self.last)

    def before_trick(self, trick: int) -> int:
        """Return the step at which the first card of a trick (from 1) is about to be played."""
        starts = (
            at.step for at in self.positions if at.closed >= trick - 1 and at.phase in PLAYING
        )
        return next(starts, self.last)

    def close_of(self, trick: int) -> int | None:
        """Return the step at which a trick (from 1) has just been won, None while it lies open."""
        return next((at.step for at in self.positions if at.closed >= trick), None)


PLAYING = ("announcements", "play")


def course_of(record: Record) -> Course:
    """Folds a record action by action, and notes where it stands after each."""
    state = start(record)
    positions = [position_of(state)]
    for action in record.actions:
        if fold(state, [action]) is not None:
            break
        positions.append(position_of(state))
    return Course(record, state, outcome(state), tuple(positions))


def position_of(state: State) -> Position:
    """Return where the hand stands in a state."""
    closed, lying = len(state.winners), len(state.on_table())
    return Position(
        step=state.index,
        phase=state.phase,
        waits=exchange.awaits(state),
        turn=state.turn,
        closed=closed,
        lying=lying,
        winning=state.winning if lying and state.winning >= 0 else None,
        held=tuple(state.in_hand(seat) for seat in range(state.seats)),
        pile=state.draw_pile.left if state.draw_pile is not None else None,
        notice=state.variant.notice(state) if closed and not lying else None,
        running=_running(state),
        seats=state.seats,
    )


def _running(state: State) -> tuple[int, int] | None:
    """Return what the sides' tricks count so far, without what was laid away or never taken up."""
    standing = state.variant.points_so_far(state)
    if standing is None or _partner_unknown(state):
        return None
    laid = state.discard if state.exchanged else state.stock
    aside = state.pack.points(laid or 0)
    if standing.owner == 1:
        return standing.takers, standing.others - aside
    return standing.takers - aside, standing.others


def _partner_unknown(state: State) -> bool:
    return state.called is not None and state.place_of(state.called)[0] == "unknown"
