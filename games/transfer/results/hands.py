"""The hands of a table: each with its record, and its scores by the rules and in the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.display.reasons import sentence
from games.rules import FORMAT_STATED, Record, RecordError, Variant, read_record, replay
from games.transfer.results.cells import TableRow


class TableRules(NamedTuple):
    """The game of a table, and what its club has agreed: every option."""

    game: Variant
    options: Mapping[str, Any]

    def record_of(self, facts: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return a record of stated facts, of players without names."""
        return {
            "format": FORMAT_STATED,
            "variant": self.game.key,
            "options": self.game.differing(self.options),
            "players": [f"P{at}" for at in range(seats)],
            "dealer": None,
            "actions": [{"kind": "result", "facts": dict(facts)}],
        }


class ScoreReading(NamedTuple):
    """How the scores of a table are meant: whether they run on, and what a point is worth."""

    running: bool = False
    worth: float = 1
    through: bool = False  # from one evening into the next

    @property
    def sentences(self) -> list[str]:
        """Return what is not as usual in it, for the page."""
        sentences = []
        if self.running:
            sentences.append(
                _("The scores are running totals: each hand has the difference from the row above.")
            )
        if self.worth != 1:
            facts = {"worth": number_format(self.worth)}
            sentences.append(
                _("A point is worth %(worth)s in this table: the scores are converted to points.")
                % facts
            )
        return sentences


class Unclear(Exception):
    """A row that cannot be read as a hand; its text says why."""


@dataclass(frozen=True, slots=True)
class TableHand:
    """A hand of a table: its row, where it belongs, its record, the scores here and there by seat.

    `theirs` has None where the table does not say a score; `kind` is "" where both agree, else what
    kind of difference it is; `away` is who sits at the table and does not play this hand.
    """

    row: TableRow
    day: date | None
    event: str
    table: str
    names: tuple[str, ...]
    away: str
    record: Mapping[str, Any]
    ours: tuple[float, ...]
    theirs: tuple[float | None, ...]
    kind: str = ""

    @property
    def agrees(self) -> bool:
        """Return whether the scores that the table has are those of the rules."""
        known = zip(self.theirs, self.ours, strict=True)
        return all(there is None or there == here for there, here in known)

    @property
    def scores(self) -> list[tuple[str, float | None, float]]:
        """Return for each player their score in the table, and by the rules."""
        return list(zip(self.names, self.theirs, self.ours, strict=True))


class TableFault(NamedTuple):
    """A row that is no hand, and why."""

    row: TableRow
    why: str


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """All hands of a table, what could not be read, how many rows are no hands, the reading."""

    hands: tuple[TableHand, ...]
    faults: tuple[TableFault, ...]
    left_out: int
    reading: ScoreReading

    @property
    def differing(self) -> list[TableHand]:
        """Return the hands whose scores are not those of the table."""
        return [hand for hand in self.hands if hand.kind]


def scored(record: Mapping[str, Any]) -> tuple[float, ...]:
    """Return the scores of a record. Raises Unclear where the rules refuse it."""
    try:
        read: Record = read_record(dict(record))
    except RecordError as error:
        raise Unclear(sentence(error.problem)) from None
    played = replay(read)
    if played.problem is not None:
        raise Unclear(sentence(played.problem, read.players))
    return tuple(played.outcome.scores or ())
