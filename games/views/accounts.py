"""Signing in, by Django's own views; only the wait after too many guesses is ours."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpResponse

from games.forms import SignInForm


class SignInView(LoginView):
    """The sign-in page; Django checks that `next` stays on this site."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The form once more; 429 and how many seconds while guesses are not looked at."""
        response = super().form_invalid(form)
        if wait := getattr(form, "wait", 0):
            response.status_code = 429
            response.headers["Retry-After"] = str(wait)
        return response
