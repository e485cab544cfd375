"""What somebody sees who follows an invitation: the name of the club, and nothing else of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.pages import status_of, user_of, write_or_blame
from games.access.sign_in_forms import too_many
from games.access.signin import ONE_ACCOUNT, Patience, missed
from games.models import Invitation, Membership, User
from games.people.invitation_forms import NewAccountForm
from games.people.inviting import find_invitation
from games.people.joining import InvitationOver, join, join_as_new

# No account has this name: there is a blank in it.
LINKS = "the links of invitations"
FOR_LINKS = Patience(free=40, longest=ONE_ACCOUNT.longest)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_page(request: HttpRequest, token: str) -> HttpResponse:
    """Come into a club by an invitation: with the account that is signed in, or with a new one."""
    invitation = find_invitation(token)
    if invitation is None:
        try:
            missed(request, LINKS, FOR_LINKS)
        except PermissionDenied:
            return must_wait(request)
        return closed(request, "unknown", 404)
    try:
        return come_in(request, invitation)
    except InvitationOver:
        return closed(request, invitation.state, 410, invitation)


def come_in(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Show the way in, or let them in. Raises InvitationOver where there is none any more."""
    if request.user.is_authenticated:
        user = user_of(request)
        mine = Membership.objects.filter(user=user, club=invitation.club)
        if mine.exists():
            messages.info(request, _("You belong to this club already."))
            return redirect("club", invitation.club.slug)
        check_open(invitation)
        if request.method == "POST" and join(user=user, invitation=invitation):
            return welcome(request, invitation)
        return draw(request, invitation, None)
    check_open(invitation)
    form = NewAccountForm(request.POST or None)
    made = write_or_blame(form, lambda: new_account(form, invitation)) if form.is_valid() else None
    if made is None:
        return draw(request, invitation, form)
    login(request, made)
    return welcome(request, invitation)


def check_open(invitation: Invitation) -> None:
    """Raise InvitationOver unless somebody can come in by an invitation."""
    if invitation.state != Invitation.State.OPEN:
        raise InvitationOver(invitation)


def new_account(form: NewAccountForm, invitation: Invitation) -> User:
    """Make the account that a valid form asks for, in the club."""
    name, password = form.cleaned_data["username"], form.cleaned_data["password1"]
    return join_as_new(username=name, password=password, invitation=invitation)


def welcome(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Lead on to the club."""
    messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club})
    return redirect("club", invitation.club.slug)


def draw(request: HttpRequest, invitation: Invitation, form: NewAccountForm | None) -> HttpResponse:
    """Draw the page of an open invitation. Only the name of the club is given."""
    context = {"club_name": invitation.club.name, "invitation": invitation, "form": form}
    status = 200 if form is None else status_of(form)
    return render(request, "people/join.html", context, status=status)


def closed(
    request: HttpRequest, why: str, status: int, invitation: Invitation | None = None
) -> HttpResponse:
    """Draw the page of an invitation that lets nobody in: `why` is its state."""
    seconds = getattr(request, "seconds_to_wait", 0)
    context: dict[str, Any] = {"why": why, "invitation": invitation, "wait": too_many(seconds)}
    return render(request, "people/no_way_in.html", context, status=status)


def must_wait(request: HttpRequest) -> HttpResponse:
    """Draw the page for somebody who has tried too many links."""
    response = closed(request, "wait", 429)
    response.headers["Retry-After"] = str(request.seconds_to_wait)  # type: ignore[attr-defined]
    return response
