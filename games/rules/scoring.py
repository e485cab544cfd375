"""The score: lines a player can check with pencil and paper, then what each seat wins or loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from games.rules.cards import BIT, FOOL, FOOL_CARD, cards_of, mask_of
from games.rules.problems import English, speak
from games.rules.state import State

Number = int | float


class Line(NamedTuple):
    """One line of the score sheet.

    `label` and `how` are English templates (`facts` as in a Problem, and `tricks`, a list of trick numbers);
    `rule` is the number on the sheet; `points` what the line comes to; `weight` is "line" or "result".
    """

    label: str
    how: str
    points: Number | None
    rule: str
    facts: Mapping[str, object] = MappingProxyType({})
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
    each seat wins or loses, the lines that lead there; `margin`: half points that the declarers have above
    (below) what they needed, None where nothing is needed."""

    sides: tuple[tuple[int, ...], ...]
    halves: tuple[int, ...]
    scores: tuple[int, ...]
    lines: tuple[Line, ...]
    margin: int | None = None


class Standing(NamedTuple):
    """The card points so far, in half points: won by the declarers, won by the others, with the fool where it
    goes by now; `bouts` are the honours seen and whose they are (0 the declarers, 1 the others); `needed` is what
    the declarers need with the honours they have; `targets` all that may come to be needed, in points."""

    takers: int
    others: int
    bouts: tuple[tuple[int, int], ...]
    needed: int
    targets: tuple[int, ...]


def number(halves: int) -> Number:
    """Half points as a number: whole where it is whole, else x.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def trick_halves(state: State, side: Sequence[int]) -> int:
    """The card points, in half points, of all finished tricks that the seats of a side won, as the cards lay."""
    cards, n, value = state.cards, state.n, state.variant.pack.points_of
    return sum(
        [
            value(cards[at * n : at * n + n])
            for at, winner in enumerate(state.winners)
            if winner in side
        ]
    )


def claimed(state: State, laid: int) -> int:
    """The cards (mask) that a claim brings in: the open trick, and all that is neither won nor laid away."""
    return mask_of(state.cards[len(state.winners) * state.n :]) | state.live & ~laid


def won_cards(state: State, side: Sequence[int], wanted: int) -> int:
    """Which of the wanted cards (mask) lie in finished tricks of a side."""
    won = 0
    for card in cards_of(wanted & ~state.live):
        trick = state.cards.index(card) // state.n
        if trick < len(state.winners) and state.winners[trick] in side:
            won |= BIT[card]
    return won


def tricks_of(state: State, side: Sequence[int]) -> list[int]:
    """The numbers (from 1) of the tricks won by a side, the claimed ones included."""
    won = [place for place, winner in enumerate(state.winners, 1) if winner in side]
    if state.claim is not None and state.claim in side:
        won += range(len(state.winners) + 1, state.size + 1)
    return won


def fool_play(state: State) -> int | None:
    """The number (from 0) of the play of the fool, or None while it is not on the table."""
    return state.cards.index(FOOL_CARD) if not state.live & FOOL else None
