"""Parts of a hand with addresses of their own: its events, the table at a step."""

from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers.best_play import BestPlaySerializer, best_play_of
from games.api.answers.events import events_of
from games.api.answers.serializers import EventSerializer, EventsSerializer
from games.api.http.endpoint import Endpoint, unless_known
from games.api.http.errors import bad_parameters
from games.api.http.negotiation import Ndjson, Png, Svg
from games.api.http.schema import WORDS
from games.api.http.scope import readable_hand
from games.api.http.streams import streamed
from games.archive.export import json_line
from games.book.records import latest_seal, record_of
from games.models import Hand
from games.models.analysis import turned_steps
from games.replay import film, view_of
from games.replay.pictures import picture_of, svg_of
from games.rules import Record


def record_or_404(request: Request, public_id: str) -> Record:
    """Return the record of a hand that the reader may see."""
    return record_of(readable_hand(request, public_id))


class HandEvents(Endpoint):
    renderer_classes = [JSONRenderer, Ndjson]

    @extend_schema(operation_id="hands_events", responses=EventsSerializer)
    def get(self, request: Request, public_id: str) -> Any:
        """Return what happened, in order: the record's actions, and what followed from them."""
        events = EventSerializer(events_of(record_or_404(request, public_id)), many=True).data
        if request.accepted_renderer.format == Ndjson.format:
            name = f"{public_id}.events.ndjson"
            return streamed(request, map(json_line, events), Ndjson.media_type, name)
        return Response({"hand": public_id, "events": events})


class HandBestPlay(Endpoint):
    """Where a sealed hand turned."""

    @extend_schema(operation_id="hands_best_play", responses=BestPlaySerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the turning points of a hand with best play, all cards seen, if they are known.

        404 for a hand that is not sealed, and where club or players hide best play.
        """
        hand = readable_hand(request, public_id)
        if hand.state != Hand.State.SEALED:
            raise Http404
        seal = latest_seal(hand)
        if turned_steps(hand, seal) is None:
            raise Http404
        return Response(best_play_of(hand, seal))


OF_PICTURES = (
    OpenApiParameter("step", WORDS, description="Its place, as `3.2`, `auction`, `score`."),
    OpenApiParameter("seat", WORDS, description="Whose cards are open: a seat, `none`, or all."),
)


class HandPosition(Endpoint):
    """The table at a step of a hand."""

    renderer_classes = [Svg, Png]
    parameters = OF_PICTURES

    @extend_schema(operation_id="hands_position", responses=OpenApiTypes.BINARY)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return a picture of the table at a step: all cards open, or those one seat sees."""
        return picture(request, record_or_404(request, public_id))


def picture(request: Request, record: Record) -> HttpResponseBase:
    """Return the picture of a record that the address asks for."""
    view = view_of(request.query_params.get("seat", ""), len(record.players))
    if view is None:
        raise bad_parameters({"seat": _("Write a seat, counted from 0, or “none”.")})
    shown = film(record, view)
    place = request.query_params.get("step")
    step = shown.step_of(place) if place else shown.last
    if step is None:
        raise bad_parameters({"step": _("This hand has no such step.")})
    if request.accepted_renderer.format == Png.format:
        return unless_known(request, picture_of(shown, step), Png.media_type)
    answer = unless_known(request, svg_of(shown, step).encode(), Svg.media_type)
    answer.drawing = True  # type: ignore[attr-defined]  # its style stands in it
    return answer
