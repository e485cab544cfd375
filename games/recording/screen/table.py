"""The table: who sits where, whose turn it is, which cards lie open, and what each seat has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.display.chairs import Chairs
from games.display.table_parts import TrickCell, TrickRow
from games.rules import CODES, Announced, State, Trick, announcements


class ScreenSeat(NamedTuple):
    """A seat of the table.

    `slot` counts counter-clockwise from the bottom; `call` is its call in the auction; `announced`
    is what it has announced; `holds` is its number of cards, None if all seats have the same;
    `next`: its card comes next; `winning`: its card is the best of the trick so far, or has won it.
    """

    seat: int
    slot: int
    name: str
    turn: bool
    takes: bool
    deals: bool
    partner: bool
    call: str
    announced: tuple[Announced, ...]
    holds: int | None
    won: int
    card: str
    led: bool
    next: bool
    winning: bool
    irregular: bool


def seats_of(
    state: State, names: Sequence[str], irregular: Mapping[int, str], chairs: Chairs
) -> tuple[ScreenSeat, ...]:
    """Return the seats in turn order, with their cards of the open trick.

    After a trick, those of the last one until the next card. Chair 0 is on the left, as in the form
    of the match.
    """
    trick = shown_trick(state)
    lying = cards_by_seat(trick, state.seats) if trick else {}
    led = trick.card_led if trick else None
    best = _best_seat(state, trick)
    partner = open_partner(state) if state.phase != "auction" else None
    calls = {call.seat: call.call for call in state.calls} if state.phase == "auction" else {}
    playing = state.phase in ("play", "announcements")
    holds = sizes(state) if playing else []
    uneven = len(set(holds)) > 1
    seats = []
    for seat, name in enumerate(names):
        card, index = lying.get(seat, (None, -1))
        seats.append(
            ScreenSeat(
                seat=seat,
                slot=chairs.slot(seat, first=1),
                name=name,
                turn=seat == state.turn,
                takes=seat == state.taker and state.phase != "auction",
                deals=seat == state.dealer and not chairs.out,
                partner=seat == partner,
                call=state.variant.call_label(calls[seat]) if seat in calls else "",
                announced=announced_by(state, seat),
                holds=holds[seat] if uneven else None,
                won=state.winners.count(seat),
                card="" if card is None else CODES[card],
                led=card is not None and card == led,
                next=playing and card is None and seat == state.turn,
                winning=seat == best,
                irregular=index in irregular,
            )
        )
    return tuple(seats)


def announced_by(state: State, seat: int) -> tuple[Announced, ...]:
    """Return what a seat has announced: it stays in sight for the rest of the hand."""
    if not state.announcements:
        return ()
    made = [announcements.announced(state, one) for one in state.announcements if one.seat == seat]
    return tuple(filter(None, made))


def sizes(state: State) -> list[int]:
    """Return how many cards each seat has, including the one on the table."""
    lying = state.on_table()
    return [state.in_hand(seat) + (seat in lying) for seat in range(state.seats)]


def shown_trick(state: State) -> Trick | None:
    """Return the trick on the table: a finished one stays until the next card."""
    count = -(-len(state.played) // state.seats)
    return state.trick(count - 1) if count else None


def cards_by_seat(trick: Trick, n: int) -> dict[int, tuple[int, int]]:
    """Return the cards of a trick by seat, each with the index of its action."""
    pairs = zip(trick.cards, trick.actions, strict=True)
    return {(trick.leader + place) % n: pair for place, pair in enumerate(pairs)}


def _best_seat(state: State, trick: Trick | None) -> int | None:
    if trick is None:
        return None
    if trick.winner is not None:
        return trick.winner
    return state.winning if state.winning >= 0 else None


def open_partner(state: State) -> int | None:
    """Return the partner, once everybody knows who it is.

    In a fixed partnership from the start; with a called card once it has been played, unless the
    taker has it.
    """
    if state.taker is None:
        return None
    pair = state.variant.team(state.seats, state.taker)
    mate = next((seat for seat in pair if seat != state.taker), None)
    if mate is not None or state.called is None or state.called not in state.played:
        return mate
    seat = state.seat_of_play(state.played.index(state.called))
    return seat if seat != state.taker else None


class Won(NamedTuple):
    """What a seat has won: card points in half points, as the cards lie."""

    name: str
    halves: int


class PointsWon(NamedTuple):
    """What all seats have won.

    `out`: the half points that nobody has won yet; `pile`: the cards left in the draw pile, None in
    a game without one.
    """

    rows: tuple[Won, ...]
    out: int
    pile: int | None


def points_won(state: State, names: Sequence[str]) -> PointsWon:
    """Return what each seat has won so far."""
    pack = state.pack
    rows = [Won(name, pack.points(state.taken[seat])) for seat, name in enumerate(names)]
    pile = None if state.draw_pile is None else state.draw_pile.left
    return PointsWon(tuple(rows), pack.total - sum(row.halves for row in rows), pile)


def rows_of(state: State, marks: Mapping[int, str], kept: int = 0) -> tuple[TrickRow[bool], ...]:
    """Return the trick list after `kept` rows; `marks` has "irregular" or "inferred" by index."""
    begun = -(-len(state.played) // state.seats)
    tricks: list[Trick | None] = [state.trick(at) for at in range(kept, begun)]
    if state.phase in ("announcements", "play") and begun == len(state.winners):
        tricks.append(None)
    return tuple(_row(state, at, trick, marks) for at, trick in enumerate(tricks, kept + 1))


def _row(
    state: State, number: int, trick: Trick | None, marks: Mapping[int, str]
) -> TrickRow[bool]:
    """Return a row of the trick list; `trick` is None if none of its cards has been played."""
    lying = cards_by_seat(trick, state.seats) if trick else {}
    done = trick is not None and trick.winner is not None
    cells = []
    for seat in range(state.seats):
        card, index = lying.get(seat, (None, -1))
        cells.append(
            TrickCell(
                "" if card is None else CODES[card],
                seen=True,
                next=card is None and not done and seat == state.turn,
                won=trick is not None and seat == trick.winner,
                led=trick is not None and card is not None and card == trick.card_led,
                irregular="irregular" if marks.get(index) == "irregular" else "",
                inferred=marks.get(index) == "inferred",
                entry=None if card is None else index,
            )
        )
    halves = trick.points if trick is not None and done else None
    return TrickRow(number, tuple(cells), halves, points_known=True, now=not done)
