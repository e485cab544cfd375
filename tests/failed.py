"""A plugin of pytest that writes down which tests failed: `-p tests.failed --failed-to FILE`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

LONGEST = 200  # letters of a line


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --failed-to."""
    parser.addoption("--failed-to", help="the file for the names of the tests that failed")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Write the file; parallel workers have sent their reports by then."""
    if path := config.getoption("--failed-to"):
        stats = terminalreporter.stats
        lines = failed_lines([*stats.get("error", []), *stats.get("failed", [])])
        # Rules without a ruling fail a run in which every test passed.
        lines += getattr(config.pluginmanager.get_plugin("exercised"), "sentences", [])
        Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def failed_lines(reports: Iterable[Any]) -> list[str]:
    """A line for each report: the name of the test, and the first line of its error."""
    return [f"{one.nodeid} - {error_of(one)}"[:LONGEST] for one in reports]


def error_of(report: Any) -> str:
    """What a test failed with, in one line. A file that cannot be read and a worker that died have
    a text alone: the last line of it says what happened."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message).partition("\n")[0]
    return next(iter(str(report.longrepr).strip().splitlines()[-1:]), "")
