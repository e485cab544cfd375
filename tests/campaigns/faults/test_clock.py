"""Where the clock of a site goes when it jumps."""

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from tests.campaigns.faults.clock import MARGIN, NUMBER, ZONE, jumps, set_clock

NOW = datetime(2026, 11, 24, 19, 30, tzinfo=ZoneInfo(ZONE))
ARRIVES = {
    "an hour ahead": "2026-11-24 20:30:00 CET",
    "an hour back": "2026-11-24 18:30:00 CET",
    "next year": "2027-01-01 00:30:00 CET",
    "midnight": "2026-11-25 00:00:00 CET",
    "the end of summer time": "2026-10-25 02:00:00 CET",
    "the beginning of summer time": "2026-03-29 03:00:00 CEST",
}


def test_each_jump_goes_where_it_says_or_just_before() -> None:
    there = jumps(NOW, Random(1))
    assert len(there) == NUMBER
    assert timedelta() < abs(there.pop("a few seconds") - NOW) <= timedelta(seconds=5)
    for name in ("midnight", "the end of summer time", "the beginning of summer time"):
        there[name] += MARGIN
    arrived = {name: moment.astimezone(NOW.tzinfo) for name, moment in there.items()}
    assert {name: f"{moment:%Y-%m-%d %H:%M:%S %Z}" for name, moment in arrived.items()} == ARRIVES


def test_a_clock_is_read_as_seconds_ahead_or_behind(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    set_clock(file, 0)
    assert file.read_text() == "+0.000\n"
    set_clock(file, -timedelta(hours=1).total_seconds())
    assert file.read_text() == "-3600.000\n"
