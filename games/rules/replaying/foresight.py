"""What must still be played.

This is the one card that a seat can have, the rest of a hand that plays itself, or nothing, where something was
recorded wrong.

A record is judged by what is proven card by card, and nothing is counted there. Here everything is counted: how many
cards each seat still holds, where each card may be, which of them its plays deny. This is used to offer what follows,
never to refuse anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import BIT, cards_of
from games.rules.hand.actions import Play
from games.rules.hand.knowledge import laid_away, proven_revoke
from games.rules.hand.state import PLAY, State
from games.rules.phases.play import apply, check, legal

# Marks an action that nobody saw but that followed; a record keeps keys with an underscore, and nobody judges them.
FILLED = "_inferred"
# Of a hand that is not known only the last tricks are worked out: earlier too much is open.
TRICKS = 3


class Places(NamedTuple):
    """Where the cards that are not played yet may be.

    A place is a seat, and the last one is what was laid away or never dealt; a set of places is a mask. `room`: how
    many cards there are at each set of places; `of`: for each card the places that it may be at.
    """

    room: list[int]
    of: dict[int, int]


def rest(state: State) -> tuple[Play, ...]:
    """Return the plays that must end the hand, in order; empty where more than one end is possible.

    The player who leads may choose any of their cards, except a pagat that is kept back: nothing follows beyond two
    tricks.
    """
    missing = state.last_play + 1 - len(state.played)
    if state.phase != PLAY or missing > 2 * state.seats or only_card(state) is None:
        return ()
    ahead, plays = state.fork(), list[Play]()
    while ahead.turn is not None:
        card = only_card(ahead)
        if card is None:
            return ()
        played = Play(ahead.turn, card, irregular=False)
        if check(ahead, played) is not None:
            return ()
        apply(ahead, played)
        ahead.index += 1
        plays.append(played)
    return tuple(plays)


def only_card(state: State) -> int | None:
    """Return the one card that the seat on turn can play in any deal that is possible; None for several."""
    return _only_card(state, state.index)


@lru_cache(maxsize=8)
def _only_card(state: State, index: int) -> int | None:
    """Asked more than once of a position: a state that is played on has another index."""
    only = None
    for card in _possible(state):
        if only is not None:
            return None
        only = card
    return only


def nothing_fits(state: State) -> bool:
    """Return whether every card is refused to the seat on turn: then something was recorded wrong before."""
    return state.phase == PLAY and not legal(state)


def denials(state: State) -> tuple[int, ...]:
    """Return the plays (their numbers) that deny the seat on turn the cards that are left, for each card the earliest.

    Where nothing fits, one of them must have been recorded wrong.
    """
    seat = state.turn
    if seat is None:
        return ()
    plays = set()
    for card in cards_of(state.may[seat] & state.unplayed & state.lacks[seat]):
        revoke = proven_revoke(state, seat, card)
        if revoke is not None and revoke.earlier is not None:
            plays.add(state.play_actions.index(revoke.earlier))
    return tuple(sorted(plays))


def _possible(state: State) -> Iterator[int]:
    """Yield the cards that the seat on turn can play in some deal that agrees with everything known."""
    free, turn = legal(state), state.turn
    if turn is None:
        return
    last = len(state.played) == state.last_play
    counts = (
        not state.known[turn] and state.last_play + 1 - len(state.played) <= TRICKS * state.seats
    )
    places = _places(state) if counts and free & (free - 1) else None
    for card in cards_of(free):
        if last and check(state, Play(turn, card, irregular=False)) is not None:
            continue
        if places is None or _fits(places, turn, card, state.position.denied[card]):
            yield card


def _places(state: State) -> Places:
    room = [state.in_hand(seat) for seat in range(state.seats)]
    room.append(state.unplayed.bit_count() - sum(room))
    away, laid = 1 << state.seats, laid_away(state)
    shown = (laid or 0) | state.shown
    hands = [(1 << seat, state.sure[seat], state.possible(seat)) for seat in range(state.seats)]
    places = {}
    for card in cards_of(state.unplayed):
        bit = BIT[card]
        sure = next((place for place, held, _ in hands if held & bit), 0)
        may = sum(place for place, _, possible in hands if possible & bit)
        elsewhere = away if laid is None or laid & bit else 0
        places[card] = away if shown & bit else sure or may | elsewhere
    rooms = [0]
    for count in room:
        rooms += [before + count for before in rooms]
    return Places(rooms, places)


def _fits(places: Places, seat: int, card: int, denied: int) -> bool:
    """Return whether there is a place for every card if the seat holds this one and none of `denied` (mask)."""
    groups: dict[int, int] = {}
    here = 1 << seat
    for other, may in places.of.items():
        if other == card:
            may = here
        elif denied & BIT[other]:
            may &= ~here
        if not may:
            return False
        groups[may] = groups.get(may, 0) + 1
    return all(
        sum([count for may, count in groups.items() if not may & ~some]) <= room
        for some, room in enumerate(places.room)
    )
