"""The lines of an archive: what a club knows as JSON objects, one a line.

A hand is its record in the public format. What else its club knows is in the record's key
`_clubtarot`, which other readers keep and ignore. Players, matches and remarks have lines of their
own, each with its `format`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from games.models import Match, Remark

PLAYER, MATCH, REMARK = "clubtarot-player/1", "clubtarot-match/1", "clubtarot-remark/1"


def written(line: Mapping[str, Any]) -> bytes:
    """An object as a line."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def moment(when: datetime) -> str:
    """A moment as lines name it: in UTC, to the microsecond where it has any."""
    return when.astimezone(UTC).isoformat().replace("+00:00", "Z")


def player_line(public_id: str, name: str) -> bytes:
    """The line of a player."""
    return written({"format": PLAYER, "id": public_id, "name": name})


def match_line(match: Match, players: Sequence[str]) -> bytes:
    """The line of a match; `players`: their ids, by seat."""
    return written(
        {
            "format": MATCH,
            "id": match.public_id,
            "title": match.title,
            "variant": match.variant,
            "options": dict(sorted(match.options.items())),
            "preset": match.preset,
            "settings": dict(sorted(match.settings.items())),
            "table": match.table,
            "played_on": match.played_on.isoformat(),
            "hands_planned": match.hands_planned,
            "first_dealer": match.first_dealer,
            "dealer_sits_out": match.dealer_sits_out,
            "writes": match.writes,
            "closed_at": moment(match.closed_at) if match.closed_at else None,
            "seats": players,
        }
    )


def remark_line(remark: Remark) -> bytes:
    """The line of a remark; its hand and its author have been read before."""
    return written(
        {
            "format": REMARK,
            "id": remark.public_id,
            "hand": remark.hand.public_id,
            "place": remark.place,
            "author": remark.author.get_username(),
            "text": remark.text,
            "at": moment(remark.at),
            "hidden": remark.hidden_by_id is not None,
        }
    )
