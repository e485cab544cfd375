"""The tables of an evening: what its page shows of them, and the buttons that change them."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from games.access.pages import number_sent, status_of, user_of, write_or_blame
from games.evening import tables
from games.evening.evening_pages import button, scorers_evening_or_404
from games.evening.forms import PeopleForm, PointsForm, WrittenPoints, game_choices
from games.evening.totals import list_of
from games.models import Evening, EveningPoints, EveningRound, Match
from games.models.evenings import MOST_MINUTES
from games.rules import LAST_HAND, number


@button()
def evening_move(request: HttpRequest, evening: Evening) -> None:
    """Swap two people, or send one to another table, or make them sit out."""
    sent = request.POST
    drawn = _round_or_404(evening, sent)
    known = {one.public_id for one in evening.club.players.all()}
    if sent.get("who") not in known or (sent.get("other") and sent["other"] not in known):
        raise Http404
    table = number_sent(sent["table"]) - 1 if sent.get("table") else None
    if table is not None and not 0 <= table < len(drawn.tables):
        raise Http404
    other = sent.get("other", "")
    tables.move(user=user_of(request), drawn=drawn, who=sent["who"], other=other, table=table)


@button()
def evening_announce(request: HttpRequest, evening: Evening) -> None:
    """Announce a round: its tables become matches."""
    tables.announce(user=user_of(request), drawn=_round_or_404(evening, request.POST))


@button()
def evening_clock(request: HttpRequest, evening: Evening) -> None:
    """Start the clock of a round, or give it more minutes."""
    sent = request.POST
    minutes = number_sent(sent.get("minutes", ""))
    if not 0 < minutes <= MOST_MINUTES:
        raise Http404
    known, drawn = sent.get("ends", ""), _round_or_404(evening, sent)
    tables.add_minutes(user=user_of(request), drawn=drawn, minutes=minutes, known=known)


@button()
def evening_points(request: HttpRequest, evening: Evening) -> None:
    """Note what the director gives or takes, in the newest round that was announced."""
    form = PointsForm(request.POST, players=[line.player for line in list_of(evening)])
    if not form.is_valid():
        raise ValidationError(str(next(iter(form.errors.values()))[0]))
    tables.give_points(
        user=user_of(request),
        drawn=_round_or_404(evening, request.POST),
        points=form.halves(),
        kind=EveningPoints.Kind.DIRECTOR,
        because=form.cleaned_data["because"],
        once=form.once,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def evening_table(request: HttpRequest, slug: str, evening_id: str, match_id: str) -> HttpResponse:
    """Type the points of a table from its paper, where no hand of it is written down."""
    evening = scorers_evening_or_404(request, slug, evening_id)
    match = get_object_or_404(Match, round__evening=evening, public_id=match_id)
    people = [row.player for row in match.seats.at(LAST_HAND).select_related("player")]
    sent = request.POST if request.method == "POST" else None
    drawn, kind = evening.drawn.get(matches=match), EveningPoints.Kind.TYPED
    typed = drawn.points.filter(kind=kind, player__in=people)
    initial = {one.player.public_id: number(one.halves) for one in typed.select_related("player")}
    form = PeopleForm(
        sent, players=people, field=lambda one: WrittenPoints(label=one.name), initial=initial
    )

    def write() -> bool:
        tables.give_points(user=user_of(request), drawn=drawn, points=form.by_player(), kind=kind)
        return True

    if form.is_valid() and write_or_blame(form, write):
        return redirect("evening", slug, evening_id)
    context = {"club": evening.club, "evening": evening, "match": match, "form": form}
    context |= {"section": "matches", "games": game_choices(evening.club, len(people))}
    context["now"] = f"{match.variant}:{match.preset}"
    return render(request, "evening/table.html", context, status=status_of(form))


@button()
def evening_game(request: HttpRequest, evening: Evening, match_id: str) -> None:
    """Give a table another game; all boards of an evening are of one."""
    rows = Match.objects.filter(round__evening=evening, round__evening__method="")
    match = get_object_or_404(rows, public_id=match_id)
    drawn, game = evening.drawn.get(matches=match), request.POST.get("game", "")
    tables.change_game(user=user_of(request), drawn=drawn, match=match, game=game)


def _round_or_404(evening: Evening, sent: Mapping[str, str]) -> EveningRound:
    return get_object_or_404(evening.drawn, number=number_sent(sent.get("round", "")))
