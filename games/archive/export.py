"""Hands as files, streamed: a thousand at a time, so that ten years need the memory of an evening.

Each chunk is found by the place of the last hand before it. No transaction is held open meanwhile:
a hand that is sealed while somebody downloads comes on top and is not in the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from json.encoder import encode_basestring as quoted
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.book.sealed_lines import PARTS, readable, record_line, texts_in
from games.display.spreadsheets import MEDIA_TYPE, csv_lines
from games.models import Hand, HandSeat, Seal
from games.models.paging import Hits
from games.models.querysets import Among, copied
from games.rules import VARIANTS, card_code, feats

CHUNK = 1_000
RECORDS = 200  # with their texts they are larger
MOST_SEATS = max(players for variant in VARIANTS for players in variant.seats)


class SeatRow(NamedTuple):
    """What a hand was for a seat; points in halves."""

    hand: int
    player: str
    name: str
    role: str
    score_halves: int
    won: bool | None


class HandRow(NamedTuple):
    """A hand as lists tell of it; `taker` is a seat, `called` a card's number."""

    played_at: datetime
    key: int
    id: str
    match: str
    event: str
    number: int | str
    variant: str
    status: str
    contract: str
    taker: int | None
    called: int | None
    won: bool | None
    margin_halves: int | None
    honours: int | None
    feats: int
    shown: int
    irregular: bool
    comment: str
    seats: list[SeatRow]


COLUMNS = (
    *("played_at", "pk", "public_id", "match__public_id", "match__title"),
    *("number", "variant", "status", "contract", "taker", "called", "won", "margin_halves"),
    *("honours", "feats", "shown", "irregular", "comment"),
)
SEAT_COLUMNS = ("hand_id", "player__public_id", "player__name", "role", "score_halves", "won")


def rows_of(hands: QuerySet[Hand], hits: Hits) -> Iterator[HandRow]:
    """The hands that fit, in their order. Two statements a thousand."""
    read = lambda found: list(found.values_list(*COLUMNS))  # noqa: E731
    for chunk in hits.pieces(hands, read, CHUNK):
        seats: defaultdict[int, list[SeatRow]] = defaultdict(list)
        found = HandSeat.objects.filter(Among("hand_id", [row[1] for row in chunk]))
        for seat in found.order_by("hand_id", "seat").values_list(*SEAT_COLUMNS):
            seats[seat[0]].append(SeatRow._make(seat))
        for row in chunk:
            yield HandRow._make((*row, seats[row[1]]))


# --- one hand a line ------------------------------------------------------------------------------


def line_of(row: HandRow) -> str:
    """A hand as a JSON object; points as numbers, cards by their codes.

    Written out, since an encoder takes three times as long. Ids, words of ours and moments hold
    nothing that would have to be escaped.
    """
    return (
        f'{{"id": "{row.id}", "played_at": "{row.played_at.isoformat()}", "match": "{row.match}", '
        f'"event": {quoted(row.event)}, "number": {row.number}, "variant": "{row.variant}", '
        f'"status": "{row.status}", "contract": {_word(row.contract)}, '
        f'"taker": {_number(row.taker)}, "called": {_word(_card(row.called))}, '
        f'"won": {TRUTH[row.won]}, "margin": {_number(_points(row.margin_halves))}, '
        f'"honours": {_number(row.honours)}, "feats": [{_words(_feats(row.feats))}], '
        f'"shown": {row.shown}, "irregular": {TRUTH[row.irregular]}, '
        f'"comment": {quoted(row.comment)}, "seats": [{", ".join(map(_seat, row.seats))}]}}'
    )


def _seat(seat: SeatRow) -> str:
    return (
        f'{{"player": "{seat.player}", "name": {quoted(seat.name)}, "role": {_word(seat.role)}, '
        f'"score": {_number(_points(seat.score_halves))}, "won": {TRUTH[seat.won]}}}'
    )


TRUTH = {True: "true", False: "false", None: "null"}


def _number(value: float | None) -> str:
    return "null" if value is None else str(value)


def _word(word: str) -> str:
    return f'"{word}"' if word else "null"


def _words(words: list[str]) -> str:
    return ", ".join(map(_word, words))


def ndjson(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """One object a line."""
    for row in rows_of(hands, hits):
        yield f"{line_of(row)}\n".encode()


def records(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """The record of each hand as it was sealed, one a line, in the public format."""
    read = lambda found: list(found.values_list("played_at", "pk"))  # noqa: E731
    for chunk in hits.pieces(hands, read, RECORDS):
        keys = [key for _played, key in chunk]
        seals = readable(Seal.objects.filter(Among("hand_id", keys)).order_by("revision"))
        latest = {row[0]: row[1:] for row in copied(seals, {"hand_id": "int8"} | PARTS)}
        for game, commitments, told in (latest[key] for key in keys if key in latest):
            yield record_line(game, commitments, texts_in(told))


HEADER = (
    *"date event number variant contract taker called outcome margin honours feats shown".split(),
    *"irregular comment id".split(),
    *(f"{what} {seat + 1}" for seat in range(MOST_SEATS) for what in ("player", "role", "score")),
)


def as_cells(row: HandRow) -> list[Any]:
    """A hand as a line of a table: the players follow in the order of their seats."""
    cells = [
        timezone.localtime(row.played_at).date().isoformat(),
        row.event,
        row.number,
        row.variant,
        row.contract,
        None if row.taker is None else row.seats[row.taker].name,
        _card(row.called),
        row.status if row.won is None else OUTCOMES[row.won],
        _points(row.margin_halves),
        row.honours,
        " ".join(_feats(row.feats)),
        row.shown,
        row.irregular,
        row.comment,
        row.id,
    ]
    for seat in row.seats:
        cells += [seat.name, seat.role, _points(seat.score_halves)]
    return cells


OUTCOMES = {True: "made", False: "lost"}


def table(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """A table for spreadsheets."""
    return csv_lines(HEADER, map(as_cells, rows_of(hands, hits)))


def _card(card: int | None) -> str:
    return "" if card is None else card_code(card)


def _points(halves: int | None) -> float | int | None:
    if halves is None:
        return None
    return halves / 2 if halves % 2 else halves // 2


def _feats(bits: int) -> list[str]:
    return [feat for feat in feats.FEATS if bits & feats.bit_of(feat)] if bits else []


class File(NamedTuple):
    """A kind of file: its name, media type, the end of its name, and what writes it."""

    label: Any
    media_type: str
    suffix: str
    write: Callable[[QuerySet[Hand], Hits], Iterator[bytes]]


FILES = {
    "csv": File(gettext_lazy("Table (CSV)"), MEDIA_TYPE, "csv", table),
    "ndjson": File(gettext_lazy("NDJSON"), "application/x-ndjson", "ndjson", ndjson),
    "records": File(gettext_lazy("Records"), "application/x-ndjson", "records.ndjson", records),
}
