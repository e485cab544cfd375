"""Who judges the cards of a club: its tablets themselves, or the server. For its administrators."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import book
from games.access.forms import PlainForm
from games.access.pages import admins_club_or_404, status_of, user_of, write_or_blame
from games.models import Club

TABLET, SERVER = "tablet", "server"


class JudgingForm(PlainForm):
    """Who judges the cards of a club."""

    judge = forms.ChoiceField(
        label=gettext_lazy("Cards are judged"),
        choices=[
            (TABLET, gettext_lazy("by the tablet, and again by the server")),
            (SERVER, gettext_lazy("by the server alone")),
        ],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": gettext_lazy("There is no such choice.")},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        initial = {"judge": TABLET if club.tablets_judge else SERVER}
        super().__init__(*args, **{"initial": initial, **kwargs})


@require_http_methods(["GET", "HEAD", "POST"])
def judging(request: HttpRequest, slug: str) -> HttpResponse:
    """Say who judges the cards."""
    why = _("Only administrators of the club decide who judges the cards.")
    club = admins_club_or_404(request, slug, why)
    form = JudgingForm(request.POST or None, club=club)

    def write() -> Club:
        by_tablet = form.cleaned_data["judge"] == TABLET
        return book.set_tablets_judge(user=user_of(request), club=club, tablets_judge=by_tablet)

    saved = write_or_blame(form, write) if form.is_valid() else None
    if saved:
        messages.success(request, _("Cards are now judged this way."))
        return redirect("club", club.slug)
    context = {"club": club, "form": form}
    return render(request, "club/judging.html", context, status=status_of(form))
