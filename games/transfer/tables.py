"""Records for other programs: the text notation, and a table of results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.archive.export import table
from games.archive.hand_columns import HandColumns
from games.archive.shapes import Row
from games.book.results import Result, is_finished, result_of
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
        shape = HandColumns()
        return table(shape, map(shape.to_representation, self._rows(lines)))

    def _rows(self, lines: Iterable[Line]) -> Iterator[Row]:
        for line in lines:
            if isinstance(line, LineFault):
                self.faults.append(line)
            elif isinstance(line, RecordLine):
                replayed = replay(line.record)
                if replayed.problem is not None:
                    sentence = str(replayed.problem)
                    self.faults.append(LineFault(line.spot, replayed.problem.code, sentence))
                elif not is_finished(replayed.outcome):
                    sentence = "The hand is not finished."
                    self.faults.append(LineFault(line.spot, "hand-not-finished", sentence))
                else:
                    yield row_of(line.record, result_of(replayed))


def row_of(record: Record, result: Result) -> Row:
    """The columns of a hand that no club has: a day instead of a moment, players without ids, and
    None for whatever only a club knows."""
    meta = record.meta
    columns = (str(field.source) for field in HandColumns().fields.values())
    return {column: getattr(result, column, None) for column in columns} | {
        "played_at": day_of(meta),
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
