"""What the page of an evening shows of its tables, and says of them in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from games.evening import evenings
from games.evening.duplicate.boards import boards_in_words
from games.evening.tables import ends_as_text, has_handed_in, seated
from games.models import Evening, EveningPoints, EveningRound, Hand, HandSeat, Match, Player


@dataclass(frozen=True, slots=True)
class SeatShown:
    """Somebody at a table, with their half points of the round so far."""

    player: Player
    halves: int


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round: people by seat; once it is announced its match, with its hands.

    `gone` are those who played there and have left their seat, with what they have from there.
    """

    number: int
    people: list[SeatShown]
    match: Match | None
    sealed: int
    typed: bool
    gone: list[SeatShown]

    @property
    def done(self) -> bool:
        """Return whether it has handed in all of the round."""
        return self.match is not None and has_handed_in(
            self.match, sealed=self.sealed, typed=self.typed
        )

    @property
    def boards(self) -> str:
        """Return which boards it plays, in words."""
        return boards_in_words(self.match) if self.match else ""


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
    tables = tables_of_round(drawn)
    keys = tuple(tuple(one.player.pk for one in table.people) for table in tables)
    known = {one.player.pk: one.player for table in tables for one in table.people}
    judged = evenings.judged(evening, drawn, keys)
    move = request.GET.get("move", "")
    unseated = [one for key, one in here.items() if key not in known]
    left = int((drawn.ends_at - timezone.now()).total_seconds()) if drawn.ends_at else None
    return context | {
        "tables": tables,
        "unseated": unseated,
        "playing": [table.number for table in tables if table.match and not table.done],
        "again": [(known[one], known[other]) for one, other in judged.again],
        "mates": [(known[one], known[other]) for one, other in judged.mates],
        "small": [known[one] for one in judged.small],
        "moving": next(
            (one for one in (*known.values(), *here.values()) if one.public_id == move), None
        ),
        "ends": ends_as_text(drawn),
        "left": left,
    }


def tables_of_round(drawn: EveningRound) -> list[TableShown]:
    """Return the tables of a round with what is handed in so far."""
    typed = dict(drawn.points.filter(kind=EveningPoints.Kind.TYPED).values_list("player", "halves"))
    hands = Hand.objects.filter(match__round=drawn, state=Hand.State.SEALED)
    table_of = dict(hands.order_by().values_list("pk", "match"))
    sealed = Counter(table_of.values())
    scores: defaultdict[int, Counter[int]] = defaultdict(Counter)
    results = HandSeat.objects.filter(hand__in=table_of).order_by()
    for hand, player, halves in results.values_list("hand", "player", "score_halves"):
        scores[table_of[hand]][player] += halves
    shown = []
    for number, people, match in seated(drawn):
        count = sealed[match.pk] if match else 0
        points: Mapping[int, int] = scores[match.pk] if match and count else typed
        sitting = [SeatShown(one, points.get(one.pk, 0)) for one in people]
        is_typed = any(one.pk in typed for one in people)
        before = [one for one in match.people if one not in people] if match else []
        gone = [SeatShown(one, points[one.pk]) for one in before if one.pk in points]
        shown.append(TableShown(number, sitting, match, count, is_typed, gone))
    return shown
