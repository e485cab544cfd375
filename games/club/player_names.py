"""The players of a club: adding one, correcting a name."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import book
from games.access.forms import PlayerForm
from games.access.pages import (
    make_or_blame,
    scorers_club_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.models import Club, Player


@require_http_methods(["GET", "POST"])
def player_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add players one after another: the form stays, for the next name."""
    club = scorers_club_or_404(request, slug)
    form = PlayerForm(request.POST or None, club=club, user=user_of(request))
    if form.is_valid() and add_to_club(request, club, form):
        messages.success(request, _("%(name)s has been added to the club.") % form.cleaned_data)
        return redirect("player-add", club.slug)
    context = {"club": club, "section": "players", "form": form}
    return render(request, "club/players/add.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
def player_rename(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Correct the name of a player; sealed hands keep the name they were sealed with."""
    club = scorers_club_or_404(request, slug)
    player = get_object_or_404(
        Player.objects.visible_to(request.user), club=club, public_id=player_id
    )
    form = PlayerForm(
        request.POST or None,
        club=club,
        user=user_of(request),
        player=player,
        initial={"name": player.name},
    )
    if form.is_valid() and rename(request, player, form):
        messages.success(request, _("The name is now %(name)s.") % form.cleaned_data)
        return redirect("player", club.slug, player.public_id)
    context = {"club": club, "section": "players", "form": form, "player": player}
    return render(request, "club/players/rename.html", context, status=status_of(form))


def add_to_club(request: HttpRequest, club: Club, form: PlayerForm) -> Player | None:
    """The new player; None, and the reason in the form, where the name was refused."""
    name = form.cleaned_data["name"]
    return make_or_blame(
        form,
        lambda: book.add_player(user=user_of(request), club=club, name=name, once=form.once),
    )


def rename(request: HttpRequest, player: Player, form: PlayerForm) -> Player | None:
    """The player with the new name; None, and the reason in the form, where it was refused."""
    name = form.cleaned_data["name"]
    return write_or_blame(
        form, lambda: book.rename_player(user=user_of(request), player=player, name=name)
    )
