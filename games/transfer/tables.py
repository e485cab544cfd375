"""Records for other programs: the text notation, and a table of results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.archive.export import table
from games.archive.hand_columns import HandColumns
from games.archive.shapes import Row
from games.book.results import Result, is_finished, result_of
from games.rules import Record, Replay, as_result, format_record, notation, replay, strict
from games.transfer.importing import Line, LineFault, RecordLine
from games.transfer.importing.judging import read_day


def texts(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield hands in the text notation, from lines of records, an empty line between two."""
    for number, line in enumerate(lines):
        yield (b"\n" if number else b"") + notation.format_object(strict.decode(line)).encode()


# How much of a hand is written: all that the record says, or its result alone.
FULL, RESULT = "full", "result"


class Converter:
    """The conversion of what was read into another form; what cannot be goes into `faults`.

    At the level RESULT records and texts contain nothing of a hand but its facts.
    """

    def __init__(self, level: str = FULL) -> None:
        self.faults: list[LineFault] = []
        self._level = level

    def records(self, lines: Iterable[Line]) -> Iterator[Record]:
        """Yield the records among the lines; players, matches and remarks are left out."""
        for line in lines:
            if isinstance(line, LineFault):
                self.faults.append(line)
            elif isinstance(line, RecordLine):
                record = line.record if self._level == FULL else self._result(line)
                if record is not None:
                    yield record

    def _result(self, line: RecordLine) -> Record | None:
        """Return the record with nothing but its result; None where it is not finished."""
        replayed = replay(line.record)
        record = as_result(replayed)
        if record is None:
            self._refuse(line, replayed)
        return record

    def _refuse(self, line: RecordLine, replayed: Replay) -> None:
        problem = replayed.problem
        if problem is None:
            sentence = "The hand is not finished, or its cards do not tell its score."
            self.faults.append(LineFault(line.spot, "hand-not-finished", sentence))
        else:
            self.faults.append(LineFault(line.spot, problem.code, str(problem)))

    def json(self, lines: Iterable[Line]) -> Iterator[bytes]:
        for record in self.records(lines):
            yield format_record(record) + b"\n"

    def text(self, lines: Iterable[Line]) -> Iterator[bytes]:
        """Yield hands in the text notation."""
        for number, record in enumerate(self.records(lines)):
            yield (b"\n" if number else b"") + notation.format_text(record).encode()

    def csv(self, lines: Iterable[Line]) -> Iterator[bytes]:
        """Return a table of results."""
        shape = HandColumns()
        return table(shape, map(shape.to_representation, self._rows(lines)))

    def _rows(self, lines: Iterable[Line]) -> Iterator[Row]:
        for line in lines:
            if isinstance(line, LineFault):
                self.faults.append(line)
            elif isinstance(line, RecordLine):
                replayed = replay(line.record)
                if replayed.problem is not None or not is_finished(replayed.outcome):
                    self._refuse(line, replayed)
                else:
                    yield row_of(line.record, result_of(replayed))


def row_of(record: Record, result: Result) -> Row:
    """Return the columns of a hand that no club has.

    A day instead of a moment, players without ids, and None for all that only a club knows.
    """
    meta = record.meta
    columns = (str(field.source) for field in HandColumns().fields.values())
    return {column: getattr(result, column, None) for column in columns} | {
        "played_at": read_day(meta.get("date", "")),
        "match__title": meta.get("event"),
        "number": meta.get("board"),
        "dealer": record.dealer,
        "comment": meta.get("comment"),
        "seats": [
            {"seat": seat, "player__public_id": None, "player__name": name}
            | {"role": result.role, "score_halves": result.score_halves}
            for seat, (name, result) in enumerate(zip(record.players, result.seats, strict=True))
        ],
    }
