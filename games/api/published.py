"""Hands that a club has published: for everybody, and for pages of other sites."""

from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.answers.changes import RECORD
from games.api.hand_parts import OF_PICTURES, picture
from games.api.hands import record_answer
from games.api.http.endpoint import Public
from games.api.http.negotiation import Notation, Png, RecordJson, Svg, TarotHand
from games.book.records import sealed_record
from games.replay.published import nameless, published


class PublishedHand(Public):
    renderer_classes = [RecordJson, TarotHand, Notation, Svg, Png]
    parameters = OF_PICTURES

    @extend_schema(operation_id="published_retrieve", responses={200: RECORD})
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the record of a published hand, or a picture of the table at a step.

        Nobody needs to sign in. Where the club publishes no names, the players are called by their
        seats and what people wrote is left out.
        """
        publication = published(public_id)
        if publication is None:
            raise Http404
        record: Any = sealed_record(publication.hand)
        if not publication.names:
            record = nameless(record)
        if request.accepted_renderer.format in (Svg.format, Png.format):
            return picture(request, record)
        return record_answer(request, record)
