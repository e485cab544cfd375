"""The invitations of a club: its administrators make them, see what became of them, revoke them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access.pages import admins_club_or_404, make_or_blame, row_or_404, status_of, user_of
from games.access.qr_codes import qr_code
from games.access.recent_password import require_recent_password
from games.models import Club, Invitation, Role
from games.people.invitation_forms import InvitationForm
from games.people.inviting import make_invitation, revoke_invitation


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the invitations of a club, the link of a new one once, and the form for another."""
    club = admins_club_or_404(request, slug)
    form = InvitationForm(request.POST or None, club=club)
    made: dict[str, Any] = {}
    if form.is_valid():
        if form.cleaned_data["role"] == Role.ADMIN:
            require_recent_password(request)
        sent = make_or_blame(form, lambda: make_from(request, club, form))
        if sent and sent[1]:
            made = shown_once(request, *sent)
            form = InvitationForm(club=club)
        elif sent:
            sentence = _(
                "This form was sent twice, and made only one invitation. Its link was shown the "
                "first time: if you do not have it, revoke the invitation and make another."
            )
            messages.warning(request, sentence)
    rows = club.invitations.select_related("player", "made_by")
    context = {
        "club": club,
        "form": form,
        "made": made,
        "invitations": rows.prefetch_related("memberships__user"),
    }
    status = 201 if made else status_of(form)
    return render(request, "people/invitations.html", context, status=status)


def make_from(request: HttpRequest, club: Club, form: InvitationForm) -> tuple[Invitation, str]:
    """Make the invitation of a valid form; return it with its token, "" if made before."""
    names = ("name", "role", "player", "places", "days")
    facts = {name: form.cleaned_data[name] for name in names}
    return make_invitation(user=user_of(request), club=club, once=form.once, **facts)


def shown_once(request: HttpRequest, invitation: Invitation, token: str) -> dict[str, Any]:
    """Return what a page shows of a new invitation: its link as text and as a picture."""
    link = request.build_absolute_uri(reverse("join", args=[token]))
    return {"invitation": invitation, "link": link, "picture": qr_code(link)}


@require_POST
def invitation_revoke(request: HttpRequest, slug: str, invitation_id: str) -> HttpResponse:
    club = admins_club_or_404(request, slug)
    invitation = row_or_404(request, club, Invitation, invitation_id)
    revoke_invitation(user=user_of(request), invitation=invitation)
    messages.success(request, _("The invitation has been revoked: nobody comes in by it any more."))
    return redirect("invitations", club.slug)
