"""Which rules of the sheets the rulings exercise: a plugin of pytest.

A rule is exercised when a ruling (a test below the folder given, unless it makes its hands up at
random) builds a refusal or a line of a score sheet that cites it. A rule that can be the reason of
neither is exercised by the test that carries its number: `@pytest.mark.rule("1.3.1")`.

A run is judged when it passed and ran every ruling there is: a run of one file, with `-k`, with
`--lf`, or of nothing but what needs the database says nothing about the others. What each worker of
xdist has seen is put together in the process that started them.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from games.rules.game.settlement import Line
from games.rules.problems import Problem

# What a worker of xdist hands to the process that started it.
KEY = "exercised"


class Exercised:
    """Collects the rules that the rulings of a run exercise, and judges the run by them.

    `rulings` is the folder of the rulings, `random` those in it whose tests are none, since nobody
    has written down their results. `faults` is asked once, after a whole run, with the numbers
    of the rules ("1.9.3b") exercised; each sentence that it returns is shown, and one of them makes
    the run fail.
    """

    def __init__(
        self,
        rulings: Path,
        random: Collection[Path],
        faults: Callable[[frozenset[str]], list[str]],
    ) -> None:
        self.rulings = rulings
        self.random = random
        self.faults = faults
        self.rules: set[str] = set()
        self.is_whole = True
        self.sentences: list[str] = []

    def is_ruling(self, path: Path) -> bool:
        """Whether the tests of a file are rulings."""
        inside = path.is_relative_to(self.rulings)
        return inside and not any(path.is_relative_to(folder) for folder in self.random)

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """A run that leaves rulings out is not judged."""
        if any(self.is_ruling(item.path) for item in items):
            self.is_whole = False

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Nor is one that does not read all files, or that names single tests."""
        if hasattr(session.config, "workerinput") or not is_distributed(session.config):
            there = {path for path in self.rulings.rglob("test_*.py") if self.is_ruling(path)}
            single = any("::" in argument for argument in session.config.args)
            read = {item.path for item in session.items}
            self.is_whole = self.is_whole and not single and there <= read

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Note what a ruling exercises, from its fixtures on."""
        for marker in item.iter_markers("rule"):
            self.rules.update(marker.args)
        random = hasattr(getattr(item, "obj", None), "hypothesis")
        if random or not self.is_ruling(item.path):
            return (yield)
        with noting(self.rules):
            return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Take over what a worker has seen; one that broke off leaves a run that is not whole."""
        rules, is_whole = getattr(node, "workeroutput", {}).get(KEY, ([], False))
        self.rules.update(rules)
        self.is_whole = self.is_whole and is_whole and not error

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Hand over what was seen, or judge it."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[KEY] = (sorted(self.rules), self.is_whole)
        elif self.is_whole and exitstatus == pytest.ExitCode.OK:
            self.sentences = self.faults(frozenset(self.rules))
            if self.sentences:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what is wrong, below the failures."""
        if self.sentences:
            terminalreporter.section("rules of the sheets", red=True)
            for sentence in self.sentences:
                terminalreporter.line(sentence, red=True)


def is_distributed(config: pytest.Config) -> bool:
    """Whether this process leaves the tests to the workers of xdist."""
    return config.getoption("dist", "no") != "no"


@contextmanager
def noting(rules: set[str]) -> Iterator[None]:
    """Add to `rules` the number of each rule that a problem or score line built inside cites."""
    build_problem, build_line = Problem.__init__, Line.__new__

    @wraps(build_problem)
    def problem(self: Problem, *args: Any, **kwargs: Any) -> None:
        build_problem(self, *args, **kwargs)
        rules.add(self.rule.rpartition("/")[2])

    @wraps(build_line)
    def line(cls: type[Line], *args: Any, **kwargs: Any) -> Line:
        built = build_line(cls, *args, **kwargs)
        rules.add(built.rule)
        return built

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "__init__", problem)
        patch.setattr(Line, "__new__", line)
        yield
