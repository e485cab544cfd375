"""What the declarers have at the end, in French Tarot and Droggn.

Here a discard or stock counts for a side, and the fool is an excuse that is exchanged for four points.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.rules.cards import FOOL, FOOL_CARD, cards_of
from games.rules.game.settlement import PointsSoFar, Side, Sides
from games.rules.hand.knowledge import fools_player, laid_away
from games.rules.hand.state import State
from games.rules.hand.whereabouts import ASIDE, whereabouts
from games.rules.scoring.sides import claimed, fool_went_to, trick_of, won_by

# Half points that move with the fool: what it counts, less the card that is given for it.
FOOL_MOVES = 8

# The side that a fool in the last trick counts for: state, sides, who played it, who won the trick.
LastFool = Callable[[State, Sides, int, int], Side]


class Haul(NamedTuple):
    """What the declarers' side has at the end, in half points.

    It has the points from tricks, from discard or stock, and by the fool changing hands; its honours (mask), including
    the fool if it counts for this side; and the discard or stock (mask) where it is theirs.
    """

    tricks: int
    laid: int
    fool: int
    honours: int
    aside: int

    @property
    def halves(self) -> int:
        """The card points of the declarers' side, in half points."""
        return self.tricks + self.laid + self.fool


def _laid_away_by_now(state: State, sides: Sides, owner: Side) -> int | None:
    """Return the discard or stock (mask) where it is known.

    0 where it goes to the same side, `owner`, as everything that nobody has won in tricks played; else None.
    """
    laid = laid_away(state)
    return 0 if laid is None and sides.of(state.claim) == owner else laid


def count(state: State, sides: Sides, owner: Side, last_fool: LastFool) -> Haul | None:
    """Return what the declarers have won.

    None where the discard or the fool's holder is not known and it matters (fine points 7). `owner`: the side that gets
    the discard or stock.
    """
    laid = _laid_away_by_now(state, sides, owner)
    if laid is None:
        return None
    pack, won = state.pack, won_by(state, sides.declarers)
    if state.claim is not None and state.claim in sides.declarers:
        won |= claimed(state, laid)
    moved = fool_moves(state, sides, laid, last_fool)
    if moved is None:
        return None
    aside = laid if owner == sides.declarers else 0
    honours = (won | aside) & pack.honours
    if moved:
        honours = honours | FOOL if moved > 0 else honours & ~FOOL
    return Haul(pack.points(won), pack.points(aside), moved, honours, aside)


def fool_moves(state: State, sides: Sides, laid: int, last_fool: LastFool) -> int | None:
    """Return the half points that the fool brings to (+) or takes from (-) the declarers' side.

    It goes back to the side of the player who played it. None where nobody knows who has it, and it matters (fine
    points 7).
    """
    trick = trick_of(state, FOOL_CARD)
    if trick is None and (state.claim is None or (laid | state.shown) & FOOL):
        return 0  # laid away it stays there, as in a hand that ended before its last trick
    player, winner = fools_player(state), fool_went_to(state)
    if winner is None:
        return None
    if player is None:
        goes = _fools_side(state, sides, winner, laid)
        return None if goes is None else _moved(sides, goes, winner)
    goes = sides.of(player)
    played_out = len(state.winners) == state.tricks_in_all
    if played_out and trick == state.tricks_in_all - 1:
        goes = last_fool(state, sides, player, winner)
    return _moved(sides, goes, winner)


def _moved(sides: Sides, goes: Side, winner: int) -> int:
    if goes == sides.of(winner):
        return 0
    return FOOL_MOVES if goes == sides.declarers else -FOOL_MOVES


def _fools_side(state: State, sides: Sides, claimant: int, laid: int) -> Side | None:
    """Return the side that has the fool wherever it may be after a claim; None where both may have it.

    What lies aside is known, `laid`, or goes to the claimant's side.
    """
    places = [place for place in whereabouts(state, FOOL_CARD) if place != ASIDE or not laid]
    owners = {sides.of(claimant if place == ASIDE else place) for place in places}
    return owners.pop() if len(owners) == 1 else None


def points_so_far(
    state: State,
    sides: Sides,
    owner: Side,
    last_fool: LastFool,
    target: Callable[[int], int],
    targets: tuple[int, ...],
) -> PointsSoFar:
    """Return the card points so far, and what the declarers need with the honours they have (`target`)."""
    laid = (state.discard if state.exchanged else state.stock) or 0
    pack, won = state.pack, [won_by(state, side) for side in sides]
    halves, own = [pack.points(cards) for cards in won], sides.index(owner)
    halves[own] += pack.points(laid)
    honours = dict.fromkeys(cards_of(laid & pack.honours), own)
    for side, cards in enumerate(won):
        honours |= dict.fromkeys(cards_of(cards & pack.honours), side)
    if FOOL_CARD in honours and not state.unplayed & FOOL:
        moved = fool_moves(state, sides, 0, last_fool) or 0
        halves = [halves[0] + moved, halves[1] - moved]
        honours[FOOL_CARD] = 0 if moved > 0 else 1 if moved < 0 else honours[FOOL_CARD]
    needed = target(sum(1 for side in honours.values() if side == 0))
    return PointsSoFar(halves[0], halves[1], tuple(sorted(honours.items())), needed, targets, own)
