"""The players of a club with their totals, for lists of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from games.models import Club, HandSeat, Player, Tally, TallyKind
from games.models.statistics import ALL_TIME
from games.rules import VARIANTS


@dataclass(frozen=True, slots=True)
class Rostered:
    """A player with the number of hands and of games played, and the half points from all of them.

    `game`: the only game played, or "" if there are several or none. Points of different games
    cannot be added up.
    """

    public_id: str
    name: str
    nickname: str
    number: str
    has_left: bool
    last_played: datetime | None
    played: int = 0
    games: int = 0
    score_halves: int = 0
    game: str = ""


class Played(NamedTuple):
    """A player's totals in one game."""

    variant: str
    hands: int
    score_halves: int


def roster(club: Club) -> list[Rostered]:
    """Return the players of a club, by name. Two statements."""
    rows = Tally.objects.filter(
        club=club,
        variant__in=[variant.key for variant in VARIANTS],
        kind=TallyKind.WHOLE,
        period=ALL_TIME,
        player__isnull=False,
    )
    played: dict[int | None, list[Played]] = {}
    sums = rows.values_list("player_id", "variant", "hands", "score_halves")
    for player, variant, hands, score in sums:
        played.setdefault(player, []).append(Played(variant, hands, score))
    newest = HandSeat.objects.filter(player=OuterRef("pk")).order_by("-played_at")
    last_played = Subquery(newest.values("played_at")[:1])
    players = club.players.annotate(last_played=last_played).order_by("sort_key", "id")
    return [_rostered(player, played.get(player.pk, [])) for player in players]


def _rostered(player: Player, games: Sequence[Played]) -> Rostered:
    return Rostered(
        player.public_id,
        player.name,
        player.nickname,
        player.number,
        player.has_left(),
        player.last_played,  # type: ignore[attr-defined]
        played=sum(game.hands for game in games),
        games=len(games),
        score_halves=sum(game.score_halves for game in games),
        game=games[0].variant if len(games) == 1 else "",
    )
