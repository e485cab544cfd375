"""The PINs of players."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import people
from games.access.pages import (
    admins_club_or_404,
    club_or_404,
    row_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.confirming.confirming_forms import PinForm
from games.models import Player
from games.people.pins import is_player, make_first_pins, may_replace_pin, may_set_pin, without_pin
from games.writing.errors import OwnPin


@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Give a player a PIN, or take it away: for scorers, and for the member who is that player."""
    club = club_or_404(request, slug)
    player = row_or_404(request, club, Player, player_id)
    if not may_set_pin(user_of(request), player):
        raise PermissionDenied(_("Only scorers, and the player themself, can set a PIN."))
    if not may_replace_pin(user_of(request), player):
        raise PermissionDenied(str(OwnPin.sentence))
    removes = "remove" in request.POST
    form = PinForm(None if removes else request.POST or None)

    def save() -> Player:
        number = "" if removes else form.cleaned_data["pin"]
        return people.set_pin(user=user_of(request), player=player, pin=number)

    saved = write_or_blame(form, save) if removes or form.is_valid() else None
    if saved:
        sentence = _("%(name)s has no PIN any more.") if removes else _("%(name)s has a new PIN.")
        messages.success(request, sentence % {"name": player.name})
        return redirect("player", club.slug, player.public_id)
    context = {"club": club, "section": "players", "player": player, "form": form}
    context["is_own"] = is_player(user_of(request), player)
    return render(request, "confirming/pin.html", context, status=status_of(form))


@never_cache
@require_POST
def first_pins(request: HttpRequest, slug: str) -> HttpResponse:
    """Give those who have no PIN one each and show these once, as slips to print."""
    club = admins_club_or_404(request, slug)
    slips = make_first_pins(user=user_of(request), club=club)
    if not slips:
        messages.success(request, _("Every player has a PIN."))
        return redirect("players", club.slug)
    context = {"club": club, "section": "players", "slips": slips}
    context["left"] = without_pin(club).count()
    return render(request, "confirming/slips.html", context, status=201)
