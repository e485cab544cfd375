"""Somebody who is signed in and asks a WSGI application in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import Client

from games.models import User

Environment = dict[str, Any]


class Visitor:
    """A browser. `backend`: what reads the user again, the site's own where none is named."""

    def __init__(self, user: User, backend: str | None = None, site: Any = None) -> None:
        client = Client()
        client.force_login(user, backend)
        asked = HttpRequest()
        self.token = get_token(asked)
        cookies = [f"{name}={morsel.value}" for name, morsel in client.cookies.items()]
        self.cookies = "; ".join([*cookies, f"csrftoken={asked.META['CSRF_COOKIE']}"])
        self.site = site or WSGIHandler()

    def get(self, address: str) -> str:
        """Ask for a page and return all of it. Raises AssertionError where it is not there."""
        return self.answer(self.request(address))

    def request(self, address: str, body: bytes = b"", **more: str) -> Environment:
        """Return a request, POST where there is a body; `more` are variables of WSGI."""
        path, _, query = address.partition("?")
        return {
            "REQUEST_METHOD": "POST" if body else "GET",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": self.cookies,
            "HTTP_X_CSRFTOKEN": self.token,
            "HTTP_X_DEVICE": "bench",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **more,
        }

    def answer(self, environment: Environment) -> str:
        """Return the answer to a request. Raises AssertionError where it is an error."""
        status: list[str] = []

        def start(said: str, _headers: Any, _error: Any = None) -> Callable[[bytes], object]:
            status.append(said)
            return lambda _body: None

        answer: Any = self.site(environment, start)
        text = b"".join(answer).decode()
        answer.close()  # as a server does: the connection is put back
        if status[0][0] != "2":
            raise AssertionError(f"{environment['PATH_INFO']}: {status[0]} {text[:300]}")
        return text
