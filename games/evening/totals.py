"""The list of an evening: who has how many points, by rounds, in order. Half points, as stored."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import (
    Evening,
    EveningPoints,
    EveningRound,
    Hand,
    HandSeat,
    Match,
    MatchSeat,
    Player,
    Presence,
)
from games.models.evenings import MOST_ROUNDS
from games.people.presence import presences, presences_on
from games.rules import LAST_HAND


@dataclass(frozen=True, slots=True)
class ListLine:
    """Somebody on the list, with their points (half points) by round and in all.

    `by_round` has None for a round in which they did not play; `director`: what the director gave;
    `made` are contracts made. `late`: they came after round 1; `left`: they went early;
    `instead_of`: whose seat they have taken. The place is 0 until something counts, and shared
    by those whom nothing tells apart; `decided` is what did, where the totals are equal.
    """

    place: int
    player: Player
    by_round: tuple[int | None, ...]
    director: int
    total: int
    made: int
    late: bool
    left: bool
    instead_of: Player | None = None
    decided: Evening.Ties | None = None

    @property
    def best(self) -> int:
        """Return the points of their best round."""
        return max((one for one in self.by_round if one is not None), default=0)

    @property
    def marks(self) -> list[str]:
        """Return what every list says next to their name."""
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


class Noted(NamedTuple):
    """What an evening has of its rounds: their numbers, and by player and round what was scored.

    `sat` are the games of the tables at which somebody sat in a round; `director` is by player.
    """

    rounds: list[int]
    sat: defaultdict[int, dict[int, set[str]]]
    scores: dict[tuple[int, int], Scored]
    director: Counter[int]


def list_of(evening: Evening, last: int = MOST_ROUNDS, game: str = "") -> list[ListLine]:
    """Return everybody who sat at a table of an evening or was given points, the best first.

    `last` is the number of the last round that counts. With a `game` only its tables count, and
    nothing that the director gave.
    """
    return lists_of([evening], last, game)[evening.pk]


def lists_of(
    evenings: Sequence[Evening], last: int = MOST_ROUNDS, game: str = ""
) -> dict[int, list[ListLine]]:
    """Return the lists of evenings of one club by their keys, in as few statements as of one."""
    noted = _noted(evenings, last, game)
    keys = {key for one in noted.values() for key in (*one.sat, *one.director)}
    people = Player.every.in_bulk(keys | {key for one in noted.values() for key, _r in one.scores})
    here = presences_on({one.played_on for one in evenings}, people)
    return {
        one.pk: _lines(one, noted[one.pk], people, here[one.played_on], game) for one in evenings
    }


def _lines(
    evening: Evening,
    noted: Noted,
    people: Mapping[int, Player],
    here: Mapping[int, Presence],
    game: str,
) -> list[ListLine]:
    rounds, sat, scores, director = noted
    lines = []
    for key in {*sat, *director, *(scored for scored, _round in scores)}:
        mine = [scores.get((key, number), Scored()) for number in rounds]
        games = [sat[key].get(number, set()) for number in rounds]
        played = [game in one if game else bool(one) for one in games]
        if game and not any(played):
            continue
        halves = [one.halves for one in mine]
        line = ListLine(
            place=0,
            player=people[key],
            by_round=tuple(
                points if there else None for points, there in zip(halves, played, strict=True)
            ),
            director=director[key],
            total=sum(halves) + director[key],
            made=sum(one.made for one in mine),
            late=bool(sat[key]) and min(sat[key]) > 1,
            left=key in here and here[key].left_at is not None,
            instead_of=here[key].instead_of if key in here else None,
        )
        lines.append(line)
    placed = ranked(lines, Evening.Ties(evening.ties), evening.lot or 0)
    return placed if scores or director else [replace(one, place=0, decided=None) for one in placed]


def ranked(lines: Iterable[ListLine], ties: Evening.Ties, lot: int) -> list[ListLine]:
    """Return the lines in order with their places, equal totals decided as far as `ties` goes.

    Places that remain shared are followed by as many that nobody has: 8, 8, 10.
    """
    chain = list(Evening.Ties)[1 : list(Evening.Ties).index(ties) + 1]

    def merits(line: ListLine) -> list[int]:
        return [line.total, *(MERITS[one](line, lot) for one in chain)]

    order = sorted(lines, key=lambda line: line.player.sort_key)
    order.sort(key=merits, reverse=True)
    placed: list[ListLine] = []
    for number, line in enumerate(order, 1):
        ahead = placed[-1] if placed else None
        if ahead is None or ahead.total != line.total:
            placed.append(replace(line, place=number))
            continue
        pairs = zip(chain, merits(ahead)[1:], merits(line)[1:], strict=True)
        decided = next((one for one, theirs, mine in pairs if theirs != mine), None)
        placed.append(replace(line, place=number if decided else ahead.place, decided=decided))
    return placed


def _drawn(line: ListLine, lot: int) -> int:
    """Return the lot of somebody: it follows from the kept seed and their id."""
    return int(hashlib.sha256(f"{lot} {line.player.public_id}".encode()).hexdigest(), 16)


MERITS: Mapping[Evening.Ties, Callable[[ListLine, int], int]] = {
    Evening.Ties.BEST_ROUND: lambda line, _lot: line.best,
    Evening.Ties.CONTRACTS: lambda line, _lot: line.made,
    Evening.Ties.LOT: _drawn,
}


class TeamLine(NamedTuple):
    """A team, with the people in it and their points (half points) together."""

    place: int
    name: str
    people: list[Player]
    total: int


def teams_of(evening: Evening, lines: Sequence[ListLine]) -> list[TeamLine]:
    """Return the teams by what their people have together; no two of a place are told apart."""
    teams: dict[str, list[ListLine]] = defaultdict(list)
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


def games_of(evening: Evening) -> list[str]:
    """Return the games that tables of an evening play, by key: as a rule one."""
    matches = Match.objects.filter(round__evening=evening).order_by("variant")
    return list(matches.values_list("variant", flat=True).distinct())


def counts_its_hands(seats: QuerySet[MatchSeat]) -> QuerySet[MatchSeat]:
    """Return those of these seats at whose table a hand is sealed, for who sits there now.

    Then its hands count, as they do in the league, and not what was typed from its paper.
    """
    hands = Hand.objects.filter(match=OuterRef("match"), state=Hand.State.SEALED)
    return seats.filter(Exists(hands), until=LAST_HAND)


def _noted(evenings: Sequence[Evening], last: int, game: str) -> dict[int, Noted]:
    """Return what was noted on each evening, up to its `last` round and maybe of one game alone."""
    noted = {one.pk: Noted([], defaultdict(dict), {}, Counter()) for one in evenings}
    drawn = EveningRound.objects.filter(evening__in=noted, number__lte=last)
    for of, number in drawn.exclude(announced_at=None).values_list("evening", "number"):
        noted[of].rounds.append(number)
    sat = MatchSeat.objects.filter(match__round__in=drawn)
    where = ("match__round__evening", "player", "match__round__number")
    for of, key, number, variant in sat.values_list(*where, "match__variant"):
        noted[of].sat[key].setdefault(number, set()).add(variant)
    hands = HandSeat.objects.filter(hand__match__round__in=drawn, hand__state=Hand.State.SEALED)
    points = EveningPoints.objects.filter(round__in=drawn)
    if game:
        hands = hands.filter(variant=game)
        points = points.exclude(kind=EveningPoints.Kind.DIRECTOR).filter(
            round__matches__variant=game,
            round__matches__seats__player=F("player"),
            round__matches__seats__until=LAST_HAND,
        )
    by_round = hands.values_list(
        "hand__match__round__evening", "player", "hand__match__round__number"
    )
    made = Count("pk", filter=Q(role=HandSeat.Role.TAKER, won=True))
    for of, key, number, *facts in by_round.order_by().annotate(Sum("score_halves"), made=made):
        noted[of].scores[key, number] = Scored(*facts)
    by_hands = set(counts_its_hands(sat).values_list(*where))
    for of, key, number, halves, kind in points.values_list(
        "round__evening", "player", "round__number", "halves", "kind"
    ):
        if kind == EveningPoints.Kind.DIRECTOR:
            noted[of].director[key] += halves
        elif (of, key, number) not in by_hands:
            scored = noted[of].scores.get((key, number), Scored())
            noted[of].scores[key, number] = scored._replace(halves=scored.halves + halves)
    return noted
