"""Records that other programs wrote: their days, their names, and results that are alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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


def test_a_day_that_cannot_be_read_is_a_fault_of_its_line(cast: Cast, tmp_path: Path) -> None:
    """It may have its time behind it."""
    wrong = [
        *("20/09/2019", "2019", "2019-09", "20.09.2019", "2019-02-30", "2019-9-2", "20190920"),
        *("20 sept. 2019", "19-09-20", "0019-09-20", "3000-01-01", "1899-12-31", "2019-09-20x"),
    ]
    file = write_lines(tmp_path / "a.ndjson", [result(), *(result(date=day) for day in wrong)])
    report = bring(*stranger(cast).values(), file)
    told = [(fault.spot.line, fault.code) for fault in report.faults]
    assert told == [(line, "malformed") for line in range(2, len(wrong) + 2)]
    for day, fault in zip(wrong, report.faults, strict=True):
        assert day in fault.sentence
    assert not Hand.objects.filter(club=cast.other_club).exists()
    right = ["2019-09-20", "2019-09-20T21:30:00+02:00", "2019-09-20 21:30"]
    lines = [result(date=day, event=day) for day in right]
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "a", lines))
    matches = Match.objects.filter(club=cast.other_club)
    assert [str(match.played_on) for match in matches] == ["2019-09-20"] * 3


def test_equal_results_of_one_file_are_as_many_hands_as_lines(cast: Cast, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.ndjson", [result()] * 3)
    assert bring_all(*stranger(cast).values(), file).hands.new == 3
    hands = Hand.objects.filter(club=cast.other_club).order_by("number")
    assert [hand.number for hand in hands] == [1, 2, 3]
    again = bring_all(*stranger(cast).values(), file).hands
    assert (again.new, again.known) == (0, 3)
    passes = [{"kind": "call", "seat": seat, "call": "pass"} for seat in range(4)]
    thrown_in = {**result(), "format": "tarot-hand/1", "actions": passes}  # by one dealer, twice
    longer = write_lines(tmp_path / "b.ndjson", [result()] * 5 + [thrown_in] * 2)
    more = bring_all(*stranger(cast).values(), longer).hands
    assert (more.new, more.known) == (4, 3)


def test_names_that_differ_in_capitals_alone_are_one_person(cast: Cast, tmp_path: Path) -> None:
    lines = [result(), result(["anna", "BORIS", "CHLOE\u0301", "dario"], board="2")]
    before = set(Player.objects.filter(club=cast.other_club).values_list("name", flat=True))
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "a.ndjson", lines))
    after = set(Player.objects.filter(club=cast.other_club).values_list("name", flat=True))
    assert after == before | set(PEOPLE)


def test_what_stands_before_the_first_record_is_named_but_for_a_byte_order_mark(
    cast: Cast, tmp_path: Path
) -> None:
    file, line = tmp_path / "a.ndjson", json.dumps(result())
    for before, why in (
        ("# exported by hand\n", "JSON"),
        ("[", "one object a line"),
        ("  [\n", "one object a line"),
    ):
        file.write_text(f"{before}{line}\n")
        fault = bring(*stranger(cast).values(), file).faults[0]
        assert fault.spot.line == 1
        assert why in fault.sentence
        assert "seat" not in fault.sentence
    file.write_bytes(f"\ufeff{line}\r\n".encode())
    assert bring_all(*stranger(cast).values(), file).hands.new == 1
    file.write_bytes("\ufeffA: call pass\n".encode())
    assert "\ufeff" not in str(bring(*stranger(cast).values(), file).faults[0])
