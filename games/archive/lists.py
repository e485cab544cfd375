"""What lists share: addresses, files, and what to drop where nothing is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from games.access.pages import page_or_fragment, wants_fragment
from games.models import Club

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
