"""One's own account: its clubs, where it is signed in, its e-mail address, its password."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access.pages import status_of, user_of, write_or_blame
from games.access.password_forms import EmailForm, NewPasswordForm
from games.access.safer_pages import safer, warn_of_passkeys
from games.access.signed_in import (
    browser_name,
    end_elsewhere,
    end_one,
    remember,
    signed_in_at,
)
from games.access.tokens import tokens_of
from games.models import Club, Membership, PaperCode, User
from games.writing.durably import durably


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show the account of the signed-in user; a form that is sent changes its e-mail address."""
    user = user_of(request)
    form = EmailForm(request.POST or None, request=request)
    if form.is_valid():
        email = form.cleaned_data["email"]
        rows = User.objects.filter(pk=user.pk)
        if write_or_blame(form, lambda: durably(lambda: rows.update(email=email))):
            messages.success(request, _("Your e-mail address has been saved."))
            return redirect("account")
    here = request.session.session_key
    places = [
        (row, browser_name(row.browser), row.session_id == here) for row in signed_in_at(user)
    ]
    context = safer(request, user) | {
        "form": form,
        "sends_email": settings.SENDS_EMAIL,
        "places": places,
        "keys": tokens_of(user),
        "clubs": Club.objects.entered_by(user),
        "others_pins": Membership.objects.filter(
            user=user, player__pin_set_by__isnull=False
        ).select_related("club", "player__pin_set_by"),
        "codes": PaperCode.objects.filter(user=user).select_related("club", "made_by")[:5],
    }
    return render(request, "access/account.html", context, status=status_of(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Choose a new password: it ends every other session, and all keys for programs."""
    form = NewPasswordForm(request.POST or None, request=request)
    saved = write_or_blame(form, lambda: durably(form.save)) if form.is_valid() else None
    if saved:
        stay(request, user_of(request))
        sentence = _(
            "Your password is changed. You are signed out everywhere else, and your keys have "
            "been revoked."
        )
        messages.success(request, sentence)
        warn_of_passkeys(request, user_of(request))
        return redirect("account")
    return render(request, "access/password.html", {"form": form}, status=status_of(form))


def stay(request: HttpRequest, user: User) -> None:
    """Go on with a new session for somebody whose password has just ended all others."""
    update_session_auth_hash(request, user)
    remember(request, user)


@require_POST
def end_elsewhere_page(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere but here, and end all keys."""
    end_elsewhere(user=user_of(request), session_key=request.session.session_key)
    messages.success(
        request, _("You are signed out everywhere else, and your keys have been revoked.")
    )
    return redirect("account")


@require_POST
def end_one_page(request: HttpRequest, number: int) -> HttpResponse:
    """Sign out at one other place."""
    if end_one(user=user_of(request), number=number):
        messages.success(request, _("You are signed out there."))
    return redirect("account")
