"""The score: lines a player can check with pencil and paper, then what each seat wins or loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.cards import BIT, FOOL, FOOL_CARD
from games.rules.problems import English, speak
from games.rules.state import State

Number = int | float


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet.

    `label` and `how` are English templates (`facts` as in a Problem, and `tricks`, a list of trick numbers);
    `rule` is the number on the sheet; `points` what the line comes to; `weight` is "line" or "result".
    """

    label: str
    how: str
    points: Number | None
    rule: str
    facts: Mapping[str, object] = field(default_factory=dict)
    weight: str = "line"

    def as_json(self, players: Sequence[str]) -> dict[str, object]:
        """The line as the verifier prints it, in English."""
        words = English(players)
        said: dict[str, object] = {
            "label": speak(self.label, self.facts, words),
            "points": self.points,
        }
        if self.how:
            said["how"] = speak(self.how, self.facts, words)
        return said | {"rule": self.rule}


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a scored hand: sides (declarers first), their card points in half points, the points that
    each seat wins or loses, and the lines that lead there."""

    sides: tuple[tuple[int, ...], ...]
    halves: tuple[int, ...]
    scores: tuple[int, ...]
    lines: tuple[Line, ...]


def number(halves: int) -> Number:
    """Half points as a number: whole where it is whole, else x.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2


@dataclass(frozen=True, slots=True)
class Pile:
    """What one side has won: cards (mask), card points (half points) after the fool's settlement, honours (mask)."""

    cards: int
    halves: int
    honours: int


def trick_cards(state: State, side: Sequence[int]) -> int:
    """The cards (mask) of all finished tricks that the seats of a side won, as they lay on the table."""
    won = 0
    for number_, winner in enumerate(state.winners):
        if winner in side:
            for card in state.cards[number_ * state.n : (number_ + 1) * state.n]:
                won |= BIT[card]
    return won


def claimed_cards(state: State) -> int:
    """The cards (mask) that a claim brings in: the open trick, and what is surely in the hands."""
    taken = 0
    for card in state.cards[len(state.winners) * state.n :]:
        taken |= BIT[card]
    return taken


def tricks_of(state: State, side: Sequence[int]) -> list[int]:
    """The numbers (from 1) of the tricks won by a side, the claimed ones included."""
    won = [place for place, winner in enumerate(state.winners, 1) if winner in side]
    if state.claim is not None and state.claim in side:
        won += range(len(state.winners) + 1, state.size + 1)
    return won


def fool_play(state: State) -> int | None:
    """The number (from 0) of the play of the fool, or None while it is not on the table."""
    return state.cards.index(FOOL_CARD) if not state.live & FOOL else None
