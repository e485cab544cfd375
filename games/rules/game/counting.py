"""What the declarers have at the end where a discard or stock counts for a side and the fool is an excuse that four
points stand for: French Tarot and Droggn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.rules.cards import FOOL, FOOL_CARD, cards_of
from games.rules.game.scoring import Standing, claimed, play_of, won_by
from games.rules.hand.knowledge import fools_player, laid_away
from games.rules.hand.state import State

# Half points that move with the fool: what it counts, less the card that is given for it.
FOOL_MOVES = 8

Side = tuple[int, ...]
Sides = tuple[Side, Side]
# Which side (0 the declarers, 1 the others) a fool of the last trick counts for: `own` played it, `won` took the trick.
LastFool = Callable[[State, Sides, int, int], int]


class Haul(NamedTuple):
    """What the declarers' side has at the end, in half points: from tricks, from discard or stock, by the fool
    changing hands; its honours (mask), the fool with the side that it counts for, and the discard or stock (mask)
    where it is theirs."""

    tricks: int
    laid: int
    fool: int
    honours: int
    aside: int

    @property
    def halves(self) -> int:
        """The card points of the declarers' side, in half points."""
        return self.tricks + self.laid + self.fool


def side_of(found: Sides, seat: int | None) -> int:
    """The side of a seat: 0 the declarers', else 1."""
    return 0 if seat in found[0] else 1


def laid_away_by_now(state: State, found: Sides, owner: int) -> int | None:
    """The discard or stock (mask) where it is known; 0 where it goes to the same side, `owner`, as all that nobody
    has won in tricks played; else None."""
    laid = laid_away(state)
    if laid is None and side_of(found, state.claim) == owner:
        return 0
    return laid


def count(state: State, found: Sides, laid: int, owner: int, last_fool: LastFool) -> Haul | None:
    """What the declarers have won; None where the fool's holder is not known. `owner`: whose discard or stock is."""
    pack, won = state.pack, won_by(state, found[0])
    if state.claim is not None and state.claim in found[0]:
        won |= claimed(state, laid)
    moved = fool_moves(state, found, laid, last_fool)
    if moved is None:
        return None
    aside = laid if owner == 0 else 0
    honours = (won | aside) & pack.honours
    if moved:
        honours = honours | FOOL if moved > 0 else honours & ~FOOL
    return Haul(pack.points(won), pack.points(aside), moved, honours, aside)


def fool_moves(state: State, found: Sides, laid: int, last_fool: LastFool) -> int | None:
    """The half points that the fool brings to (+) or takes from (-) the declarers' side: it goes back to the side of
    who played it. None where nobody knows who has it."""
    played = play_of(state, FOOL_CARD)
    if played is None:
        return _unplayed_fool(state, found, laid)
    own, trick = side_of(found, state.seat_of_play(played)), played // state.n
    won = side_of(found, state.winners[trick] if trick < len(state.winners) else state.claim)
    if trick == state.tricks_in_all - 1 and trick < len(state.winners):
        return _moves(won=won, goes=last_fool(state, found, own, won))
    return _moves(won=won, goes=own)


def _unplayed_fool(state: State, found: Sides, laid: int) -> int | None:
    """A claim counts it as played; laid away it stays there, as in a hand that ended before its last trick."""
    if state.claim is None or (laid | state.shown) & FOOL:
        return 0
    holder = fools_player(state)
    if holder is None:
        return None
    return _moves(won=side_of(found, state.claim), goes=side_of(found, holder))


def _moves(*, won: int, goes: int) -> int:
    """Half points for the declarers (0) when the fool goes from the side that won the trick to another."""
    if won == goes:
        return 0
    return FOOL_MOVES if goes == 0 else -FOOL_MOVES


def standing(
    state: State,
    found: Sides,
    owner: int,
    last_fool: LastFool,
    target: Callable[[int], int],
    targets: tuple[int, ...],
) -> Standing:
    """The card points so far, and what the declarers need, which `target` tells by the number of honours they have."""
    laid = (state.discard if state.exchanged else state.stock) or 0
    pack, won = state.pack, [won_by(state, side) for side in found]
    halves = [pack.points(cards) for cards in won]
    halves[owner] += pack.points(laid)
    honours = dict.fromkeys(cards_of(laid & pack.honours), owner)
    for side, cards in enumerate(won):
        honours |= dict.fromkeys(cards_of(cards & pack.honours), side)
    if FOOL_CARD in honours and not state.live & FOOL:
        moved = fool_moves(state, found, 0, last_fool) or 0
        halves = [halves[0] + moved, halves[1] - moved]
        honours[FOOL_CARD] = 0 if moved > 0 else 1 if moved < 0 else honours[FOOL_CARD]
    needed = target(sum(1 for side in honours.values() if side == 0))
    return Standing(halves[0], halves[1], tuple(sorted(honours.items())), needed, targets, owner)
