"""The page after the password that asks for a code, and the way in by a passkey."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import RedirectURLMixin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.accounts import let_in
from games.access.one_time_codes import SecondFactor, recovery_codes_left
from games.access.pages import status_of
from games.access.passkeys import (
    GOOD_FOR,
    PasskeyRefused,
    ask_for_one,
    find_owner,
    read_answer,
)
from games.access.safer_forms import SecondStepForm
from games.access.second_step import leave_second_step, who_waits
from games.models import User

COOKIE = "passkey"


class WayIn(RedirectURLMixin, View):
    """A page that lets somebody in and sends them to `next`, where that stays on this site."""

    next_page = settings.LOGIN_REDIRECT_URL

    def back_to_sign_in(self) -> HttpResponse:
        """Go back to the first page, which remembers where to go after it."""
        address = self.get_redirect_url()
        return redirect(reverse("sign-in", query={"next": address} if address else None))


@method_decorator([login_not_required, never_cache], name="dispatch")
class SecondStepView(WayIn):
    """Ask for a code of the app, or a recovery code."""

    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.step(request, None)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Sign in anyone who has sent a right code."""
        return self.step(request, request.POST)

    def step(self, request: HttpRequest, sent: Any) -> HttpResponse:
        """Show the form to a user who has given their password here, or let them in."""
        if request.user.is_authenticated:
            return redirect(self.get_success_url())
        user = who_waits(request)
        if user is None:
            if sent is not None:
                messages.info(request, _("That took too long. Sign in again."))
            return self.back_to_sign_in()
        form = SecondStepForm(sent, request=request, user=user)
        return self.go_in(user, form) if form.is_valid() else self.draw(form)

    def go_in(self, user: User, form: SecondStepForm) -> HttpResponse:
        """Sign somebody in; after a recovery code with how many are left."""
        leave_second_step(self.request)
        response = let_in(self.request, user, self.get_success_url())
        if form.proof is SecondFactor.RECOVERY:
            messages.warning(self.request, codes_left(recovery_codes_left(user)))
        return response

    def draw(self, form: SecondStepForm) -> HttpResponse:
        """Draw the page; while codes are not looked at, 429 with the seconds to wait."""
        context = {"form": form, "next": self.get_redirect_url()}
        status = 429 if form.wait else status_of(form)
        response = render(self.request, "access/second_step.html", context, status=status)
        if form.wait:
            response.headers["Retry-After"] = str(form.wait)
        return response


def codes_left(number: int) -> str:
    """Return the sentence for somebody who has used a recovery code."""
    if not number:
        return _("That was your last recovery code. Make new ones in your account.")
    return ngettext(
        "That recovery code is used up; one is left.",
        "That recovery code is used up; %(number)d are left.",
        number,
    ) % {"number": number}


@login_not_required
@never_cache
@require_safe
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Return what to ask the browser when somebody wants to sign in with a passkey."""
    options, cookie = ask_for_one(request)
    response = JsonResponse(options["publicKey"])
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=GOOD_FOR,
        path=reverse("passkey-sign-in"),
        secure=request.is_secure(),
        httponly=True,
        samesite="Strict",
    )
    return response


@method_decorator([login_not_required, never_cache], name="dispatch")
class PasskeySignInView(WayIn):
    """Let in anyone with a passkey, without asking for a password or a code as well."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        """Sign in its owner, or say that it was refused."""
        try:
            answer = read_answer(request.POST)
            owner = find_owner(request, request.COOKIES.get(COOKIE, ""), answer)
        except PasskeyRefused:
            sentence = _("The passkey was refused. Try again, or sign in with your password.")
            messages.error(request, sentence)
            return self.back_to_sign_in()
        leave_second_step(request)
        response = let_in(request, owner, self.get_success_url())
        response.delete_cookie(COOKIE, path=reverse("passkey-sign-in"), samesite="Strict")
        return response
