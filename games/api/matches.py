"""Matches: reading them, opening, changing and closing them."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import filters
from games.api.answers import serializers
from games.api.answers.bodies import (
    MatchEditSerializer,
    NewMatchSerializer,
    NewReseatingSerializer,
)
from games.api.answers.reseatings import ReseatingPreviewSerializer
from games.api.http.lists import RowDetail, RowList, Rows
from games.api.http.scope import visible
from games.api.http.writing import (
    WritingEndpoint,
    device_of,
    makes,
    once_of,
    status_of,
    takes,
    user_of,
)
from games.archive.seats import add_match_seats
from games.archive.shapes import Row
from games.matches.match_changes import close_match, open_match
from games.matches.match_edits import delete_match, edit_match
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating, plan_reseating
from games.models import Club, Match, Player
from games.models.paging import Order
from games.writing.errors import invalid


class MatchRows(Rows):
    """The matches of these clubs."""

    queryset = Match.objects.none()
    serializer_class = serializers.MatchSerializer

    def complete(self, rows: list[Row]) -> None:
        """Add who sits where."""
        add_match_seats(rows)


class MatchList(MatchRows, WritingEndpoint, RowList):
    """The matches of your clubs, the latest first."""

    filterset_class = filters.MatchFilters
    order = Order("played_on", descending=True)

    @makes("matches_create", NewMatchSerializer, serializers.MatchSerializer)
    def post(self, request: Request) -> Response:
        """Open a match. For scorers. Sent again with its `key` it is answered with status 200."""
        body = self.read(request, NewMatchSerializer)
        once = once_of(request, body)
        club = self.find(Club, request, body.pop("club"), "club")
        seats = players_of(request, club, body.pop("seats"))
        match = open_match(user=user_of(request), club=club, seats=seats, once=once, **body)
        return self.made("match", match, status=status_of(once))


def players_of(request: Request, club: Club, ids: list[str]) -> list[Player]:
    """Return the players of a club with these ids. Raises ValidationError."""
    players = visible(Player, request).filter(club=club, public_id__in=ids)
    known = {player.public_id: player for player in players}
    if missing := [one for one in ids if one not in known]:
        raise invalid(
            "seats", "unknown-player", _("The club has no player %(id)s.") % {"id": missing[0]}
        )
    return [known[one] for one in ids]


class MatchDetail(MatchRows, WritingEndpoint, RowDetail):
    """One match; its hands are listed by `hands?match=…`."""

    @takes("matches_change", MatchEditSerializer, serializers.MatchSerializer)
    def patch(self, request: Request, public_id: str) -> Response:
        """Rename a match, or move it to another day or table. For scorers.

        Its hands go with it to another day; what is sealed keeps its texts.
        """
        match = self.find(Match, request, public_id)
        body = self.read(request, MatchEditSerializer)
        edit_match(user=user_of(request), match=match, **body)
        return Response(self.shown([self.row(pk=match.pk)])[0])

    @extend_schema(operation_id="matches_delete", request=None, responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete a match in which nothing was ever recorded. For scorers."""
        match = self.find(Match, request, public_id)
        delete_match(user=user_of(request), match=match)
        return Response(status=204)


class MatchSeats(MatchRows, WritingEndpoint):
    """Who sat where in a match."""

    @takes("matches_reseat", NewReseatingSerializer, serializers.MatchSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Put right who sat where and who dealt, from one hand to another. For scorers.

        Sealed hands get a further revision with the reason, open ones go on with these people.
        Everything is done, or nothing. Sent again with its `key` it is done once.
        """
        match = self.find(Match, request, public_id)
        body = self.read(request, NewReseatingSerializer)
        once = once_of(request, body)
        reasons = {name: body.pop(name) for name in ("because", "seen") if name in body}
        wanted = reseating_of(request, match, body)
        user, device = user_of(request), device_of(request)
        reseat(user=user, match=match, wanted=wanted, once=once, device=device, **reasons)
        return Response(self.shown([self.row(pk=match.pk)])[0])


class MatchSeatsPreview(WritingEndpoint):
    """What putting the seats right would change."""

    @takes("matches_reseat_preview", NewReseatingSerializer, ReseatingPreviewSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Judge it without doing it: the hands that change, everybody's total before and after."""
        match = self.find(Match, request, public_id)
        body = self.read(request, NewReseatingSerializer)
        unused = ("key", "because", "seen")
        asked = {name: value for name, value in body.items() if name not in unused}
        wanted = reseating_of(request, match, asked)
        plan = plan_reseating(user=user_of(request), match=match, wanted=wanted)
        totals = [
            {"player": one.public_id, "name": one.name, "before": before, "after": after}
            for one, (before, after) in plan.scores.items()
        ]
        facts = {"seen": plan.seen, "because_needed": plan.sealed, "hands": plan.hands}
        return Response(ReseatingPreviewSerializer(facts | {"totals": totals}).data)


def reseating_of(request: Request, match: Match, body: dict[str, Any]) -> Reseating:
    """Return the reseating that a body asks for. Raises ValidationError."""
    # Players already seated stay, even if they have since been erased.
    there = {seat.player.public_id: seat.player for seat in match.seats.select_related("player")}
    ids = body.pop("seats")
    missing = [key for key in ids if key not in there]
    known = there | {one.public_id: one for one in players_of(request, match.club, missing)}
    people = [known[key] for key in ids]
    return Reseating(tuple(people), **body)


class MatchClose(MatchRows, WritingEndpoint):
    @extend_schema(
        operation_id="matches_close", request=None, responses={200: serializers.MatchSerializer}
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Close a match: it takes no hands any more. To close it twice changes nothing."""
        match = self.find(Match, request, public_id)
        close_match(user=user_of(request), match=match)
        return Response(self.shown([self.row(pk=match.pk)])[0])
