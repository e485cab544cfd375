"""How a club's league ranks, and what its seasons are: for its administrators."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access.pages import admins_club_or_404, status_of, user_of, write_or_blame
from games.league.league_forms import ChampionshipForm, RankingForm, SeasonForm, named_forms
from games.league.ranking import championship_of, set_league
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
    evenings, named = (
        ChampionshipForm(sent, rules=championship_of(club)),
        named_forms(sent, seasons),
    )

    def write() -> Club:
        return set_league(
            user=user_of(request),
            club=club,
            order=form.rules.order,
            least=form.rules.least,
            hide_losses=form.cleaned_data["hide_losses"],
            seasons=Seasons(**season.cleaned_data, named=named.named),
            championship=evenings.rules,
        )

    forms = (form, season, named, evenings)
    wrong = sent is not None and not all(one.is_valid() for one in forms)
    if sent and not wrong and write_or_blame(form, write):
        messages.success(request, _("The league tables are now ranked this way."))
        return redirect("league", club.slug)
    context = {
        "club": club,
        "section": "league",
        "form": form,
        "season": season,
        "named": named,
        "evenings": evenings,
        "in_detail": form.shows_details or wrong,
    }
    status = 422 if wrong else status_of(form)
    return render(request, "league/ranking.html", context, status=status)
