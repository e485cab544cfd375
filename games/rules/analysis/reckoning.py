"""What a line of play is worth, by the game's own scoring.

A score follows from all that has been played. Two lines that differ only in what no score asks about have the same: so
what counts of the tricks gathered is kept in a `Past`, and the game scores one line for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.analysis.cards import Cards
from games.rules.cards import cards_of, mask_of
from games.rules.game.tricks import TrickPosition
from games.rules.hand.actions import Play
from games.rules.hand.knowledge import fools_player
from games.rules.hand.state import State
from games.rules.phases import play
from games.rules.scoring.sides import fool_went_to, has_tricks, won_by

NOTHING = 1000  # above what any card counts
NEVER = 1 << 20  # above all points and scores


class Unknown(Exception):
    """The score of a line depends on a card that nobody knows."""


class Past(NamedTuple):
    """What counts of the tricks gathered, besides the card points.

    `honours` (mask of numbers) that our side has won; whether we have a trick, and whether they have; `pagat` and
    `fool`: which side won the trick with it, and near the end what else may count there (0: not in these tricks);
    `cheapest` and `cheapest_then`: the least that those have won who pay for the fool, now and when it was played.
    """

    honours: int
    ours: bool
    theirs: bool
    pagat: int = 0
    fool: int = 0
    cheapest: int = NOTHING
    cheapest_then: int = 0


class Reckoning:
    """The scores of a side at the end of lines from a position on.

    Of declarers that is what one defender pays, so that it rises by one; of a seat alone, its own score.
    """

    def __init__(self, state: State, cards: Cards, side: tuple[int, ...]) -> None:
        self.state, self.cards, self.side = state, cards, side
        self.others = tuple(one for one in range(state.seats) if one not in side)
        self.ours = [one in side for one in range(state.seats)]
        self.spare = cards.all.bit_count() - state.seats * (
            state.tricks_in_all - len(state.winners)
        )
        pack = state.pack
        self._price = [
            2 * worth + (pack.honours >> card & 1) for card, worth in enumerate(pack.worth)
        ]
        self._floor = min(self._price[card] for card in cards_of(pack.cards))
        player = fools_player(state)
        self._payers = () if player is None else state.variant.fool_paid_from(state, player)
        self._fools_side = player is not None and self.ours[player]
        winner = fool_went_to(state)
        self._fool_home = winner is not None and self.ours[winner] == self._fools_side
        # By score and past: the most points known not to reach it, the fewest known to reach it.
        self._between: dict[tuple[int, Past], tuple[int, int]] = {}
        self._scores: dict[tuple[int, Past], int] = {}
        self._times = [0] * state.seats
        self.first = Past(
            0,
            has_tricks(state, side),
            has_tricks(state, self.others),
            cheapest=self._cheapest(won_by(state, self._payers)) if self._payers else self._floor,
        )

    def _cheapest(self, cards: int) -> int:
        return min((self._price[card] for card in cards_of(cards)), default=NOTHING)

    def left(self, live: int) -> int:
        """Return how many tricks are still to be played with these cards left."""
        return (live.bit_count() - self.spare) // self.state.seats

    def gather(self, past: Past, trick: int, winner: int, left: int) -> Past:
        """Return what counts once a trick (mask of numbers) has been gathered, with `left` card points still to win."""
        cards, special = self.cards, trick & self.cards.special
        if not special and past.ours and past.theirs and past.cheapest == self._floor:
            return past
        ours = self.ours[winner]
        honours, _, _, pagat, fool, cheapest, then = past
        if special:
            if ours:
                honours |= special
            if trick & cards.pagat:
                own = winner == cards.owner[cards.pagat.bit_length() - 1]
                pagat = 1 + ours + (2 + 2 * own + 4 * left if left < 2 else 0)
            if trick & cards.fool:
                slam = 0 if left else 1 + past.ours + 2 * past.theirs
                fool, then = 1 + ours + 2 * slam, cheapest
        if winner in self._payers:
            cheapest = min(cheapest, *(self._price[card] for card in cards.cards(trick)))
        return Past(
            honours, past.ours or ours, past.theirs or not ours, pagat, fool, cheapest, then
        )

    def settled(self, past: Past, live: int) -> Past | None:
        """Return the past as it will be at the end, where nothing but card points can change any more; else None.

        The highest trump left, if it is an honour, is as good as won by who holds it.
        """
        cards = self.cards
        if self.state.after_trick is not None or not (past.ours and past.theirs):
            return None
        honours, special = past.honours, live & cards.special
        if special:
            top = self._top_honour(live)
            if special != top:
                return None
            honours |= top if self._holds(top) else 0
        home = self._fool_home or past.fool == 1 + self._fools_side
        if past.cheapest != self._floor and not home:
            return None
        return past._replace(honours=honours, cheapest=self._floor)

    def _top_honour(self, live: int) -> int:
        """Return the highest trump left (mask), if it is an honour other than the pagat; else 0."""
        trumps = live & self.cards.trumps
        top = 1 << trumps.bit_length() - 1 if trumps else 0
        return top & self.cards.special & ~self.cards.pagat

    # ---- lines and their scores

    def at(self, line: Sequence[int]) -> State:
        """Return the position after the tricks of a line (masks of numbers)."""
        state, owner = self.state.fork(), self.cards.owner
        for trick in line:
            by_seat = {owner[n]: card for n, card in enumerate(self.cards.card) if trick >> n & 1}
            for card in state.on_table().values():
                by_seat = {seat: own for seat, own in by_seat.items() if own != card}
            while by_seat and state.turn is not None:
                play.apply(state, Play(state.turn, by_seat.pop(state.turn)))
        return state

    def seen(self, low: int, high: int) -> list[int]:
        """Return the scores between two that some line has had, in order."""
        return sorted({score for score in self._scores.values() if low < score < high})

    def score(self, points: int, past: Past, line: Sequence[int]) -> int:
        """Return the score at the end of a line; `points` are our card points from it."""
        score = self._scores.get((points, past))
        if score is None:
            score = self._scores[points, past] = self.settle(self.at(line))
        return score

    def settle(self, state: State) -> int:
        """Return our score in a finished hand. Raises Unknown."""
        settlement = state.variant.settle(state)
        if settlement is None:
            raise Unknown
        scores = settlement.scores
        if state.taker is None:
            return scores[self.side[0]]
        each = -scores[self.others[0]]
        if each:
            self._times = [score // each for score in scores]
        return each

    def score_of(self, seat: int, score: int) -> int:
        """Return what a seat of either side scores where our score is that."""
        return score if self.state.taker is None else score * self._times[seat]

    def opening(self, line: Sequence[int]) -> TrickPosition:
        """Return the next trick before its first card."""
        return (self.state if self.state.after_trick is None else self.at(line)).opening

    def needed(self, least: int, points: int, past: Past, live: int, line: Sequence[int]) -> int:
        """Return how many card points more we need for a score of at least that.

        This is asked where all is settled but them (`past`: as `settled` gives it). One more than there are: no number
        is enough.
        """
        low, high = self._between.get((least, past), (-1, NEVER))
        total = self.cards.weigh(live)
        if low >= points + total:
            return total + 1
        if high > points and high - low > 1:
            low, high = self._narrow(least, points, past, live, line, low, high)
            self._between[least, past] = low, high
        return max(high - points, 0)

    def _narrow(
        self,
        least: int,
        points: int,
        past: Past,
        live: int,
        line: Sequence[int],
        low: int,
        high: int,
    ) -> tuple[int, int]:
        """Return the most points that are too few and the fewest that are enough, with no sum of the cards left between."""
        top = self._top_honour(live)
        own = self.cards.cards(top) if self._holds(top) else []
        sums = PointSums(
            [(card, self.state.pack.worth[card]) for card in self.cards.cards(live & ~top)],
            self.left(live),
            self.state.seats * self.state.variant.card_counts,
        )
        base = points + sum(self.state.pack.worth[card] for card in own)
        while (
            more := sums.between(max(low - base, -1), min(high - base, sums.total + 1))
        ) is not None:
            at = base + more
            if (at, past) not in self._scores:
                won, tricks = sums.made(more)
                self._scores[at, past] = self._with(line, live, own + won, tricks)
            if self._scores[at, past] >= least:
                high = at
            else:
                low = at
        return low, high

    def _holds(self, card: int) -> bool:
        """Return whether a card (mask) is in a hand of our side."""
        return card > 0 and self.ours[self.cards.owner[card.bit_length() - 1]]

    def _with(self, line: Sequence[int], live: int, won: list[int], tricks: int) -> int:
        """Return the score where, after a line, we win some of the cards left and that many tricks, however they are played."""
        state, seats, cards = self.at(line), self.state.seats, self.cards
        ours, others, all_left = self.side[0], self.others[0], mask_of(cards.cards(live))
        hands = [cards.cards(hand & live) for hand in cards.hands]
        leader = state.leader
        for winner in [ours] * tricks + [others] * (self.left(live) - tricks):
            state.played += [hands[(leader + place) % seats].pop() for place in range(seats)]
            state.winners.append(winner)
            leader = winner
        state.taken[ours] |= mask_of(won)
        state.taken[others] |= all_left & ~mask_of(won)
        state.unplayed &= ~all_left
        state.unwon = state.unplayed
        state.sure[:] = state.may[:] = [0] * seats
        play.finish(state)
        return self.settle(state)


class PointSums:
    """The card points that can be made of these cards (card, worth) and, where a trick counts, of the tricks."""

    def __init__(self, cards: list[tuple[int, int]], tricks: int, trick_counts: int) -> None:
        self._cards, self._counts = cards, trick_counts
        self._reached = [1]  # bit n: the sum n can be made of the first cards
        for _card, worth in cards:
            self._reached.append(self._reached[-1] | self._reached[-1] << worth)
        self._tricks = tricks if trick_counts else 0
        self._all = 0
        for many in range(self._tricks + 1):
            self._all |= self._reached[-1] << many * trick_counts
        self.total = self._all.bit_length() - 1

    def between(self, low: int, high: int) -> int | None:
        """Return a sum near the middle between two, None where there is none."""
        if high - low < 2:
            return None
        middle, inside = (low + high) // 2, self._all & (1 << high) - 1 & -(1 << low + 1)
        above = inside >> middle << middle
        if above:
            return (above & -above).bit_length() - 1
        return inside.bit_length() - 1 if inside else None

    def made(self, total: int) -> tuple[list[int], int]:
        """Return cards, and a number of tricks, that make this sum."""
        tricks = next(
            many
            for many in range(self._tricks + 1)
            if total >= many * self._counts and self._reached[-1] >> total - many * self._counts & 1
        )
        total -= tricks * self._counts
        made = []
        for (card, worth), before in zip(
            reversed(self._cards), reversed(self._reached[:-1]), strict=True
        ):
            if not before >> total & 1:
                made.append(card)
                total -= worth
        return made, tricks
