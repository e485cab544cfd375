"""A lost password: a link by e-mail where the site sends any, else the way to a code on paper."""

from __future__ import annotations

import logging
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.core.exceptions import ValidationError
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.pages import status_of
from games.access.safer_pages import warn_of_passkeys
from games.access.sign_in_forms import guessed_in_form
from games.access.signin import SECOND_STEP, count_guess

logger = logging.getLogger(__name__)

# No account has this name: there are blanks in it. Each request counts; five an hour are free.
REQUESTS = "links by e-mail"


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link by e-mail. The answer does not tell whether an account has the address."""
    form = PasswordResetForm(request.POST or None, label_suffix="")
    form.fields["email"].label = _("E-mail address")
    if settings.SENDS_EMAIL and form.is_valid():
        try:
            guessed_in_form(request, REQUESTS, lambda: None)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            # From however many addresses it is asked for, nobody's mailbox is filled.
            letters = f"letters to {form.cleaned_data['email']}"
            if not count_guess(letters, "", SECOND_STEP):
                send_link(request, form)
            sentence = _("If an account has this address, a link is on its way to it.")
            messages.success(request, sentence)
            return redirect("sign-in")
    context = {"form": form, "sends_email": settings.SENDS_EMAIL}
    return render(request, "access/forgotten.html", context, status=status_of(form))


def send_link(request: HttpRequest, form: PasswordResetForm) -> None:
    """Send the link to the user with the address of a valid form; to nobody if nobody has it.

    Outside the request, so that nobody learns from the time of the answer which it was.
    """
    facts: dict[str, Any] = {"domain_override": own_host(request), "use_https": request.is_secure()}
    language = get_language()

    def send() -> None:
        try:
            with override(language):
                form.save(
                    subject_template_name="access/reset_subject.html",
                    email_template_name="access/reset_email.html",
                    **facts,
                )
        except Exception:
            logger.exception("a link for a new password was not sent")

    def send_in_background() -> None:
        try:
            send()
        finally:
            connections.close_all()

    if settings.LETTERS_BESIDE:
        Thread(target=send_in_background, name="letter").start()
    else:
        send()


def own_host(request: HttpRequest) -> str:
    """Return the name under which the site was called.

    With a port only if the site is known to be there: a letter must not lead to another server on
    the same machine.
    """
    host = request.get_host()
    name, port = split_domain_port(host)
    origin = f"{request.scheme}://{host}"
    if (
        not port
        or port == request.META.get("SERVER_PORT")
        or origin in settings.CSRF_TRUSTED_ORIGINS
    ):
        return host
    return name


@method_decorator(require_http_methods(["GET", "HEAD", "POST"]), name="dispatch")
class ResetView(PasswordResetConfirmView):
    """Choose a new password by a link from an e-mail."""

    template_name = "access/reset.html"
    success_url = reverse_lazy("sign-in")

    def get_form_kwargs(self) -> dict[str, Any]:
        """Drop the colon after labels, as everywhere."""
        return super().get_form_kwargs() | {"label_suffix": ""}

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        """Take the new password, which ends all sessions and keys."""
        response = super().form_valid(form)
        messages.success(self.request, _("Your password is changed. Sign in with it."))
        warn_of_passkeys(self.request, form.user)
        return response
