"""What a finished hand can be found by: pure functions over replays, for columns of hand and seats.

Cards are sets as far as the record tells: of a hand that was claimed before its last trick some lie
nowhere. A claim takes what is left as it takes the tricks: it is won by who claims, lost by others.
Of a hand whose facts were stated before a card was played nobody held anything in the play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.models.folding import folded
from games.rules import (
    PLAIN,
    T1,
    Outcome,
    Record,
    Replay,
    State,
    claimed,
    facts,
    feats,
    knowledge,
    mask_of,
)

TEXTS = ("text", "note", "irregular")


@dataclass(frozen=True, slots=True)
class Traits:
    """What a hand is remembered for, as the columns of `HandTraits`."""

    called: int | None
    honours: int | None
    feats: int
    shown: int
    words: str


class CardMasks(NamedTuple):
    """The cards (masks) that a seat held in the play, led, won, and lost to the other side."""

    held: int
    led: int
    won: int
    lost: int

    def columns(self) -> dict[str, int]:
        """Return the columns of `SeatCards`."""
        columns = {}
        for name, cards in self._asdict().items():
            columns[f"{name}_suits"], columns[f"{name}_trumps"] = halves_of(cards)
        return columns


def halves_of(cards: int) -> tuple[int, int]:
    """Return a set of cards as it is stored: the suits, and trumps with the fool."""
    return cards & PLAIN, cards >> T1


def _shown(state: State) -> Iterator[tuple[int, int]]:
    """Yield which seat has shown how many trumps, those that were stated included."""
    yield from ((announced.seat, len(announced.cards)) for announced in state.announcements)
    for value in (state.stated or {}).values():
        if isinstance(value, tuple):
            shown = (one for one in value if isinstance(one, facts.Shown))
            yield from ((one.seat, one.cards) for one in shown)


def shown_by_seats(state: State) -> list[int]:
    """Return the most cards that each seat has shown at once."""
    most = [0] * state.seats
    for seat, cards in _shown(state):
        most[seat] = max(most[seat], cards)
    return most


def feats_of_seats(outcome: Outcome, seats: int) -> list[int]:
    """Return the feats (bits) that each seat, or its side, was paid for; none if all play alone."""
    paid = [0] * seats
    if outcome.sides is None or len(outcome.sides) != 2:
        return paid
    for line in outcome.lines:
        if line.feat and line.points:
            side = outcome.sides[line.points < 0]  # as the declarers see it
            if line.feat == feats.MISERE:
                side = tuple(seat for seat in range(seats) if seat == line.facts["player"])
            for seat in side:
                paid[seat] |= feats.bit_of(line.feat)
    return paid


def traits_of(replay: Replay) -> Traits:
    """Return what a finished hand is remembered for."""
    state = replay.state
    settlement = state.variant.settle(state) if state.status == "scored" else None
    honours = None if settlement is None else settlement.honours
    paid = {line.feat for line in replay.outcome.lines if line.feat}
    return Traits(
        called=state.called,
        honours=honours,
        feats=sum(map(feats.bit_of, paid)),
        shown=max(shown_by_seats(state)),
        words=words_of(replay.record),
    )


def words_of(record: Record) -> str:
    """Return what a word search finds a hand by: all its texts, folded."""
    return "\n".join(filter(None, map(folded, _texts(record))))


def _texts(record: Record) -> Iterator[str]:
    """Yield everything that was written down in words: the comment, notes, reasons, rulings."""
    yield str(record.meta.get("comment", ""))
    for action in record.actions:
        yield from (action[key] for key in TEXTS if isinstance(action.get(key), str))


def cards_of_seats(state: State, outcome: Outcome) -> list[CardMasks]:
    """Return what each seat held, led, won and lost."""
    if state.stated is not None and not state.played:
        return [CardMasks(0, 0, 0, 0)] * state.seats
    left = knowledge.hands_left(state)
    won, led = _won(state), _led(state)
    masks = []
    for seat in range(state.seats):
        held = knowledge.played_by(state, seat) | left[seat]
        others = [other for other in range(state.seats) if other not in _side(seat, outcome)]
        lost = sum(won[other] & held for other in others)  # no card lies in two of these sets
        masks.append(CardMasks(held, led[seat], won[seat], lost))
    return masks


def _won(state: State) -> list[int]:
    won = list(state.taken)
    laid = knowledge.laid_away(state)
    if state.claim is not None:
        on_table = mask_of(state.on_table().values())
        won[state.claim] |= on_table if laid is None else claimed(state, laid)
    return won


def _side(seat: int, outcome: Outcome) -> tuple[int, ...]:
    """Return the seats that win and lose together with this one, as far as it was settled."""
    return next((side for side in outcome.sides or () if seat in side), (seat,))


def _led(state: State) -> list[int]:
    led = [0] * state.seats
    for trick in state.tricks:
        led[trick.leader] |= mask_of(trick.cards[:1])
    return led
