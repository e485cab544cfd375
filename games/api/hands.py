"""Hands: the list, one of them, and its record."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games import book
from games.api import filters
from games.api.answers import serializers
from games.api.answers.bodies import NewHandSerializer
from games.api.answers.changes import RECORD
from games.api.answers.extras import add_comments, add_forms, add_seals, add_sheets
from games.api.hand_parts import OF_PICTURES, picture, record_or_404
from games.api.http.endpoint import Endpoint, unless_known
from games.api.http.errors import ApiError, FaultyPart
from games.api.http.lists import UPDATED, RowDetail, RowList, Rows
from games.api.http.negotiation import Ndjson, Notation, Png, RecordJson, Svg, TarotHand
from games.api.http.scope import visible_hands
from games.api.http.writing import (
    WritingEndpoint,
    device_of,
    key_of,
    makes,
    once_of,
    status_of,
    user_of,
)
from games.archive.seats import SEATED_BY, add_hand_seats
from games.archive.shapes import Row
from games.models import Hand, Match
from games.models.paging import Order
from games.rules import Record, format_record, notation

RECORD_FORMS = [RecordJson, TarotHand, Ndjson, Notation]


class HandRows(Rows):
    """The hands of these clubs; open ones for those who may record."""

    queryset = Hand.objects.none()
    serializer_class = serializers.HandSerializer
    inner_columns = (*SEATED_BY, "variant", "version")
    extras = ("sheet", "seal", "record", "notation", "events", "comments")

    def inner(self) -> Iterable[str]:
        """Return the columns to read, with the score sheet if it is wanted."""
        return (*super().inner(), *(self.wanted & {"sheet"}))

    def get_queryset(self) -> QuerySet:
        """Return the hands whose cards the principal may know."""
        return visible_hands(self.request)

    def complete(self, rows: list[Row]) -> None:
        """Add players and scores, and whatever else is asked for."""
        add_hand_seats(rows)
        if "sheet" in self.wanted:
            add_sheets(rows)
        if "seal" in self.wanted:
            add_seals(rows, self.request)
        if "comments" in self.wanted:
            add_comments(rows, self.request)
        add_forms(rows, self.wanted, self.request)


class HandList(HandRows, WritingEndpoint, RowList):
    """The hands of your clubs, the latest first."""

    filterset_class = filters.HandFilters
    order = Order("played_at", descending=True)

    def get_queryset(self) -> QuerySet:
        """Add void hands with `updated_since`, so that a program learns of them."""
        if UPDATED not in self.request.query_params:
            return super().get_queryset()
        void = Q(state=Hand.State.VOID)
        return visible_hands(self.request, or_else=void)

    @makes("hands_create", NewHandSerializer, serializers.HandSerializer, tag="recording")
    def post(self, request: Request) -> Response:
        """Open the next hand of a match, or take over a whole one as record or result. For scorers.

        Without a record: while a hand of the match is being recorded it is that hand which is
        answered, with status 200: sent twice the request opens one hand. With a `key` also when the
        hand has been sealed between the two.

        With a record: it must be of the match (game, options, people); it is judged as a whole, and
        nothing is kept of one that does not stand. With a result: its facts are all of the hand.
        Sent again with its `key` either is answered alike.
        """
        body = self.read(request, NewHandSerializer)
        match = self.find(Match, request, body.pop("match"), "match")
        if body.keys() & {"record", "result"}:
            return self._take(request, match, body)
        refuse_with(body, ("seal", "unconfirmed"), _("This can be sent only with a record."))
        known = Hand.objects.filter(match=match, state=Hand.State.OPEN).exists()
        once = once_of(request, body)
        hand = book.open_hand(user=user_of(request), match=match, once=once, **body)
        return self.made("hand", hand, status=status_of(once, known=known))

    def _take(self, request: Request, match: Match, body: dict[str, Any]) -> Response:
        refuse_with(body, ("writes", "comment"), _("The record itself contains this."))
        if {"record", "result"} <= body.keys():
            refuse_with(body, ("result",), _("The record itself contains this."))
        take = book.take_record if "record" in body else book.take_result
        key, user, device = key_of(request, body), user_of(request), device_of(request)
        taken = take(user=user, match=match, key=key, device=device, **body)
        return self.made("hand", taken.hand, status=200 if taken.replayed else 201)


def refuse_with(body: dict[str, Any], names: Iterable[str], sentence: str) -> None:
    """Raise ApiError `unknown-field` for fields that do not go with the others."""
    faults = [FaultyPart("body", f"/{name}", sentence) for name in names if name in body]
    if faults:
        raise ApiError("unknown-field", sentence, faults)


class HandDetail(HandRows, RowDetail):
    """One hand with its score sheet and its seal."""

    renderer_classes = [JSONRenderer, TarotHand, Notation, Svg, Png]
    usual = ("sheet", "seal")
    parameters = OF_PICTURES

    def get(self, request: Request, public_id: str) -> Any:
        """Return one hand: a row with score sheet and seal, a record, a text, or a picture."""
        form = request.accepted_renderer.format
        self.wanted  # noqa: B018 (only JSON has fields, but in every form unknown ones are refused)
        if form in (Svg.format, Png.format):
            return picture(request, record_or_404(request, public_id))
        if form != JSONRenderer.format:
            return record_answer(request, record_or_404(request, public_id))
        return Response(self.shown([self.row(public_id=public_id)])[0])


class HandRecord(Endpoint):
    """The record of a hand, as the record format describes it."""

    renderer_classes = RECORD_FORMS

    @extend_schema(operation_id="hands_record", responses={200: RECORD})
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the record in canonical form: the same bytes until the hand changes.

        The `ETag` is their SHA-256; sent back as `If-None-Match` it is answered with 304.
        """
        return record_answer(request, record_or_404(request, public_id))


def record_answer(request: Request, record: Record) -> HttpResponseBase:
    """Return a record in the form that the client takes."""
    form = request.accepted_renderer
    if form.format == Notation.format:
        text = notation.format_text(record).encode()
        return unless_known(request, text, f"{Notation.media_type}; charset=utf-8")
    end = b"\n" if form.format == Ndjson.format else b""
    return unless_known(request, format_record(record) + end, form.media_type)
