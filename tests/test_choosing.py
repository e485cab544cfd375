"""Which tests `make test` runs and how it says where their time goes."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import thorough
from tests.conftest import is_smoke
from tests.durations import Durations

BROWSER_TESTS = Path(__file__).parent / "browser"


def browser_test(name: str, *markers: pytest.Mark) -> Any:
    """A test of this name with these markers."""
    given = {marker.name: marker for marker in markers}
    return SimpleNamespace(name=name, get_closest_marker=given.get)


def test_every_file_of_browser_tests_has_one_in_the_smoke_selection() -> None:
    files = sorted(BROWSER_TESTS.glob("test_*.py"))
    assert len(files) > 30
    assert [path.name for path in files if "@pytest.mark.smoke" not in path.read_text()] == []


def test_the_smoke_selection_takes_the_marked_case_of_a_test() -> None:
    whole, case = pytest.mark.smoke.mark, pytest.mark.smoke("droggn").mark
    assert is_smoke(browser_test("test_a_hand[chromium]", whole))
    assert is_smoke(browser_test("test_a_hand[chromium-droggn]", case))
    assert not is_smoke(browser_test("test_a_hand[chromium-scarto]", case))
    assert not is_smoke(browser_test("test_a_hand[chromium]"))


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
