"""Clubs and their players."""

from dataclasses import replace

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games import people
from games.api import filters
from games.api.answers import serializers
from games.api.answers.bodies import NewPlayerSerializer, PlayerEditSerializer
from games.api.answers.leagues import LeagueSerializer
from games.api.http.endpoint import Endpoint
from games.api.http.lists import RowDetail, RowList, Rows
from games.api.http.schema import WORDS
from games.api.http.scope import visible
from games.api.http.writing import WritingEndpoint, makes, once_of, status_of, takes, user_of
from games.league.brought_forward import carried_lines
from games.league.league_files import COLUMNS, asked_for, lines_of
from games.models import Club, Player
from games.models.paging import Order
from games.people.merge_plan import ids_now


class ClubRows(Rows):
    """The clubs in which the principal is a member."""

    queryset = Club.objects.none()
    serializer_class = serializers.ClubSerializer


class ClubList(ClubRows, RowList):
    """Your clubs, in the order of their names."""

    order = Order("name")


class ClubDetail(ClubRows, RowDetail):
    """One of your clubs."""


class ClubLeague(Endpoint):
    parameters = (
        OpenApiParameter("variant", WORDS, description="A game; else the one most played."),
        OpenApiParameter(
            "period",
            WORDS,
            description="`2026`, `2026-11`, `2025-09-01..2026-06-30`; else the last season.",
        ),
    )

    @extend_schema(operation_id="clubs_league", responses=LeagueSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the league table of one game and period, ranked as on the page of the club."""
        club = get_object_or_404(visible(Club, request), public_id=public_id)
        game, period = asked_for(request._request, club)
        lines = [
            {"id": player} | dict(zip(COLUMNS, cells, strict=True))
            for player, cells in lines_of(club, game, period)
        ]
        facts = {"club": club.public_id, "variant": game, "period": period, "lines": lines}
        facts["brought_forward"] = carried_lines(club, game, period, {})
        return Response(LeagueSerializer(facts).data)


class PlayerRows(Rows):
    """The players of these clubs."""

    queryset = Player.objects.none()
    serializer_class = serializers.PlayerSerializer


class PlayerList(PlayerRows, WritingEndpoint, RowList):
    """The players of your clubs, in the order of their names."""

    filterset_class = filters.PlayerFilters
    order = Order("sort_key")

    @makes("players_create", NewPlayerSerializer, serializers.PlayerSerializer)
    def post(self, request: Request) -> Response:
        """Add somebody who plays in the club. For scorers.

        Sent again with its `key` it is answered with status 200.
        """
        body = self.read(request, NewPlayerSerializer)
        once = once_of(request, body)
        club = self.find(Club, request, body["club"], "club")
        facts = {name: body[name] for name in ("name", "nickname", "number") if name in body}
        player = people.add_player(user=user_of(request), club=club, once=once, **facts)
        return self.made("player", player, status=status_of(once))


class PlayerDetail(PlayerRows, WritingEndpoint, RowDetail):
    @extend_schema(responses={200: serializers.PlayerSerializer, 307: None})
    def get(self, request: Request, public_id: str) -> Response:
        """Return one player; for a player who was merged into another redirect (307) there."""
        gone = Player.every.filter(public_id=public_id, club__in=visible(Club, request))
        into = gone.exclude(merged_into=None).values_list("club", flat=True).first()
        if into is None:
            return Response(self.shown([self.row(public_id=public_id)])[0])
        place = reverse("api:player", [ids_now(into)[public_id]], request=request)
        return Response(status=307, headers={"Location": place})

    @takes("players_change", PlayerEditSerializer, serializers.PlayerSerializer)
    def patch(self, request: Request, public_id: str) -> Response:
        """Change what the club knows of a player. For scorers.

        Sealed hands keep the name that they were sealed with.
        """
        player = self.find(Player, request, public_id)
        body = self.read(request, PlayerEditSerializer)
        facts = replace(people.facts_of(player), **body)
        people.change_player(user=user_of(request), player=player, facts=facts)
        return Response(self.shown([self.row(pk=player.pk)])[0])
