"""The possible results of a hand of two sides: the card points that agree with the other facts.

At the end of a hand every card lies in a trick of one of the sides or in the stock, what was laid away or not taken up. A
game declares in how many ways its hands end (`Way`), and its `Piles`: whose the stock is, what may lie in it, where the
fool goes. Facts are possible if one of the ways has them, and the cards can be divided so that the sides have those
points and honours. What was recorded before is where some cards lie already (`Lying`). Sides are numbers: 0 the
declarers, 1 the others. Points are in the smallest unit of the pack; a set of them is an integer with a bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from games.rules.cards import BIT, FOOL, FOOL_CARD, KING, KINGS, T1, T21, TRUMPS, cards_of, mask_of
from games.rules.game.facts import Honours, Values
from games.rules.game.packs import Classes
from games.rules.game.settlement import Sides
from games.rules.hand.knowledge import fools_player
from games.rules.hand.state import State
from games.rules.scoring.sides import won_by

# A place of the fool other than the tricks of side 0 and side 1.
STOCK = 2
POINTS = "points"  # the fact that every game has
# Kings lie in a stock that nobody took up, or in a discard that was let stand, without trumps to go with them.
NO_COMPANY = (0,) * 5


class Way(NamedTuple):
    """One way in which a hand can end: the facts that say so, and how many tricks the declarers may have then.

    `one`: the side that has trump 1 in its tricks, None where that is open; `apart`: it has won its trick, so that
    trump 21 was in another. `fool`: the side that has the fool, None where that is open.
    """

    facts: Mapping[str, Any]
    tricks: range
    one: int | None = None
    apart: bool = False
    fool: int | None = None


class FoolCase(NamedTuple):
    """Where the fool may lie at the end.

    `side` is the side that it counts for, `worth` what the declarers have by it besides the cards that lie there,
    `place` where it takes the place of another card: in the tricks of side 0 or 1, in the STOCK, None where its place
    was recorded.
    """

    side: int
    worth: int
    place: int | None = None


class Lying(NamedTuple):
    """Where cards lie as far as was recorded.

    It has the cards won by each side (masks), the numbers of their tricks, how many tricks are open, what was laid
    away, and the stock that was dealt (masks). `excused`: the table let a discard stand, whatever lies in it;
    `claimant`: the side that has claimed the open tricks, None for neither.
    """

    won: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)
    left: int = 0
    laid: int = 0
    stock: int = 0
    excused: bool = False
    claimant: int | None = None


@dataclass(frozen=True, slots=True)
class Piles:
    """What a game of two sides declares of the cards at the end of a hand.

    `ways(state, sides)` are all ways in which it can end. `owner(state, use, tricks)` is the side that the stock counts
    for when the declarers have that many tricks, `laid` the uses of the stock (`Bid.stock`) in which cards are laid
    away, `barred(state)` the honours (mask) that never are, `kings(state)` how many trumps go with no king, with one, and
    so on, as far as kings may be laid away. `fool(state, sides, lying)` are the places in tricks where it may end.
    `honours` is the key of that fact, "" where honours do not count. `rules` are the numbers to cite for facts that do
    not go together, where it is not the fact's own.
    """

    ways: Callable[[State, Sides], Iterator[Way]]
    owner: Callable[[State, str, int], int]
    laid: Collection[str]
    barred: Callable[[State], int]
    fool: Callable[[State, Sides, Lying], Iterable[FoolCase]]
    kings: Callable[[State], tuple[int, ...]] = lambda state: (0,)
    honours: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)


def fool_goes_back(worth: int) -> Callable[[State, Sides, Lying], Iterable[FoolCase]]:
    """Return the places of a fool that goes back to the side that played it.

    It moves `worth` from the winner of its trick.
    """

    def places(state: State, sides: Sides, lying: Lying) -> Iterable[FoolCase]:
        whole = state.pack.worth[FOOL_CARD]
        if state.unplayed & FOOL or not (lying.won[0] | lying.won[1]) & FOOL:
            own, other = FoolCase(0, whole, 0), FoolCase(1, 0, 1)
            return own, other, FoolCase(0, worth, 1), FoolCase(1, whole - worth, 0)
        player = 0 if fools_player(state) in sides.declarers else 1
        winner = 0 if lying.won[0] & FOOL else 1
        return (FoolCase(player, worth * (winner - player)),)

    return places


def nothing_lies(state: State) -> Lying:
    """Return a hand of which no card was recorded."""
    return Lying(left=state.tricks_in_all)


def recorded(state: State, sides: Sides) -> Lying:
    """Return what the tricks, the discards and a stock that was written down tell."""
    own = sum(winner in sides.declarers for winner in state.winners)
    laid = mask_of(card for one in state.laid for card in cards_of((one.cards or 0) | one.shown))
    return Lying(
        (won_by(state, sides.declarers), won_by(state, sides.defenders)),
        (own, len(state.winners) - own),
        state.tricks_in_all - len(state.winners),
        laid,
        state.stock or 0,
        any(one.excused for one in state.laid),
        None if state.claim is None else int(state.claim not in sides.declarers),
    )


class Endings:
    """All results that a hand can have, as far as its cards were recorded."""

    def __init__(self, state: State, sides: Sides, piles: Piles, lying: Lying) -> None:
        self.state, self.sides, self.piles, self.lying = state, sides, piles, lying
        self._divided: dict[Any, _Division] = {}

    def points(self, stated: Values, keys: Collection[str]) -> Iterator[int]:
        """Yield the card points that the declarers can have (bits), set after set, with these facts as stated."""
        honours = stated[self.piles.honours] if self.piles.honours in keys else None
        chosen = tuple(_honours(self.state.pack.honours, honours))
        likely = self.state.tricks_in_all * (stated[POINTS] or 0) // self.state.pack.total
        for way in self.piles.ways(self.state, self.sides):
            if any(stated[key] != value for key, value in way.facts.items() if key in keys):
                continue
            for tricks in sorted(self._tricks(way), key=lambda tricks: abs(tricks - likely)):
                division = self._division(way, tricks)
                yield from map(division.points, chosen)

    def _tricks(self, way: Way) -> Iterator[int]:
        """Yield how many tricks the declarers may have."""
        lying = self.lying
        least = lying.tricks[0]
        may = range(least, least + lying.left + 1)
        if lying.claimant is not None:
            may = may[:1] if lying.claimant else may[-1:]
        return (tricks for tricks in may if tricks in way.tricks)

    def _division(self, way: Way, tricks: int) -> _Division:
        bid = self.state.variant.bid(way.facts["contract"])
        use = "" if bid is None else bid.stock
        key = use, tricks, way.one, way.apart, way.fool
        if key not in self._divided:
            self._divided[key] = _Division(self, use, way, tricks)
        return self._divided[key]


def _honours(pack: int, stated: Honours | None) -> Iterator[int]:
    """Yield the sets (masks) of honours that a side may have."""
    cards = cards_of(pack)
    if stated is not None and stated.cards is not None:
        yield mask_of(stated.cards)
        return
    counts = range(len(cards) + 1) if stated is None else (stated.count,)
    yield from (mask_of(own) for count in counts for own in combinations(cards, count))


class _Division:
    """The ways to divide the cards of a hand that ends one way, the declarers having a number of tricks."""

    def __init__(self, endings: Endings, use: str, way: Way, tricks: int) -> None:
        state, piles, lying = endings.state, endings.piles, endings.lying
        self._points: dict[int, int] = {}
        self.pack, self.way, self.lying = state.pack, way, lying
        self.tricks = tricks, state.tricks_in_all - tricks
        self.owner = piles.owner(state, use, tricks)
        is_laid = use in piles.laid
        self.aside = lying.laid if is_laid else lying.stock
        self.unseen = state.variant.stock_size(state.seats) - self.aside.bit_count()
        free = self.pack.cards & ~(lying.won[0] | lying.won[1] | self.aside)
        judged = is_laid and not lying.excused
        self.barred = piles.barred(state) if judged else 0
        self.company = piles.kings(state) if judged else NO_COMPANY
        self.room = [state.seats * (self.tricks[side] - lying.tricks[side]) for side in (0, 1)]
        self.fools = [*piles.fool(state, endings.sides, lying)]
        if self.aside & FOOL:
            self.fools = [FoolCase(self.owner, 0)]
        elif free & FOOL & ~self.barred and self.unseen:
            worth = 0 if self.owner else self.pack.worth[FOOL_CARD]
            self.fools.append(FoolCase(self.owner, worth, STOCK))
        plain = free & ~self.pack.honours
        self.free, self.kings = free, (plain & KINGS).bit_count()
        self.trumps, self.others = (
            (plain & TRUMPS).bit_count(),
            sums(self.pack.classes(plain & ~KINGS)),
        )
        fixed = lying.won[0] | (0 if self.owner else self.aside)
        self.fixed = sum([value * many for value, many in self.pack.classes(fixed)])

    def points(self, own: int) -> int:
        """Return what the declarers can have (bits) with these honours (mask)."""
        if own not in self._points:
            self._points[own] = self._points_with(own)
        return self._points[own]

    def _points_with(self, own: int) -> int:
        worth, tricks, stock = self.fixed, list(self.room), self.unseen
        loose = 0  # honours that lie in the stock or in a trick of its owner
        for card in cards_of(self.pack.honours & ~FOOL):
            side = 0 if own >> card & 1 else 1
            places = self._places(card, side)
            if not places:
                return 0
            if not self.free >> card & 1:
                continue
            worth += 0 if side else self.pack.worth[card]
            if len(places) > 1:
                loose += 1
            elif STOCK in places:
                stock -= 1
            else:
                tricks[side] -= 1
        bits, fools_side = 0, 0 if own & FOOL else 1
        for case in self.fools:
            if case.side == fools_side and self.way.fool in (None, fools_side):
                room = [*tricks, stock]
                if case.place is not None:
                    room[case.place] -= 1
                bits |= self._filled(room, loose, worth + case.worth)
        return bits

    def _places(self, card: int, side: int) -> set[int]:
        """Return where an honour of a side may lie: its tricks (the number of the side), the STOCK."""
        lying, way, bit = self.lying, self.way, BIT[card]
        places = {side, STOCK} if self.owner == side else {side}
        if bit & lying.won[1 - side]:
            return set()
        if bit & lying.won[side]:
            places &= {side}
        if bit & self.aside:
            places &= {STOCK}
        if bit & self.barred & self.free or (card == T1 and way.one is not None):
            places -= {STOCK}
        if card == T1 and way.one not in (None, side):
            return set()
        if card == T21 and way.apart and way.one == side and self.tricks[side] < 2:
            places -= {side}
        return places

    def _filled(self, room: list[int], loose: int, worth: int) -> int:
        """Return what the declarers can have where the rest of the pack fills the room.

        `room` is in the tricks of both sides and in the stock (numbers of cards); `loose` honours are part of the rest.
        """
        *tricks, stock = room
        king, empty = self.pack.worth[KING], self.pack.worth[T1 + 1]
        in_stock = min(loose, stock)
        stock -= in_stock
        tricks[self.owner] -= loose - in_stock
        if min(*tricks, stock) < 0:
            return 0
        count, bits = tricks[0] + (0 if self.owner else stock), 0
        for kings in range(min(self.kings, count) + 1):
            laid = 0 if self.owner else max(0, kings - tricks[0])
            if laid >= len(self.company):
                break
            company = self.company[laid]
            rest = count - kings - company
            if laid + company <= stock and company <= self.trumps and 0 <= rest < len(self.others):
                shift = king * kings + empty * company
                bits |= self.others[rest] << shift
        return bits << worth


@lru_cache(maxsize=256)
def sums(classes: Classes) -> tuple[int, ...]:
    """Return for each number of cards, from none on, what that many can count together (bits)."""
    reached = [1]
    for value, many in classes:
        more = [0] * (len(reached) + many)
        for count, bits in enumerate(reached):
            for taken in range(many + 1):
                more[count + taken] |= bits << value * taken
        reached = more
    return tuple(reached)
