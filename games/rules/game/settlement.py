"""What a scored hand is worth, as values: the sides, the lines of the score sheet, the points of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from games.rules.problems import English, speak

Number = int | float
Side = tuple[int, ...]


class Sides(NamedTuple):
    """The seats that play together: those who declared the contract, and those against them."""

    declarers: Side
    defenders: Side

    def of(self, seat: int | None) -> Side:
        """Return the side of a seat; the defenders' for None."""
        return self.declarers if seat in self.declarers else self.defenders

    def against(self, seat: int | None) -> Side:
        """Return the side that a seat plays against."""
        return self.defenders if seat in self.declarers else self.declarers

    def named(self, name: str) -> Side | None:
        """Return a side by its name, "declarers" or "defenders"; None for any other."""
        return getattr(self, name) if name in self._fields else None

    def name_of(self, side: Side | None) -> str:
        """Return the name of a side, "" for None."""
        return "" if side is None else self._fields[self.index(side)]

    def sign(self, seat: int | None) -> int:
        """1 for a declarer, -1 for a defender: scores are given as the declarers see them."""
        return 1 if seat in self.declarers else -1


class Line(NamedTuple):
    """One line of the score sheet.

    `label` and `how` are English templates (`facts` as in a Problem, and `tricks`, a list of trick numbers); `rule`
    is the number on the sheet, "" where a ruling and no rule gives the points; `points` the result of the line;
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
        """Return the line as the verifier prints it, in English."""
        words = English(players)
        shown: dict[str, object] = {
            "label": speak(self.label, self.facts, words),
            "points": self.points,
        }
        if self.how:
            shown["how"] = speak(self.how, self.facts, words)
        return shown | {"rule": self.rule}


class ScoreSheet:
    """A score sheet while it is written, a method a line; the `terms` add up to its `total`."""

    __slots__ = ("lines", "terms")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.terms: list[int] = []

    @property
    def total(self) -> int:
        """The sum of what has been paid so far."""
        return sum(self.terms)

    def show(
        self, label: str, how: str, points: Number | None, rule: str, /, **facts: object
    ) -> None:
        """Add a line with what was counted, which is not added up."""
        self.lines.append(Line(label, how, points, rule, facts))

    def pay(
        self,
        label: str,
        how: str,
        points: int,
        rule: str,
        /,
        *,
        feat: str = "",
        weight: str = "line",
        **facts: object,
    ) -> None:
        """Add one of the terms that add up."""
        self.terms.append(points)
        self.lines.append(Line(label, how, points, rule, facts, weight, feat))

    def result(self, label: str, how: str, points: Number, rule: str, /, **facts: object) -> None:
        """Add a line with what follows from the lines above, which is not added up again."""
        self.lines.append(Line(label, how, points, rule, facts, "result"))

    def multiply(self, label: str, factor: int, rule: str, how: str, /, **facts: object) -> None:
        """Multiply all terms so far: they are one term from now on. `how` may name their {sum}, written out."""
        written, self.terms = added(self.terms), [factor * self.total]
        self.result(label, how, self.total, rule, sum=written, **facts)


def signed(points: int) -> str:
    """Return a number with a real minus sign."""
    return str(points).replace("-", "−")


def added(terms: Sequence[int]) -> str:
    """Return a sum as it is written on paper: "(25 + 17 − 20)", a single number without brackets."""
    first, *rest = terms
    more = "".join(f" {'+' if term >= 0 else '−'} {abs(term)}" for term in rest)
    return f"({signed(first)}{more})" if rest else signed(first)


class Settlement(NamedTuple):
    """The end of a scored hand.

    It has the sides (declarers first), their card points in half points (None: they are not known, and nothing depends
    on them), the points that each seat wins or loses, and the lines that lead there. `margin`: half points that the
    declarers have above (below) what they needed, None where nothing is needed; `won`: whether they made what they bid
    where the margin does not say it; `honours`: how many they have at the end, None where no honours are counted.
    """

    sides: tuple[Side, ...]
    halves: tuple[int, ...] | None
    scores: tuple[int, ...]
    lines: Sequence[Line]
    margin: int | None = None
    won: bool | None = None
    honours: int | None = None

    @property
    def made(self) -> bool | None:
        """Return whether the declarers made what they bid; None where everybody plays for themselves."""
        if self.won is not None or self.margin is None:
            return self.won
        return self.margin >= 0


class PointsSoFar(NamedTuple):
    """The card points so far, in half points.

    `takers` were won by the declarers, `others` by the others, with the fool where it goes by now; `bouts` are the
    honours seen and whose they are (0 the declarers, 1 the others); `needed` is what the declarers need with the
    honours they have; `targets` is all that may be needed in the end, in points; `owner` is the side that gets what was
    laid away or not taken up, as far as it is known.
    """

    takers: int
    others: int
    bouts: tuple[tuple[int, int], ...]
    needed: int
    targets: tuple[int, ...]
    owner: int = 0


def number(halves: int) -> Number:
    """Return half points as a number: whole where it is whole, else x.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2
