"""Clubs and their players."""

from dataclasses import replace

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import people
from games.api import filters
from games.api.answers import serializers
from games.api.answers.bodies import NewPlayerSerializer, PlayerEditSerializer
from games.api.http.lists import RowDetail, RowList, Rows
from games.api.http.writing import WritingEndpoint, once_of, status_of, user_of
from games.models import Club, Player
from games.models.paging import Order


class ClubRows(Rows):
    """The clubs in which the principal is a member."""

    queryset = Club.objects.none()
    serializer_class = serializers.ClubSerializer


class ClubList(ClubRows, RowList):
    """Your clubs, in the order of their names."""

    order = Order("name")


class ClubDetail(ClubRows, RowDetail):
    """One of your clubs."""


class PlayerRows(Rows):
    """The players of these clubs."""

    queryset = Player.objects.none()
    serializer_class = serializers.PlayerSerializer


class PlayerList(PlayerRows, WritingEndpoint, RowList):
    """The players of your clubs, in the order of their names."""

    filterset_class = filters.PlayerFilters
    order = Order("sort_key")

    @extend_schema(
        operation_id="players_create",
        request=NewPlayerSerializer,
        responses={200: serializers.PlayerSerializer, 201: serializers.PlayerSerializer},
    )
    def post(self, request: Request) -> Response:
        """Add somebody who plays in the club. For scorers. Sent again with its `key` it is answered
        with status 200.
        """
        body = self.read(request, NewPlayerSerializer)
        once = once_of(request, body)
        club = self.find(Club, request, body["club"], "club")
        facts = {name: body[name] for name in ("name", "nickname", "number") if name in body}
        player = people.add_player(user=user_of(request), club=club, once=once, **facts)
        return self.made("player", player, status=status_of(once))


class PlayerDetail(PlayerRows, WritingEndpoint, RowDetail):
    """One player."""

    @extend_schema(
        operation_id="players_change",
        request=PlayerEditSerializer,
        responses={200: serializers.PlayerSerializer},
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """Change what the club knows of a player. For scorers.

        Sealed hands keep the name that they were sealed with.
        """
        player = self.find(Player, request, public_id)
        body = self.read(request, PlayerEditSerializer)
        facts = replace(people.facts_of(player), **body)
        people.change_player(user=user_of(request), player=player, facts=facts)
        return Response(self.shown([self.row(pk=player.pk)])[0])
