"""How a match stands."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers.scores import StandingsSerializer
from games.api.http.endpoint import Endpoint
from games.api.http.scope import visible
from games.matches.match_rows import match_so_far
from games.matches.standings import Stand, ranked, stand_of
from games.models import Match


class MatchStandings(Endpoint):
    """The running scores of a match."""

    @extend_schema(operation_id="matches_standings", responses=StandingsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the scores of the sealed hands, who is ahead, and whether the match is over."""
        match = get_object_or_404(visible(Match, request), public_id=public_id)
        return Response(StandingsSerializer(facts_of(stand_of(match_so_far(match)))).data)


def facts_of(stand: Stand) -> dict[str, Any]:
    """Return what the serializer writes of a match after its hands; people by their places."""
    people, end = stand.standings.players, stand.end
    place = {player: number for number, player in enumerate(people)}
    names = stand.standings.names
    winners = [names[one] for side in end.winners for one in stand.sides[side]]
    return {
        "stand": stand,
        "people": [{"place": number, "player": player} for number, player in enumerate(people)],
        "shared": [
            {"place": number, "share": share}
            for number, shares in enumerate(stand.standings.shared)
            for share in shares
        ],
        "ranking": [
            {
                "places": [place[player] for player in rank.players],
                "names": list(rank.names),
                "rank": rank,
            }
            for rank in ranked(stand)
        ],
        "over": end.over,
        "winners": winners if end.over else [],
    }
