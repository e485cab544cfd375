"""Which form of an answer a client gets."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer


class Negotiation(DefaultContentNegotiation):
    """An unknown `?format=` is refused like an unknown `Accept` header: 406, not 404."""

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


class RecordNdjson(AsIs):
    """The same line as the only one of an NDJSON file."""

    media_type = "application/x-ndjson"
    format = "ndjson"
