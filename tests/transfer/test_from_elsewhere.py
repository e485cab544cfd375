"""Records that other programs wrote: their days, their names, and results that are alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.models import Hand, Match, Player
from tests.cast import Cast
from tests.transfer.archives import bring, bring_all, write_lines
from tests.transfer.test_import import stranger

PEOPLE = ["Anna", "Boris", "Chloé", "Dario"]


def result(players: list[str] = PEOPLE, **meta: str) -> dict[str, Any]:
    """A Garde of seat 0 that made it by 4, known by its result."""
    facts = {"taker": 0, "contract": "guard", "points": 45, "bouts": 2}
    return {
        "format": "tarot-hand/2",
        "variant": "french",
        "players": players,
        "dealer": 3,
        "actions": [{"kind": "result", "facts": facts}],
        "meta": {"date": "2019-09-20", **meta},
    }


@pytest.mark.parametrize(
    "day",
    [
        *("20/09/2019", "2019", "2019-09", "20.09.2019", "2019-02-30", "2019-9-2", "20190920"),
        *("20 sept. 2019", "19-09-20", "0019-09-20", "3000-01-01", "1899-12-31", "2019-09-20x"),
    ],
)
def test_a_day_that_cannot_be_read_is_a_fault_of_its_line(
    cast: Cast, tmp_path: Path, day: str
) -> None:
    file = write_lines(tmp_path / "a.ndjson", [result(board="1"), result(board="2", date=day)])
    report = bring(*stranger(cast).values(), file)
    assert [(fault.spot.line, fault.code) for fault in report.faults] == [(2, "malformed")]
    assert day in report.faults[0].sentence
    assert not Hand.objects.filter(club=cast.other_club).exists()


@pytest.mark.parametrize("day", ["2019-09-20", "2019-09-20T21:30:00+02:00", "2019-09-20 21:30"])
def test_a_day_may_have_its_time_behind_it(cast: Cast, tmp_path: Path, day: str) -> None:
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "a", [result(date=day)]))
    assert str(Match.objects.get(club=cast.other_club).played_on) == "2019-09-20"


def test_equal_results_of_one_file_are_as_many_hands_as_lines(cast: Cast, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.ndjson", [result()] * 3)
    assert bring_all(*stranger(cast).values(), file).hands.new == 3
    hands = Hand.objects.filter(club=cast.other_club).order_by("number")
    assert [hand.number for hand in hands] == [1, 2, 3]
    again = bring_all(*stranger(cast).values(), file).hands
    assert (again.new, again.known) == (0, 3)
    longer = write_lines(tmp_path / "b.ndjson", [result()] * 5)
    more = bring_all(*stranger(cast).values(), longer).hands
    assert (more.new, more.known) == (2, 3)


def test_two_hands_thrown_in_by_one_dealer_are_two(cast: Cast, tmp_path: Path) -> None:
    passes = [{"kind": "call", "seat": seat, "call": "pass"} for seat in range(4)]
    thrown_in = {**result(), "format": "tarot-hand/1", "actions": passes}
    file = write_lines(tmp_path / "a.ndjson", [thrown_in, thrown_in])
    assert bring_all(*stranger(cast).values(), file).hands.new == 2


def test_names_that_differ_in_capitals_alone_are_one_person(cast: Cast, tmp_path: Path) -> None:
    lines = [result(), result(["anna", "BORIS", "CHLOE\u0301", "dario"], board="2")]
    before = set(Player.objects.filter(club=cast.other_club).values_list("name", flat=True))
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "a.ndjson", lines))
    after = set(Player.objects.filter(club=cast.other_club).values_list("name", flat=True))
    assert after == before | set(PEOPLE)


def test_a_byte_order_mark_before_records_or_text_is_passed_over(
    cast: Cast, tmp_path: Path
) -> None:
    records, text = tmp_path / "a.ndjson", tmp_path / "a.txt"
    records.write_bytes(b"\xef\xbb\xbf" + json.dumps(result()).encode() + b"\r\n")
    assert bring_all(*stranger(cast).values(), records).hands.new == 1
    text.write_bytes("\ufeffA: call pass\n".encode())
    assert "\ufeff" not in str(bring(*stranger(cast).values(), text).faults[0])


@pytest.mark.parametrize(
    ("before", "why"),
    [("# exported by hand\n", "JSON"), ("[", "one object a line"), ("  [\n", "one object a line")],
)
def test_what_stands_before_the_first_record_is_named(
    cast: Cast, tmp_path: Path, before: str, why: str
) -> None:
    file = tmp_path / "a.ndjson"
    file.write_text(before + json.dumps(result()) + "\n")
    fault = bring(*stranger(cast).values(), file).faults[0]
    assert fault.spot.line == 1
    assert why in fault.sentence
    assert "seat" not in fault.sentence
