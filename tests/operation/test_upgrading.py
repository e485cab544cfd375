"""A database of the oldest release is upgraded in one command, and brought back by the old code."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.operation.places import ROOT, Place
from tests.upgrades import OLDEST, RELEASES, rehearse

GUIDE = (ROOT / "games/operation/guide.md").read_text(encoding="utf-8")
NOTES = (ROOT / "games/operation/CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.thorough
@pytest.mark.both_databases
@pytest.mark.timeout(1200)
def test_a_database_of_the_oldest_release_comes_here_and_goes_back(
    new_place: Callable[[], Place], tmp_path: Path
) -> None:
    rehearse(OLDEST, new_place().url, tmp_path, print)


def test_each_release_of_the_notes_is_rehearsed() -> None:
    assert set(re.findall(r"^## (\S+) \(", NOTES, re.MULTILINE)) == set(RELEASES)
    assert all(commit[:7] in GUIDE for commit in RELEASES.values())
