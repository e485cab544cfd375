"""A site says which version it is, and the release notes say what is new in it."""

import re
from pathlib import Path

from django.conf import settings

NOTES = Path(__file__).parents[2] / "games" / "operation" / "CHANGELOG.md"
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", re.MULTILINE)


def test_the_newest_release_notes_are_those_of_this_version() -> None:
    version, _day = RELEASE.findall(NOTES.read_text())[0]
    assert version == settings.VERSION


def test_releases_stand_in_order_the_newest_first() -> None:
    text = NOTES.read_text()
    releases = RELEASE.findall(text)
    numbers = [tuple(map(int, version.split("."))) for version, _day in releases]
    assert numbers == sorted(set(numbers), reverse=True)
    headings = re.findall("^## (.+)$", text, re.MULTILINE)
    assert len(headings) - ("Not released yet" in headings) == len(releases)
