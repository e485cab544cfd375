"""The result of a finished hand, for the columns that lists and statistics read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from games.book.traits import CardMasks, cards_of_seats, feats_of_seats, shown_by_seats, traits_of
from games.display.headlines import title_columns
from games.models import Hand, HandSeat
from games.rules import Line, Outcome, Replay, State

FINAL = frozenset({"scored", "passed-out", "annulled"})


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What the hand brought one seat: the score in half points, and its cards.

    `place` counts from 1, the seat after the dealer; the dealer has the last one; 0 where nobody
    knows who dealt. `irregular`: this seat did something that the table let stand. `feats` and
    `shown`: see `games.book.traits`.
    """

    role: str
    score_halves: int
    won: bool | None
    place: int
    irregular: bool
    cards: CardMasks
    feats: int
    shown: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a hand.

    `won`: whether the taker's side made what it bid, None without a taker; `margin_halves`: half
    points over or under what it needed, where it needed any. `tricks_written`: the tricks that were
    complete before the facts were stated, only at the level "tricks". What follows the sheet comes
    from `games.book.traits`.
    """

    variant: str
    status: str
    level: str
    tricks_written: int | None
    contract: str
    taker: int | None
    won: bool | None
    margin_halves: int | None
    irregular: bool
    sheet: list[dict[str, Any]]
    called: int | None
    honours: int | None
    feats: int
    shown: int
    words: str
    seats: tuple[SeatResult, ...]

    @property
    def halves(self) -> list[int]:
        """Return the scores in half points, by seat."""
        return [seat.score_halves for seat in self.seats]


def is_finished(outcome: Outcome) -> bool:
    """Return whether a hand can be sealed: scored, passed out or annulled."""
    return outcome.status in FINAL


def result_of(replay: Replay) -> Result:
    """Return the result of a finished hand. Raises ValueError for one that is not finished."""
    outcome, state = replay.outcome, replay.state
    if not is_finished(outcome) or outcome.scores is None:
        raise ValueError("the hand is not finished")
    roles, cards = _roles(replay), cards_of_seats(state, outcome)
    scores = [int(2 * score) for score in outcome.scores]
    by_seat = zip(
        roles,
        scores,
        _won(roles, outcome),
        _places(state),
        _irregular(replay),
        cards,
        feats_of_seats(outcome, state.seats),
        shown_by_seats(state),
        strict=True,
    )
    return Result(
        **title_columns(replay)._asdict(),
        level=outcome.level,
        tricks_written=len(state.winners) if outcome.level == Hand.Level.TRICKS else None,
        irregular=bool(state.irregular),
        sheet=[_plain(line) for line in outcome.lines],
        **asdict(traits_of(replay)),
        seats=tuple(SeatResult(*facts) for facts in by_seat),
    )


def _plain(line: Line) -> dict[str, Any]:
    """Return a score line as JSON, with its English templates: it is put into words when shown."""
    return {
        "label": line.label,
        "how": line.how,
        "points": line.points,
        "rule": line.rule,
        "weight": line.weight,
        "facts": {
            name: list(fact) if isinstance(fact, tuple | list) else fact
            for name, fact in line.facts.items()
        },
    }


def _places(state: State) -> list[int]:
    """Return how far after the dealer each seat sits; 0 where nobody knows who dealt."""
    if not state.dealer_known:
        return [0] * state.seats
    return [(seat - state.dealer - 1) % state.seats + 1 for seat in range(state.seats)]


def _irregular(replay: Replay) -> list[bool]:
    """Return whether each seat did something that the table let stand."""
    actions = replay.record.actions
    seats = {actions[index].get("seat") for index in replay.state.irregular}
    return [seat in seats for seat in range(replay.state.seats)]


def _roles(replay: Replay) -> list[str]:
    sides, taker = replay.outcome.sides, replay.state.taker
    seats = range(replay.state.seats)
    if sides is None:
        return ["" for _ in seats]
    if taker is None:
        return [HandSeat.Role.ALONE for _ in seats]
    return [
        HandSeat.Role.TAKER
        if seat == taker
        else HandSeat.Role.PARTNER
        if seat in sides[0]
        else HandSeat.Role.DEFENDER
        for seat in seats
    ]


def _won(roles: list[str], outcome: Outcome) -> list[bool | None]:
    """Return who won the hand, by seat.

    The declarers if they made what they bid, otherwise the others. Where everybody plays alone, the
    one with the most.
    """
    scores = outcome.scores or ()
    if HandSeat.Role.ALONE in roles:
        return [score == max(scores) for score in scores]
    return [
        None if outcome.won is None or not role else outcome.won != (role == HandSeat.Role.DEFENDER)
        for role in roles
    ]
