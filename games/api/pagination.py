"""Lists come in pages that are walked by links, not by numbers."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.errors import bad_parameters

LARGEST_PAGE = 200


class Pages(CursorPagination):
    """Pages that neither skip nor repeat a row while new hands are recorded.

    A view names its order in `ordering`: first a field that is never null and hardly ever the
    same in two rows, and last the key.
    """

    page_size = 50
    max_page_size = LARGEST_PAGE
    page_size_query_param = "page_size"

    def get_ordering(self, request: Request, queryset: QuerySet, view: APIView) -> tuple[str, ...]:
        """Return the view's own order."""
        return view.ordering  # type: ignore[attr-defined]

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return the rows of the page that the cursor names."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValidationError, ValueError, OverflowError):
            raise broken_cursor() from None

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Refuse a broken cursor as the parameter that it is."""
        try:
            return super().decode_cursor(request)
        except NotFound:
            raise broken_cursor() from None

    def get_page_size(self, request: Request) -> int:
        """Return the wished size; raises where it is no number from 1 to `LARGEST_PAGE`."""
        wished = request.query_params.get(self.page_size_query_param, str(self.page_size))
        if not (wished.isascii() and wished.isdigit() and len(wished) <= len(str(LARGEST_PAGE))):
            raise bad_page_size()
        if not 1 <= int(wished) <= LARGEST_PAGE:
            raise bad_page_size()
        return int(wished)

    def get_paginated_response(self, data: Any) -> Response:
        """Give the links in the body and once more as a `Link` header (RFC 8288)."""
        links = {"next": self.get_next_link(), "prev": self.get_previous_link()}
        shown = ", ".join(f'<{url}>; rel="{name}"' for name, url in links.items() if url)
        headers = {"Link": shown} if shown else None
        body = {"next": links["next"], "previous": links["prev"], "results": data}
        return Response(body, headers=headers)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page for OpenAPI 3.1."""
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"next": link, "previous": link, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}


def broken_cursor() -> Exception:
    """Build the refusal of a cursor that is not one of ours."""
    return bad_parameters({"cursor": _("This is none of our cursors: follow the links of a page.")})


def bad_page_size() -> Exception:
    """Build the refusal of a page size."""
    sentence = _("This is a whole number from 1 to {largest}.").format(largest=LARGEST_PAGE)
    return bad_parameters({"page_size": sentence})
