"""What a position leads to with best play of everybody, all cards seen.

Where two sides play, that is what happens if both play their best. Where everybody plays for themselves it is what a
player gets at least, whatever the others do, even together: a promise, and no forecast.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.analysis.cards import Cards, is_open
from games.rules.analysis.reckoning import NEVER, Past, Reckoning, Unknown
from games.rules.analysis.search import Exhausted, PositionBudget, Search
from games.rules.cards import cards_of
from games.rules.game.tricks import TrickPosition
from games.rules.hand.actions import Play
from games.rules.hand.state import State
from games.rules.phases import play

# How many positions before a trick are examined, unless the caller says otherwise: a few seconds.
LIMIT = 200_000


class Prospect(NamedTuple):
    """What a card leads to: the score of the seat that plays it."""

    card: int
    score: int


class BestPlay(NamedTuple):
    """What each legal card of the seat on turn leads to, the best first.

    `alone`: everybody plays for themselves, so that the scores are what the seat gets at least.
    """

    seat: int
    alone: bool
    prospects: tuple[Prospect, ...]

    @property
    def score(self) -> int:
        """What the position is worth for the seat on turn."""
        return self.prospects[0].score


def best_play(state: State, *, limit: int = LIMIT) -> BestPlay | None:
    """Return what each legal card leads to.

    None where that is not known: not everybody's hand is, somebody will still draw, the score depends on a card that
    nobody knows, or more than `limit` positions would have to be looked at.
    """
    seat = state.turn
    if seat is None or not is_open(state):
        return None
    try:
        endgame = Endgame(state, limit)
        side = endgame.side_of(seat)
        here = side.here
        guess = side.value(here, endgame.guess(side))
        prospects = []
        for card in side.legal(here):
            score = side.value(here.play(side, card), guess)
            prospects.append(Prospect(card, side.reckoning.score_of(seat, score)))
    except (Exhausted, Unknown):
        return None
    prospects.sort(key=lambda one: -one.score)
    return BestPlay(seat, endgame.alone, tuple(prospects))


class Spot(NamedTuple):
    """A position in the play as the search sees it.

    `line` are the tricks since the search began, `points` and `past` what they brought our side; then the open trick:
    the cards left before it, those in it, what they count, who is winning it, who is on turn, how many are missing.
    """

    line: tuple[int, ...]
    points: int
    past: Past
    start: int
    trick: int
    lying: int
    position: TrickPosition
    winning: int
    turn: int
    missing: int

    def play(self, side: Side, card: int) -> Spot:
        """Return the spot after a card, legal or not."""
        cards, reckoning = side.cards, side.reckoning
        number, seats = cards.number[card], reckoning.state.seats
        trick, lying = self.trick | 1 << number, self.lying + cards.weight[number]
        position = self.position.after[card]
        winning = self.winning if position is self.position else self.turn
        if self.missing > 1:
            turn = (self.turn + 1) % seats
            return self._replace(
                trick=trick,
                lying=lying,
                position=position,
                winning=winning,
                turn=turn,
                missing=self.missing - 1,
            )
        live = self.start ^ trick
        past = reckoning.gather(self.past, trick, winning, reckoning.left(live))
        points = self.points + lying if reckoning.ours[winning] else self.points
        line = (*self.line, trick)
        return Spot(
            line, points, past, live, 0, 0, reckoning.opening(line), winning, winning, seats
        )


class Side:
    """One side of a hand, or one who plays alone: what each position is worth to it."""

    def __init__(
        self, state: State, cards: Cards, seats: tuple[int, ...], count: PositionBudget
    ) -> None:
        self.cards = cards
        self.reckoning = reckoning = Reckoning(state, cards, seats)
        self._search = Search(cards, reckoning, count)
        missing = state.seats - len(state.played) % state.seats
        winning, turn = state.winning if state.winning >= 0 else state.leader, state.turn or 0
        self.here = Spot(
            (),
            0,
            reckoning.first,
            cards.all,
            cards.table,
            cards.weigh(cards.table),
            state.position,
            winning,
            turn,
            missing,
        )

    def legal(self, spot: Spot) -> list[int]:
        """Return the cards that may be played."""
        own = self.cards.hands[spot.turn] & spot.start
        return self.cards.cards(self.cards.legal(own, spot.position))

    def reaches(self, spot: Spot, least: int) -> bool:
        """Return whether this side scores at least `least` from a spot on."""
        search = self._search
        search.line[:] = spot.line
        if not spot.trick:
            return search.reaches(spot.start, spot.turn, spot.points, spot.past, least)
        aim = spot.points, spot.past, least
        return search.play(
            spot.turn,
            spot.missing,
            spot.start,
            spot.trick,
            spot.position,
            spot.winning,
            spot.lying,
            aim,
        )

    def value(self, spot: Spot, guess: int) -> int:
        """Return what this side scores from a spot on; the nearer the guess, the sooner.

        It asks for high scores first: a no is found sooner than a yes, which has to meet every reply of the larger side.
        """
        low, high, step, ask = -NEVER, NEVER, 1, guess + 1
        while high - low > 1:
            if self.reaches(spot, ask):
                low = ask
            else:
                high = ask
            if high == NEVER:
                ask, step = low + step, 4 * step
            elif low == -NEVER:
                ask, step = high - step, 4 * step
            else:  # a score that some line has had, or that there is none between
                seen = self.reckoning.seen(low, high)
                ask = seen[3 * len(seen) // 4] if seen else low + 1
        return low


class Endgame:
    """The rest of a hand from a position on, in which everybody's cards are known.

    Raises Unknown where the score depends on a card that nobody knows.
    """

    def __init__(self, state: State, limit: int) -> None:
        self.state, self.alone = state, state.taker is None
        self.cards, self._count = Cards(state), PositionBudget(limit)
        end = state.fork()
        while end.turn is not None:
            play.apply(end, Play(end.turn, cards_of(play.legal(end))[-1]))
        settlement = state.variant.settle(end)
        if settlement is None:
            raise Unknown
        self._end, self._sides = end, settlement.sides
        self._sought: dict[tuple[int, ...], Side] = {}

    def side_of(self, seat: int) -> Side:
        """Return the side whose score is sought for a seat: the declarers' where there are sides."""
        seats = (seat,) if self.alone else self._sides[0]
        if seats not in self._sought:
            self._sought[seats] = Side(self.state, self.cards, seats, self._count)
        return self._sought[seats]

    def guess(self, side: Side) -> int:
        """Return what a side scores where nobody thinks."""
        return side.reckoning.settle(self._end)
