"""What the lists of the archive share: filters in the address, pages, what to drop where nothing
is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from games.access.pages import page_or_fragment, wants_fragment
from games.matches.history import Page, UnknownCursor
from games.matches.list_filters import FilterForm
from games.matches.listing import Filters
from games.models import Club

Read = Callable[..., Page[Any]]
SHOWN = 50


@dataclass(frozen=True, slots=True)
class Drop:
    """A filter that could be dropped: its words, the address without it, how many items that
    brings (more than one page: `more`)."""

    words: str
    address: str
    count: int
    more: bool


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that narrows a list down: its words, and the address without it."""

    words: str
    address: str


def filtered_list(
    request: HttpRequest, club: Club, read: Read, *, without: tuple[str, ...]
) -> dict[str, Any]:
    """The context of a list that the address narrows down: form, items, the way to the older
    ones.

    `read(filters, after=…, limit=…)` gives a page of the list; `without` names the filters that
    it does not know. A filter that cannot be read shows why, and no items. A cursor of another
    list is a 404.
    """
    form = FilterForm(request.GET, club=club, without=without)
    if not form.is_valid():
        return {"form": form, "items": (), "filters": Filters(), "narrow": True, "drops": []}
    filters, after = form.filters, request.GET.get("after", "")
    try:
        page = read(filters, after=after, limit=SHOWN)
    except UnknownCursor:
        raise Http404 from None
    return {
        "form": form,
        "filters": filters,
        "narrow": bool(filters.narrow),
        "items": page.items,
        "older": address_with(request, after=page.next) if page.next else "",
        "newest": address_with(request, after="") if after else "",
        "drops": [] if page.items else drops(request, form, filters, read),
    }


def list_or_fragment(
    request: HttpRequest, page: str, fragment: str, context: dict[str, Any]
) -> HttpResponse:
    """The page, or for htmx the list alone; the browser then shows the address of the page."""
    response = page_or_fragment(request, page, fragment, context)
    if wants_fragment(request):
        push_url(response, address_with(request))
    return response


# The filters of pages, and what the interface for programs calls them.
FOR_PROGRAMS = {
    "player": "player",
    "variant": "variant",
    "since": "date_from",
    "until": "date_to",
}


def files_from(request: HttpRequest, club: Club, kind: str) -> list[tuple[Any, str]]:
    """All of a list as a file, written by the interface for programs; `kind` is its list there."""
    asked = {"club": club.public_id} | {
        theirs: str(request.GET[ours])
        for ours, theirs in FOR_PROGRAMS.items()
        if request.GET.get(ours)
    }
    place = reverse(f"api:{kind}")
    return [
        (label, f"{place}?{urlencode(asked | {'format': form})}")
        for form, label in (("csv", _("Table (CSV)")), ("ndjson", _("NDJSON")))
    ]


def address_with(request: HttpRequest, **changes: str) -> str:
    """The address of the page with other values in its query; empty ones fall away."""
    query = request.GET.copy()
    for name, value in changes.items():
        query[name] = value
    for name in [name for name, value in query.items() if not value]:
        del query[name]
    return f"{request.path}?{query.urlencode()}" if query else request.path


def drops(request: HttpRequest, form: FilterForm, filters: Filters, read: Read) -> list[Drop]:
    """Each filter that alone keeps a list empty, and what dropping it would bring."""
    found = []
    empty = Filters()
    for name in filters.narrow:
        page = read(replace(filters, **{name: getattr(empty, name)}), limit=SHOWN)
        if page.items:
            address = address_with(request, **{name: ""})
            found.append(Drop(form.words(name), address, len(page.items), bool(page.next)))
    return found
