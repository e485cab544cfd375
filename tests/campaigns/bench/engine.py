"""The engine against the bare loop: a card judged and played, the legal cards listed, each game
against the quickest of them, and a record from its line of text to the score."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from games.rules import VARIANTS, Outcome, State, cards_of, parse_record, read_record, replay
from games.rules.hand.actions import Play
from games.rules.phases import play
from games.rules.record.strict import decode
from games.rules.replaying.phase_table import enter
from games.rules.replaying.replay import fold, outcome
from tests.campaigns.begin import apart
from tests.campaigns.bench import lower_bound
from tests.campaigns.bench.hands import PlayedHand, TimedHand, hands_at_every_table, hands_of
from tests.campaigns.figures import Goal, Line, compared
from tests.campaigns.timing import (
    PROCESSES,
    Case,
    Each,
    Figure,
    in_the_middle,
    measure,
    measure_each,
)

HANDS, HANDS_OF_A_GAME = 40, 30
PLAY, LEGAL, GAME, RECORD = Goal(3, 5), Goal(2, 3), Goal(2, 3), Goal(4, 5)
PLAYERS = (4, 3, 5)
IN_A_RUN = 5  # so often each record is timed: it takes a few ten-thousandths of a second
PARTS = {
    "json.loads": "json.loads alone",
    "decode": "strict reading of the text (json.loads in it)",
    "read": "the object read as a record",
    "replay": "deal and actions folded",
    "score": "score, line by line",
}
Hands = Sequence[PlayedHand]


def rows_of_play(runs: int) -> Iterator[Line]:
    """Measure a validated play against rung C."""
    for name, _known, hands in _tables():
        cases = {"ours": entering(hands), "C": bare(hands, lower_bound.play_all)}
        found = measure(cases, runs)
        yield compared(name, found["ours"], "C", found["C"], PLAY)


def rows_of_legal(runs: int) -> Iterator[Line]:
    """Measure a play before which the legal cards are listed, against rung C2."""
    for name, known, hands in _tables():
        cases = {"ours": listing(hands), "C2": bare(hands, lower_bound.play_listing)}
        found = measure(cases, runs)
        # The bare loop knows all hands: of an unknown one many times more cards are legal.
        yield compared(name, found["ours"], "C2", found["C2"], LEGAL if known else None)


def rows_of_games(runs: int) -> Iterator[Line]:
    """Measure a play in each game against the quickest game, with all its numbers of players."""
    for known, words in ((True, "hands known"), (False, "hands unknown")):
        hands = {
            game.name: hands_at_every_table(game, HANDS_OF_A_GAME, known=known) for game in VARIANTS
        }
        for how, way in (("a card alone", entering), ("in a row", folding)):
            found = measure({name: way(played) for name, played in hands.items()}, runs)
            quickest = min(found, key=lambda name: found[name].cpu)
            for name, figure in found.items():
                yield compared(f"{name}, {words}, {how}", figure, quickest, found[quickest], GAME)


def rows_of_records(runs: int) -> list[Line]:
    """Measure records of four players, known and unknown, against rung E, and their parts, each in
    processes of its own."""
    return in_the_middle([list(_lines_of(apart(__name__, "", runs))) for _ in range(PROCESSES)])


def _lines_of(times: dict[str, Any]) -> Iterator[Line]:
    found = {name: Figure(**facts) for name, facts in times.items()}
    # By the clock: to ask for CPU time takes a hundredth of the time of a hand.
    for key in ("known", "unknown"):
        yield compared(f"4 players, hands {key}", found[key], "E", found["E"], RECORD, "wall")
    for key, name in PARTS.items():
        yield compared(f"- {name}", found[key], "E", found["E"], clock="wall")


def main(runs: int) -> dict[str, Any]:
    """Measure records in this process, and return the figures by name."""
    known, unknown = (hands_of(4, HANDS, known=known) for known in (True, False))
    lines, ends = [hand.line for hand in known], [replay(hand.record).state for hand in known]
    cases = {
        "known": Each(scored, lines),
        "unknown": Each(scored, [hand.line for hand in unknown]),
        "E": Each(lower_bound.play_text, [hand.text for hand in known]),
        "json.loads": Each(json.loads, lines),
        "decode": Each(decode, lines),
        "read": Each(read_record, [json.loads(line) for line in lines]),
        "replay": Each(replay, [hand.record for hand in known]),
        "score": Each(outcome, ends),
    }
    gc.freeze()  # what was imported is not looked at again and again between the runs
    found = measure_each(cases, runs * IN_A_RUN)
    return {name: asdict(figure) for name, figure in found.items()}


def scored(line: bytes) -> Outcome:
    """Judge every card, and return the points of every seat with the lines that lead there."""
    return replay(parse_record(line)).outcome


def entering(hands: Hands) -> Case:
    """Enter every card of these hands into the engine."""
    return _playing(hands, [hand.plays for hand in hands], _enter_all)


def listing(hands: Hands) -> Case:
    """Enter them with the legal cards listed before each."""
    return _playing(hands, [hand.plays for hand in hands], _list_and_enter_all)


def folding(hands: Hands) -> Case:
    """Play every card of these hands at one stretch, as a record is read."""
    actions = [hand.record.actions[len(hand.opening) :] for hand in hands]
    return _playing(hands, actions, _fold_all)


def bare(hands: Sequence[TimedHand], rung: Callable[[Any, Sequence[int]], object]) -> Case:
    """Climb a rung of the lower bound, on the same cards."""
    cards = [hand.cards for hand in hands]
    return _both(cards, rung, plays_of(hands), lambda: [hand.table() for hand in hands])


def plays_of(hands: Hands) -> int:
    """Return how many cards are played in all."""
    return sum(len(hand.plays) for hand in hands)


def _tables() -> Iterator[tuple[str, bool, list[TimedHand]]]:
    for players in PLAYERS:
        for known, words in ((True, "known"), (False, "unknown")):
            hands = hands_of(players, HANDS, known=known)
            yield f"{players} players, hands {words}", known, hands


def _playing(hands: Hands, what: Sequence[Any], do: Callable[[State, Any], object]) -> Case:
    return _both(what, do, plays_of(hands), lambda: [hand.at_first_card() for hand in hands])


def _both(
    what: Sequence[Any], do: Callable[[Any, Any], object], units: int, prepare: Callable[[], Any]
) -> Case:
    def work(begun: Sequence[Any]) -> None:
        for one, rest in zip(begun, what, strict=True):
            do(one, rest)

    return Case(work, units, prepare)


def _enter_all(state: State, plays: Sequence[Play]) -> None:
    for action in plays:
        if enter(state, action) is not None:
            raise AssertionError("a legal card was refused")


def _list_and_enter_all(state: State, plays: Sequence[Play]) -> None:
    for action in plays:
        cards_of(play.legal(state))
        enter(state, action)


def _fold_all(state: State, actions: Sequence[Any]) -> None:
    if fold(state, actions) is not None:
        raise AssertionError("a legal card was refused")
