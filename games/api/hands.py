"""Hands: the list, one of them, and its record."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.api import filters, serializers
from games.api.bodies import NewHand
from games.api.endpoint import Endpoint, digest_of
from games.api.lists import RowDetail, RowList, Rows
from games.api.negotiation import RecordJson, RecordNdjson
from games.api.pagination import Order
from games.api.rows import add_hand_seats, add_sheet_and_seal
from games.api.schema import ANY_ERROR
from games.api.scope import visible_hands
from games.api.serializers import Row
from games.api.writing import Writes, user_of
from games.models import Hand, Match
from games.records import record_of
from games.rules import format_record


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
class HandList(HandRows, Writes, RowList):
    """The hands of your clubs, the latest first."""

    filterset_class = filters.HandFilters
    order = Order("played_at", descending=True)

    @extend_schema(
        tags=["recording"],
        operation_id="hands_create",
        request=NewHand,
        responses={200: serializers.HandSerializer, 201: serializers.HandSerializer} | ANY_ERROR,
    )
    def post(self, request: Request) -> Response:
        """Open the next hand of a match. For scorers.

        While a hand of the match is being recorded it is that hand which is answered, with status
        200: sent twice the request opens one hand.
        """
        body = self.read(request, NewHand)
        match = self.find(Match, request, body.pop("match"), "match")
        known = Hand.objects.filter(match=match, state=Hand.State.OPEN).exists()
        hand = services.open_hand(user=user_of(request), match=match, **body)
        return self.made("hand", hand, status=200 if known else 201)


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

    def etag_of(self, response: Any) -> str:
        """The version of the hand stands first: a write names it by `If-Match`."""
        return f"{response.data['version']}-{digest_of(response.content)}"


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
    etag = f'"{digest_of(body)}"'
    response = HttpResponse(body, content_type=media_type)
    response.headers["ETag"] = etag
    # May be kept, but not used again without asking: the reader may have left the club.
    response.headers["Cache-Control"] = "private, no-cache"
    return get_conditional_response(request, etag=etag, response=response) or response
