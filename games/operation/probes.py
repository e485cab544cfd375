"""`/healthz`, `/readyz`: what a supervisor asks every few seconds."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse

from games.operation.readiness import readiness

Handler = Callable[[HttpRequest], HttpResponse]


def health(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive.

    Asks nothing of the database, or a supervisor would start the site again because of an outage
    that it survives by itself.
    """
    return JsonResponse({"alive": True})


def ready(request: HttpRequest) -> HttpResponse:
    """200 where the site can do its work, else 503; what is wrong, or soon will be."""
    condition = readiness.ask()
    body = {
        "ready": not condition.problems,
        "problems": condition.problems,
        "warnings": condition.warnings,
        "version": settings.VERSION,
    }
    return JsonResponse(body, status=503 if condition.problems else 200)


PROBES = {"/healthz": health, "/readyz": ready}


class ProbesMiddleware:
    """Answers probes before anything else has a say.

    A supervisor asks by the number of the machine, without https and without a session: host names,
    redirects, sign-in and limits are not for it.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        if probe is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        response = probe(request)
        response.headers["Cache-Control"] = "no-store"
        return response
