"""Counts what the tests of an attack send, for the table of `make attack`."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test.client import ClientHandler


class Sent:
    """How many tests ran, how many failed, and how many requests went to the site."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.counts = {"tests": 0, "failed": 0, "requests": 0}
        self.answer = ClientHandler.__call__

    def pytest_sessionstart(self) -> None:
        """Count whatever a client of Django's tests sends."""
        sent = self

        def counted(handler: ClientHandler, environ: Any) -> Any:
            sent.counts["requests"] += 1
            return sent.answer(handler, environ)

        ClientHandler.__call__ = counted  # type: ignore[method-assign,assignment]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test once, and add what it says itself that it has sent or looked at."""
        if report.when == "call":
            self.counts["tests"] += 1
            for name, number in report.user_properties:
                if name == "requests":
                    self.counts["requests"] += int(str(number))
        self.counts["failed"] += report.failed

    def pytest_sessionfinish(self) -> None:
        """Write the counts down."""
        ClientHandler.__call__ = self.answer  # type: ignore[method-assign]
        self.file.write_text(json.dumps(self.counts), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --counts-to."""
    parser.addoption("--counts-to", help="the file to which the counts of an attack are written")


def pytest_configure(config: pytest.Config) -> None:
    """Count where a file is given."""
    file = config.getoption("--counts-to")
    if file:
        config.pluginmanager.register(Sent(Path(file)))
