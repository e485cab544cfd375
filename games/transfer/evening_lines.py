"""An evening as a line of an archive, written and read: its rounds, who was here, its boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from games.models import Evening, EveningPoints, Presence
from games.models.people import TEAM_LENGTH
from games.transfer.importing.lines import MOMENTS, EveningLine, LineSpot
from games.transfer.line_fields import (
    day,
    fields_of,
    flag,
    identifier,
    moment,
    number,
    refuse,
    short,
    text,
)
from games.transfer.lines import EVENING, written
from games.transfer.lines import moment as as_moment

Reader = Callable[[Mapping[str, Any], str], Any]
MOST_HALVES = 10_000_000
# A seed is written as a text: numbers of an archive have fewer digits.
SEED = re.compile("[0-9]{1,16}")


def _optional(read: Reader) -> Reader:
    return lambda fields, name: None if fields[name] is None else read(fields, name)


def _many(read: Callable[[Any], Any]) -> Reader:
    def read_list(fields: Mapping[str, Any], name: str) -> list[Any]:
        value = fields[name]
        return [read(one) for one in value] if isinstance(value, list) else refuse(name)

    return read_list


def objects_of(**shape: Reader) -> Reader:
    """Return a reader of a list of objects of one shape."""

    def read(fields: Mapping[str, Any], name: str) -> Any:
        return _many(lambda raw: shaped(raw, name, shape))(fields, name)

    return read


def shaped(raw: Any, what: str, shape: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the fields of an object that has this shape. Raises Unreadable."""
    fields = fields_of(raw, what, *shape)
    return {name: read(fields, name) for name, read in shape.items()}


def _seed(fields: Mapping[str, Any], name: str) -> int:
    return int(fields[name]) if SEED.fullmatch(text(fields, name)) else refuse(name)


def _kind(fields: Mapping[str, Any], name: str) -> str:
    value = text(fields, name)
    return value if value in EveningPoints.Kind.values else refuse(name)


_small: Reader = partial(number, least=0, most=32_767)
_ids = _many(lambda key: identifier({"players": key}, "players"))
_tables = _many(lambda table: _ids({"tables": table}, "tables"))
COLUMNS: Mapping[str, Reader] = {
    **dict.fromkeys(("title", "variant", "preset", "writes", "ties", "method"), text),
    **dict.fromkeys(("rounds", "hands", "minutes"), _optional(_small)),
    **dict.fromkeys(("fives", "by_rank", "counts"), flag),
}
SHAPE: Mapping[str, Reader] = {
    "format": text,
    "id": identifier,
    **COLUMNS,
    "played_on": day,
    "lot": _optional(_seed),
    "boards_shown_at": _optional(moment),
    "plan": _many(lambda tables: _tables({"plan": tables}, "plan")),
    "here": objects_of(
        player=identifier,
        team=partial(short, most=TEAM_LENGTH),
        instead_of=_optional(identifier),
        arrived_at=moment,
        left_at=_optional(moment),
    ),
    "drawn": objects_of(
        number=_small,
        seed=_seed,
        tables=_tables,
        drawn_at=moment,
        announced_at=_optional(moment),
        ends_at=_optional(moment),
        matches=objects_of(match=identifier, first_board=_optional(_small)),
        points=objects_of(
            player=identifier,
            halves=partial(number, least=-MOST_HALVES, most=MOST_HALVES),
            kind=_kind,
            because=partial(short, most=200),
            by=text,
            at=moment,
        ),
    ),
    "boards": objects_of(number=_small, seed=_optional(_seed), hands=_ids),
}


def read_evening(spot: LineSpot, raw: dict[str, Any]) -> EveningLine:
    """Return the evening of a decoded line. Raises Unreadable."""
    facts = shaped(raw, EVENING, SHAPE)
    here, drawn, boards = (facts[name] for name in ("here", "drawn", "boards"))
    if [one["number"] for one in drawn] != list(range(1, len(drawn) + 1)):
        refuse("drawn")
    if len({one["number"] for one in boards}) < len(boards) or (boards and not facts["method"]):
        refuse("boards")
    columns = {name: facts[name] for name in (*COLUMNS, "played_on", "lot", "boards_shown_at")}
    return EveningLine(spot, facts["id"], columns, facts["plan"], here, drawn, boards)


def evening_line(evening: Evening, ids: Mapping[str, str]) -> bytes:
    """Return the line of an evening; `ids` as `ids_now` gives them."""
    here = Presence.objects.filter(
        player__in=evening.club.players.all(), day=evening.played_on
    ).select_related("player", "instead_of")
    return written(
        {
            "format": EVENING,
            "id": evening.public_id,
            **{name: getattr(evening, name) for name in COLUMNS},
            "played_on": evening.played_on.isoformat(),
            "lot": _seed_of(evening.lot),
            "boards_shown_at": _written(evening.boards_shown_at),
            "plan": [_ids_of(tables, ids) for tables in evening.plan],
            "here": [
                {
                    "player": one.player.public_id,
                    "team": one.team,
                    "instead_of": one.instead_of and one.instead_of.public_id,
                    "arrived_at": as_moment(one.arrived_at),
                    "left_at": _written(one.left_at),
                }
                for one in here
            ],
            "drawn": [
                {
                    "number": drawn.number,
                    "seed": _seed_of(drawn.seed),
                    "tables": _ids_of(drawn.tables, ids),
                    **{name: _written(getattr(drawn, name)) for name in MOMENTS},
                    "matches": [
                        {"match": match, "first_board": first}
                        for match, first in drawn.matches.order_by("pk").values_list(
                            "public_id", "first_board"
                        )
                    ],
                    "points": [
                        {
                            "player": one.player.public_id,
                            "halves": one.halves,
                            "kind": one.kind,
                            "because": one.because,
                            "by": one.by.get_username(),
                            "at": as_moment(one.at),
                        }
                        for one in drawn.points.select_related("player", "by").order_by("pk")
                    ],
                }
                for drawn in evening.drawn.order_by("number")
            ],
            "boards": [
                {
                    "number": board.number,
                    "seed": _seed_of(board.seed),
                    "hands": list(board.hands.sealed().values_list("public_id", flat=True)),
                }
                for board in evening.boards.order_by("number")
            ],
        }
    )


def _written(when: datetime | None) -> str | None:
    return as_moment(when) if when else None


def _seed_of(seed: int | None) -> str | None:
    return None if seed is None else str(seed)


def _ids_of(tables: Any, ids: Mapping[str, str]) -> list[list[str]]:
    return [[ids.get(one, one) for one in table] for table in tables]
