"""Who sits where in the rows of a list, in one or two statements for all of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.archive.hand_columns import HandSeatSerializer, SeatSerializer
from games.archive.shapes import Row
from games.models import Hand, HandSeat, MatchSeat
from games.models.querysets import Among
from games.rules import rotation

# By what the seats of a hand are found.
SEATED_BY = ("pk", "match_id", "state", "sits_out")
NO_RESULT = {"role": None, "score": None}


def grouped(rows: Iterable[Row], key: str) -> Mapping[Any, list[Row]]:
    """Put rows that have the same value under `key` together, in their order and without it."""
    groups: defaultdict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.pop(key)].append(row)
    return groups


def match_seats(matches: Iterable[int]) -> Mapping[int, list[Row]]:
    """Return who sits where, by the key of the match; the keys are of matches already seen."""
    seats = MatchSeat.objects.filter(match__in=set(matches)).order_by("seat")
    return grouped(SeatSerializer().read(seats, ["match_id"]), "match_id")


def add_match_seats(matches: list[Row]) -> None:
    """Give each row of a match, which holds its `pk`, the rows of its `seats`."""
    seats = match_seats(row["pk"] for row in matches)
    for row in matches:
        row["seats"] = seats[row["pk"]]


def add_hand_seats(hands: Sequence[Row]) -> None:
    """Give each row of a hand, which holds the columns `SEATED_BY`, the rows of its `seats`; the
    rows are of hands already seen.

    Results exist for sealed hands only; the seats of others are those of their match, without the
    dealer who sits out.
    """
    results = HandSeat.objects.filter(Among("hand_id", [row["pk"] for row in hands]))
    results = results.order_by("hand_id", "seat")
    sealed = grouped(HandSeatSerializer().read(results, ["hand_id"]), "hand_id")
    unsealed = [row for row in hands if row["state"] != Hand.State.SEALED]
    waiting = match_seats(row["match_id"] for row in unsealed) if unsealed else {}
    for row in hands:
        row["seats"] = sealed[row["pk"]]
    for row in unsealed:
        playing = rotation.seated(waiting[row["match_id"]], row["sits_out"])
        row["seats"] = [person | {"seat": seat} | NO_RESULT for seat, person in enumerate(playing)]
