"""Stretches of steps."""

from games.display.when import When


def test_a_stretch_ends_before_its_last_number_if_it_has_one() -> None:
    when = When.between(3, 7)
    assert [step for step in range(9) if step in when] == [3, 4, 5, 6]
    assert 2 not in When.between(3)
    assert 400 in When.between(3)
    assert not When.between(4, 4)
    assert str(When.between(4, 4)) == ""


def test_flags_become_stretches_as_the_script_reads_them() -> None:
    for flags, written in (
        ([False, True, True, False, True], "1-3 4-5"),
        ([True, True], "0-2"),
        ([False, False], ""),
        ([], ""),
    ):
        when = When.of(flags)
        assert str(when) == written
        assert [step in when for step in range(len(flags))] == flags
    assert str(When(((0, 3), (5, None)))) == "0-3 5-", "an open end has no number"
