"""A database that fails, and those who ask meanwhile."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubtarot import middleware
from games.access import quota
from games.api.http import auth
from games.writing import durably as writing
from games.writing.outages import SideWrites

AWAY, LOCKED, FULL = "connection lost", "sqlite busy", "sqlite full"


def forget_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can wait is written at once, as in a new process; no test waits between attempts."""
    monkeypatch.setattr(auth, "uses", SideWrites())
    monkeypatch.setattr(quota, "_counts", SideWrites())
    monkeypatch.setattr(middleware, "session_saves", SideWrites())
    monkeypatch.setattr(writing.time, "sleep", lambda _seconds: None)


@pytest.fixture
def nothing_failed_just_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin like a new process."""
    forget_failures(monkeypatch)


def quiet(user: Any = None, **headers: str) -> Client:
    """A browser, signed in as `user`, that is shown what the server makes of its errors."""
    browser = Client(raise_request_exception=False, headers=headers)
    if user is not None:
        browser.force_login(user)
    return browser


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What the log says of requests and of what was not written, as on the console."""
    for name in ("django", "games"):
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    return lambda: "\n".join(caplog.handler.format(record) for record in caplog.records)
