"""Errors that happen before a view is reached: a program still gets the form it reads."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import defaults

from games.api.errors import problem

PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself refuses, such as one for a foreign host."""
    if not request.path.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    return problem(request, "malformed", _("The request is not one for this site."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error of ours outside the views; Django has logged it."""
    if not request.path.startswith(PREFIX):
        return defaults.server_error(request)
    return problem(request, "server-error", _("This is our fault, and it has been written down."))
