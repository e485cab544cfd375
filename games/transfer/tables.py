"""Records for other programs: the text notation, and a table of results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from games.archive.export import HEADER, HandRow, SeatRow, as_cells
from games.book.results import Result, is_finished, result_of
from games.display.spreadsheets import csv_lines
from games.rules import Record, format_record, notation, replay, strict
from games.transfer.importing import Line, LineFault, RecordLine
from games.transfer.importing.match_lines import day_of


def texts(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Hands in the text notation, from the lines of their records; an empty line between two."""
    for number, line in enumerate(lines):
        yield (b"\n" if number else b"") + notation.format_object(strict.decode(line)).encode()


class Converter:
    """Turns what was read into another form; what cannot be is put into `faults`."""

    def __init__(self) -> None:
        self.faults: list[LineFault] = []

    def records(self, lines: Iterable[Line]) -> Iterator[Record]:
        """The records among the lines; players, matches and remarks belong to a club, and stay."""
        for line in lines:
            if isinstance(line, RecordLine):
                yield line.record
            elif isinstance(line, LineFault):
                self.faults.append(line)

    def json(self, lines: Iterable[Line]) -> Iterator[bytes]:
        """One record a line."""
        for record in self.records(lines):
            yield format_record(record) + b"\n"

    def text(self, lines: Iterable[Line]) -> Iterator[bytes]:
        """Hands in the text notation."""
        for number, record in enumerate(self.records(lines)):
            yield (b"\n" if number else b"") + notation.format_text(record).encode()

    def csv(self, lines: Iterable[Line]) -> Iterator[bytes]:
        """A table of results."""
        return csv_lines(HEADER, self._cells(lines))

    def _cells(self, lines: Iterable[Line]) -> Iterator[list[Any]]:
        for line in lines:
            if isinstance(line, LineFault):
                self.faults.append(line)
            elif isinstance(line, RecordLine):
                replayed = replay(line.record)
                if replayed.problem is not None:
                    said = str(replayed.problem)
                    self.faults.append(LineFault(line.spot, replayed.problem.code, said))
                elif not is_finished(replayed.outcome):
                    said = "The hand is not finished."
                    self.faults.append(LineFault(line.spot, "hand-not-finished", said))
                else:
                    yield cells_of(line.record, result_of(replayed))


RESULT = ("variant", "contract", "taker", "called", "won", "status", "margin_halves", "honours",
          "feats", "shown", "irregular")  # fmt: skip


def cells_of(record: Record, result: Result) -> list[Any]:
    """The cells of a hand that no club has: its id is empty, and its date where it names none."""
    meta = record.meta
    day = day_of(meta)
    seats = zip(record.players, result.seats, strict=True)
    row = HandRow(
        key=0,
        played_at=datetime(2000, 1, 1, tzinfo=UTC),
        id="",
        match="",
        event=meta.get("event", ""),
        number=meta.get("board", ""),
        comment=meta.get("comment", ""),
        seats=[
            SeatRow(0, "", name, seat.role, seat.score_halves, seat.won) for name, seat in seats
        ],
        **{column: getattr(result, column) for column in RESULT},
    )
    _date, *cells = as_cells(row)
    return ["" if day is None else day.isoformat(), *cells]
