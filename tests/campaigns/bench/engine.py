"""The engine: a card judged and played, the legal cards listed, beside the bare loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.rules import State, cards_of
from games.rules.hand.actions import Play
from games.rules.hand.phase_table import enter
from games.rules.phases import play
from tests.campaigns.bench import lower_bound
from tests.campaigns.bench.hands import PlayedHand, TimedHand, hands_of
from tests.campaigns.bench.report import Goal, Row
from tests.campaigns.bench.timing import Case, measure

HANDS = 40
PLAY, LEGAL = Goal(3, 5), Goal(2, 3)
TABLES = (
    (4, True, "4 players, hands known"),
    (4, False, "4 players, hands unknown"),
    (3, True, "3 players, hands known"),
    (3, False, "3 players, hands unknown"),
    (5, True, "5 players, hands known"),
    (5, False, "5 players, hands unknown"),
)


def rows_of_play(runs: int) -> Iterator[Row]:
    """A validated play beside rung C."""
    for players, known, name in TABLES:
        hands = hands_of(players, HANDS, known=known)
        cases = {"ours": entering(hands), "C": bare(hands, lower_bound.play_all)}
        found = measure(cases, runs)
        yield Row(name, "play", found["ours"], "C", found["C"], PLAY)


def rows_of_legal(runs: int) -> Iterator[Row]:
    """A play before which the legal cards are listed, beside rung C2."""
    for players, known, name in TABLES:
        hands = hands_of(players, HANDS, known=known)
        cases = {"ours": listing(hands), "C2": bare(hands, lower_bound.play_listing)}
        found = measure(cases, runs)
        # The bare loop knows all hands: of an unknown one many times more cards are legal.
        yield Row(name, "play", found["ours"], "C2", found["C2"], LEGAL if known else None)


def entering(hands: Sequence[PlayedHand]) -> Case:
    """Every card of these hands through the engine."""
    return _playing(hands, _enter_all)


def listing(hands: Sequence[PlayedHand]) -> Case:
    """The same, with the legal cards listed before each."""
    return _playing(hands, _list_and_enter_all)


def bare(hands: Sequence[TimedHand], rung: Callable[[Any, Sequence[int]], object]) -> Case:
    """A rung of the lower bound, on the same cards."""
    cards = [hand.cards for hand in hands]

    def work(tables: Sequence[lower_bound.Table]) -> None:
        for table, played in zip(tables, cards, strict=True):
            rung(table, played)

    return Case(work, plays_of(hands), lambda: [hand.table() for hand in hands])


def plays_of(hands: Sequence[PlayedHand]) -> int:
    """How many cards are played in all."""
    return sum(len(hand.plays) for hand in hands)


def _playing(
    hands: Sequence[PlayedHand], enter_all: Callable[[State, Sequence[Play]], None]
) -> Case:
    plays = [hand.plays for hand in hands]

    def work(states: Sequence[State]) -> None:
        for state, played in zip(states, plays, strict=True):
            enter_all(state, played)

    return Case(work, plays_of(hands), lambda: [hand.at_first_card() for hand in hands])


def _enter_all(state: State, plays: Sequence[Play]) -> None:
    for action in plays:
        if enter(state, action) is not None:
            raise AssertionError("a legal card was refused")


def _list_and_enter_all(state: State, plays: Sequence[Play]) -> None:
    for action in plays:
        cards_of(play.legal(state))
        enter(state, action)
