"""The hands that are timed: dealt and played by chance, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, cycle, islice
from typing import Any

from games.rules import (
    Record,
    State,
    Variant,
    entering,
    find_variant,
    format_record,
    read_record,
    replay,
)
from games.rules.hand.actions import Play
from games.rules.hand.knowledge import dealt
from games.rules.record.shape import FORMAT
from games.rules.replaying.replay import fold as play_on
from games.rules.replaying.replay import start
from tests import chance
from tests.campaigns.bench import lower_bound

NAMES = ("Anna", "Boris", "Chloé", "Dario", "Emma", "Farid")


class Disagreement(Exception):
    """The engine and the lower bound do not say the same of a hand: nothing can be compared."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of any game: what comes before the first card, and the cards for the engine."""

    record: Record
    opening: tuple[Any, ...]
    plays: tuple[Play, ...]

    @property
    def cards(self) -> list[int]:
        """The cards in the order played."""
        return [play.card for play in self.plays]

    def at_first_card(self) -> State:
        """The engine's position before the first card."""
        state = start(self.record)
        play_on(state, self.opening)
        return state


@dataclass(frozen=True, slots=True)
class TimedHand(PlayedHand):
    """A hand of French Tarot with its line, and with what the lower bound needs of it."""

    line: bytes
    hands: tuple[int, ...]
    laid: int
    leader: int

    @property
    def text(self) -> str:
        """The line of rung E."""
        return lower_bound.text_of(self.hands, self.laid, self.leader, self.cards)

    def table(self) -> lower_bound.Table:
        """The lower bound's position before the first card."""
        return lower_bound.Table(self.hands, self.leader)


def hands_of(players: int, number: int, *, known: bool) -> list[TimedHand]:
    """That many hands that somebody took; with `known` the deal is written down."""
    return list(islice(_taken(players, known=known), number))


def hands_at_every_table(variant: Variant, number: int, *, known: bool) -> list[PlayedHand]:
    """That many hands of a game, by each number of players in turn, in which cards were played."""
    records = (
        _by_chance(variant, players, seed, known=known)
        for seed, players in enumerate(cycle(variant.seats), 1)
    )
    return [_played_hand(record) for record in islice(filter(_has_cards, records), number)]


def _taken(players: int, *, known: bool) -> Iterator[TimedHand]:
    french = find_variant("french")
    assert french is not None
    for seed in count(1):
        record = _by_chance(french, players, seed, known=known)
        if _has_cards(record):
            yield _timed_hand(record)


def _has_cards(record: Record) -> bool:
    return any(action["kind"] == "play" for action in record.actions)


def _by_chance(variant: Variant, players: int, seed: int, *, known: bool) -> Record:
    dealer = seed % players
    deal, actions = entering.fold(
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


def _played_hand(record: Record) -> PlayedHand:
    cards = replay(record).state.played
    opening, played = record.actions[: -len(cards)], record.actions[-len(cards) :]
    plays = [Play(action["seat"], card) for action, card in zip(played, cards, strict=True)]
    return PlayedHand(record, opening, tuple(plays))


def _timed_hand(record: Record) -> TimedHand:
    done, played = replay(record), _played_hand(record)
    hands = [hand for hand in dealt(done.state) if hand is not None]
    made = TimedHand(
        record=record,
        opening=played.opening,
        plays=played.plays,
        line=format_record(record),
        hands=tuple(hands),
        laid=done.state.unplayed,
        leader=played.plays[0].seat,
    )
    table = made.table()
    lower_bound.play_all(table, made.cards)
    # The fool in the last trick is a rule of scoring, which the lower bound has not got.
    if [winner for winner, _ in table.tricks][:-1] != done.state.winners[:-1]:
        raise Disagreement(made.line.decode())
    return made
