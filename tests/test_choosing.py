"""Which tests `make test` runs and how it says where their time goes."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from tests import thorough
from tests.__main__ import Outcome, dearest, failures_again, in_all, steadied
from tests.conftest import few_cases, is_smoke, quick_choice, some_of_each_folder
from tests.durations import Durations, WrittenDown
from tests.rules.sheets import RULINGS

BROWSER_TESTS = Path(__file__).parent / "browser"


class Case(NamedTuple):
    """A case of a test, as far as it is looked at."""

    nodeid: str
    get_closest_marker: Any


def browser_test(name: str, *markers: pytest.Mark) -> Any:
    """A test of this name with these markers."""
    given = {marker.name: marker for marker in markers}
    return SimpleNamespace(name=name, get_closest_marker=given.get)


# The dearest files, with those whose smoke shows their feature: a tablet that keeps pages in a
# club room of its own, one that judges or goes on offline on a page that is loaded again, several
# hands without a line, two tablets at one table, 27 people on an evening, a measured replay.
SHOWN_ELSEWHERE = {
    "test_club_room.py": "test_prepare.py",
    "test_engine.py": "test_same_screen.py",
    "test_engine_page_lost.py": "test_prepare.py",
    "test_evening_without_a_line.py": "test_confirming.py",
    "test_measured.py": "test_replay.py",
    "test_one_state.py": "test_confirming.py",
    "test_steps_without_a_line.py": "test_confirming.py",
    "test_tablets_served.py": "test_tablets.py",
    "test_tournament.py": "test_evening.py",
    "test_two_tablets_apart.py": "test_tablets.py",
}


def test_every_feature_in_the_browser_has_a_test_in_the_smoke_selection() -> None:
    files = {path.name for path in BROWSER_TESTS.glob("test_*.py")}
    smoke = {name for name in files if "@pytest.mark.smoke" in (BROWSER_TESTS / name).read_text()}
    assert len(files) > 30
    assert files - smoke == SHOWN_ELSEWHERE.keys()
    assert smoke >= {*SHOWN_ELSEWHERE.values()}


def test_the_smoke_selection_takes_the_marked_case_of_a_test() -> None:
    whole, case = pytest.mark.smoke.mark, pytest.mark.smoke("droggn").mark
    assert is_smoke(browser_test("test_a_hand[chromium]", whole))
    assert is_smoke(browser_test("test_a_hand[chromium-droggn]", case))
    assert not is_smoke(browser_test("test_a_hand[chromium-scarto]", case))
    assert not is_smoke(browser_test("test_a_hand[chromium]"))


def cases(name: str, count: int, *markers: pytest.Mark) -> list[Any]:
    """That many cases of a test with these markers."""
    made = [browser_test(f"{name}[{number}]", *markers) for number in range(count)]
    return [Case(one.name, one.get_closest_marker) for one in made]


def test_of_many_cases_three_are_run_and_all_of_those_that_say_so() -> None:
    every = pytest.mark.every_case.mark
    items = [*cases("refused", 9), *cases("sealed", 2), *cases("let_in", 4, every)]
    chosen = few_cases(items)
    assert [item.nodeid for item in items if item in chosen] == [
        *("refused[0]", "refused[4]", "refused[8]", "sealed[0]", "sealed[1]"),
        *("let_in[0]", "let_in[1]", "let_in[2]", "let_in[3]"),
    ]


def test_of_the_tests_of_a_folder_every_eighth_is_run_and_all_that_commit() -> None:
    committing = pytest.mark.django_db(transaction=True).mark
    plain = [browser_test(f"tests/book/test_seal.py::test_{number}") for number in range(9)]
    raced = [
        browser_test(f"tests/book/test_seal.py::test_race_{number}", committing)
        for number in range(2)
    ]
    other = [browser_test("tests/models/test_void.py::test_0")]
    items: list[Any] = [Case(one.name, one.get_closest_marker) for one in (*plain, *raced, *other)]
    chosen = some_of_each_folder(items)
    assert [item.nodeid.partition("::test_")[2] for item in items if item in chosen] == [
        *("0", "8", "race_0", "race_1", "0")
    ]


def test_a_quick_run_takes_every_ruling_three_cases_of_the_rest_and_nothing_thorough() -> None:
    rulings = cases("tests/rules/test_play.py::refused", 5)
    items = [*rulings, *cases("told", 9), *cases("killed", 9, pytest.mark.thorough.mark)]
    chosen = quick_choice(items)
    assert [item for item in items if item in chosen][:5] == rulings
    others = [item.nodeid for item in items if item in chosen and item not in rulings]
    assert others == ["told[0]", "told[4]", "told[8]"]


def test_no_ruling_is_left_out_since_a_part_of_them_is_not_judged() -> None:
    marked = [
        path.name
        for path in sorted(RULINGS.rglob("test_*.py"))
        if "mark.thorough" in path.read_text(encoding="utf-8")
    ]
    assert marked == []


def test_a_thorough_run_tries_more_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thorough, "THOROUGH", False)
    assert thorough.amount(10, thorough=50) == 10
    monkeypatch.setattr(thorough, "THOROUGH", True)
    assert thorough.amount(10, thorough=50) == 50


def test_durations_are_added_up_by_folder_the_slowest_first() -> None:
    durations = Durations()
    for test, seconds in [
        ("tests/api/test_fuzz.py::test_one", 1.5),
        ("tests/rules/variants/test_french.py::test_two", 2.0),
        ("tests/rules/variants/test_french.py::test_two", 0.5),
        ("tests/rules/test_play.py::test_three", 1.0),
        ("tests/test_layout.py::test_four", 0.5),
    ]:
        report: Any = SimpleNamespace(nodeid=test, duration=seconds)
        durations.pytest_runtest_logreport(report)
    assert [line.split() for line in durations.by_folder()] == [
        ["3.5", "2", "tests/rules"],
        ["1.5", "1", "tests/api"],
        ["0.5", "1", "tests"],
    ]


THREE_WAYS_TO_FAIL = """
import pytest

@pytest.fixture
def club():
    raise LookupError("no club")

def test_passes(): pass
def test_fails(): assert 1 == 2, "the dealer is wrong\\nin the second line"
def test_without_its_club(club): pass
"""


def test_each_test_that_failed_is_written_down_with_its_error(tmp_path: Path) -> None:
    (tmp_path / "test_three.py").write_text(THREE_WAYS_TO_FAIL)
    (tmp_path / "test_broken.py").write_text("import cards_that_are_not_there")
    noted = ["-p", "xdist.plugin", "-p", "tests.failed", "--failed-to", "failed"]
    as_here = ["-n", "2", "--continue-on-collection-errors", "-c", "/dev/null", "--rootdir", "."]
    root = str(BROWSER_TESTS.parent.parent)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *noted, *as_here],
        cwd=tmp_path,
        env={"PYTHONPATH": root, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (tmp_path / "failed").exists(), done.stdout + done.stderr
    failed = (tmp_path / "failed").read_text().splitlines()
    assert sorted(failed) == [
        "test_broken.py - E   ModuleNotFoundError: No module named 'cards_that_are_not_there'",
        "test_three.py::test_fails - AssertionError: the dealer is wrong",
        "test_three.py::test_without_its_club - LookupError: no club",
    ]


def test_the_last_lines_name_the_part_of_each_failure_and_at_most_twenty() -> None:
    outcomes = [
        Outcome("SQLite tests", False, failures=["test_one - 1 is not 2"]),
        Outcome("PostgreSQL tests"),
        Outcome("Browser tests", False, failures=[f"test_{number} - late" for number in range(30)]),
    ]
    again = failures_again(outcomes)
    assert again[0] == "SQLite tests: test_one - 1 is not 2"
    assert again[1] == "Browser tests: test_0 - late"
    assert (len(again), again[-1]) == (21, "and 11 more")


def test_what_passes_at_the_second_try_is_named_and_fails_nothing() -> None:
    first = Outcome("Browser tests", False, failures=["test_one - late"])
    assert steadied(first, Outcome("Browser tests", False, failures=["test_one - late"])) is first
    passed = steadied(first, Outcome("Browser tests"))
    assert passed.passed
    assert failures_again([passed]) == ["unsteady, passed at the second try: test_one - late"]


def test_a_part_says_what_it_took_and_the_whole_what_it_may_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = Outcome("SQLite tests", passed=False, seconds=140.2, processor=251)
    assert str(one) == "SQLite tests: FAILED in 140 s, 251 s of processor"
    monkeypatch.setattr(sys, "argv", ["tests"])
    monkeypatch.setattr("tests.__main__.THOROUGH", False)
    assert in_all(299) == "in all 299 s of 300"
    assert in_all(301) == "in all 301 s of 300, too many unless the machine was busy"
    monkeypatch.setattr(sys, "argv", ["tests", "tests/book"])
    assert in_all(301) == "in all 301 s"


def test_the_dearest_files_of_all_parts_are_named() -> None:
    outcomes = [
        Outcome("SQLite tests", files={"tests/one.py": 2.0, "tests/two.py": 9.0}),
        Outcome("PostgreSQL tests", files={"tests/two.py": 5.0}),
        Outcome("Browser tests", files={f"tests/{name}.py": 0.5 for name in range(9)}),
    ]
    named = [line.split(maxsplit=1) for line in dearest(outcomes)]
    assert len(named) == 10
    assert named[:3] == [
        ["9.0", "tests/two.py (SQLite tests)"],
        ["5.0", "tests/two.py (PostgreSQL tests)"],
        ["2.0", "tests/one.py (SQLite tests)"],
    ]


def test_the_seconds_of_each_file_are_written_down(tmp_path: Path) -> None:
    kept = WrittenDown(tmp_path / "seconds")
    for test, seconds in [("tests/a.py::one", 1.5), ("tests/a.py::two[x::y]", 2.0)]:
        report: Any = SimpleNamespace(nodeid=test, duration=seconds)
        kept.pytest_runtest_logreport(report)
    kept.pytest_terminal_summary(cast(Any, None))
    assert json.loads((tmp_path / "seconds").read_text()) == {"tests/a.py": 3.5}


def test_a_run_without_failures_repeats_nothing() -> None:
    assert failures_again([Outcome("SQLite tests"), Outcome("PostgreSQL tests")]) == []
