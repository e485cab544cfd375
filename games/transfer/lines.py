"""The lines of an archive: what a club knows as JSON objects, one a line.

A hand is its record in the public format. What else its club knows is in the record's key
`_clubtarot`, which other readers keep and ignore. Players, matches and remarks have lines of their
own, each with its `format`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from games.models import Confirmation, Dispute, Match, MatchSeat, Player, Remark, Study, StudyItem
from games.rules import LAST_HAND

PLAYER, MATCH, REMARK = "clubtarot-player/1", "clubtarot-match/1", "clubtarot-remark/1"
EVENING, TOTALS, STUDY = "clubtarot-evening/1", "clubtarot-totals/1", "clubtarot-study/1"
ITEMS = 25  # of a study in one line: fewer bytes than a line may have, whatever they say
CONFIRMATION, DISPUTE = "clubtarot-confirmation/1", "clubtarot-dispute/1"


def written(line: Mapping[str, Any]) -> bytes:
    """Return an object as a line; moments and days in it as lines name them."""
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=_day_or_moment)
    return text.encode() + b"\n"


def _day_or_moment(value: date) -> str:
    return moment(value) if isinstance(value, datetime) else value.isoformat()


def moment(when: datetime) -> str:
    """Return a moment as lines name it: in UTC, to the microsecond where it has any."""
    return when.astimezone(UTC).isoformat().replace("+00:00", "Z")


def player_line(player: Player) -> bytes:
    """Return the line of a player; besides the name only what is known of them."""
    facts: dict[str, Any] = {
        "own_name": player.own_name,
        "nickname": player.nickname,
        "number": player.number,
        "joined_on": player.joined_on,
        "left_on": player.left_on,
        "erased": player.erased_at is not None,
    }
    known = {name: value for name, value in facts.items() if value}
    return written({"format": PLAYER, "id": player.public_id, "name": player.name, **known})


def match_line(match: Match, seats: Sequence[MatchSeat]) -> bytes:
    """Return the line of a match, with who sits where by chair and hand.

    Its players have been read. `seats` are the people of hand 1; only where somebody was replaced
    does `reseated` have them all.
    """
    ids = [(row, row.player.public_id) for row in seats]
    first = [player for row, player in ids if row.since == 1]
    reseated = [
        {
            "seat": row.seat,
            "since": row.since,
            "until": None if row.until == LAST_HAND else row.until,
            "player": player,
        }
        for row, player in ids
    ]
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
            "played_on": match.played_on,
            "hands_planned": match.hands_planned,
            "first_dealer": match.first_dealer,
            "dealer_sits_out": match.dealer_sits_out,
            "writes": match.writes,
            "closed_at": match.closed_at,
            "seats": first,
            **({"reseated": reseated} if len(reseated) > len(first) else {}),
        }
    )


def remark_line(remark: Remark) -> bytes:
    """Return the line of a remark; its hand and its author have been read before."""
    return written(
        {
            "format": REMARK,
            "id": remark.public_id,
            "hand": remark.hand.public_id,
            "place": remark.place,
            "author": remark.author.get_username(),
            "text": remark.text,
            "at": remark.at,
            "hidden": remark.hidden_by_id is not None,
        }
    )


def study_lines(study: Study, items: Sequence[StudyItem]) -> Iterator[bytes]:
    """Yield the lines of a study; its author and the hands of its items have been read before.

    Later ones say how many items stand before them.
    """
    for after in range(0, len(items) or 1, ITEMS):
        line = {
            "format": STUDY,
            "id": study.public_id,
            "title": study.title,
            "text": study.text,
            "author": study.author.get_username(),
            "at": study.at,
            "items": [
                {
                    "hand": one.hand.public_id,
                    "place": one.place,
                    "cards": one.cards,
                    "text": one.text,
                }
                for one in items[after : after + ITEMS]
            ],
        }
        yield written(line | ({"after": after} if after else {}))


def confirmation_line(one: Confirmation) -> bytes:
    """Return the line of a confirmation; its hand and its player have been read before."""
    return written(
        {
            "format": CONFIRMATION,
            "id": one.public_id,
            "hand": one.hand.public_id,
            "player": one.player.public_id if one.player else "",
            "seat": one.seat,
            "how": one.how,
            "because": one.because,
            "by": one.by_name,
            "device": one.device,
            "at": one.at,
        }
    )


def dispute_line(one: Dispute) -> bytes:
    """Return the line of a dispute; its hand and its player have been read before."""
    return written(
        {
            "format": DISPUTE,
            "id": one.public_id,
            "hand": one.hand.public_id,
            "player": one.player.public_id,
            "because": one.because,
            "by": one.by_name,
            "device": one.device,
            "at": one.at,
            "ended_at": one.ended_at,
            "ended_as": one.ended_as,
            "ended_by": one.ended_by_name,
            "answer": one.answer,
        }
    )
