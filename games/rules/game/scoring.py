"""The score: lines a player can check with pencil and paper, then what each seat wins or loses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from games.rules.cards import BIT, cards_of, mask_of
from games.rules.game.packs import Pack
from games.rules.hand.state import State
from games.rules.problems import English, gettext_noop, speak

Number = int | float


class Line(NamedTuple):
    """One line of the score sheet.

    `label` and `how` are English templates (`facts` as in a Problem, and `tricks`, a list of trick numbers); `rule`
    is the number on the sheet, "" where a ruling and no rule gives the points; `points` what the line comes to;
    `weight` is "line" or "result"; `feat` the one of `games.rules.game.feats` that it pays for, "" for all other lines.
    """

    label: str
    how: str
    points: Number | None
    rule: str
    facts: Mapping[str, object] = MappingProxyType({})
    weight: str = "line"
    feat: str = ""

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


class Sheet:
    """The lines of a score sheet, written down when somebody first asks for them: of most hands that are folded
    only the score is wanted."""

    __slots__ = ("_lines", "_write")

    def __init__(self, write: Callable[[], Iterable[Line]]) -> None:
        self._write = write
        self._lines: tuple[Line, ...] | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines in the order of the sheet, always the same tuple."""
        if self._lines is None:
            self._lines = tuple(self._write())
        return self._lines

    def __eq__(self, other: object) -> bool:
        return self.lines == other.lines if isinstance(other, Sheet) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # the facts of a line are mappings

    def __repr__(self) -> str:
        return f"Sheet({self.lines!r})"


NO_LINES = Sheet(tuple)


class Settlement(NamedTuple):
    """The end of a scored hand: sides (declarers first), their card points in half points (None: they are not known
    and nothing hangs on them), the points that each seat wins or loses, the sheet with the lines that lead there;
    `margin`: half points that the declarers have above (below) what they needed, None where nothing is needed;
    `won`: whether they made what they bid where the margin does not say it; `honours`: those (mask) that they have at
    the end, None where no honours are counted."""

    sides: tuple[tuple[int, ...], ...]
    halves: tuple[int, ...] | None
    scores: tuple[int, ...]
    sheet: Sheet
    margin: int | None = None
    won: bool | None = None
    honours: int | None = None

    @property
    def made(self) -> bool | None:
        """Whether the declarers made what they bid; None where everybody plays for himself."""
        if self.won is not None or self.margin is None:
            return self.won
        return self.margin >= 0


class Standing(NamedTuple):
    """The card points so far, in half points: won by the declarers, won by the others, with the fool where it
    goes by now; `bouts` are the honours seen and whose they are (0 the declarers, 1 the others); `needed` is what
    the declarers need with the honours they have; `targets` all that may come to be needed, in points; `owner` is the
    side that what was laid away or not taken up counts for, as far as it is known."""

    takers: int
    others: int
    bouts: tuple[tuple[int, int], ...]
    needed: int
    targets: tuple[int, ...]
    owner: int = 0


def number(halves: int) -> Number:
    """Half points as a number: whole where it is whole, else x.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def with_rulings(state: State, scores: Sequence[int]) -> tuple[Number, ...]:
    """The scores with what the director's rulings add to each seat."""
    if not state.rulings:
        return tuple(scores)
    by_seat = zip(*state.rulings, strict=True)
    return tuple(
        [number(2 * points + sum(added)) for points, added in zip(scores, by_seat, strict=True)]
    )


def with_ruling_lines(state: State, sheet: Sheet, scores: Sequence[int]) -> Sheet:
    """The sheet with a line for each seat that a ruling gives points to, or takes them from, and then what each seat
    has in the end; the same sheet where nothing was ruled."""
    if not state.rulings:
        return sheet
    return Sheet(lambda: (*sheet.lines, *_ruling_lines(state, with_rulings(state, scores))))


def _ruling_lines(state: State, scores: Sequence[Number]) -> Iterator[Line]:
    for ruling in state.rulings:
        for seat, halves in enumerate(ruling):
            if halves:
                label, how = gettext_noop("Ruling"), gettext_noop("{player}")
                yield Line(label, how, number(halves), "", {"player": seat})
    for seat, points in enumerate(scores):
        label, how = gettext_noop("{player}"), gettext_noop("with the director's rulings")
        yield Line(label, how, points, "", {"player": seat}, "result")


def won_by(state: State, side: Sequence[int]) -> int:
    """The cards (mask) in all finished tricks that the seats of a side won, as they lay."""
    won = 0
    for seat in side:
        won |= state.taken[seat]
    return won


def pile(state: State, seat: int, tricks: int) -> int:
    """The cards (mask) in what a seat won of the first so many tricks, as they lay."""
    n = state.n
    return mask_of(
        card
        for trick, winner in enumerate(state.winners[:tricks])
        if winner == seat
        for card in state.cards[trick * n : (trick + 1) * n]
    )


class Swap(NamedTuple):
    """What became of the fool: the seat that played it, the seat that won its trick, and the card that was given for
    it (None: there was none to give, and the fool is lost)."""

    player: int
    winner: int
    given: int | None


def cheapest(pack: Pack, cards: int) -> int | None:
    """The card of a set (mask) that counts least, a king before an honour; None where there is none."""
    return min(
        cards_of(cards),
        key=lambda card: (pack.worth[card], pack.honours >> card & 1),
        default=None,
    )


def claimed(state: State, laid: int) -> int:
    """The cards (mask) that a claim brings in: the open trick, and all that is neither won nor laid away."""
    return state.unwon & ~laid


def has_tricks(state: State, side: Sequence[int]) -> bool:
    """Whether a side has won a trick, or claimed one."""
    return won_by(state, side) != 0 or state.claim in side


def tricks_of(state: State, side: Sequence[int]) -> list[int]:
    """The numbers (from 1) of the tricks won by a side, the claimed ones included."""
    won = [place for place, winner in enumerate(state.winners, 1) if winner in side]
    if state.claim is not None and state.claim in side:
        won += range(len(state.winners) + 1, state.tricks_in_all + 1)
    return won


def play_of(state: State, card: int) -> int | None:
    """The number (from 0) of the play of a card, or None while it is not on the table."""
    return state.cards.index(card) if not state.live & BIT[card] else None
