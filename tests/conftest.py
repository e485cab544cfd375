"""What every test shares: which tests are run on which database, and how Hypothesis searches."""

import gc
import math
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import user_logged_in
from django.core.management import call_command
from django.db import connection
from django.dispatch import receiver
from django.http import HttpRequest
from django.test import Client
from django.test.client import ClientHandler
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django.plugin import blocking_manager_key

from games.access import quota
from games.access.recent_password import shown_password
from games.api import happenings
from games.writing import durably
from tests.append_only import flushing_lifts_triggers
from tests.cast import Cast, gather
from tests.durations import folder_of
from tests.exercised import Exercised
from tests.ground import Ground, give_up, is_sound, laid_once
from tests.site import engine_made, site, site_once  # noqa: F401  fixtures for all
from tests.tables import file_with_tables

TESTS = Path(__file__).parent
BROWSER_TESTS = TESTS / "browser"
# What can differ between the databases is below these folders, and in what is marked
# `both_databases`: see tests/README.md.
ON_BOTH = tuple(
    TESTS / name
    for name in ("archive", "book", "models", "statistics", "transfer", "campaigns/volume")
)
BOTH = "both_databases"
EVERY = 8  # of how many tests of a folder one is run where few are (--few-cases)

# The same examples at each run, so that nobody's change fails by somebody else's luck;
# HYPOTHESIS_PROFILE=search looks for new ones, and for longer.
hypothesis_settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.register_profile("search", deadline=None, max_examples=2_000)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# Who asks every address would read each stream of events for half a minute; this is its first look.
happenings.LOOKS = 1
# Nobody waits between two pieces of a long write.
durably.GAP = 0


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --only-database, --few-cases, --quick and --smoke."""
    parser.addoption(
        "--only-database",
        action="store_true",
        help="run only what can differ between databases: see tests/README.md",
    )
    parser.addoption(
        "--few-cases",
        action="store_true",
        help="of a test with many cases, run three; with --quick, of a folder every eighth; all "
        "that commit or are marked every_case",
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out what is marked thorough; of a test with many cases that is no ruling, run "
        "three",
    )
    parser.addoption(
        "--smoke",
        action="store_true",
        help="of the browser tests, run only those marked as smoke: every feature once",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Judge whole runs by the rules that their rulings exercise."""
    from tests.rules import sheets  # reads the site's own modules, which Django must know by then

    judge = Exercised(sheets.RULINGS, sheets.RANDOM, sheets.faults)
    config.pluginmanager.register(judge, "exercised")


@receiver(user_logged_in)
def _password_was_shown(request: HttpRequest, **_facts: object) -> None:
    """Mark the password as shown, as at the site's own sign-in."""
    shown_password(request)


def pytest_sessionstart() -> None:
    """Load the middleware once, as a server does, and not for each client of a test; again where a
    test has other settings."""
    load: Callable[..., None] = ClientHandler.load_middleware
    loaded: list[tuple[object, dict[str, Any]]] = []

    def load_once(handler: ClientHandler, is_async: bool = False) -> None:
        now = vars(settings)["_wrapped"]
        if not loaded or loaded[0][0] is not now:
            load(handler, is_async)
            made = {name: one for name, one in vars(handler).items() if "middleware" in name}
            loaded[:] = [(now, made)]
        vars(handler).update(loaded[0][1])

    ClientHandler.load_middleware = load_once  # type: ignore[method-assign,assignment]


@pytest.fixture
def uncounted() -> None:
    """Nobody is told to come back later, however often the test asks."""
    quota._counts.not_before = math.inf


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep Python from looking again and again for garbage in thousands of tests that are collected
    and stay until the end, or in the modules that they need."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read the files of which a second database runs nothing: most of them."""
    if collection_path.suffix != ".py" or not config.getoption("--only-database"):
        return None
    if collection_path.is_relative_to(BROWSER_TESTS):
        return True
    inside = any(collection_path.is_relative_to(folder) for folder in ON_BOTH)
    return None if inside or BOTH in collection_path.read_text(encoding="utf-8") else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give browser tests their marker and leave out what is not for this run."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker(pytest.mark.browser)
    only_database, only_smoke = config.getoption("--only-database"), config.getoption("--smoke")
    wanted: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        chosen = is_wanted(item, only_database) and (not only_smoke or is_smoke(item))
        (wanted if chosen else left_out).append(item)
    few, quick = config.getoption("--few-cases"), config.getoption("--quick")
    choices = [(few, few_cases), (few and quick, some_of_each_folder), (quick, quick_choice)]
    for choose in (choice for is_asked, choice in choices if is_asked):
        some = choose(wanted)
        left_out += [item for item in wanted if item not in some]
        wanted = [item for item in wanted if item in some]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = wanted


def is_wanted(item: pytest.Item, only_database: object) -> bool:
    """Whether this run, on this database, is one for `item`."""
    on_postgres = "postgresql" in settings.DATABASES["default"]["ENGINE"]
    if item.get_closest_marker("postgres"):
        return on_postgres
    if not only_database:
        return True
    inside = any(item.path.is_relative_to(folder) for folder in ON_BOTH)
    return touches_database(item) if inside else item.get_closest_marker(BOTH) is not None


def few_cases(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Three cases of each test; all of those that say so."""
    items = list(items)
    every = {item for item in items if item.get_closest_marker("every_case")}
    return every | three_of_each(item for item in items if item not in every)


def quick_choice(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return what is not marked thorough: all rulings, and of other tests three cases."""
    items = [item for item in items if not item.get_closest_marker("thorough")]
    rulings = {item for item in items if item.nodeid.startswith("tests/rules/")}
    return rulings | few_cases(item for item in items if item not in rulings)


def some_of_each_folder(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return every eighth test of each folder, all that commit, as those of races and locks do, and
    all that say so: SQLite runs the others."""
    chosen: set[pytest.Item] = set()
    seen: Counter[str] = Counter()
    for item in items:
        marks = ("every_case", "postgres")
        if commits(item) or any(item.get_closest_marker(mark) for mark in marks):
            chosen.add(item)
            continue
        folder = folder_of(item.nodeid)
        if seen[folder] % EVERY == 0:
            chosen.add(item)
        seen[folder] += 1
    return chosen


def three_of_each(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Of each test the first case, one in the middle and the last."""
    by_test: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_test[item.nodeid.partition("[")[0]].append(item)
    return {cases[at] for cases in by_test.values() for at in (0, len(cases) // 2, -1)}


def is_smoke(item: pytest.Item) -> bool:
    """Whether a browser test is one of the selection that shows every feature once. The argument of
    its marker names the one case of a parametrised test."""
    marker = item.get_closest_marker("smoke")
    return marker is not None and all(f"-{case}]" in item.name for case in marker.args)


def touches_database(item: pytest.Item) -> bool:
    """Whether a test has asked for the database, by a fixture or by its marker."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(
        fixtures & {"db", "transactional_db", "live_server"} or item.get_closest_marker("django_db")
    )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Begin with a copy of the tables on SQLite, and let no commit wait for the disk there: what
    a test writes is for this test alone."""
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
        file = connection.creation._get_test_db_name()  # type: ignore[attr-defined]
        for end in ("-wal", "-shm"):  # of a killed process with the same number
            Path(f"{file}{end}").unlink(missing_ok=True)
        shutil.copyfile(file_with_tables(), file)
        connection.creation._create_test_db = lambda *_, **_options: file  # type: ignore[attr-defined]


@pytest.fixture(scope="session", autouse=True)
def _emptied_between_tests() -> Iterator[None]:
    """Let tests that commit clean up entries and seals behind them."""
    with flushing_lifts_triggers():
        yield


def commits(item: pytest.Item) -> bool:
    """Whether what a test writes is really committed, for others to see, and emptied out after."""
    fixtures = set(getattr(item, "fixturenames", ()))
    marker = item.get_closest_marker("django_db")
    asked = marker is not None and marker.kwargs.get("transaction", False)
    return asked or bool(fixtures & {"transactional_db", "live_server"})


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let a test that commits, or asks for nothing to begin with, find an empty database, and each
    one a connection that works, whatever became of the test before it.

    Each counts requests, and what is full goes at another time; a page that was asked for in German
    has left its language behind in the thread.
    """
    quota._counts.not_before, quota._swept_at = 0.0, math.inf
    translation.deactivate()
    Ground.allowed = not commits(item)
    if not touches_database(item):
        return
    with item.config.stash[blocking_manager_key].unblock():
        if not is_sound(connection):
            give_up(connection)
    if not Ground.standing:
        return
    asked = set() if commits(item) else set(getattr(item, "fixturenames", ()))
    unasked = [one for one in Ground.standing if one.name not in asked]
    if unasked:
        unasked[0].clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """Empty the database once more behind a test that commits and could not be cleaned up."""
    try:
        return (yield)
    except Exception:
        if commits(item):
            with item.config.stash[blocking_manager_key].unblock():
                give_up(connection)
                call_command("flush", verbosity=0, interactive=False)
        raise


both_clubs = laid_once(gather)


@pytest.fixture
def cast(both_clubs: Ground[Cast], db: None) -> Cast:
    """The people that every test knows: see `tests/cast.py`."""
    return both_clubs.given()


@pytest.fixture
def scorer(client: Client, cast: Cast) -> Client:
    """The scorer of Les Atouts, signed in."""
    client.force_login(cast.scorer)
    return client


@pytest.fixture
def admin(client: Client, cast: Cast) -> Client:
    """The administrator of Les Atouts, signed in."""
    client.force_login(cast.admin)
    return client
