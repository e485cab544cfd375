"""The hands of a list as a table for people: the columns they read, in the words of the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.archive.shapes import Row
from games.display.headlines import contract_name, variant_name
from games.display.workbooks import WorkbookSheet


def hand_sheet(rows: Iterable[Row], seats: int) -> WorkbookSheet:
    """Return the table of hands with at most `seats` seats.

    Its rows are read while they are sent, perhaps after the request has ended: the language is the
    one at the time of the call.
    """
    language = get_language()

    def in_words() -> Iterator[list[Any]]:
        for row in rows:
            with override(language):
                cells = cells_of(row, seats)
            yield cells

    return WorkbookSheet(_("Hands"), headings(seats), in_words())


def headings(seats: int) -> list[str]:
    """Return the names of the columns."""
    words = [_("Date"), _("Match"), _("Hand"), _("Game"), _("Contract"), _("Taker")]
    of_a_seat = _("Player"), _("Points")
    people = [f"{word} {seat}" for seat in range(1, seats + 1) for word in of_a_seat]
    return [*words, _("Won by the taker"), _("Margin"), *people, _("Comment")]


def cells_of(row: Row, seats: int) -> list[Any]:
    """Return the cells of a hand; those of seats that nobody has stay empty."""
    people = [(one["name"], one["score"]) for one in row["seats"]]
    people += [("", None)] * (seats - len(people))
    taker, won = row["taker"], row["won"]
    hand: Any = SimpleNamespace(**row)
    return [
        # To the minute: a workbook rounds, and the last moment of an evening is not the next day.
        timezone.localtime(row["played_at"]).replace(second=0, microsecond=0),
        row["event"],
        row["number"],
        variant_name(row["variant"]),
        contract_name(hand),
        "" if taker is None else people[taker][0],
        "" if won is None else capfirst(_("yes") if won else _("no")),
        row["margin"],
        *(cell for pair in people for cell in pair),
        row["comment"],
    ]
