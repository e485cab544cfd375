"""Stretches of steps."""

import pytest

from games.display.when import When


def test_a_stretch_ends_before_its_last_number() -> None:
    when = When.between(3, 7)
    assert [step for step in range(9) if step in when] == [3, 4, 5, 6]


def test_a_stretch_without_an_end_lasts() -> None:
    assert 2 not in When.between(3)
    assert 400 in When.between(3)


def test_a_stretch_that_ends_where_it_begins_is_never() -> None:
    assert not When.between(4, 4)
    assert str(When.between(4, 4)) == ""


@pytest.mark.parametrize(
    ("flags", "written"),
    [
        ([False, True, True, False, True], "1-3 4-5"),
        ([True, True], "0-2"),
        ([False, False], ""),
        ([], ""),
    ],
)
def test_flags_become_stretches_as_the_script_reads_them(flags: list[bool], written: str) -> None:
    when = When.of(flags)
    assert str(when) == written
    assert [step in when for step in range(len(flags))] == flags


def test_an_open_end_is_written_without_a_number() -> None:
    assert str(When(((0, 3), (5, None)))) == "0-3 5-"
