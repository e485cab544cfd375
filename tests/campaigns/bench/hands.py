"""The hands that are timed: dealt and played by chance, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, cycle, islice
from typing import Any

from games.rules import Record, State, Variant, find_variant, format_record, replay
from games.rules.hand.actions import Play
from games.rules.hand.knowledge import dealt
from games.rules.replaying.replay import fold as play_on
from games.rules.replaying.replay import start
from tests import chance
from tests.campaigns.bench import lower_bound

NAMES = ("Anna", "Boris", "Chloé", "Dario", "Emma", "Farid")
META = {"club": "Les Atouts", "event": "Friday", "date": "2026-11-20"}


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

    @property
    def line(self) -> bytes:
        """The record as a line of JSON."""
        return format_record(self.record)

    def at_first_card(self) -> State:
        """The engine's position before the first card."""
        state = start(self.record)
        play_on(state, self.opening)
        return state


@dataclass(frozen=True, slots=True)
class TimedHand(PlayedHand):
    """A hand of French Tarot with what the lower bound needs of it."""

    hands: tuple[int, ...]
    laid: int

    @property
    def text(self) -> str:
        """The line of rung E."""
        return lower_bound.text_of(self.hands, self.laid, self.plays[0].seat, self.cards)

    def table(self) -> lower_bound.Table:
        """The lower bound's position before the first card."""
        return lower_bound.Table(self.hands, self.plays[0].seat)


def hands_of(players: int, number: int, *, known: bool) -> list[TimedHand]:
    """That many hands of French Tarot that somebody took; with `known` the deal is written down.
    Raises AssertionError where engine and lower bound disagree: nothing can be compared."""
    french = find_variant("french")
    assert french is not None
    return [_timed(hand) for hand in islice(_played(french, [players], known=known), number)]


def hands_at_every_table(variant: Variant, number: int, *, known: bool) -> list[PlayedHand]:
    """That many hands of a game, by each number of players in turn, in which cards were played."""
    return list(islice(_played(variant, variant.seats, known=known), number))


def _played(variant: Variant, seats: Sequence[int], *, known: bool) -> Iterator[PlayedHand]:
    for seed, players in zip(count(1), cycle(seats), strict=False):
        facts: dict[str, Any] = {"players": players, "dealer": seed % players, "options": {}}
        whole = chance.hand(seed=seed, variant=variant, **facts)
        record = whole if known else chance.as_seen(whole)
        record = record._replace(players=NAMES[:players], meta=META)
        cards = replay(record).state.played
        if cards:
            opening, played = record.actions[: -len(cards)], record.actions[-len(cards) :]
            plays = [Play(one["seat"], card) for one, card in zip(played, cards, strict=True)]
            yield PlayedHand(record, opening, tuple(plays))


def _timed(hand: PlayedHand) -> TimedHand:
    state = replay(hand.record).state
    hands = tuple(one for one in dealt(state) if one is not None)
    made = TimedHand(hand.record, hand.opening, hand.plays, hands, state.unplayed)
    table = made.table()
    lower_bound.play_all(table, made.cards)
    # The fool in the last trick is a rule of scoring, which the lower bound has not got.
    if [winner for winner, _ in table.tricks][:-1] != state.winners[:-1]:
        raise AssertionError(made.line.decode())
    return made
