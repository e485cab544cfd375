"""Codes on paper: an administrator of the club prints one, its owner uses it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access.one_time_codes import is_safer
from games.access.pages import admins_club_or_404, status_of, user_of, write_or_blame
from games.access.recent_password import require_recent_password
from games.models import Consent
from games.people.code_forms import CodeForm
from games.people.codes import GOOD_FOR, make_code, use_code
from games.people.consents import check_agreed, settle
from games.people.member_pages import member_or_404


@never_cache
@require_POST
def member_code(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """Make a code for a member and show it once, as a page to print."""
    club = admins_club_or_404(request, slug)
    membership = member_or_404(club, member)
    require_recent_password(request)
    try:
        check_agreed(user_of(request), membership, Consent.What.CODE)
        code = make_code(user=user_of(request), membership=membership)
        settle(membership)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("members", club.slug)
    context = {
        "club": club,
        "membership": membership,
        "code": code,
        "where": request.build_absolute_uri(reverse("code")),
        "days": GOOD_FOR.days,
    }
    return render(request, "people/code_made.html", context, status=201)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Choose a new password with a code on paper, and be signed in."""
    form = CodeForm(request.POST or None, request=request)
    good = form.paper_code if form.is_valid() else None
    if good:
        had_email = good.user is not None and bool(good.user.email)
        had_more = good.user is not None and is_safer(good.user)
        owner = write_or_blame(form, lambda: use_code(good, form.cleaned_data["new_password1"]))
        if owner:
            login(request, owner)
            messages.success(request, _("Your password is changed, and you are signed in."))
            if had_email:
                sentence = _("Your e-mail address was removed: give it again in your account.")
                messages.warning(request, sentence)
            if had_more:
                sentence = _(
                    "One-time codes and passkeys have ended: set them up again in your account."
                )
                messages.warning(request, sentence)
            return redirect("home")
    return render(request, "people/code.html", {"form": form}, status=status_of(form))
