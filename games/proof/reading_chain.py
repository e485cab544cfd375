"""Reads the chain of a club's seals, also where rows are damaged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from games.models import Club, Entry, HandSeat, MatchSeat, Seal, SealedText
from games.models.querysets import in_pieces
from games.rules import NoLiveAction

CHUNK = 200
# What reading damaged rows may raise; a RecordError is a ValueError. SQLite keeps any value in any
# column, and raises an OperationalError for a text that is not UTF-8.
UNREADABLE = (
    *(ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError),
    *(ValueError, OperationalError, NoLiveAction),
)


def links() -> QuerySet[Seal]:
    """Seals in order, with all that a check of their digests and places reads."""
    hand = ("hand__public_id", "hand__club", "hand__sealed_at")
    columns = (field.name for field in Seal._meta.concrete_fields)
    seals = _in_order().select_related("club", "hand")
    return seals.only(*columns, "club__public_id", *hand).prefetch_related("texts")


def whole_seals() -> QuerySet[Seal]:
    """Seals in order, with all that is read to judge their hands again."""
    entries = Entry.objects.order_by("seq")
    seats = HandSeat.objects.order_by("seat").select_related("player")
    seals = _in_order().select_related("club", "hand__match", "hand__club")
    return seals.prefetch_related(
        "texts",
        "hand__match__moves",
        "hand__confirmations",
        Prefetch("hand__match__seats", MatchSeat.objects.order_by("seat")),
        Prefetch("hand__entries", entries),
        Prefetch("hand__seats", seats),
    )


def _in_order() -> QuerySet[Seal]:
    """Seals with the number of the latest revision of their hand."""
    latest = Seal.objects.filter(hand=OuterRef("hand")).order_by("-revision").values("revision")
    return Seal.objects.order_by("number").annotate(latest=Subquery(latest[:1]))


@dataclass(frozen=True, slots=True)
class Damaged:
    """A seal whose rows cannot even be read, and `what` of them; the rest as far as it is known."""

    number: int | None
    link: str | None
    what: tuple[str, ...]


def read_chain(club: Club) -> Iterator[Seal | Damaged]:
    """Yield the seals of a club in order, with what `links` reads.

    `CHUNK` at a time. Raises DatabaseError where the database cannot be read at all.
    """
    keys = list(Seal.objects.filter(club=club).order_by("number").values_list("pk", flat=True))
    for some in in_pieces(keys, CHUNK):
        yield from _read(links(), some)


def read_whole(keys: Sequence[int]) -> Iterator[Seal | Damaged]:
    """Yield the seals with these keys, as `whole_seals` reads them. Raises DatabaseError."""
    yield from _read(whole_seals(), keys)


def _read(seals: QuerySet[Seal], keys: Sequence[int]) -> Iterator[Seal | Damaged]:
    try:
        yield from list(seals.filter(pk__in=keys))
    except UNREADABLE as error:
        raise_unless_of_a_row(error)
        for key in keys:
            yield _read_seal(seals, key)


def raise_unless_of_a_row(error: Exception) -> None:
    """Raise an error that says more than that one row is damaged."""
    if isinstance(error, OperationalError) and "decode" not in str(error):
        raise error


def _read_seal(seals: QuerySet[Seal], key: int) -> Seal | Damaged:
    try:
        return seals.get(pk=key)
    except UNREADABLE as error:
        raise_unless_of_a_row(error)
        what = tuple(_damaged_rows(key)) or (f"its rows cannot be read: {reason_of(error)}",)
        return Damaged(_column(key, "number"), _column(key, "link"), what)


def _column(key: int, name: str) -> Any:
    """Return one column of a seal; None where it cannot be read."""
    try:
        return Seal.objects.values_list(name, flat=True).get(pk=key)
    except UNREADABLE as error:
        raise_unless_of_a_row(error)
        return None


def _damaged_rows(key: int) -> Iterator[str]:
    """Name the rows of a seal and of its hand that cannot be read."""
    hand = _column(key, "hand_id")
    rows: tuple[tuple[str, QuerySet[Any]], ...] = (
        ("entry {}", Entry.objects.filter(hand=hand).order_by("pk")),
        ("the text in row {}", SealedText.objects.filter(seal=key).order_by("pk")),
        ("the result in row {}", HandSeat.objects.filter(hand=hand).order_by("pk")),
    )
    for name, some in rows:
        for index, row in enumerate(some.values_list("pk", flat=True), 1):
            try:
                some.get(pk=row)
            except UNREADABLE as error:
                raise_unless_of_a_row(error)
                place = name.format(index if some.model is Entry else row)
                yield f"{place} cannot be read: {reason_of(error)}"


def reason_of(error: Exception) -> str:
    """Return what an error says, with its kind unless it is a ValueError."""
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
