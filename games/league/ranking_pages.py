"""How a club's league ranks, and what its seasons are: for its administrators."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access.pages import admins_club_or_404, status_of, user_of, write_or_blame
from games.league.league_forms import RankingForm, SeasonForm, named_forms
from games.league.ranking import set_league
from games.models import Club
from games.statistics.club_records import hides_losses
from games.statistics.leagues import rules_of
from games.statistics.seasons import Seasons, seasons_of


@require_http_methods(["GET", "HEAD", "POST"])
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how the league tables rank, and what the seasons are."""
    why = _("Only administrators of the club decide how it ranks players.")
    club = admins_club_or_404(request, slug, why)
    sent, seasons = request.POST or None, seasons_of(club)
    form = RankingForm(sent, rules=rules_of(club), hides=hides_losses(club))
    season = SeasonForm(sent, seasons=seasons)
    named = named_forms(sent, seasons)

    def write() -> Club:
        return set_league(
            user=user_of(request),
            club=club,
            order=form.rules.order,
            least=form.rules.least,
            hide_losses=form.cleaned_data["hide_losses"],
            seasons=Seasons(**season.cleaned_data, named=named.named),
        )

    wrong = sent is not None and not all([form.is_valid(), season.is_valid(), named.is_valid()])
    if sent and not wrong and write_or_blame(form, write):
        messages.success(request, _("The league tables are now ranked this way."))
        return redirect("league", club.slug)
    context = {
        "club": club,
        "section": "league",
        "form": form,
        "season": season,
        "named": named,
        "in_detail": form.shows_details or wrong,
    }
    status = 422 if wrong else status_of(form)
    return render(request, "league/ranking.html", context, status=status)
