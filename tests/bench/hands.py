"""The hands that are timed: dealt and played by chance, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from games.demo import chance
from games.records import fold
from games.rules import Record, State, find_variant, format_record, read_record, replay
from games.rules.actions import Play
from games.rules.knowledge import dealt
from games.rules.replay import fold as play_on
from games.rules.replay import start
from games.rules.shape import FORMAT
from tests.bench import lower_bound

NAMES = ("Anna", "Boris", "Chloé", "Dario", "Emma")


class Disagreement(Exception):
    """The engine and the lower bound do not say the same of a hand: nothing can be compared."""


@dataclass(frozen=True, slots=True)
class TimedHand:
    """One hand, complete: its record and its line, and what the lower bound needs of it.

    `opening`: what comes before the first card; `plays`: the cards as the engine takes them;
    `hands`: the hands as played (masks).
    """

    record: Record
    line: bytes
    opening: tuple[Any, ...]
    plays: tuple[Play, ...]
    hands: tuple[int, ...]
    laid: int
    leader: int

    @property
    def cards(self) -> list[int]:
        """The cards in the order played."""
        return [play.card for play in self.plays]

    @property
    def text(self) -> str:
        """The line of rung E."""
        return lower_bound.text_of(self.hands, self.laid, self.leader, self.cards)

    def at_first_card(self) -> State:
        """The engine's position before the first card."""
        state = start(self.record)
        play_on(state, self.opening)
        return state

    def table(self) -> lower_bound.Table:
        """The lower bound's position before the first card."""
        return lower_bound.Table(self.hands, self.leader)


def hands_of(players: int, number: int, *, known: bool) -> list[TimedHand]:
    """So many hands that somebody took; with `known` the deal is written down.

    Raises Disagreement where engine and lower bound see another hand.
    """
    return list(islice(_taken(players, known=known), number))


def _taken(players: int, *, known: bool) -> Iterator[TimedHand]:
    for seed in count(1):
        record = _by_chance(players, seed, known=known)
        if any(action["kind"] == "play" for action in record.actions):
            yield _timed_hand(record)


def _by_chance(players: int, seed: int, *, known: bool) -> Record:
    variant = find_variant("french")
    assert variant is not None
    dealer = seed % players
    deal, actions = fold(
        chance.changes(
            seed=seed,
            variant=variant,
            options={},
            players=players,
            dealer=dealer,
            hands_known=known,
        )
    )
    return read_record(
        {
            "format": FORMAT,
            "variant": variant.key,
            "players": list(NAMES[:players]),
            "dealer": dealer,
            "deal": deal,
            "actions": actions,
            "meta": {"club": "Les Atouts", "event": "Friday", "date": "2026-11-20"},
        }
    )


def _timed_hand(record: Record) -> TimedHand:
    done = replay(record)
    hands = [hand for hand in dealt(done.state) if hand is not None]
    plays = tuple(
        Play(action["seat"], card)
        for action, card in zip(
            record.actions[-len(done.state.cards) :], done.state.cards, strict=True
        )
    )
    made = TimedHand(
        record=record,
        line=format_record(record),
        opening=record.actions[: -len(plays)],
        plays=plays,
        hands=tuple(hands),
        laid=done.state.live,
        leader=plays[0].seat,
    )
    table = made.table()
    lower_bound.play_all(table, made.cards)
    # The fool in the last trick is a rule of scoring, which the lower bound has not got.
    if [winner for winner, _ in table.tricks][:-1] != done.state.winners[:-1]:
        raise Disagreement(made.line.decode())
    return made
