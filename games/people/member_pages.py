"""The members of a club on one page: who they are, who waits, who has left. And leaving it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access.pages import (
    admins_club_or_404,
    entered_club_or_404,
    row_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.access.recent_password import require_recent_password
from games.models import Club, Consent, Membership
from games.people.belonging import change_member, end_membership, sign_out_member
from games.people.consents import GOOD_FOR, agree, check_agreed, possible_since, refuse, settle
from games.people.member_forms import MemberForm, free_players


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who belongs to a club, each with a form; who is invited, and who has left."""
    return draw(request, admins_club_or_404(request, slug))


def draw(request: HttpRequest, club: Club, sent: MemberForm | None = None) -> HttpResponse:
    """Draw the page, with the form that was `sent` and refused in place of that member's form."""
    free = free_players(club)
    forms = [MemberForm(membership=member, free=free) for member in members_of(club)]
    if sent:
        forms = [sent if form.membership == sent.membership else form for form in forms]
    context = {
        "club": club,
        "forms": forms,
        "waiting": [one for one in club.invitations.all() if one.state == one.State.OPEN],
        "consents": [(one, possible_since(one)) for one in consents_of(club)],
        "former": club.former_members.select_related("user", "ended_by"),
    }
    return render(request, "people/members.html", context, status=status_of(sent) if sent else 200)


def members_of(club: Club) -> list[Membership]:
    """Return the members of a club by their names."""
    rows = club.memberships.select_related("user", "player", "club")
    return sorted(rows, key=lambda member: member.user.get_username().casefold())


def consents_of(club: Club) -> list[Consent]:
    """Return what a second administrator has to agree to."""
    rows = club.consents.filter(asked_at__gt=timezone.now() - GOOD_FOR)
    return list(rows.select_related("member", "asked_by", "agreed_by"))


def member_or_404(club: Club, member: int) -> Membership:
    """Return a member of a club, by the number in their address."""
    return get_object_or_404(club.memberships.select_related("user", "player", "club"), pk=member)


@require_POST
def member_change(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """Give a member another role, or another player to be."""
    club = admins_club_or_404(request, slug)
    membership = member_or_404(club, member)
    form = MemberForm(request.POST, membership=membership, free=free_players(club))

    def write() -> Membership:
        user, role = user_of(request), form.cleaned_data["role"]
        if role != membership.role:
            require_recent_password(request)
            check_agreed(user, membership, Consent.What.ROLE, role=role)
        player = form.chosen_player
        changed = change_member(user=user, membership=membership, role=role, player=player)
        settle(membership)
        return changed

    if not form.is_valid() or write_or_blame(form, write) is None:
        return draw(request, club, form)
    sentence = _("What %(name)s is in the club has been saved.")
    messages.success(request, sentence % {"name": membership.user.get_username()})
    # Somebody who has given up their own role may not see the page any more.
    return redirect("club" if membership.user == user_of(request) else "members", club.slug)


@require_POST
def member_end(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """End a membership: from now on its user sees nothing of the club."""
    club = admins_club_or_404(request, slug)
    membership = member_or_404(club, member)
    require_recent_password(request)
    if ended(request, membership):
        sentence = _("%(name)s does not belong to the club any more.")
        messages.success(request, sentence % {"name": membership.user.get_username()})
    mine = membership.user == user_of(request)
    return redirect("home") if mine else redirect("members", club.slug)


@require_POST
def member_sign_out(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """Sign a member out everywhere, whose tablet is gone."""
    club = admins_club_or_404(request, slug)
    membership = member_or_404(club, member)
    sign_out_member(user=user_of(request), membership=membership)
    sentence = _("%(name)s is signed out everywhere, and their keys have been revoked.")
    messages.success(request, sentence % {"name": membership.user.get_username()})
    return redirect("members", club.slug)


@require_POST
def consent(request: HttpRequest, slug: str, consent_id: str) -> HttpResponse:
    """Agree to what another administrator wants to do to the account of one, or not."""
    club = admins_club_or_404(request, slug)
    asked = row_or_404(request, club, Consent, consent_id)
    if request.POST.get("do") != "agree":
        refuse(user=user_of(request), consent=asked)
        return redirect("members", club.slug)
    require_recent_password(request)
    try:
        agree(user=user_of(request), consent=asked)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("members", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a club, as anybody may who belongs to it."""
    club = entered_club_or_404(request, slug)
    mine = get_object_or_404(Membership, club=club, user=user_of(request))
    if request.method == "POST" and ended(request, mine):
        messages.success(request, _("You have left %(club)s.") % {"club": club})
        return redirect("home")
    return render(request, "people/leave.html", {"visited": club})


def ended(request: HttpRequest, membership: Membership) -> bool:
    """End a membership and return whether that was possible; if not, the page says why."""
    try:
        check_agreed(user_of(request), membership, Consent.What.END)
        end_membership(user=user_of(request), membership=membership)
        settle(membership)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return False
    return True
