"""The players of a club: adding one, changing what is known of them."""

from dataclasses import asdict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import people
from games.access.forms import PlayerChangeForm, PlayerForm
from games.access.pages import (
    make_or_blame,
    row_or_404,
    scorers_club_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.models import Club, Player
from games.people.players import facts_of


@require_http_methods(["GET", "POST"])
def player_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add players one after another: the form stays, for the next name."""
    club = scorers_club_or_404(request, slug)
    form = PlayerForm(request.POST or None)
    player = add_to_club(request, club, form) if form.is_valid() else None
    if player:
        messages.success(request, _("%(name)s has been added to the club.") % {"name": player.name})
        return redirect("player-add", club.slug)
    context = {"club": club, "section": "players", "form": form}
    return render(request, "people/add.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
def player_change(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Change what is known of a player; sealed hands keep the name they were sealed with."""
    club = scorers_club_or_404(request, slug)
    player = row_or_404(request, club, Player, player_id)
    form = PlayerChangeForm(request.POST or None, initial=asdict(facts_of(player)))
    if form.is_valid() and change(request, player, form):
        messages.success(
            request, _("What the club knows of %(name)s is saved.") % {"name": player.name}
        )
        return redirect("player", club.slug, player.public_id)
    context = {"club": club, "section": "players", "form": form, "player": player}
    return render(request, "people/change.html", context, status=status_of(form))


def add_to_club(request: HttpRequest, club: Club, form: PlayerForm) -> Player | None:
    """Return the new player, or None with the reason in the form."""
    facts = {name: value for name, value in form.cleaned_data.items() if name != "key"}
    return make_or_blame(
        form,
        lambda: people.add_player(user=user_of(request), club=club, once=form.once, **facts),
    )


def change(request: HttpRequest, player: Player, form: PlayerChangeForm) -> Player | None:
    """Return the changed player, or None with the reason in the form."""
    facts = {name: value for name, value in form.cleaned_data.items() if name != "key"}
    return write_or_blame(
        form,
        lambda: people.change_player(
            user=user_of(request), player=player, facts=people.PlayerFacts(**facts)
        ),
    )
