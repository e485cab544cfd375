"""The forms of answers, and which of them a client gets."""

from typing import Any

from django.http.request import MediaType
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer

from games.api.answers.changes import RECORD
from games.rules import json_schema


class Negotiation(DefaultContentNegotiation):
    """Chooses the form that the client prefers, as Django reads `Accept`.

    An unknown `?format=` is refused like an unknown `Accept` header: with 406, not 404.
    """

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the renderer and its media type. Raises NotAcceptable."""
        name = format_suffix or request.query_params.get("format")
        if name is not None:
            renderers = self.filter_renderers(renderers, name)
        if not request.headers.get("Accept"):
            return renderers[0], renderers[0].media_type
        for wish in request.accepted_types:
            kind = MediaType(f"{wish.main_type}/{wish.sub_type}")  # its parameters count nothing
            for renderer in renderers:
                if kind.match(renderer.media_type):
                    return renderer, renderer.media_type
        raise NotAcceptable(available_renderers=renderers)

    def filter_renderers(self, renderers: Any, format: str) -> list[Any]:
        """Return the renderers of that format. Raises NotAcceptable if there are none."""
        of_format = [renderer for renderer in renderers if renderer.format == format]
        if not of_format:
            known = ", ".join(renderer.format for renderer in renderers)
            raise NotAcceptable(_("“format” must be one of: {known}.").format(known=known))
        return of_format


class AsIs(BaseRenderer):
    """Bytes that the view has already made; `schema` describes them."""

    charset = None
    schema: json_schema.Schema | None = None

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        return data


def form(name: str, media_type: str, schema: json_schema.Schema | None = None) -> type[AsIs]:
    """Make a format of answers: its name for `?format=` and addresses, and its media type."""
    return type(name, (AsIs,), {"format": name, "media_type": media_type, "schema": schema})


TEXT: json_schema.Schema = {"type": "string"}
BINARY: json_schema.Schema = {"type": "string", "format": "binary"}
# JSON Schema cannot describe one JSON value a line, such as the rows of a list.
LINES: json_schema.Schema = {
    "type": "string",
    "contentMediaType": "application/x-ndjson",
    "description": "One JSON object a line.",
}
# A record as it is sealed, one line of canonical JSON; and the same with a media type of its own.
RecordJson = form("json", "application/json", RECORD)
TarotHand = form("record", "application/vnd.tarot-hand+json", RECORD)
Notation = form("txt", "text/plain", TEXT)
Ndjson = form("ndjson", LINES["contentMediaType"], LINES)
Csv = form("csv", "text/csv", TEXT)
Svg = form("svg", "image/svg+xml", BINARY)
Png = form("png", "image/png", BINARY)
Markdown = form("md", "text/markdown", TEXT)
EventStream = form("sse", "text/event-stream", TEXT)
FORMS = (RecordJson, TarotHand, Notation, Ndjson, Csv, Svg, Png, Markdown, EventStream)
