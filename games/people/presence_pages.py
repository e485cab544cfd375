"""The page *Who is here*: a tick for each player who is at the club on a day."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from games.access.forms import PlainForm
from games.access.pages import scorers_club_or_404, status_of, user_of, write_or_blame
from games.models import Club, Player
from games.people.presence import note_presence, presences


class HereForm(PlainForm):
    """Who is here, and who was when the page was drawn: what somebody else ticked since stays."""

    here = forms.MultipleChoiceField(
        label=gettext_lazy("Who is here"), required=False, widget=forms.CheckboxSelectMultiple
    )
    before = forms.MultipleChoiceField(required=False, widget=forms.MultipleHiddenInput)

    def __init__(self, *args: Any, club: Club, day: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = {one.public_id: one for one in club.players.at_the_club(day)}
        ticked = {key for key, row in presences(club, day).items() if row.left_at is None}
        present = [key for key, player in self.players.items() if player.pk in ticked]
        self.initial = {"here": present, "before": present}
        choices = [(key, player.name) for key, player in self.players.items()]
        for field in self.fields.values():
            field.choices = choices  # type: ignore[attr-defined]

    def changes(self) -> dict[str, list[Player]]:
        """Return who of a valid form came and who went since the page was drawn."""
        here, before = (set(self.cleaned_data[name]) for name in ("here", "before"))
        return {
            "came": [self.players[key] for key in here - before],
            "went": [self.players[key] for key in before - here],
        }


@require_http_methods(["GET", "HEAD", "POST"])
def here_tonight(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all players of a club with a tick for each who is here today, and note the changes."""
    club = scorers_club_or_404(request, slug)
    return ticks_of(request, club, timezone.localdate()) or redirect("club", club.slug)


def ticks_of(request: HttpRequest, club: Club, day: date) -> HttpResponse | None:
    """Return the page with who is here on a day; None once the changes sent are noted."""
    form = HereForm(request.POST if request.method == "POST" else None, club=club, day=day)

    def write() -> bool:
        note_presence(user=user_of(request), club=club, day=day, **form.changes())
        return True

    if not form.is_valid() or not write_or_blame(form, write):
        context = {"club": club, "day": day, "form": form, "section": "matches"}
        return render(request, "people/here-tonight.html", context, status=status_of(form))
    count = sum(row.left_at is None for row in presences(club, day).values())
    words = ngettext("%(count)s player is here.", "%(count)s players are here.", count)
    messages.success(request, words % {"count": count})
    return None
