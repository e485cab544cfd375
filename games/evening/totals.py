"""The list of an evening: who has how many points, by rounds, in order. Half points, as stored."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Evening, EveningPoints, Hand, HandSeat, Match, MatchSeat, Player
from games.models.evenings import MOST_ROUNDS
from games.people.presence import presences
from games.rules import LAST_HAND


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody on the list, with their points (half points) by round and in all.

    `by_round` has None for a round in which they did not play; `beside` are points of the director;
    `made` are contracts made. `late`: they came after round 1; `left`: they went early;
    `instead_of`: whose seat they have taken. The place is 0 until something counts, and shared
    by those whom nothing tells apart; `decided` is what did, where the totals are equal.
    """

    place: int
    player: Player
    by_round: tuple[int | None, ...]
    beside: int
    total: int
    made: int
    late: bool
    left: bool
    instead_of: Player | None = None
    decided: Evening.Ties | None = None

    @property
    def best(self) -> int:
        """The points of their best round."""
        return max((one for one in self.by_round if one is not None), default=0)

    @property
    def marks(self) -> list[str]:
        """What every list says beside their name."""
        marks = [_("left")] if self.left else []
        if self.instead_of:
            return [*marks, _("in the seat of %(name)s") % {"name": self.instead_of.name}]
        return [_("came late"), *marks] if self.late else marks

    @property
    def decided_in_words(self) -> str:
        """What put them behind, or ahead of, those with the same total; "" where nothing did."""
        return str(DECIDED[self.decided]) if self.decided else ""


class Scored(NamedTuple):
    """What somebody has from a round, by its hands or its paper: half points, contracts made."""

    halves: int = 0
    made: int = 0


DECIDED = {
    Evening.Ties.BEST_ROUND: gettext_lazy("best round"),
    Evening.Ties.CONTRACTS: gettext_lazy("contracts made"),
    Evening.Ties.LOT: gettext_lazy("lot"),
}


def list_of(evening: Evening, last: int = MOST_ROUNDS) -> list[Line]:
    """Return everybody who sat at a table of an evening or was given points, the best first.

    `last` is the number of the last round that counts.
    """
    announced = evening.drawn.filter(announced_at__isnull=False, number__lte=last)
    rounds = list(announced.order_by("number").values_list("number", flat=True))
    scores, beside = _scores(evening, last)
    sat: dict[int, set[int]] = defaultdict(set)
    seats = MatchSeat.objects.filter(match__round__evening=evening, match__round__number__lte=last)
    for sitting, number in seats.values_list("player", "match__round__number"):
        sat[sitting].add(number)
    people = Player.every.in_bulk({*sat, *beside, *(scored for scored, _round in scores)})
    here = presences(evening.club, evening.played_on)
    lines = []
    for key, player in people.items():
        mine = [scores.get((key, number), Scored()) for number in rounds]
        played = [number in sat[key] for number in rounds]
        halves = [one.halves for one in mine]
        line = Line(
            place=0,
            player=player,
            by_round=tuple(
                points if there else None for points, there in zip(halves, played, strict=True)
            ),
            beside=beside.get(key, 0),
            total=sum(halves) + beside.get(key, 0),
            made=sum(one.made for one in mine),
            late=bool(sat[key]) and min(sat[key]) > 1,
            left=key in here and here[key].left_at is not None,
            instead_of=here[key].instead_of if key in here else None,
        )
        lines.append(line)
    placed = ranked(lines, Evening.Ties(evening.ties), evening.lot or 0)
    return placed if scores or beside else [replace(one, place=0, decided=None) for one in placed]


def ranked(lines: Iterable[Line], ties: Evening.Ties, lot: int) -> list[Line]:
    """Return the lines in order with their places, equal totals decided as far as `ties` goes.

    Places that remain shared are followed by as many that nobody has: 8, 8, 10.
    """
    chain = list(Evening.Ties)[1 : list(Evening.Ties).index(ties) + 1]

    def merits(line: Line) -> list[int]:
        return [line.total, *(MERITS[one](line, lot) for one in chain)]

    order = sorted(lines, key=lambda line: line.player.sort_key)
    order.sort(key=merits, reverse=True)
    placed: list[Line] = []
    for number, line in enumerate(order, 1):
        ahead = placed[-1] if placed else None
        if ahead is None or ahead.total != line.total:
            placed.append(replace(line, place=number))
            continue
        pairs = zip(chain, merits(ahead)[1:], merits(line)[1:], strict=True)
        decided = next((one for one, theirs, mine in pairs if theirs != mine), None)
        placed.append(replace(line, place=number if decided else ahead.place, decided=decided))
    return placed


def _drawn(line: Line, lot: int) -> int:
    """Return the lot of somebody: it follows from the kept seed and their id."""
    return int(hashlib.sha256(f"{lot} {line.player.public_id}".encode()).hexdigest(), 16)


MERITS: Mapping[Evening.Ties, Callable[[Line, int], int]] = {
    Evening.Ties.BEST_ROUND: lambda line, _lot: line.best,
    Evening.Ties.CONTRACTS: lambda line, _lot: line.made,
    Evening.Ties.LOT: _drawn,
}


def ranking_of(evening: Evening) -> list[int]:
    """Return the keys of all players of the list, the best first."""
    return [line.player.pk for line in list_of(evening)]


class TeamLine(NamedTuple):
    """A team, with the people in it and their points (half points) together."""

    place: int
    name: str
    people: list[Player]
    total: int


def teams_of(evening: Evening, lines: Sequence[Line]) -> list[TeamLine]:
    """Return the teams by what their people have together; no two of a place are told apart."""
    teams: dict[str, list[Line]] = defaultdict(list)
    here = presences(evening.club, evening.played_on)
    for line in lines:
        if line.player.pk in here and here[line.player.pk].team:
            teams[here[line.player.pk].team].append(line)
    totals = {name: sum(line.total for line in team) for name, team in teams.items()}
    return [
        TeamLine(
            lines[0].place and 1 + sum(other > totals[name] for other in totals.values()),
            name,
            [line.player for line in teams[name]],
            totals[name],
        )
        for name in sorted(totals, key=lambda name: (-totals[name], name))
    ]


class TableLine(NamedTuple):
    """A table of a round: who sat there in turn order, each with their half points."""

    number: int
    match: Match
    people: list[tuple[Player, int]]


def tables_of(evening: Evening) -> list[tuple[int, list[TableLine]]]:
    """Return who had what at which table, by rounds."""
    scores, _beside = _scores(evening)
    matches = Match.objects.filter(round__evening=evening).order_by("round__number", "pk")
    rounds: dict[int, list[TableLine]] = defaultdict(list)
    for match in matches.select_related("round").prefetch_related("seats__player"):
        number = match.round.number if match.round else 0
        people = [
            (player, scores.get((player.pk, number), Scored()).halves) for player in match.people
        ]
        rounds[number].append(TableLine(len(rounds[number]) + 1, match, people))
    return list(rounds.items())


def counts_its_hands(seats: QuerySet[MatchSeat]) -> QuerySet[MatchSeat]:
    """Return those of these seats at whose table a hand is sealed, for who sits there now.

    Then its hands count, as they do in the league, and not what was typed from its paper.
    """
    hands = Hand.objects.filter(match=OuterRef("match"), state=Hand.State.SEALED)
    return seats.filter(Exists(hands), until=LAST_HAND)


def _scores(
    evening: Evening, last: int = MOST_ROUNDS
) -> tuple[Mapping[tuple[int, int], Scored], Mapping[int, int]]:
    """Return what players have of each round, and by player what the director gave or took."""
    scores: dict[tuple[int, int], Scored] = {}
    beside: dict[int, int] = defaultdict(int)
    hands = HandSeat.objects.filter(
        hand__match__round__in=evening.drawn.filter(number__lte=last), hand__state=Hand.State.SEALED
    )
    by_round = hands.values_list("player", "hand__match__round__number").order_by()
    made = Count("pk", filter=Q(role=HandSeat.Role.TAKER, won=True))
    for player, number, *facts in by_round.annotate(Sum("score_halves"), made=made):
        scores[player, number] = Scored(*facts)
    seats = MatchSeat.objects.filter(match__round__evening=evening)
    by_hands = set(counts_its_hands(seats).values_list("player", "match__round__number"))
    points = EveningPoints.objects.filter(round__evening=evening, round__number__lte=last)
    for player, number, halves, kind in points.values_list(
        "player", "round__number", "halves", "kind"
    ):
        if kind == EveningPoints.Kind.DIRECTOR:
            beside[player] += halves
        elif (player, number) not in by_hands:
            scored = scores.get((player, number), Scored())
            scores[player, number] = scored._replace(halves=scored.halves + halves)
    return scores, beside
