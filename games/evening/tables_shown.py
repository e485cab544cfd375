"""What the page of an evening shows of its tables, and says of them in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from games.evening import evenings
from games.evening.tables import as_drawn, ends_as_text, has_handed_in
from games.models import Evening, EveningPoints, EveningRound, Hand, HandSeat, Match, Player
from games.rules import LAST_HAND


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at a table, with their half points of the round so far."""

    player: Player
    halves: int = 0


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round: people by seat; once it is announced its match, with its hands."""

    number: int
    people: list[Seated]
    match: Match | None = None
    sealed: int = 0
    typed: bool = False

    @property
    def done(self) -> bool:
        """Return whether it has handed in all of the round."""
        return self.match is not None and has_handed_in(
            self.match, sealed=self.sealed, typed=self.typed
        )


def tables_shown(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """Return the part of the context that the tables of a round need: the newest, or `?round=`."""
    rounds = list(evening.drawn.all())
    wanted = request.GET.get("round", "")
    drawn = next((one for one in rounds if str(one.number) == wanted), rounds[-1:] and rounds[-1])
    here = evenings.people_here(evening)
    context: dict[str, Any] = {
        "evening": evening,
        "rounds": rounds,
        "coming": range(len(rounds) + 1, evening.rounds + 1),
        "drawn": drawn or None,
        "newest": rounds[-1].number if rounds else 0,
        "here": here,
        "others": evening.club.players.at_the_club(evening.played_on).exclude(pk__in=here),
    }
    if not drawn:
        return context
    drawn.evening = evening
    players = _players_in(drawn, here)
    tables = tables_of_round(drawn)
    keys = tuple(tuple(one.player.pk for one in table.people) for table in tables)
    known = {one.player.pk: one.player for table in tables for one in table.people}
    judged = evenings.judged(evening, drawn, keys)
    unseated = [one for key, one in here.items() if key not in known]
    left = int((drawn.ends_at - timezone.now()).total_seconds()) if drawn.ends_at else None
    return context | {
        "tables": tables,
        "unseated": unseated,
        "playing": [table.number for table in tables if table.match and not table.done],
        "small_tables": sum(len(table.people) == 3 for table in tables),
        "again": [(known[one], known[other]) for one, other in judged.again],
        "mates": [(known[one], known[other]) for one, other in judged.mates],
        "small": [known[one] for one in judged.small],
        "moving": players.get(request.GET.get("move", "")),
        "ends": ends_as_text(drawn),
        "left": left,
    }


def _players_in(drawn: EveningRound, here: Mapping[int, Player]) -> dict[str, Player]:
    """Return the people of a round and all who are here, by public id."""
    keys = [one for table in as_drawn(drawn) for one in table]
    there = Player.every.filter(club=drawn.evening.club_id, public_id__in=keys)
    return {one.public_id: one for one in (*there, *here.values())}


def tables_of_round(drawn: EveningRound) -> list[TableShown]:
    """Return the tables of a round: their matches, or as they are drawn before there are any."""
    if drawn.announced_at is not None:
        return _announced(drawn)
    players = _players_in(drawn, {})
    return [
        TableShown(number, [Seated(players[one]) for one in table])
        for number, table in enumerate(as_drawn(drawn), 1)
    ]


def _announced(drawn: EveningRound) -> list[TableShown]:
    matches = drawn.matches.order_by("pk").prefetch_related("hands", "seats__player")
    typed = dict(drawn.points.filter(kind=EveningPoints.Kind.TYPED).values_list("player", "halves"))
    scores: dict[tuple[int, int], int] = {}
    results = HandSeat.objects.filter(hand__match__round=drawn, hand__state=Hand.State.SEALED)
    for *at, halves in results.values_list("hand__match", "player", "score_halves"):
        table, player = at
        scores[table, player] = scores.get((table, player), 0) + halves
    tables = []
    for number, match in enumerate(matches, 1):
        sitting = [seat.player for seat in match.seats.all() if seat.until == LAST_HAND]
        people = [
            Seated(one, scores.get((match.pk, one.pk), 0) + typed.get(one.pk, 0)) for one in sitting
        ]
        sealed = sum(hand.state == Hand.State.SEALED for hand in match.hands.all())
        is_typed = any(one.pk in typed for one in sitting)
        tables.append(TableShown(number, people, match, sealed, is_typed))
    return tables
