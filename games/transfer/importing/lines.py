"""The parts of an import: lines that were read, what is wrong with them, and the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple

from games.book.revisions import Amendment
from games.models import Club, User
from games.rules import Record, SeatRange
from games.transfer.importing.ids import Ids
from games.transfer.importing.memory import Memory

# That many faults are listed; the others are only counted.
MOST_FAULTS = 200


class LineSpot(NamedTuple):
    """Where a line stands: the name of its file, and its number from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


# What a line of a player may say besides id and name: columns of the same names.
OPTIONAL = ("own_name", "nickname", "number", "joined_on", "left_on")


class PlayerLine(NamedTuple):
    """A player of a club, by their name of today, and what else is known of them.

    `erased`: they have no name any more.
    """

    spot: LineSpot
    id: str
    name: str
    own_name: str = ""
    nickname: str = ""
    number: str = ""
    joined_on: date | None = None
    left_on: date | None = None
    erased: bool = False

    @property
    def optional(self) -> dict[str, Any]:
        """Return what is known of them besides id and name, by column."""
        return {name: value for name, value in self._asdict().items() if name in OPTIONAL and value}


class MatchLine(NamedTuple):
    """A match.

    `seats` are the ids of its players by place in hand 1, `reseated` who sat where from hand to
    hand, by ids, if that has changed; the other fields are columns of `Match`.
    """

    spot: LineSpot
    id: str
    seats: tuple[str, ...]
    title: str
    variant: str
    options: Mapping[str, Any]
    preset: str
    settings: Mapping[str, Any]
    table: str
    played_on: date
    hands_planned: int | None
    first_dealer: int
    dealer_sits_out: bool
    writes: str
    closed_at: datetime | None
    reseated: tuple[SeatRange[str], ...] = ()


class Former(NamedTuple):
    """A revision that was replaced: its record, and why (without the link of its seal).

    Also the ids of its players by seat, () where they are those of the hand.
    """

    record: Record
    why: Amendment
    players: tuple[str, ...] = ()


class ArchivedFacts(NamedTuple):
    """What a club knows of a hand besides its record.

    `players` are ids by seat, `former` the revisions before the record, the first one first.
    """

    hand: str
    match: str
    number: int
    players: tuple[str, ...]
    sits_out: int | None
    writes: str
    played_at: datetime
    former: tuple[Former, ...] = ()


class RecordLine(NamedTuple):
    """A hand: its record without the facts, and the facts where the line has them.

    `lines` are those of the actions where each has its own, as in the text notation.
    """

    spot: LineSpot
    record: Record
    facts: ArchivedFacts | None = None
    lines: tuple[int, ...] = ()


class RemarkLine(NamedTuple):
    """A remark on the hand with that id, at a step."""

    spot: LineSpot
    id: str
    hand: str
    place: str
    author: str
    text: str
    at: datetime
    hidden: bool


class ConfirmationLine(NamedTuple):
    """The line that says that the player with that id agreed with the sealed score of a hand.

    Without a player: why nobody was asked. `by` is what the account was called.
    """

    spot: LineSpot
    id: str
    hand: str
    player: str
    seat: int | None
    how: str
    because: str
    by: str
    device: str
    at: datetime


class DisputeLine(NamedTuple):
    """The line that says that a player disputes the score of a hand, and how that ended.

    `by` and `ended_by` are what the accounts were called.
    """

    spot: LineSpot
    id: str
    hand: str
    player: str
    because: str
    by: str
    device: str
    at: datetime
    ended_at: datetime | None
    ended_as: str
    ended_by: str
    answer: str


MOMENTS = ("drawn_at", "announced_at", "ends_at")  # of a round


class EveningLine(NamedTuple):
    """An evening: its `columns`, and what else belongs to it, players and matches by their ids.

    `plan` as in the column; `here` are presences, `drawn` rounds with their matches and points,
    `boards` come with the ids of their hands.
    """

    spot: LineSpot
    id: str
    columns: Mapping[str, Any]
    plan: Sequence[Sequence[Sequence[str]]]
    here: Sequence[Mapping[str, Any]]
    drawn: Sequence[Mapping[str, Any]]
    boards: Sequence[Mapping[str, Any]]


class TotalsLine(NamedTuple):
    """A table of totals: its `columns`, and the half points of each player by their id."""

    spot: LineSpot
    columns: Mapping[str, Any]
    points: Sequence[tuple[str, int]]


class StudyLine(NamedTuple):
    """A study; each item has `hand` (an id), `place`, `cards` and `text`.

    `after`: how many items stand in the lines before it.
    """

    spot: LineSpot
    id: str
    title: str
    text: str
    author: str
    at: datetime
    items: Sequence[Mapping[str, str]]
    after: int = 0


SAID = RemarkLine | StudyLine  # by people


class LineFault(NamedTuple):
    """What is wrong with a line; `action` is an index into the record's actions."""

    spot: LineSpot
    code: str
    sentence: str
    action: int | None = None

    def __str__(self) -> str:
        return f"{self.spot}: {self.sentence} ({self.code})"


Line = (
    PlayerLine
    | MatchLine
    | RecordLine
    | RemarkLine
    | ConfirmationLine
    | DisputeLine
    | EveningLine
    | TotalsLine
    | StudyLine
    | LineFault
)


class Usual(NamedTuple):
    """What holds for records that do not say it themselves."""

    event: str
    played_on: date


@dataclass(slots=True)
class LineCount:
    """How many lines of a kind brought something new, and how many were here already."""

    new: int = 0
    known: int = 0


COUNTED = ("players", "matches", "hands", "remarks", "agreement", "evenings", "totals", "studies")
PLAIN = ("faulty", "stopped", "written")


def _fault_of(stored: Sequence[Any]) -> LineFault:
    spot, code, sentence, action = stored
    return LineFault(LineSpot(*spot), code, sentence, action)


@dataclass(slots=True)
class Report:
    """The result of an import, or what it would be.

    With faults nothing is written. Faults that come up during the writing, since others go on
    recording, are lines that were left out.
    """

    players: LineCount = field(default_factory=LineCount)
    matches: LineCount = field(default_factory=LineCount)
    hands: LineCount = field(default_factory=LineCount)
    remarks: LineCount = field(default_factory=LineCount)
    agreement: LineCount = field(default_factory=LineCount)
    evenings: LineCount = field(default_factory=LineCount)
    totals: LineCount = field(default_factory=LineCount)
    studies: LineCount = field(default_factory=LineCount)
    faults: list[LineFault] = field(default_factory=list)
    faulty: int = 0
    # Whether reading ended because of too many faults: what follows them was not looked at.
    stopped: bool = False
    # Whether writing has begun.
    written: bool = False

    @property
    def ok(self) -> bool:
        """Return whether every line can be imported."""
        return not self.faulty

    @property
    def changes(self) -> bool:
        """Return whether anything here is new."""
        return any(count.new for count in self.counts().values())

    def counts(self) -> dict[str, LineCount]:
        """Return what was counted, by the kinds of lines."""
        return {name: getattr(self, name) for name in COUNTED}

    def add(self, other: Report) -> None:
        """Add the report on further lines."""
        for name, count in other.counts().items():
            mine = getattr(self, name)
            mine.new, mine.known = mine.new + count.new, mine.known + count.known
        self.faults += other.faults[: MOST_FAULTS - len(self.faults)]
        self.faulty += other.faulty

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain values; `from_json` reads it again."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Report:
        """Return the report that `as_json` wrote; an empty one if there is none."""
        facts: dict[str, Any] = {name: stored[name] for name in PLAIN if name in stored}
        facts |= {name: LineCount(**stored[name]) for name in COUNTED if name in stored}
        return cls(**facts, faults=[_fault_of(one) for one in stored.get("faults", ())])

    def blame(self, fault: LineFault) -> None:
        """Take down a fault."""
        self.faulty += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)


class Ground(NamedTuple):
    """The circumstances of an import: who brings what into which club, which ids its rows get.

    Also its results so far, and what earlier lines have settled. `now` is the moment that the rows
    bear, which is the one of the seals that are written with them.
    """

    user: User
    club: Club
    now: datetime
    usual: Usual
    ids: Ids
    report: Report
    memory: Memory


class Wrong(Exception):
    """A line that cannot be taken."""

    def __init__(self, fault: LineFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def wrong(spot: LineSpot, code: str, sentence: str) -> Wrong:
    """Return the error of a line."""
    return Wrong(LineFault(spot, code, sentence))
