"""Signing in more safely, with the password shown again: passkeys, one-time and recovery codes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access.one_time_codes import (
    MANY,
    app_address,
    make_recovery_codes,
    new_secret,
    recovery_codes_left,
    turn_off,
    turn_on,
    uses_codes,
)
from games.access.pages import status_of, user_of, write_or_blame
from games.access.passkeys import (
    PasskeyRefused,
    add_passkey,
    ask_for_new,
    passkeys_work,
    read_answer,
    remove_passkey,
)
from games.access.password_forms import OwnPasswordForm
from games.access.qr_codes import qr_code
from games.access.safer_forms import PasskeyForm, TurnOnForm
from games.models import OneTimeCodes, User

KEPT_AS = "one_time_codes"  # in the session, until the app has shown a first code


def safer(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return what the account page says of all this."""
    return {
        "passkeys": user.passkeys.all(),
        "passkeys_work": passkeys_work(request),
        "one_time": OneTimeCodes.objects.filter(user=user).first(),
        "left": recovery_codes_left(user),
        "many": MANY,
    }


def warn_of_passkeys(request: HttpRequest, user: User) -> None:
    """Say of a new password that it ends no passkey: somebody else may have made one."""
    if user.passkeys.exists():
        sentence = _("Your passkeys stay. Check in your account that all of them are yours.")
        messages.warning(request, sentence)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def passkey_add(request: HttpRequest) -> HttpResponse:
    """Name a new passkey and show the password; then the browser is asked to make it."""
    user = user_of(request)
    form = PasskeyForm(request.POST or None, request=request)
    works = passkeys_work(request)
    if works and form.is_valid():
        name = form.cleaned_data["name"]
        options = write_or_blame(form, lambda: ask_for_new(request, user, name))
        if options:
            context = {"options": options["publicKey"], "name": name}
            return render(request, "access/passkey_make.html", context)
    context = {"form": form, "passkeys_work": works}
    return render(request, "access/passkey_add.html", context, status=status_of(form))


@require_POST
def passkey_made(request: HttpRequest) -> HttpResponse:
    """Keep what the browser has made."""
    try:
        row = add_passkey(request, user_of(request), read_answer(request.POST))
    except PasskeyRefused:
        messages.error(request, _("The passkey was not saved. Try again."))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        sentence = _("The passkey “%(name)s” is saved. You can sign in with it.")
        messages.success(request, sentence % {"name": row.name})
    return redirect("account")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def passkey_remove(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a passkey; back to the account where there is none of that number."""
    user = user_of(request)
    row = user.passkeys.filter(pk=number).first()
    if row is None:
        return redirect("account")
    form = OwnPasswordForm(request.POST or None, request=request)
    if form.is_valid() and write_or_blame(form, lambda: remove_passkey(user, number)):
        messages.success(request, _("The passkey is removed."))
        return redirect("account")
    context = {"form": form, "passkey": row}
    return render(request, "access/passkey_remove.html", context, status=status_of(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def one_time_codes(request: HttpRequest) -> HttpResponse:
    """Turn one-time codes on by a first code of the app; then show the recovery codes once."""
    user = user_of(request)
    if uses_codes(user):
        return redirect("account")
    form = TurnOnForm(request.POST or None, request=request)
    secret: str = request.session.get(KEPT_AS) or new_secret()
    request.session[KEPT_AS] = secret
    if form.is_valid():
        text = form.cleaned_data["code"]
        codes = write_or_blame(form, lambda: turn_on(user=user, secret=secret, text=text))
        if codes:
            del request.session[KEPT_AS]
            messages.success(request, _("One-time codes are turned on."))
            return show_recovery_codes(request, codes)
    context = {
        "form": form,
        "picture": qr_code(app_address(user, secret)),
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
    }
    return render(request, "access/one_time_codes.html", context, status=status_of(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def one_time_codes_end(request: HttpRequest) -> HttpResponse:
    """Turn one-time codes off, and recovery codes with them."""
    user = user_of(request)
    if not uses_codes(user):
        return redirect("account")
    form = OwnPasswordForm(request.POST or None, request=request)
    if form.is_valid() and write_or_blame(form, lambda: turn_off(user)):
        messages.success(request, _("One-time codes are turned off."))
        return redirect("account")
    return render(request, "access/one_time_codes_end.html", {"form": form}, status=status_of(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes, which end the old ones, and show them this once."""
    user = user_of(request)
    if not uses_codes(user):
        return redirect("account")
    form = OwnPasswordForm(request.POST or None, request=request)
    codes = write_or_blame(form, lambda: make_recovery_codes(user)) if form.is_valid() else None
    if codes:
        return show_recovery_codes(request, codes)
    return render(request, "access/recovery_codes.html", {"form": form}, status=status_of(form))


def show_recovery_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Show the recovery codes on a page to print, the only time that they can be read."""
    return render(request, "access/recovery_codes_made.html", {"codes": codes}, status=201)
