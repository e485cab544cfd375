"""Which form of an answer a client gets, and the forms that there are."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer


class Negotiation(DefaultContentNegotiation):
    """An unknown `?format=` is refused like an unknown `Accept` header: 406, not 404."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the renderer; an empty `?format=` is none that there is."""
        if request.query_params.get("format") == "":
            self.filter_renderers(renderers, "")
        return super().select_renderer(request, renderers, format_suffix)

    def filter_renderers(self, renderers: Any, format: str) -> list[Any]:
        """Return the renderers of that format; raises NotAcceptable where there is none."""
        found = [renderer for renderer in renderers if renderer.format == format]
        if not found:
            known = ", ".join(renderer.format for renderer in renderers)
            raise NotAcceptable(_("format may be: {known}.").format(known=known))
        return found


class AsIs(BaseRenderer):
    """Bytes that the view has made already."""

    charset = None
    render_style = "binary"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the bytes unchanged."""
        return data


class RecordJson(AsIs):
    """A record as it is sealed: one line of canonical JSON."""

    media_type = "application/json"
    format = "json"


class TarotHand(AsIs):
    """The same under the name of its own format."""

    media_type = "application/vnd.tarot-hand+json"
    format = "record"


class Ndjson(AsIs):
    """One JSON object a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class Csv(AsIs):
    """A table for spreadsheets."""

    media_type = "text/csv"
    format = "csv"


class Notation(AsIs):
    """The text notation of a hand."""

    media_type = "text/plain"
    format = "txt"


class Svg(AsIs):
    """A picture."""

    media_type = "image/svg+xml"
    format = "svg"


class Png(AsIs):
    """A picture as chats show it."""

    media_type = "image/png"
    format = "png"


class Markdown(AsIs):
    """A text for people."""

    media_type = "text/markdown"
    format = "md"


# What may stand at the end of an address in the place of `?format=`.
_KINDS = (TarotHand, Ndjson, Csv, Notation, Svg, Png, Markdown)
SUFFIXES = ("json", *(kind.format for kind in _KINDS))
