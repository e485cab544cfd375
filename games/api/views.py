"""Clubs, players, matches and hands, to be read."""

import hashlib
from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django_filters import FilterSet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import filters, serializers
from games.api.endpoint import EVERYWHERE, Endpoint
from games.api.negotiation import RecordJson, RecordNdjson
from games.api.pagination import Order, Pages
from games.api.parameters import OF_LISTS, Filters
from games.api.rows import add_hand_seats, add_match_seats, add_sheet_and_seal
from games.api.schema import ANY_ERROR
from games.api.scope import visible, visible_hands
from games.api.serializers import Row, RowSerializer
from games.models import Club, Hand, Match, Player
from games.records import record_of
from games.rules import format_record


class Rows(Endpoint, GenericAPIView):
    """What lists and single rows of one kind have in common."""

    lookup_field = "public_id"
    filter_backends: list[Any] = []
    model: ClassVar[type[Model]]
    serializer_class: type[RowSerializer]
    # Columns that are read for the server itself; no answer shows them.
    inner_columns: ClassVar[tuple[str, ...]] = ("pk",)

    def get_queryset(self) -> QuerySet:
        """Return the rows that the principal may see, with the columns of the answer."""
        return self.seen().values(*self.inner_columns, *self.serializer_class.columns())

    def seen(self) -> QuerySet:
        """Return the model instances that the principal may see."""
        return visible(self.model, self.request)

    def complete(self, rows: list[Row]) -> None:
        """Add to the rows what is not a column of theirs."""


class RowList(Rows, ListAPIView):
    """A list: filtered, in pages."""

    pagination_class = Pages
    filter_backends = [Filters]
    filterset_class: ClassVar[type[FilterSet]]
    order: ClassVar[Order]

    def known_parameters(self) -> tuple[str, ...]:
        """Return the names of the filters, of the page and of the form."""
        return (*self.filterset_class.base_filters, *OF_LISTS, *EVERYWHERE)

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return the complete rows of the page that is asked for."""
        page = super().paginate_queryset(queryset)
        self.complete(page)  # type: ignore[arg-type]  # rows, since the query is one of values()
        return page


class RowDetail(Rows):
    """One row, by its public id."""

    def get(self, request: Request, public_id: str) -> Response:
        row = get_object_or_404(self.get_queryset(), public_id=public_id)
        self.complete([row])
        return Response(self.get_serializer(row).data)


class ClubRows(Rows):
    """The clubs in which the principal is a member."""

    model = Club
    queryset = Club.objects.none()  # for the OpenAPI description
    serializer_class = serializers.ClubSerializer


@extend_schema(tags=["clubs"])
class ClubList(ClubRows, RowList):
    """Your clubs, in the order of their names."""

    filterset_class = filters.ClubFilters
    order = Order("name")


@extend_schema(tags=["clubs"])
class ClubDetail(ClubRows, RowDetail):
    """One of your clubs."""


class PlayerRows(Rows):
    """The players of these clubs."""

    model = Player
    queryset = Player.objects.none()  # for the OpenAPI description
    serializer_class = serializers.PlayerSerializer


@extend_schema(tags=["players"])
class PlayerList(PlayerRows, RowList):
    """The players of your clubs, in the order of their names."""

    filterset_class = filters.PlayerFilters
    order = Order("name")


@extend_schema(tags=["players"])
class PlayerDetail(PlayerRows, RowDetail):
    """One player."""


class MatchRows(Rows):
    """The matches of these clubs."""

    model = Match
    queryset = Match.objects.none()  # for the OpenAPI description
    serializer_class = serializers.MatchSerializer

    def complete(self, rows: list[Row]) -> None:
        """Add who sits where."""
        add_match_seats(rows)


@extend_schema(tags=["matches"])
class MatchList(MatchRows, RowList):
    """The matches of your clubs, the latest first."""

    filterset_class = filters.MatchFilters
    order = Order("played_on", descending=True)


@extend_schema(tags=["matches"])
class MatchDetail(MatchRows, RowDetail):
    """One match; its hands are listed by `hands?match=…`."""


class HandRows(Rows):
    """The hands of these clubs; open ones for those who may record."""

    model = Hand
    queryset = Hand.objects.none()  # for the OpenAPI description
    serializer_class = serializers.HandSerializer
    inner_columns: ClassVar[tuple[str, ...]] = ("pk", "match")

    def seen(self) -> QuerySet:
        """Return the hands whose cards the principal may know."""
        return visible_hands(self.request)

    def complete(self, rows: list[Row]) -> None:
        """Add players and scores."""
        add_hand_seats(rows, self.request)


@extend_schema(tags=["hands"])
class HandList(HandRows, RowList):
    """The hands of your clubs, the latest first."""

    filterset_class = filters.HandFilters
    order = Order("played_at", descending=True)


@extend_schema(tags=["hands"])
class HandDetail(HandRows, RowDetail):
    """One hand with its score sheet and its seal."""

    serializer_class = serializers.HandDetailSerializer
    inner_columns = ("pk", "match", "sheet")

    def complete(self, rows: list[Row]) -> None:
        """Add the sheet's words and the seal as well."""
        super().complete(rows)
        for row in rows:
            add_sheet_and_seal(row, self.request)


class HandRecord(Endpoint):
    """The record of a hand, as record-format.md describes it."""

    renderer_classes = [RecordJson, RecordNdjson]

    @extend_schema(
        tags=["hands"],
        operation_id="hands_record",
        responses={
            (200, RecordJson.media_type): OpenApiTypes.OBJECT,
            (200, RecordNdjson.media_type): OpenApiTypes.STR,
            304: None,
        }
        | ANY_ERROR,
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """The record in canonical form: the same bytes each time until the hand changes.

        The `ETag` is their SHA-256; sent back as `If-None-Match` it is answered with 304.
        """
        hands = visible_hands(request).with_table()  # type: ignore[attr-defined]
        hand = get_object_or_404(hands, public_id=public_id)
        line = format_record(record_of(hand))
        if request.accepted_renderer.format == RecordNdjson.format:
            line += b"\n"
        return unless_known(request, line, request.accepted_renderer.media_type)


def unless_known(request: HttpRequest | Request, body: bytes, media_type: str) -> HttpResponseBase:
    """Answer with the body, or with 304 where the client has these very bytes already."""
    etag = f'"{hashlib.sha256(body).hexdigest()}"'
    response = HttpResponse(body, content_type=media_type)
    response.headers["ETag"] = etag
    # May be kept, but not used again without asking: the reader may have left the club.
    response.headers["Cache-Control"] = "private, no-cache"
    return get_conditional_response(request, etag=etag, response=response) or response
