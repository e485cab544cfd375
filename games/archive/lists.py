"""What all lists share: pages, chips, files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from games.access.pages import page_or_fragment, wants_fragment
from games.access.quota import HEAVY, spend
from games.archive.export import SPREADSHEET, XLSX
from games.archive.filters import HandSearch, ListSearch
from games.display import spreadsheets, workbooks
from games.display.workbooks import WorkbookSheet
from games.models import Club
from games.models.paging import TOP, Count, Cursor, UnknownRow, page_of

SHOWN = 50
# The first page of a list: no row is named in its address.
FIRST_PAGE = {"after": "", "before": ""}


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter in use: its words, and the address without it."""

    words: str
    address: str


def list_or_fragment(
    request: HttpRequest, page: str, fragment: str, context: dict[str, Any]
) -> HttpResponse:
    """Return the page, or for htmx only the list; the browser still shows the page's address."""
    response = page_or_fragment(request, page, fragment, context)
    if wants_fragment(request):
        push_url(response, address_with(request))
    return response


def list_context(
    request: HttpRequest, search: ListSearch, read: Callable[[Cursor, int], Sequence[Any]]
) -> dict[str, Any]:
    """Return the context of a list.

    It has the form, the filters in use as chips, one page of rows, and the links to newer and older
    ones. A filter that is not valid shows why, and no rows are listed.

    `read(cursor, limit)` returns rows in the order of the list, each with its `public_id`; it is
    only called if all filters are valid.
    """
    context: dict[str, Any] = {"form": search.form, "lines": (), "narrow": True}
    if not search.is_valid():
        return context
    page = page_of(read, cursor_of(request, search), SHOWN)
    keys = [line.public_id for line in page.rows]
    return context | {
        "lines": page.rows,
        "narrow": bool(search.chosen),
        "chips": [
            Chip(search.words(name), without(request, name))
            for name in search.chosen
            if name not in search.fixed
        ],
        "newer": page_at(request, before=keys[0]) if page.before else "",
        "older": page_at(request, after=keys[-1]) if page.after else "",
        "newest": page_at(request) if page.before else "",
    }


def page_at(request: HttpRequest, **others: str) -> str:
    """Return the address of another page of the list; the first one if no row is named."""
    return address_with(request, **FIRST_PAGE | others)


def counted(context: dict[str, Any], search: HandSearch) -> dict[str, Any]:
    """Return what a page says of the number of its hands. A list of one page is counted already."""
    if not any(context[way] for way in ("newer", "older")):
        return {"count": Count(len(context["lines"]))}
    return {"count": search.hits.count()}


def cursor_of(request: HttpRequest, search: ListSearch) -> Cursor:
    """Return the row next to which the requested page begins; a 404 if there is no such row."""
    before = request.GET.get("before", "")
    public_id = before or request.GET.get("after", "")
    if not public_id:
        return TOP
    try:
        return search.order.cursor(search.queryset, public_id, backwards=bool(before))
    except UnknownRow:
        raise Http404 from None


SHEET = "spreadsheet"  # what asks a page for its file
# The filters of pages, and what the interface for programs calls them.
FOR_PROGRAMS = {
    "player": "player",
    "variant": "variant",
    "since": "date_from",
    "until": "date_to",
}


def files_from(request: HttpRequest, club: Club, kind: str) -> list[tuple[Any, str]]:
    """Return the files with the whole list.

    Two are for people, which its page writes (`sheet_of`); the others are those of the interface
    for programs, where `kind` is the name of the list.
    """
    asked = {"club": club.public_id} | {
        theirs: str(request.GET[ours])
        for ours, theirs in FOR_PROGRAMS.items()
        if request.GET.get(ours)
    }
    place = reverse(f"api:{kind}")
    return [
        (XLSX, page_at(request, **{SHEET: "xlsx"})),
        (SPREADSHEET, page_at(request, **{SHEET: "1"})),
        *(
            (label, f"{place}?{urlencode(asked | {'format': form})}")
            for form, label in (("csv", _("Table (CSV)")), ("ndjson", _("NDJSON")))
        ),
    ]


def sheet_of(request: HttpRequest, name: str, table: WorkbookSheet) -> HttpResponse:
    """Return the whole list as a table for people who open it in a spreadsheet. Raises TooFast."""
    spend(HEAVY, request)
    return sheet_file(request, name, table)


def sheet_file(request: HttpRequest, name: str, table: WorkbookSheet) -> HttpResponse:
    """Return a table as a workbook, or as CSV in the signs of the reader's language."""
    if request.GET.get(SHEET) == "xlsx":
        return attached(workbooks.workbook([table]), workbooks.MEDIA_TYPE, f"{name}.xlsx")
    lines = spreadsheets.sheet_lines(table.header, table.rows)
    return attached(b"".join(lines), spreadsheets.MEDIA_TYPE, f"{name}.csv")


def attached(data: bytes, media_type: str, name: str) -> HttpResponse:
    """Return a file that a browser saves under a name."""
    response = HttpResponse(data, content_type=media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def without(request: HttpRequest, name: str) -> str:
    """Return the address of the list's first page without one of the filters."""
    return address_with(request, **FIRST_PAGE, **{name: ""})


def address_with(request: HttpRequest, **changes: str) -> str:
    """Return the page's address with other values in its query; empty values are left out."""
    query = request.GET.copy()
    for name, value in changes.items():
        query[name] = value
    for name in [name for name, value in query.items() if not value]:
        del query[name]
    return f"{request.path}?{query.urlencode()}" if query else request.path
