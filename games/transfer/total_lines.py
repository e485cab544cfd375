"""Totals brought forward as lines of an archive, one for each table of them, written and read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

from games.models import BroughtForward, Club
from games.models.people import NAME_LENGTH
from games.rules import find_variant
from games.transfer.evening_lines import HALVES
from games.transfer.importing.lines import LineSpot, TotalsLine
from games.transfer.line_fields import Shape, day, identifier, like_a_name, refuse, shaped, text
from games.transfer.lines import TOTALS, written

COLUMNS = ("title", "variant", "first_day", "last_day")  # what the rows of a table have in common


def _title(value: Any) -> str:
    like_a_name(NAME_LENGTH)(value)
    return str(value)  # kept as it is: totals are known by it


SHAPE: Shape = {
    "title": _title,
    "variant": text,
    "first_day": day,
    "last_day": day,
    "points": [{"player": identifier, "halves": HALVES}],
}


def read_totals(spot: LineSpot, raw: dict[str, Any]) -> TotalsLine:
    """Return the totals of a decoded line. Raises Unreadable."""
    facts = shaped(raw, TOTALS, SHAPE)
    points = facts.pop("points")
    if find_variant(facts["variant"]) is None:
        refuse("variant")
    if facts["last_day"] < facts["first_day"]:
        refuse("last_day")
    if not points:
        refuse("points")
    return TotalsLine(spot, facts, [(one["player"], one["halves"]) for one in points])


def totals_lines(club: Club) -> Iterator[bytes]:
    """Yield a line for each table of totals of a club, in the order of their days."""
    rows = BroughtForward.objects.filter(club=club).select_related("player")
    ordered = rows.order_by("first_day", "last_day", "variant", "title", "pk")
    for values, some in groupby(ordered, key=attrgetter(*COLUMNS)):
        points = [{"player": one.player.public_id, "halves": one.halves} for one in some]
        facts = dict(zip(COLUMNS, values, strict=True))
        yield written({"format": TOTALS, **facts, "points": points})
