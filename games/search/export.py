"""Hands as files, streamed: a thousand at a time, so that ten years need the memory of an evening.

Each chunk is found by the place of the last hand before it. No transaction is held open meanwhile:
a hand that is sealed while somebody downloads comes on top and is not in the file.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.models import Hand, HandSeat, Seal
from games.paging import Hits
from games.records import read_seal
from games.rules import VARIANTS, card_code, format_record
from games.rules.feats import FEATS, bit_of
from games.search.conditions import NEWEST
from games.spreadsheets import MEDIA_TYPE, csv_lines

CHUNK = 1_000
RECORDS = 200  # with their texts they are larger
MOST_SEATS = max(players for variant in VARIANTS for players in variant.seats)

Row = dict[str, Any]

COLUMNS = (
    "pk",
    "public_id",
    "played_at",
    "match__public_id",
    "match__title",
    "number",
    "variant",
    "status",
    "contract",
    "taker",
    "called",
    "won",
    "margin_halves",
    "honours",
    "feats",
    "shown",
    "irregular",
    "comment",
)
SEAT_COLUMNS = ("hand_id", "player__public_id", "player__name", "role", "score_halves", "won")


def chunks(hands: QuerySet[Hand], hits: Hits, size: int) -> Iterator[QuerySet[Hand]]:
    """The hands that fit in their order, so many at a time."""
    for keys in hits.chunks(size):
        yield hands.filter(pk__in=keys).order_by(*NEWEST.columns())


def rows_of(hands: QuerySet[Hand], hits: Hits) -> Iterator[Row]:
    """The hands as rows, each with the rows of its `seats`. Three statements a thousand."""
    for chunk in chunks(hands, hits, CHUNK):
        found = {row["pk"]: row for row in chunk.values(*COLUMNS)}
        seats: defaultdict[int, list[Row]] = defaultdict(list)
        results = HandSeat.objects.filter(hand__in=list(found)).order_by("seat")
        for seat in results.values(*SEAT_COLUMNS):
            seats[seat["hand_id"]].append(seat)
        for key, row in found.items():
            yield row | {"seats": seats[key]}


# --- one hand a line ------------------------------------------------------------------------------


def as_object(row: Row) -> dict[str, Any]:
    """A hand as a JSON object; points as numbers, cards by their codes."""
    return {
        "id": row["public_id"],
        "played_at": row["played_at"].isoformat(),
        "match": row["match__public_id"],
        "event": row["match__title"],
        "number": row["number"],
        "variant": row["variant"],
        "status": row["status"],
        "contract": row["contract"] or None,
        "taker": row["taker"],
        "called": _card(row["called"]) or None,
        "won": row["won"],
        "margin": _points(row["margin_halves"]),
        "honours": row["honours"],
        "feats": _feats(row["feats"]),
        "shown": row["shown"],
        "irregular": row["irregular"],
        "comment": row["comment"],
        "seats": [
            {
                "player": seat["player__public_id"],
                "name": seat["player__name"],
                "role": seat["role"] or None,
                "score": _points(seat["score_halves"]),
                "won": seat["won"],
            }
            for seat in row["seats"]
        ],
    }


def ndjson(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """One object a line."""
    for row in rows_of(hands, hits):
        yield json.dumps(as_object(row), ensure_ascii=False).encode() + b"\n"


def records(hands: QuerySet[Hand], hits: Hits) -> Iterator[bytes]:
    """The record of each hand as it was sealed, one a line, in the public format."""
    for chunk in chunks(hands, hits, RECORDS):
        keys = list(chunk.values_list("pk", flat=True))
        seals = Seal.objects.filter(hand__in=keys).order_by("revision").prefetch_related("texts")
        latest = {seal.hand_id: seal for seal in seals}
        yield from (format_record(read_seal(latest[key])) + b"\n" for key in keys if key in latest)


HEADER = (
    *"date event number variant contract taker called outcome margin honours feats shown".split(),
    *"irregular comment id".split(),
    *(f"{what} {seat + 1}" for seat in range(MOST_SEATS) for what in ("player", "role", "score")),
)


def as_cells(row: Row) -> list[Any]:
    """A hand as a line of a table: the players follow in the order of their seats."""
    names = [seat["player__name"] for seat in row["seats"]]
    cells = [
        timezone.localtime(row["played_at"]).date().isoformat(),
        row["match__title"],
        row["number"],
        row["variant"],
        row["contract"],
        None if row["taker"] is None else names[row["taker"]],
        _card(row["called"]),
        OUTCOMES.get(row["won"], row["status"]),
        _points(row["margin_halves"]),
        row["honours"],
        " ".join(_feats(row["feats"])),
        row["shown"],
        row["irregular"],
        row["comment"],
        row["public_id"],
    ]
    for seat in row["seats"]:
        cells += [seat["player__name"], seat["role"], _points(seat["score_halves"])]
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
    return [feat for feat in FEATS if bits & bit_of(feat)]


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
