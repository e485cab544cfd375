"""Every game beside the quickest of them: what a card costs, entered alone or in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.rules import VARIANTS, State
from games.rules.hand.replay import fold
from tests.campaigns.bench.engine import entering, plays_of
from tests.campaigns.bench.hands import PlayedHand, hands_at_every_table
from tests.campaigns.bench.report import Goal, Row
from tests.campaigns.bench.timing import Case, measure

HANDS = 30
GOAL = Goal(2, 3)


def rows(runs: int) -> Iterator[Row]:
    """A play in each game beside the same in the quickest game: all numbers of players in turn."""
    for known, told in ((True, "hands known"), (False, "hands unknown")):
        hands = {game.name: hands_at_every_table(game, HANDS, known=known) for game in VARIANTS}
        yield from _beside_the_quickest(f"{told}, a card alone", hands, entering, runs)
        yield from _beside_the_quickest(f"{told}, in a row", hands, folding, runs)


def folding(hands: Sequence[PlayedHand]) -> Case:
    """Every card of these hands at one stretch, as a record is read."""
    told = [hand.record.actions[len(hand.opening) :] for hand in hands]

    def work(states: Sequence[State]) -> None:
        for state, actions in zip(states, told, strict=True):
            if fold(state, actions) is not None:
                raise AssertionError("a legal card was refused")

    return Case(work, plays_of(hands), lambda: [hand.at_first_card() for hand in hands])


def _beside_the_quickest(
    how: str,
    hands: dict[str, list[PlayedHand]],
    way: Callable[[Sequence[PlayedHand]], Case],
    runs: int,
) -> Iterator[Row]:
    found = measure({name: way(played) for name, played in hands.items()}, runs)
    quickest = min(found, key=lambda name: found[name].cpu)
    for name, figure in found.items():
        yield Row(f"{name}, {how}", "play", figure, quickest, found[quickest], GOAL)
