"""A published hand: for everybody with its address, on other sites, as a picture in a chat.

The address has no club in it. Members are sent on to the page of their club; a hand that is not
published asks for the sign-in, whether there is such a hand or not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.access.quota import HEAVY, REQUESTS, limited
from games.book.records import latest_seal, read_seal
from games.models import Hand, Publication, Seal
from games.replay.drawn_pages import drawn
from games.replay.hand_page import context_of, page_of, query_of, title_of
from games.replay.kept_films import KeptFilm, kept_film
from games.replay.pictures import picture_of
from games.replay.sharing import sharing_of
from games.replay.step_pages import asked_tab, asked_view, step_of
from games.rules import Record


@login_not_required
@limited(REQUESTS)
@require_safe
def hand(request: HttpRequest, hand_id: str, place: str = "") -> HttpResponse:
    """Show a published hand; with `?embed=1` alone, for a frame on another site."""
    if request.GET.get("embed") == "1":
        return embedded(request, hand_id, place)
    if request.user.is_authenticated:
        own = Hand.objects.visible_to(request.user).filter(public_id=hand_id).select_related("club")
        if hand := own.first():
            return redirect(club_address(request, hand, place))
    publication = published(hand_id) or shown_to_guest(request, hand_id)
    if publication is None:
        if request.user.is_authenticated:
            raise Http404
        return redirect_to_login(request.get_full_path())

    def draw() -> HttpResponse:
        return page_of(request, "replay/public.html", public_context(request, publication, place))

    return drawn(request, version_of(publication), draw)


@xframe_options_exempt
def embedded(request: HttpRequest, hand_id: str, place: str) -> HttpResponse:
    """Show the hand in a frame.

    It asks for no cookie and sets none: a frame shows the same to all.
    """
    publication = published(hand_id)
    if publication is None:
        response = render(request, "replay/embed_nothing.html", status=404)
    else:

        def draw() -> HttpResponse:
            context = for_a_frame(public_context(request, publication, place))
            return page_of(request, "replay/embed.html", context)

        response = drawn(request, version_of(publication), draw)
    response.embeddable = True  # type: ignore[attr-defined]
    return response


@login_not_required
@limited(HEAVY)
@require_safe
def picture(request: HttpRequest, hand_id: str, place: str = "") -> HttpResponse:
    """Draw the table at a step of a published hand, as a chat shows it with the link."""
    publication = published(hand_id)
    if publication is None:
        raise Http404
    tag = tag_of(request, publication)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        seal = latest_seal(publication.hand)
        shown = film_of(request, publication, seal).film
        here = step_of(shown, seal, place)
        response = HttpResponse(picture_of(shown, here), content_type="image/png")
        response.headers["ETag"] = tag
    # Those who keep it ask each time whether it is still there: it may be withdrawn.
    response.headers["Cache-Control"] = "public, no-cache"
    response.embeddable = True  # type: ignore[attr-defined]
    return response


def tag_of(request: HttpRequest, publication: ShownHand) -> str:
    """Return a tag of a picture that stays the same while nothing in it changes."""
    facts = (request.get_full_path(), get_language(), version_of(publication))
    return f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


class ShownHand(NamedTuple):
    """A sealed hand that is read outside of its club, with the players' `names` or without."""

    hand: Hand
    names: bool


def published(hand_id: str) -> ShownHand | None:
    """Return the published hand of an address; None where there is none."""
    rows = Publication.objects.filter(hand__public_id=hand_id, hand__in=Hand.objects.shown())
    publication = rows.select_related("hand__match", "hand__club").first()
    return ShownHand(publication.hand, publication.names) if publication else None


def version_of(publication: ShownHand) -> tuple[Any, ...]:
    """Return a version of a published hand that changes with anything that is shown of it."""
    hand = publication.hand
    return hand.pk, publication.names, hand.changed_at, hand.match.changed_at


def shown_to_guest(request: HttpRequest, hand_id: str) -> ShownHand | None:
    """Return the hand of an address, where the reader is a guest to whom it is shown."""
    if not request.user.is_authenticated:
        return None
    hands = Hand.objects.shown_to_guest(request.user).select_related("match", "club")
    hand = hands.filter(public_id=hand_id).first()
    return ShownHand(hand, names=True) if hand else None


def film_of(request: HttpRequest, publication: ShownHand, seal: Seal) -> KeptFilm:
    """Return the film that the address asks for.

    Without names and texts where they are not public.
    """
    record = read_seal(seal)
    if not publication.names:
        record = nameless(record)
    return kept_film(record, asked_view(request.GET, len(record.players)))


def public_context(request: HttpRequest, publication: ShownHand, place: str) -> dict[str, Any]:
    """Return the context of the public page: nothing in it leads into the club."""
    hand, seal = publication.hand, latest_seal(publication.hand)
    (shown, kept_as), tab = film_of(request, publication, seal), asked_tab(request.GET)
    here = step_of(shown, seal, place)
    verdict = shown.view.open or here == shown.last
    record = shown.course.record
    context = context_of(hand, record, shown, seal, step=here, tab=tab, kept_as=kept_as)
    context |= {"hand": hand, "verdict": verdict, "rules_address": ""}
    if not (shown.remarks or context["comment"] or context["commentary"]):
        context["tabs"] = [tab for tab in context["tabs"] if tab.key != "comments"]
    context["title"] = title_of(hand, shown, verdict=verdict)
    context["sharing"] = sharing_of(request, hand, shown, step=here)
    key, query = shown.steps[here].key, query_of(shown.view, "")
    drawn = reverse("shared-picture", args=[hand.public_id, key])
    # A hand that was amended has another picture: a cache of the old one asks for the new one.
    newer = f"{'&' if query else '?'}revision={seal.revision}" if seal.revision > 1 else ""
    context["picture"] = request.build_absolute_uri(drawn + query + newer)
    return context


def for_a_frame(context: dict[str, Any]) -> dict[str, Any]:
    """Return the same page for a frame: its links stay in the frame."""
    for query in ("query", "more_query"):
        context[query] = framed(context[query])
    for switch in ("views", "tabs"):
        context[switch] = [replace(one, query=framed(one.query)) for one in context[switch]]
    return context


def framed(query: str) -> str:
    """Return a query that asks for the page in a frame."""
    return f"{query}&embed=1" if query else "?embed=1"


def nameless(record: Record) -> Record:
    """Return a record without names and texts: the players are called by their seats."""
    seats = range(1, len(record.players) + 1)
    players = tuple(_("Player %(number)s") % {"number": number} for number in seats)
    actions = tuple(_wordless(action) for action in record.actions)
    return record._replace(players=players, actions=actions, meta={})


def _wordless(action: Mapping[str, Any]) -> dict[str, Any]:
    """Return an action without what people wrote; that it was against the rules stays."""
    kept = {key: value for key, value in action.items() if key not in ("note", "text")}
    if "irregular" in kept:
        kept["irregular"] = _("It was allowed to stand against the rules.")
    if action["kind"] in ("note", "ruling"):
        kept["text"] = ""
    return kept


def club_address(request: HttpRequest, hand: Hand, place: str) -> str:
    """Return the address of the same step in the archive of the club, in the same view."""
    where = [hand.club.slug, hand.public_id]
    path = reverse("hand-place", args=[*where, place]) if place else reverse("hand", args=where)
    asked = {key: request.GET[key] for key in ("seat", "bottom", "tab") if key in request.GET}
    return f"{path}?{urlencode(asked)}" if asked else path
