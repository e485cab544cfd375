"""A laptop in a club room: where it is, what tablets have to trust, http and https side by side."""

import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.access.qr_codes import qr_code
from games.operation.authority import authority, fingerprint

Handler = Callable[[HttpRequest], HttpResponse]
HOST_ONLY = "__Host-"  # what a browser takes over https alone, and never sends elsewhere
SECONDS = 10
NOBODY = ("192.168.255.255", 9)  # nothing is sent: it only chooses the network


def own_address() -> str:
    """Return the address of this machine in its network, 127.0.0.1 where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(NOBODY)
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def own_name() -> str:
    """Return the name by which tablets find this machine where it answers them (mDNS)."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def answers_to_its_name() -> bool:
    """Return whether something on this machine answers to its name: Avahi, or macOS itself."""
    return sys.platform == "darwin" or Path("/run/avahi-daemon/socket").exists()


def announce(port: int) -> None:
    """Print where the site is, and again whenever the address of the machine has changed."""
    before = ""
    while True:
        if (now := own_address()) != before:
            before = now
            place = f"http://{now}:{port}{reverse('room')}"
            print(f"\nClubTarot is at {place}", flush=True)
            print(f"The club's certificate: {fingerprint()}\n", flush=True)
            segno.make(place).terminal(compact=True)
            sys.stdout.flush()
        time.sleep(SECONDS)


class RoomMiddleware:
    """Stands first in a club room.

    Answers only to the address that was dialled, so that no other site can send its visitors here
    under its own name. Over https cookies have names of their own: a session that began there is
    never sent over http, and one scheme does not get in the way of the other.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.names = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        if host not in (request.META["SERVER_NAME"], own_name(), "localhost"):
            raise DisallowedHost(f"This site is not called {host!r}.")
        if not request.is_secure():
            return self.get_response(request)
        for name in self.names:
            request.COOKIES.pop(name, None)
            if HOST_ONLY + name in request.COOKIES:
                request.COOKIES[name] = request.COOKIES.pop(HOST_ONLY + name)
        response = self.get_response(request)
        for name in {*self.names} & {*response.cookies}:
            cookie = response.cookies.pop(name)
            response.cookies[HOST_ONLY + name] = cookie.value
            response.cookies[HOST_ONLY + name].update(cookie)
            response.cookies[HOST_ONLY + name]["secure"] = True
        return response


@login_not_required
@require_safe
def room(request: HttpRequest) -> HttpResponse:
    """Show where the site is and how a tablet learns to trust it."""
    in_a_room_or_404()
    host = request.get_host()
    _name, port = split_domain_port(host)
    address = f"http://{host}{reverse('room')}"
    context = {
        "address": address,
        "qr": qr_code(address),
        "secure_address": f"https://{host}{reverse('home')}",
        "named_address": answers_to_its_name() and f"https://{own_name()}:{port}{reverse('home')}",
        "fingerprint": fingerprint(),
    }
    return render(request, "operation/room.html", context)


@login_not_required
@require_safe
def certificate(request: HttpRequest) -> HttpResponse:
    """Send the certificate of the authority, as a file that tablets install."""
    in_a_room_or_404()
    sent = HttpResponse(authority()[0], content_type="application/x-x509-ca-cert")
    sent.headers["Content-Disposition"] = 'attachment; filename="clubtarot-room.crt"'
    return sent


def in_a_room_or_404() -> None:
    """Raise Http404 where the site is not served by `make room`."""
    if not settings.ROOM:
        raise Http404
