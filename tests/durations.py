"""Where the time of the tests goes: `python -m tests.durations [what pytest understands]`.

Prints the seconds that the tests of each folder took, then the slowest tests. With workers beside
each other the seconds of all of them are added up.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from operator import itemgetter
from pathlib import PurePath

import pytest

SLOWEST = 40


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
