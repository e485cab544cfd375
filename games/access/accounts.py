"""Signing in and the choice of a language, by Django's own views.

Ours are the wait after too many guesses, the code that some accounts ask for, and that an account
remembers its language. A cookie says which language is spoken, so that no page has to look it up;
signing in sets it to the account's.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME, login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.i18n import LANGUAGE_QUERY_PARAMETER, set_language

from games.access.known_browsers import remember_browser
from games.access.one_time_codes import uses_codes
from games.access.pages import user_of
from games.access.passkeys import passkeys_work
from games.access.recent_password import shown_password
from games.access.second_step import wait_for_code
from games.access.sign_in_forms import SignInForm
from games.models import User
from games.writing.durably import durably


class SignInView(LoginView):
    """The sign-in page; Django checks that `next` stays on this site."""

    template_name = "access/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the form, and whether passkeys are offered next to it."""
        return super().get_context_data(passkeys_work=passkeys_work(self.request), **kwargs)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the form; where nobody has an account yet, go to the page that makes the first."""
        if not User.objects.exists():
            return redirect("founding")
        return super().get(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign somebody in, or ask for a code if their account wants one."""
        user = form.get_user()
        if not uses_codes(user):
            return let_in(self.request, user, self.get_success_url())
        wait_for_code(self.request, user)
        address = self.get_redirect_url()
        return redirect(reverse("second-step", query={"next": address} if address else None))

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form again; while guesses are not looked at, 429 with the seconds to wait."""
        response = super().form_invalid(form)
        if wait := getattr(form, "wait", 0):
            response.status_code = 429
            response.headers["Retry-After"] = str(wait)
        return response


def let_in(request: HttpRequest, user: User, address: str) -> HttpResponse:
    """Sign in a user who has shown all that is asked for, and go on in their language."""
    login(request, user)
    shown_password(request)
    response = redirect(address)
    remember_browser(request, response, user.get_username())
    if user.language in dict(settings.LANGUAGES):
        speak(response, user.language)
    return response


def sign_in_for_admin(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Send to our sign-in page, which asks for a code. Raises PermissionDenied for others."""
    if request.user.is_authenticated and not user_of(request).is_staff:
        raise PermissionDenied(_("Your account may not open that page. Another account may."))
    address = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
    return redirect(reverse("sign-in", query={REDIRECT_FIELD_NAME: address}))


@login_not_required
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Change the language: in this browser, and for this account everywhere."""
    chosen = request.POST.get(LANGUAGE_QUERY_PARAMETER)
    if chosen in dict(settings.LANGUAGES) and request.user.is_authenticated:
        account = User.objects.filter(pk=user_of(request).pk)
        durably(lambda: account.update(language=chosen))
    return set_language(request)


def speak(response: HttpResponse, language: str) -> None:
    """Make the browser remember a language, with the cookie that Django's own view sets."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
