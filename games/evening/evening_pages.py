"""The pages of an evening: who sits where, what comes next, and the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access.live import watch
from games.access.pages import (
    club_or_404,
    may_write,
    page_or_fragment,
    require_scorer,
    scorers_club_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.archive.lists import SHEET, sheet_of
from games.display.workbooks import Table
from games.evening import evenings
from games.evening.forms import EveningForm, PointsForm, TableForm
from games.evening.totals import Line, list_of
from games.models import Club, Evening, EveningPoints, EveningRound, Hand, Match, Player
from games.rules import LAST_HAND
from games.writing.errors import WriteError


class TableSeen(NamedTuple):
    """A table of a round: people by seat; once it is announced its match, with its hands."""

    number: int
    people: list[Player]
    match: Match | None = None
    sealed: int = 0
    typed: bool = False


def evening_or_404(request: HttpRequest, slug: str, evening_id: str) -> tuple[Club, Evening]:
    """Return a club and one of its evenings that the user may see."""
    club = club_or_404(request, slug)
    visible = Evening.objects.visible_to(request.user).select_related("club")
    return club, get_object_or_404(visible, club=club, public_id=evening_id)


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


@require_safe
def evening(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show an evening: the tables of its newest round, what comes next, and the list."""
    club, evening = evening_or_404(request, slug, evening_id)
    live = watch(club, user_of(request))
    lines = list_of(evening)
    if SHEET in request.GET:
        return _sheet(request, evening, lines)
    context: dict[str, Any] = {"club": club, "section": "matches", "live": live}
    context |= {"writes": may_write(club)} | _tables_of(request, evening)
    rounds = [round for round in context["rounds"] if round.announced_at]
    context |= {
        "lines": lines,
        "announced": rounds,
        "points": EveningPoints.objects.filter(
            round__evening=evening, kind=EveningPoints.Kind.DIRECTOR
        ).select_related("player", "round", "by"),
        "director": PointsForm(players=[line.player for line in lines]) if lines else None,
    }
    return page_or_fragment(request, "evening/evening.html", "evening/_tables.html", context)


def _tables_of(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """Return the part of the context that the tables of the newest round need."""
    rounds = list(evening.drawn.all())
    drawn = rounds[-1] if rounds else None
    here = evenings.people_here(evening)
    context: dict[str, Any] = {"evening": evening, "rounds": rounds, "drawn": drawn, "here": here}
    if drawn is None:
        return context
    players = _players_in(drawn, here)
    known = {one.pk: one for one in players.values()}
    if drawn.announced_at:
        tables = _announced(drawn)
        seated = {one.pk for table in tables for one in table.people}
    else:
        judged = evenings.judged(evening, drawn, players)
        tables = [
            TableSeen(number, [known[one] for one in table])
            for number, table in enumerate(judged.tables, 1)
        ]
        seated = {one for table in judged.tables for one in table}
        context |= {
            "again": [(known[one], known[other]) for one, other in judged.again],
            "small": [known[one] for one in judged.small],
            "moving": players.get(request.GET.get("move", "")),
        }
    unseated = [one for key, one in here.items() if key not in seated]
    return context | {"tables": tables, "unseated": unseated}


def _players_in(drawn: EveningRound, here: Mapping[int, Player]) -> dict[str, Player]:
    """Return the people of a round and all who are here, by public id."""
    keys = [one for table in drawn.tables for one in table]
    there = Player.every.filter(club=drawn.evening.club_id, public_id__in=keys)
    return {one.public_id: one for one in (*there, *here.values())}


def _announced(drawn: EveningRound) -> list[TableSeen]:
    matches = drawn.matches.order_by("pk").prefetch_related("hands", "seats__player")
    typed = {row.player_id for row in drawn.points.filter(kind=EveningPoints.Kind.TYPED)}
    tables = []
    for number, match in enumerate(matches, 1):
        people = [seat.player for seat in match.seats.all() if seat.until == LAST_HAND]
        sealed = sum(hand.state == Hand.State.SEALED for hand in match.hands.all())
        is_typed = any(one.pk in typed for one in people)
        tables.append(TableSeen(number, people, match, sealed, is_typed))
    return tables


def _sheet(request: HttpRequest, evening: Evening, lines: list[Line]) -> HttpResponse:
    numbers = [round.number for round in evening.drawn.filter(announced_at__isnull=False)]
    head = [
        _("Place"),
        _("Player"),
        *(_("Round %(number)s") % {"number": number} for number in numbers),
        _("Director"),
        _("Total"),
    ]
    cells = (
        [
            line.place,
            line.player.name,
            *("" if one is None else _points(one) for one in line.by_round),
            _points(line.beside),
            _points(line.total),
        ]
        for line in lines
    )
    return sheet_of(request, "evening", Table(evening.title, head, cells))


def _points(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2


def _written(
    request: HttpRequest, slug: str, evening_id: str, write: Callable[[Club, Evening], object]
) -> HttpResponse:
    """Do what a button of the page asks for, say why not, and show the page again."""
    club, evening = evening_or_404(request, slug, evening_id)
    require_scorer(club)
    try:
        write(club, evening)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    except WriteError as error:
        messages.error(request, str(error))
    return redirect("evening", club.slug, evening.public_id)


@require_POST
def evening_draw(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Draw the next round, or the one again that nobody has announced."""

    def write(_club: Club, evening: Evening) -> None:
        evenings.draw(user=user_of(request), evening=evening)

    return _written(request, slug, evening_id, write)


@require_POST
def evening_move(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Let two people change places, or send one to another table, or let them sit out."""
    sent = request.POST

    def write(_club: Club, evening: Evening) -> None:
        drawn = _round_or_404(evening, sent)
        known = _players_in(drawn, evenings.people_here(evening))
        if sent.get("who") not in known or (sent.get("other") and sent["other"] not in known):
            raise Http404
        table = int(sent["table"]) - 1 if sent.get("table", "").isdecimal() else None
        other = sent.get("other", "")
        evenings.move(user=user_of(request), drawn=drawn, who=sent["who"], other=other, table=table)

    return _written(request, slug, evening_id, write)


@require_POST
def evening_announce(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Announce a round: its tables become matches."""

    def write(_club: Club, evening: Evening) -> None:
        evenings.announce(user=user_of(request), drawn=_round_or_404(evening, request.POST))

    return _written(request, slug, evening_id, write)


@require_POST
def evening_points(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Note what the director gives or takes, in the newest round that was announced."""

    def write(_club: Club, evening: Evening) -> None:
        form = PointsForm(request.POST, players=[line.player for line in list_of(evening)])
        if not form.is_valid():
            raise ValidationError(_first_of(form.errors))
        evenings.give_points(
            user=user_of(request),
            drawn=_round_or_404(evening, request.POST),
            points=form.halves(),
            kind=EveningPoints.Kind.DIRECTOR,
            because=form.cleaned_data["because"],
        )

    return _written(request, slug, evening_id, write)


@require_http_methods(["GET", "HEAD", "POST"])
def evening_table(request: HttpRequest, slug: str, evening_id: str, match_id: str) -> HttpResponse:
    """Type the points of a table from its paper, where no hand of it is written down."""
    club, evening = evening_or_404(request, slug, evening_id)
    require_scorer(club)
    match = get_object_or_404(Match, round__evening=evening, public_id=match_id)
    people = [row.player for row in match.seats.at(LAST_HAND).select_related("player")]
    form = TableForm(request.POST if request.method == "POST" else None, players=people)

    def write() -> bool:
        drawn = EveningRound.objects.get(matches=match)
        drawn.evening = evening
        kind = EveningPoints.Kind.TYPED
        evenings.give_points(user=user_of(request), drawn=drawn, points=form.halves(), kind=kind)
        return True

    if form.is_valid() and write_or_blame(form, write):
        return redirect("evening", club.slug, evening.public_id)
    context = {"club": club, "evening": evening, "match": match, "form": form}
    context["section"] = "matches"
    return render(request, "evening/table.html", context, status=status_of(form))


def _round_or_404(evening: Evening, sent: Mapping[str, str]) -> EveningRound:
    number = sent.get("round", "")
    if not number.isdecimal() or len(number) > 4:
        raise Http404
    drawn = get_object_or_404(EveningRound, evening=evening, number=int(number))
    drawn.evening = evening  # it knows what its reader may do
    return drawn


def _first_of(errors: Any) -> str:
    return str(next(iter(errors.values()))[0])
