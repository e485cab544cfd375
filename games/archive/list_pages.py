"""The archive: lists of sealed hands, narrowed down by the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, wants_fragment
from games.access.quota import HEAVY, REQUESTS, limited
from games.archive import HandSearch, Listed, listed_hands, listed_seats
from games.archive.card_moments import card_moments
from games.archive.conditions import NEWEST_SEAT
from games.archive.export import FILES
from games.archive.filters import players_of
from games.archive.lists import FIRST_PAGE, address_with, counted, list_context, list_or_fragment
from games.archive.sorting import SORTS, sorted_hands
from games.display.phrases import labelled
from games.models import Club, Hand
from games.models.paging import Cursor

# What can be chosen above every list; all the rest on the page of the search.
USUAL = ("player", "variant", "since", "until")


class Group(NamedTuple):
    """A named group of filters on the search page."""

    name: Any
    names: tuple[str, ...]
    explained: Any = ""


GROUPS = (
    Group(
        gettext_lazy("Somebody at the table"),
        (
            *("player", "role", "result", "partner", "opponent"),
            *("card_held", "card_led", "card_won", "card_lost"),
        ),
        gettext_lazy(
            "All of these are about the same person. Write cards as T21, F, HK or S10, "
            "and separate several with spaces. J, N, Q, K are jack, knight, queen, king."
        ),
    ),
    Group(
        gettext_lazy("The hand"),
        ("variant", "contract", "called", "outcome", "margin_from", "margin_to", "honours"),
    ),
    Group(
        gettext_lazy("What is remembered"),
        tuple("last_trick slam misere shown irregular amended level disputed text".split()),
    ),
    Group(gettext_lazy("The evening"), ("event", "since", "until")),
)
OPEN_AT_FIRST = 2


@limited(REQUESTS)
@require_safe
def hands(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sealed hands of a club, newest first; with a filter in use, also their number."""
    club = club_or_404(request, slug)
    search = searched(request, club, shown=USUAL)
    context = context_of(request, club, search)
    context["fields"] = [search.form[name] for name in USUAL]
    context["kept"] = hidden_filters(request, search, USUAL)
    context["search_address"] = address_of("search", club, request)
    context["alone"] = wants_fragment(request)
    if context["narrow"] and search.is_valid():
        context |= counted(context, search)
    return list_or_fragment(request, "archive/hands.html", "archive/_rows.html", context)


@limited(REQUESTS)
@require_safe
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the search for sealed hands, with every available filter."""
    club = club_or_404(request, slug)
    search = searched(request, club)
    context = context_of(request, club, search)
    context["groups"] = groups_of(search)
    context["kept"] = hidden_filters(
        request, search, [name for group in GROUPS for name in group.names]
    )
    if search.is_valid():
        context |= counted(context, search)
    return list_or_fragment(request, "archive/search.html", "archive/_rows.html", context)


@limited(HEAVY)
@require_safe
def hands_file(request: HttpRequest, slug: str, kind: str) -> HttpResponseBase:
    """Send all matching hands as a file, which is written while it is sent."""
    club = club_or_404(request, slug)
    search, file = searched(request, club), FILES.get(kind)
    if file is None:
        raise Http404
    if not search.is_valid():
        errors = (
            labelled(str(search.form.fields[name].label), " ".join(texts))
            for name, texts in search.errors.items()
        )
        return HttpResponse("\n".join(errors), "text/plain; charset=utf-8", status=400)
    lines = file.write(search.queryset, search.hits)
    response = StreamingHttpResponse(lines, content_type=file.media_type)
    name = f"{club.slug}-hands.{file.suffix}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def searched(request: HttpRequest, club: Club, shown: Sequence[str] = ()) -> HandSearch:
    """Apply the filters of the address to the sealed hands of a club; `shown` as in ListSearch."""
    hands = Hand.objects.filter(club=club).shown()
    players = players_of(club, request.GET)
    return HandSearch(request.GET, hands, players=players, shown=shown, folded=club.not_played)


def context_of(request: HttpRequest, club: Club, search: HandSearch) -> dict[str, Any]:
    """Return the context of a list of hands: that of any list, and the files."""
    sort = request.GET.get("order", "")
    sort = sort if sort in SORTS else ""

    def read(cursor: Cursor, limit: int) -> list[Listed]:
        if sort:
            return sorted_hands(search.hits, sort, limit)
        by_seat = search.hits.order == NEWEST_SEAT
        return search.hits.own(listed_seats if by_seat else listed_hands, cursor, limit)

    context = list_context(request, search, read) | {"club": club, "section": "hands"}
    if sort:  # the first of them answer; what follows is found by narrowing the list
        context |= {"newer": "", "older": "", "newest": ""}
    context |= {"sort": sort, "sorts": SORTS.items()}
    if search.is_valid():
        context["moments"] = card_moments(search.chosen, context["lines"])
    return context | {"files": files_of(request, club) if context["lines"] else []}


def groups_of(search: HandSearch) -> list[dict[str, Any]]:
    """Return the groups of filters; those in use are open, or else the first ones."""
    form = search.form
    used = {name for name in search.filters if (search.data or {}).get(name)}
    return [
        {
            "name": group.name,
            "explained": group.explained,
            "fields": [form[name] for name in group.names],
            "open": bool(used & set(group.names)) if used else group in GROUPS[:OPEN_AT_FIRST],
        }
        for group in GROUPS
    ]


def hidden_filters(
    request: HttpRequest, search: HandSearch, shown: Sequence[str]
) -> list[tuple[str, str]]:
    """Return the filters of the address that a form does not show, to be sent along with it."""
    return [
        (name, str(value))
        for name, value in request.GET.items()
        if name in search.filters and name not in shown and value
    ]


def address_of(name: str, club: Club, request: HttpRequest, **facts: str) -> str:
    """Return the address of another page of the club, with the filters of this one."""
    query = address_with(request, **FIRST_PAGE).partition("?")[2]
    place = reverse(name, args=[club.slug, *facts.values()])
    return f"{place}?{query}" if query else place


def files_of(request: HttpRequest, club: Club) -> list[tuple[Any, str]]:
    """Return the files with the whole list: the name of each kind, and its address."""
    return [
        (file.label, address_of("hands-file", club, request, kind=kind))
        for kind, file in FILES.items()
    ]
