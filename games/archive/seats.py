"""Who sits where, for all rows of a list in one or two statements."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.archive.hand_columns import HandSeatSerializer, SeatRangeSerializer, SeatSerializer
from games.archive.shapes import Row
from games.models import Hand, HandSeat, MatchSeat
from games.models.querysets import Among
from games.rules import rotation

# The columns by which the seats of a hand are looked up.
SEATED_BY = ("pk", "match_id", "number", "state", "sits_out")
NO_RESULT = {"role": None, "score": None}
PERSON = tuple(SeatSerializer._declared_fields)


def grouped(rows: Iterable[Row], key: str) -> Mapping[Any, list[Row]]:
    """Group rows by their value under `key`, in their order; the rows lose that key."""
    groups: defaultdict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.pop(key)].append(row)
    return groups


def match_seats(matches: Iterable[int]) -> Mapping[int, list[Row]]:
    """Return who sat where in these matches, which the reader may see, by their keys."""
    seats = MatchSeat.objects.filter(match__in=set(matches)).order_by("seat", "since")
    return grouped(SeatRangeSerializer().read(seats, ["match_id"]), "match_id")


def add_match_seats(matches: list[Row]) -> None:
    """Add `seats` and `seatings` to each row of a match; a row must have its `pk`."""
    seatings = match_seats(row["pk"] for row in matches)
    for row in matches:
        row["seatings"] = seatings[row["pk"]]
        row["seats"] = [_person(one) for one in row["seatings"] if one["until"] is None]


def _person(seating: Row) -> Row:
    """Return who sits there, without from when to when."""
    return {name: seating[name] for name in PERSON}


def _at(seatings: Iterable[Row], number: int) -> list[Row]:
    """Return who sits at the table in the hand of that number, by chair."""
    return [
        _person(one)
        for one in seatings
        if one["since"] <= number and (one["until"] is None or number <= one["until"])
    ]


def add_hand_seats(hands: Sequence[Row]) -> None:
    """Add `seats` to each row of a hand; a row must have the columns `SEATED_BY`.

    The caller has checked that the reader may see these hands. Only sealed hands have results. The
    seats of other hands are those of their match, without the dealer who sits out.
    """
    results = HandSeat.objects.filter(Among("hand_id", [row["pk"] for row in hands]))
    results = results.order_by("hand_id", "seat")
    sealed = grouped(HandSeatSerializer().read(results, ["hand_id"]), "hand_id")
    unsealed = [row for row in hands if row["state"] != Hand.State.SEALED]
    waiting = match_seats(row["match_id"] for row in unsealed) if unsealed else {}
    for row in hands:
        row["seats"] = sealed[row["pk"]]
    for row in unsealed:
        playing = rotation.seated(_at(waiting[row["match_id"]], row["number"]), row["sits_out"])
        row["seats"] = [person | {"seat": seat} | NO_RESULT for seat, person in enumerate(playing)]
