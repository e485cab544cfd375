"""Lists have pages, which are connected by links, not by numbers."""

import re
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.api.http.errors import bad_parameters
from games.models.paging import TOP, Cursor, Hits, Order, UnknownRow, page_of

LARGEST_PAGE = 200
CURSOR = re.compile(r"(after|before)-([a-z2-7]{16})")


class Pages(BasePagination):
    """Pages that neither skip nor repeat a row while new hands are recorded.

    A cursor names the row next to which its page begins. The cursors of Django REST framework skip
    rows with the same time, such as the hands of an evening that were all written down the next
    day.
    """

    page_size = 50

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of the page that the cursor names; their `order` is that of the view."""
        self.url = request.build_absolute_uri()
        hits = getattr(view, "hits", None) or Hits(queryset, view.order)
        whole = view.get_queryset()
        size = self.wished_size(request)
        read = partial(hits.read, whole, view.rows)
        page = page_of(read, cursor_of(request, whole, view.order), size)
        self.next = self.link("after", page.rows[-1]) if page.after else None
        self.previous = self.link("before", page.rows[0]) if page.before else None
        return list(page.rows)

    def wished_size(self, request: Request) -> int:
        """Return the size of the page, from 1 to `LARGEST_PAGE`. Raises ApiError."""
        wished = request.query_params.get("page_size", str(self.page_size))
        if re.fullmatch(r"[1-9][0-9]{0,2}", wished) and int(wished) <= LARGEST_PAGE:
            return int(wished)
        sentence = _("This must be a whole number from 1 to {largest}.")
        raise bad_parameters({"page_size": sentence.format(largest=LARGEST_PAGE)})

    def link(self, way: str, row: dict[str, Any]) -> str:
        """Return the address of the page that begins next to a row."""
        return replace_query_param(self.url, "cursor", f"{way}-{row['id']}")

    def get_paginated_response(self, data: Any) -> Response:
        """Answer with a page; the links are in the body and in the `Link` header (RFC 8288)."""
        body = {"next": self.next, "previous": self.previous, "results": data}
        links = {"next": self.next, "prev": self.previous}
        shown = ", ".join(f'<{url}>; rel="{name}"' for name, url in links.items() if url)
        return Response(body, headers={"Link": shown} if shown else None)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"next": link, "previous": link, "results": schema}
        return {"type": "object", "required": list(properties), "properties": properties}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        size = {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": self.page_size}
        return [
            {"name": "cursor", "in": "query"}
            | {"schema": {"type": "string", "pattern": f"^({CURSOR.pattern})$"}}
            | {"description": "Given by the links `next` and `previous`."},
            {"name": "page_size", "in": "query", "schema": size},
        ]


def cursor_of(request: Request, rows: QuerySet, order: Order) -> Cursor:
    """Return where the page begins, by the row in the parameter. Raises ApiError."""
    text = request.query_params.get("cursor")
    if text is None:
        return TOP
    try:
        if named := CURSOR.fullmatch(text):
            return order.cursor(rows, named[2], backwards=named[1] == "before")
    except UnknownRow:
        pass
    sentence = _("Invalid cursor: use the `next` and `previous` links of a page.")
    raise bad_parameters({"cursor": sentence})
