"""The pages of an evening: who sits where, what comes next, and the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access.live import watch
from games.access.pages import (
    club_or_404,
    may_write,
    number_sent,
    page_or_fragment,
    require_scorer,
    row_or_404,
    scorers_club_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.evening import evenings
from games.evening.arrivals import note_change, save_teams, somebody_named
from games.evening.forms import EveningForm, PeopleForm, PointsForm, RoundsForm, team_field
from games.evening.printing import changed_since
from games.evening.tables import announce
from games.evening.tables_shown import tables_shown
from games.evening.totals import list_of
from games.models import Evening, EveningPoints
from games.people.presence_pages import ticks_of
from games.writing.errors import NotAllowed, WriteError


def evening_or_404(request: HttpRequest, slug: str, evening_id: str) -> Evening:
    """Return an evening, with its club, that the user may see."""
    return row_or_404(request, club_or_404(request, slug), Evening, evening_id)


def scorers_evening_or_404(request: HttpRequest, slug: str, evening_id: str) -> Evening:
    """Return the evening for a page that writes: 404 for strangers, 403 for readers."""
    evening = evening_or_404(request, slug, evening_id)
    require_scorer(evening.club)
    return evening


def points_by_director(evening: Evening) -> QuerySet[EveningPoints]:
    """Return what the director of an evening gave and took, and why."""
    points = EveningPoints.objects.filter(round__evening=evening, kind=EveningPoints.Kind.DIRECTOR)
    return points.select_related("player", "round", "by")


@require_safe
def evenings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the evenings of a club, the newest first."""
    club = club_or_404(request, slug)
    context = {
        "club": club,
        "section": "matches",
        "writes": may_write(club),
        "evenings": club.evenings.all()[:200],
    }
    return render(request, "evening/evenings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def evening_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open an evening, and show it."""
    club = scorers_club_or_404(request, slug)
    form = EveningForm(request.POST if request.method == "POST" else None, club=club)

    def write() -> Evening:
        user = user_of(request)
        return evenings.open_evening(user=user, club=club, once=form.once, **form.facts())

    made = write_or_blame(form, write) if form.is_valid() else None
    if made is None:
        context = {"club": club, "form": form, "section": "matches"}
        return render(request, "evening/new.html", context, status=status_of(form))
    return redirect("evening", club.slug, made.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def evening_change(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Change the title and the rounds of an evening that is being played."""
    evening = scorers_evening_or_404(request, slug, evening_id)
    initial = {name: getattr(evening, name) for name in RoundsForm.base_fields}
    form = RoundsForm(request.POST if request.method == "POST" else None, initial=initial)

    def write() -> bool:
        evenings.change_evening(user=user_of(request), evening=evening, **form.cleaned_data)
        return True

    if form.is_valid() and write_or_blame(form, write):
        return redirect("evening", slug, evening_id)
    context = {"club": evening.club, "evening": evening, "form": form, "section": "matches"}
    return render(request, "evening/change.html", context, status=status_of(form))


@require_safe
def evening(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show an evening: the tables of its newest round, what comes next, and the list."""
    evening = evening_or_404(request, slug, evening_id)
    live = watch(evening.club, user_of(request))
    lines = list_of(evening)
    context: dict[str, Any] = {"club": evening.club, "section": "matches", "live": live}
    context |= {"writes": may_write(evening.club)} | tables_shown(request, evening)
    rounds = [round for round in context["rounds"] if round.announced_at]
    context |= {
        "lines": lines,
        **changed_since(evening),
        "announced": rounds,
        "points": points_by_director(evening),
        "director": PointsForm(players=[line.player for line in lines]) if lines else None,
    }
    return page_or_fragment(request, "evening/evening.html", "evening/_tables.html", context)


def button(back: str = "evening") -> Callable[[Callable[..., None]], Callable[..., HttpResponse]]:
    """Make a view of what a button does: it is for scorers, and shows the page `back` again.

    A refusal is shown there.
    """

    def view_of(write: Callable[..., None]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(write)
        def view(request: HttpRequest, slug: str, evening_id: str, **more: str) -> HttpResponse:
            evening = scorers_evening_or_404(request, slug, evening_id)
            try:
                write(request, evening, **more)
            except NotAllowed as error:
                raise PermissionDenied(str(error)) from None
            except ValidationError as error:
                messages.error(request, " ".join(error.messages))
            except WriteError as error:
                messages.error(request, str(error))
            return redirect(back, slug, evening_id)

        return view

    return view_of


@button()
def evening_draw(request: HttpRequest, evening: Evening) -> None:
    """Draw the next round, or the one again that nobody has announced; `announce`: that as well."""
    sent, user = request.POST, user_of(request)
    wanted = number_sent(sent.get("round", "")), "again" in sent
    drawn = evenings.draw(user=user, evening=evening, wanted=wanted)
    if "announce" in sent:
        announce(user=user, drawn=drawn)


@require_http_methods(["GET", "HEAD", "POST"])
def evening_teams(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Note who is in which team."""
    evening = scorers_evening_or_404(request, slug, evening_id)
    here = list(evenings.people_here(evening).values())
    teams = evenings.teams_of(evening)
    sent = request.POST if request.method == "POST" else None
    form = PeopleForm(sent, players=here, field=lambda one: team_field(one, teams.get(one.pk, "")))

    def write() -> bool:
        save_teams(user=user_of(request), evening=evening, teams=form.changes())
        return True

    if form.is_valid() and write_or_blame(form, write):
        return redirect("evening", slug, evening_id)
    context = {"club": evening.club, "evening": evening, "form": form, "section": "matches"}
    return render(request, "evening/teams.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def evening_people(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show a tick for each who is here on the day of an evening, and note the changes."""
    evening = scorers_evening_or_404(request, slug, evening_id)
    ticks = ticks_of(request, evening.club, evening.played_on)
    return ticks or redirect("evening", slug, evening_id)


@button()
def evening_here(request: HttpRequest, evening: Evening) -> None:
    """Note that somebody came (`name`), left (`went`), or that one takes the seat of the other."""
    sent, user, club = request.POST, user_of(request), evening.club
    went = came = None
    if sent.get("went"):
        went = get_object_or_404(club.players.all(), public_id=sent["went"])
    if sent.get("name", "").strip():
        came = somebody_named(user=user, club=club, name=sent["name"])
    note_change(user=user, evening=evening, came=came, went=went)
