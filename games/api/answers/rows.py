"""What belongs to the rows of a page: seats, results, seals, in one query each."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework.request import Request

from games.api.answers.serializers import HandSeatSerializer, SeatSerializer
from games.api.answers.shapes import Row
from games.api.http.scope import visible
from games.models import Hand, HandSeat, MatchSeat
from games.rules import rotation

NO_RESULT = {"role": None, "score_halves": None}


def grouped(rows: Iterable[Row], key: str) -> Mapping[Any, list[Row]]:
    """Put rows that have the same value under `key` together, in their order."""
    groups: defaultdict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    return groups


def match_seats(matches: Iterable[int]) -> Mapping[int, list[Row]]:
    """Return who sits where, by the key of the match; the keys are of matches already seen."""
    seats = MatchSeat.objects.filter(match__in=set(matches)).order_by("seat")
    return grouped(seats.values("match", *SeatSerializer.columns()), "match")


def add_match_seats(matches: list[Row]) -> None:
    """Give each row of a match, which holds its `pk`, the rows of its `seats`."""
    seats = match_seats(row["pk"] for row in matches)
    for row in matches:
        row["seats"] = seats[row["pk"]]


def add_hand_seats(hands: list[Row], request: Request) -> None:
    """Give each row of a hand, which holds `pk`, `match` and `sits_out`, the rows of its `seats`.

    Results exist for sealed hands only; the seats of others are those of their match, without the
    dealer who sits out.
    """
    results = visible(HandSeat, request).filter(hand__in=[row["pk"] for row in hands])
    sealed = grouped(results.order_by("seat").values("hand", *HandSeatSerializer.columns()), "hand")
    unsealed = [row["match"] for row in hands if row["state"] != Hand.State.SEALED]
    waiting = match_seats(unsealed) if unsealed else {}
    for row in hands:
        playing = rotation.seated(waiting.get(row["match"], []), row["sits_out"])
        row["seats"] = sealed[row["pk"]] or [
            person | NO_RESULT | {"seat": seat} for seat, person in enumerate(playing)
        ]
