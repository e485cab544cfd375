"""Matches: reading them, opening and closing them."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import book
from games.api import filters
from games.api.answers import serializers
from games.api.answers.bodies import NewMatchSerializer
from games.api.http.lists import RowDetail, RowList, Rows
from games.api.http.scope import visible
from games.api.http.writing import WritingEndpoint, once_of, status_of, user_of
from games.archive.seats import add_match_seats
from games.archive.shapes import Row
from games.models import Club, Match, Player
from games.models.paging import Order


class MatchRows(Rows):
    """The matches of these clubs."""

    queryset = Match.objects.none()
    serializer_class = serializers.MatchSerializer

    def complete(self, rows: list[Row]) -> None:
        """Add who sits where."""
        if "seats" in self.wanted:
            add_match_seats(rows)


class MatchList(MatchRows, WritingEndpoint, RowList):
    """The matches of your clubs, the latest first."""

    filterset_class = filters.MatchFilters
    order = Order("played_on", descending=True)

    @extend_schema(
        operation_id="matches_create",
        request=NewMatchSerializer,
        responses={200: serializers.MatchSerializer, 201: serializers.MatchSerializer},
    )
    def post(self, request: Request) -> Response:
        """Open a match. For scorers. Sent again with its `key` it is answered with status 200."""
        body = self.read(request, NewMatchSerializer)
        once = once_of(request, body)
        club = self.find(Club, request, body.pop("club"), "club")
        seats = self._seats(request, club, body.pop("seats"))
        match = book.open_match(user=user_of(request), club=club, seats=seats, once=once, **body)
        return self.made("match", match, status=status_of(once))

    def _seats(self, request: Request, club: Club, ids: list[str]) -> list[Player]:
        players = visible(Player, request).filter(club=club, public_id__in=ids)
        known = {player.public_id: player for player in players}
        if missing := [one for one in ids if one not in known]:
            message = _("The club has no player %(id)s.") % {"id": missing[0]}
            raise ValidationError({"seats": ValidationError(message, code="unknown-player")})
        return [known[one] for one in ids]


class MatchDetail(MatchRows, RowDetail):
    """One match; its hands are listed by `hands?match=…`."""


class MatchClose(MatchRows, WritingEndpoint):
    """Closing a match."""

    @extend_schema(
        operation_id="matches_close", request=None, responses={200: serializers.MatchSerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Close a match: it takes no hands any more. To close it twice changes nothing."""
        match = self.find(Match, request, public_id)
        book.close_match(user=user_of(request), match=match)
        return Response(self.shown([self.row(pk=match.pk)])[0])
