"""A player's totals as lines of their page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.club.career_words import contract_label, height, place_name, role_name
from games.display.charts import Range
from games.models import HandSeat, Player, TallyKind
from games.models.folding import sort_key
from games.statistics.careers import CareerState
from games.statistics.counting import SumsByKey
from games.statistics.figures import Sums, total
from games.statistics.player_totals import Statistics
from games.statistics.rating import RATED_FROM
from games.statistics.shares import Share, share_of

# The most companions that stand in sight.
COMPANIONS = 6
# How many deviations lie on either side of a rating with 95 %.
SURE = 1.96


@dataclass(frozen=True, slots=True)
class CareerLine:
    """A line of a table: its name, the sums, the share won with its range, and the club's share.

    `part`: belongs to the line above; `address` leads to the same page for these hands alone.
    """

    name: str
    sums: Sums
    share: Share | None
    club: Share | None = None
    part: bool = False
    address: str = ""

    @property
    def percent(self) -> int | None:
        """Return the share won in per cent."""
        return None if self.share is None else round(100 * self.share.share)

    @property
    def between(self) -> tuple[int, int] | None:
        """Return the likely range of the share in per cent."""
        return self.share and (round(100 * self.share.low), round(100 * self.share.high))

    @property
    def club_percent(self) -> int | None:
        """Return the club's share in per cent."""
        return None if self.club is None else round(100 * self.club.share)

    @property
    def drawing(self) -> Range | None:
        if self.share is None:
            return None
        club = None if self.club is None else self.club.share
        return Range(self.share.share, self.share.low, self.share.high, club)

    @property
    def lost(self) -> int:
        """Hands lost, of those that were played for."""
        return self.sums.decided - self.sums.won

    @property
    def average(self) -> float:
        """Points a hand."""
        return self.sums.score_halves / 2 / self.sums.hands if self.sums.hands else 0


def line_of(name: str, sums: Sums, club: Sums | None = None, **facts: Any) -> CareerLine:
    """Return a line with its shares worked out."""
    theirs = share_of(club.won, club.decided) if club else None
    return CareerLine(name, sums, share_of(sums.won, sums.decided), theirs, **facts)


Addressed = Callable[..., str]  # keyword arguments of the query to an address


def part_lines(
    variant: str, mine: Statistics, club: SumsByKey, address: Addressed
) -> list[CareerLine]:
    """Role by role, each followed by its contracts from low to high."""
    parts = {_split(key): sums for key, sums in mine.of_kind(TallyKind.PART).items()}
    theirs = {_split(key): sums for (kind, key), sums in club.items() if kind == TallyKind.PART}
    lines = []
    order = [*HandSeat.Role.values, ""]
    for role in sorted({role for role, _contract in parts}, key=order.index):
        lines.append(
            line_of(
                role_name(role),
                _together(parts, role),
                _together(theirs, role),
                address=address(role=role) if role else "",
            )
        )
        named = sorted(
            (contract for one, contract in parts if one == role and contract),
            key=lambda contract: height(variant, contract),
        )
        lines += [
            line_of(
                contract_label(variant, contract),
                parts[role, contract],
                theirs.get((role, contract)),
                part=True,
                address=address(role=role, contract=contract),
            )
            for contract in named
        ]
    return lines


def _split(key: str) -> tuple[str, str]:
    role, _slash, contract = key.partition("/")
    return role, contract


def _together(parts: Mapping[tuple[str, str], Sums], role: str) -> Sums:
    return total([sums for (one, _contract), sums in parts.items() if one == role])


def seat_lines(mine: Statistics, club: SumsByKey) -> list[CareerLine]:
    """Place by place after the dealer, tables of fewer players first."""
    places = {_place(key): sums for key, sums in mine.of_kind(TallyKind.SEAT).items()}
    theirs = {_place(key): sums for (kind, key), sums in club.items() if kind == TallyKind.SEAT}
    several = len({players for players, _number in places}) > 1
    return [
        line_of(place_name(*place, several=several), places[place], theirs.get(place))
        for place in sorted(places)
    ]


def _place(key: str) -> tuple[int, int]:
    players, _slash, place = key.partition("/")
    return int(players), int(place)


def companion_lines(
    mine: Statistics, kind: str, players: Mapping[int, Player], address: Addressed
) -> list[CareerLine]:
    """Return the others, by the number of hands played together or against each other."""
    name = "partner" if kind == TallyKind.WITH else "opponent"
    companions = [(players.get(int(key)), sums) for key, sums in mine.of_kind(kind).items()]
    lines = [
        line_of(player.name, sums, address=address(**{name: player.public_id}))
        for player, sums in companions
        if player is not None
    ]
    return sorted(lines, key=lambda line: (-line.sums.hands, sort_key(line.name)))


def rating_of(career: CareerState | None, hands: int) -> dict[str, int] | None:
    """Return the rating as it is shown after this many hands; None while there are too few."""
    if career is None or hands < RATED_FROM:
        return None
    return {"value": round(career.rating), "range": round(SURE * career.deviation)}
