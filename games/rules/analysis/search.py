"""Best play of two sides with all cards seen: alpha-beta with a null window and a table of positions.

Each question is one of yes or no: can our side reach at least so much? `Race` asks it of card points alone, `Search` of
the score. A table keeps for each position before a trick from where on the answer is yes, and up to where it is no.
"""

from __future__ import annotations

from typing import Any

from games.rules.analysis.cards import Cards
from games.rules.analysis.reckoning import Past, Reckoning
from games.rules.game.tricks import TrickPosition


class Exhausted(Exception):
    """More positions would have to be looked at than the caller allows."""


class Tricks:
    """Play to one trick after another; what is aimed at is for those that inherit it to say."""

    def __init__(self, cards: Cards, ours: list[bool], count: PositionBudget) -> None:
        self.cards, self.ours, self.count = cards, ours, count
        self._first: dict[tuple[int, int], int] = {}  # the lead that decided here before

    def gathered(self, live: int, winner: int, trick: int, points: int, aim: Any) -> bool:
        """Return whether our side reaches its aim once a trick worth `points` has been gathered."""
        raise NotImplementedError

    def lead(self, live: int, leader: int, opening: TrickPosition, aim: Any) -> bool:
        """Return whether our side reaches its aim with best play, before a trick."""
        self.count.one_more()
        return self.play(leader, len(self.ours), live, 0, opening, leader, 0, aim)

    def play(
        self,
        seat: int,
        missing: int,
        start: int,
        trick: int,
        position: TrickPosition,
        winning: int,
        points: int,
        aim: Any,
    ) -> bool:
        """Do the same within a trick that still lacks `missing` cards.

        `start` are the cards left before it, `trick` those in it, `points` what they count.
        """
        cards, weight, card_of, ours = self.cards, self.cards.weight, self.cards.card, self.ours
        own, mine, after, missing = (
            cards.hands[seat] & start,
            ours[seat],
            position.after,
            missing - 1,
        )
        numbers = cards.distinct(cards.legal(own, position), start & ~own)
        if len(numbers) > 1:
            self._arrange(numbers, seat, start, trick, position, winning, missing)
        for number in numbers:
            here = after[card_of[number]]
            best = winning if here is position else seat
            cards_in, counts = trick | 1 << number, points + weight[number]
            if missing:
                following = seat + 1 if seat + 1 < len(ours) else 0
                made = self.play(following, missing, start, cards_in, here, best, counts, aim)
            else:
                made = self.gathered(start ^ cards_in, best, cards_in, counts, aim)
            if made is mine:
                if not trick:
                    self._first[start, seat] = number
                return made
        return not mine

    def _arrange(
        self,
        numbers: list[int],
        seat: int,
        start: int,
        trick: int,
        position: TrickPosition,
        winning: int,
        missing: int,
    ) -> None:
        """Put first what a player would try first."""
        weight, card_of = self.cards.weight, self.cards.card
        if not trick:
            first = self._first.get((start, seat))
            numbers.sort(key=weight.__getitem__, reverse=True)
            if first in numbers:
                numbers.remove(first)
                numbers.insert(0, first)
            return
        after = position.after
        taking = [n for n in numbers if after[card_of[n]] is not position]
        ducking = [n for n in numbers if after[card_of[n]] is position]
        if self.ours[winning] is self.ours[seat]:
            ducking.sort(key=weight.__getitem__, reverse=True)
            numbers[:] = ducking + taking
        else:
            ducking.sort(key=weight.__getitem__)
            taking.sort(key=weight.__getitem__, reverse=not missing)
            numbers[:] = taking + ducking


class PositionBudget:
    """How many positions before a trick may still be looked at."""

    def __init__(self, limit: int) -> None:
        self.left = limit

    def one_more(self) -> None:
        """Count one; raises Exhausted after the last."""
        self.left -= 1
        if self.left < 0:
            raise Exhausted


class Race(Tricks):
    """The race for card points alone; what was won before does not matter to it."""

    def __init__(
        self, cards: Cards, ours: list[bool], count: PositionBudget, reckoning: Reckoning
    ) -> None:
        super().__init__(cards, ours, count)
        self._opening, self._left = reckoning.state.opening, reckoning.left
        # By what is left and leader: the points that are certain, and the most that are possible.
        self._known: dict[tuple[tuple[int, ...], int], tuple[int, int]] = {}

    def gathered(self, live: int, winner: int, trick: int, points: int, aim: int) -> bool:
        """Do as `Tricks.gathered`; the aim is a number of points."""
        return self.reaches(live, winner, aim - points if self.ours[winner] else aim)

    def reaches(self, live: int, leader: int, need: int) -> bool:
        """Return whether our side gets at least `need` of the points left."""
        if need <= 0:
            return True
        key = self.cards.shape(live), leader
        known = self._known.get(key)
        if known is None:
            known = 0, self.cards.weigh(live) if self._left(live) else 0
        least, most = known
        if need <= least:
            return True
        if need > most:
            self._known[key] = known
            return False
        made = self.lead(live, leader, self._opening, need)
        least, most = self._known.get(key, known)
        self._known[key] = (max(least, need), most) if made else (least, min(most, need - 1))
        return made


Asked = list[tuple[int, int]]  # our points so far, and the score asked for


class Search(Tricks):
    """The search for a score."""

    def __init__(self, cards: Cards, reckoning: Reckoning, count: PositionBudget) -> None:
        super().__init__(cards, reckoning.ours, count)
        self.reckoning = reckoning
        self.race = Race(cards, reckoning.ours, count, reckoning)
        self.line: list[int] = []
        # What was asked there: points so far with a score that they reach, and with one that they do not.
        self._known: dict[tuple[tuple[int, ...], int, Past], tuple[Asked, Asked]] = {}

    def gathered(
        self, live: int, winner: int, trick: int, points: int, aim: tuple[int, Past, int]
    ) -> bool:
        """Do as `Tricks.gathered`; the aim: points so far, past, and the score to reach."""
        had, past, least = aim
        past = self.reckoning.gather(past, trick, winner, self.reckoning.left(live))
        self.line.append(trick)
        made = self.reaches(live, winner, had + points if self.ours[winner] else had, past, least)
        self.line.pop()
        return made

    def reaches(self, live: int, leader: int, points: int, past: Past, least: int) -> bool:
        """Return whether our side scores at least `least`, before a trick."""
        reckoning, opening = self.reckoning, self.reckoning.state.opening
        if (
            reckoning.state.after_trick is not None
        ):  # a rule that may end the hand, or change what is asked
            state = reckoning.at(self.line)
            if state.over:
                return reckoning.settle(state) >= least
            opening = state.opening
        elif not reckoning.left(live):
            return reckoning.score(points, past, self.line) >= least
        settled = reckoning.settled(past, live)
        if settled is not None:
            need = reckoning.needed(least, points, settled, live, self.line)
            return self.race.reaches(live, leader, need)
        made, missed = self._known.setdefault((self.cards.shape(live), leader, past), ([], []))
        for had, score in made:
            if had <= points and score >= least:
                return True
        for had, score in missed:
            if had >= points and score <= least:
                return False
        reached = self.lead(live, leader, opening, (points, past, least))
        (made if reached else missed).append((points, least))
        return reached
