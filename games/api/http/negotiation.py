"""The forms of answers, and which of them a client gets."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.http.request import MediaType
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer

from games.api.answers.changes import RECORD
from games.rules import json_schema


class Negotiation(DefaultContentNegotiation):
    """Chooses the form that the client prefers (RFC 9110, 12.5.1); the library ignores quality
    values. An unknown `?format=` is refused like an unknown `Accept` header: with 406, not 404."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the renderer and its media type. Among several with the same preference it is the
        most exactly named one, then the first. Raises NotAcceptable."""
        name = format_suffix or request.query_params.get("format")
        if name is not None:
            renderers = self.filter_renderers(renderers, name)
        wishes = wishes_of(request.headers.get("Accept", ""))
        liked = [(wish_for(renderer.media_type, wishes), renderer) for renderer in renderers]
        wish, best = max(liked, key=lambda pair: pair[0][:2])
        if wish.quality == 0:
            raise NotAcceptable(available_renderers=renderers)
        return best, wish.text if wish.exactness == EXACT else best.media_type

    def filter_renderers(self, renderers: Any, format: str) -> list[Any]:
        """Return the renderers of that format. Raises NotAcceptable if there are none."""
        of_format = [renderer for renderer in renderers if renderer.format == format]
        if not of_format:
            known = ", ".join(renderer.format for renderer in renderers)
            raise NotAcceptable(_("“format” must be one of: {known}.").format(known=known))
        return of_format


class Wish(NamedTuple):
    """A part of an `Accept` header: its weight from 0 to 1, and how exact it is. `kind` is the
    media type without its parameters, `text` the whole part."""

    quality: float
    exactness: int
    kind: str
    text: str


ANYTHING, EXACT = "*/*", 2
UNNAMED = Wish(0, 0, "", "")


def wishes_of(header: str) -> list[Wish]:
    """The parts of an `Accept` header; without a header anything is accepted."""
    accepted = [MediaType(part) for part in header.split(",") if part.strip()]
    accepted = accepted or [MediaType(ANYTHING)]
    kinds = [f"{one.main_type}/{one.sub_type}".lower() for one in accepted]
    return [
        Wish(one.quality, EXACT - kind.count("*"), kind, str(one))
        for one, kind in zip(accepted, kinds, strict=True)
    ]


def wish_for(media_type: str, wishes: Iterable[Wish]) -> Wish:
    """The part that applies to a media type: the most exact one that matches it."""
    whole = (media_type, media_type.partition("/")[0] + "/*", ANYTHING)
    speaking = [wish for wish in wishes if wish.kind in whole]
    return max(speaking, key=lambda wish: wish.exactness, default=UNNAMED)


class AsIs(BaseRenderer):
    """Bytes that the view has already made; `schema` describes them."""

    charset = None
    render_style = "binary"
    schema: json_schema.Schema | None = None

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the bytes unchanged."""
        return data


def form(name: str, media_type: str, schema: json_schema.Schema | None = None) -> type[AsIs]:
    """A form of answers: its name for `?format=` and the end of an address, and its media type."""
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
FORMS = (RecordJson, TarotHand, Notation, Ndjson, Csv, Svg, Png, Markdown)
