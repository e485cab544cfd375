"""Where the time of the tests goes: `python -m tests.durations [what pytest understands]`.

Prints the seconds that the tests of each folder took, then the slowest tests. With workers next to
each other the seconds of all of them are added up.

As a plugin of pytest it writes down the seconds of each file of tests:
`-p tests.durations --seconds-to FILE`.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path, PurePath

import pytest

SLOWEST = 40


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --seconds-to."""
    parser.addoption("--seconds-to", help="the file for the seconds of each file of tests")


def pytest_configure(config: pytest.Config) -> None:
    """Write the seconds down where a file is named."""
    if path := config.getoption("--seconds-to", None):
        config.pluginmanager.register(WrittenDown(Path(path)))


class Durations:
    """Adds up what setup, call and teardown of each test take."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a phase of a test; the workers of xdist report theirs here as well."""
        self.seconds[report.nodeid] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Show the folders, then the slowest tests."""
        terminalreporter.section("seconds by folder")
        for line in self.by_folder():
            terminalreporter.line(line)
        terminalreporter.section(f"the {SLOWEST} slowest tests")
        for test, seconds in slowest_first(self.seconds)[:SLOWEST]:
            terminalreporter.line(f"{seconds:8.2f}  {test}")

    def by_folder(self) -> list[str]:
        """Seconds, number of tests and name of each folder of `tests`, the slowest first."""
        spent: defaultdict[str, float] = defaultdict(float)
        tests: Counter[str] = Counter()
        for test, seconds in self.seconds.items():
            folder = folder_of(test)
            spent[folder] += seconds
            tests[folder] += 1
        return [f"{took:8.1f}  {tests[name]:5}  {name}" for name, took in slowest_first(spent)]

    def by_file(self) -> dict[str, float]:
        """The seconds of each file of tests."""
        spent: defaultdict[str, float] = defaultdict(float)
        for test, seconds in self.seconds.items():
            spent[test.partition("::")[0]] += seconds
        return dict(spent)


class WrittenDown(Durations):
    """Writes the seconds of the files into a file, as JSON, and shows nothing."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write it; parallel workers have sent their reports by then."""
        self.path.write_text(json.dumps(self.by_file()), encoding="utf-8")


def slowest_first(seconds: Mapping[str, float]) -> list[tuple[str, float]]:
    """Names and seconds, the most seconds first."""
    return sorted(seconds.items(), key=itemgetter(1), reverse=True)


def folder_of(test: str) -> str:
    """The folder below `tests` whose test this is: "tests/rules"; "tests" for what lies loose."""
    path = PurePath(test.partition("::")[0])
    return str(PurePath(*path.parts[:2]) if len(path.parts) > 2 else path.parent)


def main() -> int:
    """Run pytest with the arguments of the command line. Returns its exit code."""
    return int(pytest.main(sys.argv[1:], plugins=[Durations()]))


if __name__ == "__main__":
    sys.exit(main())
