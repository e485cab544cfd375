"""An evening as a line of an archive, written and read: its rounds, who was here, its boards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.models import Evening, EveningPoints, Presence
from games.models.people import TEAM_LENGTH
from games.transfer.importing.lines import MOMENTS, EveningLine, LineSpot
from games.transfer.line_fields import (
    Shape,
    day,
    flag,
    identifier,
    moment,
    number,
    one_of,
    optional,
    refuse,
    shaped,
    short,
    text,
)
from games.transfer.lines import EVENING, written

HALVES = number(-10_000_000, 10_000_000)
SMALL = number(0, 32_767)
# A seed is written as a text: numbers of an archive have fewer digits.
SEED = re.compile("[0-9]{1,16}")


def _seed(value: Any) -> int:
    if not SEED.fullmatch(text(value)):
        raise ValueError
    return int(value)


COLUMNS: Shape = {
    **dict.fromkeys(("title", "variant", "preset", "writes", "ties", "method"), text),
    **dict.fromkeys(("rounds", "hands", "minutes"), optional(SMALL)),
    **dict.fromkeys(("fives", "by_rank", "counts"), flag),
}
SHAPE: Shape = {
    "id": identifier,
    **COLUMNS,
    "played_on": day,
    "lot": optional(_seed),
    "boards_shown_at": optional(moment),
    "plan": [[[identifier]]],
    "here": [
        {
            "player": identifier,
            "team": short(TEAM_LENGTH),
            "instead_of": optional(identifier),
            "arrived_at": moment,
            "left_at": optional(moment),
        }
    ],
    "drawn": [
        {
            "number": SMALL,
            "seed": _seed,
            "tables": [[identifier]],
            "drawn_at": moment,
            "announced_at": optional(moment),
            "ends_at": optional(moment),
            "matches": [{"match": identifier, "first_board": optional(SMALL)}],
            "points": [
                {
                    "player": identifier,
                    "halves": HALVES,
                    "kind": one_of(EveningPoints.Kind.values),
                    "because": short(200),
                    "by": text,
                    "at": moment,
                }
            ],
        }
    ],
    "boards": [{"number": SMALL, "seed": optional(_seed), "hands": [identifier]}],
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
            "played_on": evening.played_on,
            "lot": _seed_of(evening.lot),
            "boards_shown_at": evening.boards_shown_at,
            "plan": [_ids_of(tables, ids) for tables in evening.plan],
            "here": [
                {
                    "player": one.player.public_id,
                    "team": one.team,
                    "instead_of": one.instead_of and one.instead_of.public_id,
                    "arrived_at": one.arrived_at,
                    "left_at": one.left_at,
                }
                for one in here
            ],
            "drawn": [
                {
                    "number": drawn.number,
                    "seed": _seed_of(drawn.seed),
                    "tables": _ids_of(drawn.tables, ids),
                    **{name: getattr(drawn, name) for name in MOMENTS},
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
                            "at": one.at,
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


def _seed_of(seed: int | None) -> str | None:
    return None if seed is None else str(seed)


def _ids_of(tables: Any, ids: Mapping[str, str]) -> list[list[str]]:
    return [[ids.get(one, one) for one in table] for table in tables]
