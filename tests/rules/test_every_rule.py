"""Every rule of every sheet is exercised by a ruling: what `tests/exercised.py` makes of a run."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from textwrap import dedent

import pytest

from games.rules import VARIANTS
from tests.rules.sheets import NEED_NO_TEST, faults, rules_of

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]

# A run judged by two rules that are on no sheet. Its tests do what rulings do: they build a refusal
# and a line.
JUDGED = """
    from pathlib import Path
    from tests.exercised import Exercised

    HERE = Path(__file__).parent

    def faults(exercised):
        return [f"nobody exercises {rule}" for rule in sorted({"0.1", "0.2"} - exercised)]

    def pytest_configure(config):
        config.addinivalue_line("markers", "rule: what a test exercises")
        config.pluginmanager.register(Exercised(HERE / "rulings", [HERE / "rulings/drawn"], faults))
"""
REFUSAL = """
    from games.rules import Problem

    def test_a_refusal():
        Problem("revoke", "No.", rule="french/0.1")
"""
LINE = """
    from games.rules.game.settlement import Line

    def test_a_line():
        Line("Points", "", 5, "0.2")
"""
MENTION = """
    def test_a_line():
        '''0.2.'''
"""
MARKER = """
    import pytest

    @pytest.mark.rule("0.2")
    def test_a_line():
        pass
"""


@pytest.fixture
def judged(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., pytest.RunResult]:
    """Runs pytest on files below the folder of the rulings, given by their names."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeconftest(JUDGED)

    def run(files: dict[str, str], *arguments: str) -> pytest.RunResult:
        for name, text in files.items():
            path = pytester.path / "rulings" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text))
        if "-n" in arguments:
            return pytester.runpytest_inprocess("-p", "xdist", *arguments)
        return pytester.runpytest_inprocess(*arguments)

    return run


def test_rules_belong_to_one_sheet_and_what_needs_no_ruling_is_on_it() -> None:
    """A score line cites its rule without the name of the game."""
    sheets = [rules_of(variant) for variant in VARIANTS]
    assert min(map(len, sheets)) > 10
    assert [one & other for one, other in combinations(sheets, 2) if one & other] == []
    for variant in VARIANTS:
        assert NEED_NO_TEST.get(variant.key, {}).keys() <= rules_of(variant)


def test_a_rule_without_a_ruling_is_named_and_so_is_an_excuse_that_is_none() -> None:
    every = set().union(*map(rules_of, VARIANTS)) - set().union(*NEED_NO_TEST.values())
    assert faults(every) == []
    assert faults(every - {"A5", "B12"} | {"D31"}) == [
        "droggn: excused, but exercised: D31",
        "taros-1659: no ruling exercises A5",
        "taroux-of-six: no ruling exercises B12",
    ]


@pytest.mark.parametrize("second", [LINE, MARKER], ids=["by a line", "by a marker"])
def test_a_run_that_exercises_every_rule_passes(
    judged: Callable[..., pytest.RunResult], second: str
) -> None:
    """A marker exercises what can be the reason of nothing."""
    result = judged({"test_one.py": REFUSAL, "test_two.py": second}, "rulings")
    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.OK


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "by workers"])
def test_a_rule_that_no_ruling_exercises_fails_the_run(
    judged: Callable[..., pytest.RunResult], workers: list[str]
) -> None:
    """Its number in a docstring, or in a test whose hands are drawn at random, is not enough."""
    files = {"test_one.py": REFUSAL, "test_two.py": MENTION, "drawn/test_three.py": LINE}
    result = judged(files, "rulings", *workers)
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*rules of the sheets*", "nobody exercises 0.2"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize(
    "chosen",
    [
        ["rulings", "-k", "refusal"],
        ["rulings/test_one.py"],
        ["rulings/test_one.py::test_a_refusal", "rulings/test_two.py"],
    ],
    ids=" ".join,
)
def test_a_run_of_a_part_is_not_judged(
    judged: Callable[..., pytest.RunResult], chosen: list[str]
) -> None:
    result = judged({"test_one.py": REFUSAL, "test_two.py": MENTION}, *chosen)
    assert result.ret == pytest.ExitCode.OK
