"""Parts of a hand that a request can ask for: sheet, seal, record, notation, events, comments.

Each takes a constant number of statements for all rows of a page.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q
from rest_framework.request import Request

from games.api.answers.events import events_of
from games.api.answers.serializers import CommentSerializer, SealSerializer
from games.api.http.scope import visible, visible_hands
from games.archive.seats import grouped
from games.archive.shapes import Row
from games.book.records import read_seal, record_of
from games.models import Hand, Remark, Seal
from games.rules import Line, Record, find_variant, format_record, notation


def add_sheets(hands: list[Row]) -> None:
    """Put the lines of the scores into words; the rows must have `sheet`, `seats` and `variant`.

    A line says so if its rule had to be reconstructed.
    """
    for row in hands:
        names = [seat["name"] for seat in row["seats"]]
        lines = [Line(**line) for line in row["sheet"]]
        row["sheet"] = [line.as_json(names) | _open_rule(row["variant"], line) for line in lines]


def _open_rule(variant: str, line: Line) -> dict[str, str]:
    game = find_variant(variant)
    mark = game.mark(line.rule) if game else ""
    return {"reconstructed": mark} if mark else {}


def add_seals(hands: list[Row], request: Request) -> None:
    """Give each hand its latest seal, or None."""
    seals = visible(Seal, request).filter(hand__in=keys(hands)).order_by("revision")
    rows = SealSerializer().read(seals, ["hand_id"])
    latest = {row.pop("hand_id"): row for row in rows}
    for row in hands:
        row["seal"] = latest.get(row["pk"])


def add_comments(hands: list[Row], request: Request) -> None:
    """Give each hand the comments of members, oldest first."""
    remarks = comments_of(request).filter(hand__in=keys(hands)).order_by("id")
    comments = grouped(CommentSerializer().read(remarks, ["hand_id"]), "hand_id")
    for row in hands:
        row["comments"] = comments[row["pk"]]


def comments_of(request: Request) -> Any:
    """Return the comments that the reader may see: hidden ones only if their own."""
    return visible(Remark, request).filter(Q(hidden_by=None) | Q(author=request.user))


# The other forms of a record.
FORMS: Mapping[str, Callable[[Record], Any]] = {
    "record": lambda record: json.loads(format_record(record)),
    "notation": notation.format_text,
    "events": events_of,
}


def add_forms(hands: list[Row], wanted: frozenset[str], request: Request) -> None:
    """Give each hand the other forms of its record; None if the reader may not know its cards.

    Of a void hand members learn only that it is void.
    """
    forms = {name: make for name, make in FORMS.items() if name in wanted}
    if not forms:
        return
    records = records_of(hands, request)
    for row in hands:
        for name, make in forms.items():
            row[name] = make(records[row["pk"]]) if row["pk"] in records else None


def records_of(hands: list[Row], request: Request) -> dict[int, Record]:
    """Return the records of hands that the reader may see, by key; sealed ones as sealed."""
    records: dict[int, Record] = {}
    sealed = [row["pk"] for row in hands if row["state"] == Hand.State.SEALED]
    if sealed:
        seals = visible(Seal, request).filter(hand__in=sealed).prefetch_related("texts")
        records = {seal.hand_id: read_seal(seal) for seal in seals.order_by("revision")}
    others = [key for key in keys(hands) if key not in records]
    if others:
        table: Any = visible_hands(request).filter(pk__in=others)
        records |= {hand.pk: record_of(hand) for hand in table.with_table()}
    return records


def keys(hands: list[Row]) -> list[int]:
    return [row["pk"] for row in hands]
