"""Totals brought forward as lines of an archive, one for each table of them, written and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any

from games.models import BroughtForward, Club
from games.models.people import NAME_LENGTH
from games.rules import find_variant
from games.transfer.evening_lines import MOST_HALVES, Reader, objects_of, shaped
from games.transfer.importing.lines import LineSpot, TotalsLine
from games.transfer.line_fields import day, identifier, like_a_name, number, refuse, text
from games.transfer.lines import TOTALS, written

COLUMNS = ("title", "variant", "first_day", "last_day")  # what the rows of a table have in common
SHAPE: Mapping[str, Reader] = {
    "format": text,
    "title": text,
    "variant": text,
    "first_day": day,
    "last_day": day,
    "points": objects_of(
        player=identifier, halves=partial(number, least=-MOST_HALVES, most=MOST_HALVES)
    ),
}


def read_totals(spot: LineSpot, raw: dict[str, Any]) -> TotalsLine:
    """Return the totals of a decoded line. Raises Unreadable."""
    facts = shaped(raw, TOTALS, SHAPE)
    like_a_name(facts, "title", NAME_LENGTH)  # kept as it is: totals are known by it
    wrong = {
        "variant": find_variant(facts["variant"]) is None,
        "last_day": facts["last_day"] < facts["first_day"],
        "points": not facts["points"],
    }
    for name in filter(wrong.get, wrong):
        refuse(name)
    points = [(one["player"], one["halves"]) for one in facts["points"]]
    return TotalsLine(spot, {name: facts[name] for name in COLUMNS}, points)


def totals_lines(club: Club) -> Iterator[bytes]:
    """Yield a line for each table of totals of a club, in the order of their days."""
    rows = BroughtForward.objects.filter(club=club).select_related("player")
    ordered = rows.order_by("first_day", "last_day", "variant", "title", "pk")
    for values, some in groupby(ordered, key=attrgetter(*COLUMNS)):
        title, variant, first_day, last_day = values
        points = [{"player": one.player.public_id, "halves": one.halves} for one in some]
        days = {"first_day": first_day.isoformat(), "last_day": last_day.isoformat()}
        facts = {"title": title, "variant": variant, **days, "points": points}
        yield written({"format": TOTALS, **facts})
