"""Taking records into a club: all or nothing, once, and nothing that is there is lost."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError

from games import proof as verifying
from games import statistics
from games.book.records import sealed_record
from games.book.sealed_lines import FACTS
from games.models import (
    Career,
    Hand,
    HandSeat,
    Match,
    Player,
    Seal,
    Tally,
)
from games.rules import format_record, notation, strict
from games.transfer.importing import rows, run
from games.transfer.importing.lines import Usual
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import EVENING, claimed_by_seat_0
from tests.ground import undone
from tests.transfer.archives import (
    bring,
    bring_all,
    count,
    export,
    write_lines,
)

NAMES = ["Anna", "Boris", "Chloé", "Dario"]


def passed(dealer: int = 3, **meta: str) -> dict[str, Any]:
    """A record of a hand that was thrown in."""
    seats = [(dealer + 1 + turn) % 4 for turn in range(4)]
    return {
        "format": "tarot-hand/1",
        "variant": "french",
        "players": NAMES,
        "dealer": dealer,
        "actions": [{"kind": "call", "seat": seat, "call": "pass"} for seat in seats],
        "meta": {"date": "2024-05-03", "event": "Spring", **meta},
    }


def stranger(cast: Cast) -> dict[str, Any]:
    """Where records of elsewhere are taken in by the other club."""
    return {"user": cast.other_scorer, "club": cast.other_club}


# --- records of elsewhere -----------------------------------------------------------------------


def test_a_record_becomes_a_sealed_hand_of_its_match(cast: Cast, tmp_path: Path) -> None:
    """What a record does not say is given for all; somebody new becomes a player."""
    bare = {**passed(), "players": ["Anna", "Zoé\u0301", "Yves", "Dario"]}
    del bare["meta"]
    file = write_lines(tmp_path / "a", [passed(board="4", table="2", comment="Wet cards."), bare])
    report = bring_all(*stranger(cast).values(), file, usual=Usual("Attic", EVENING))
    assert (report.hands.new, report.matches.new, report.players.new) == (2, 2, 2)
    hand, other = Hand.objects.select_related("match").filter(club=cast.other_club).order_by("pk")
    assert (hand.number, hand.dealer, hand.state, hand.comment) == (4, 3, "sealed", "Wet cards.")
    match = hand.match
    assert (match.title, match.table, str(match.played_on)) == ("Spring", "2", "2024-05-03")
    assert match.closed_at is not None
    results = HandSeat.objects.filter(hand=hand).order_by("seat")
    assert [seat.player.name for seat in results] == NAMES
    assert {seat.player.club_id for seat in results} == {cast.other_club.pk}
    assert (other.match.title, other.match.played_on) == ("Attic", EVENING)
    assert not sealed_record(other).meta
    assert Player.objects.filter(club=cast.other_club, name="Yves").exists()


def test_hands_of_one_evening_and_the_same_people_are_one_match_and_come_in_once(
    cast: Cast, tmp_path: Path
) -> None:
    """What would happen can be asked before; the same import again changes nothing."""
    lines = [
        passed(board="1"),
        passed(0, board="2"),
        passed(1),
        passed(1, event="Autumn"),
        passed(2, date="2024-05-04"),
        {**passed(), "players": [*NAMES[:3], "Yves"]},
    ]
    file, before = write_lines(tmp_path / "a.ndjson", lines), count(cast.other_club)
    asked = bring_all(*stranger(cast).values(), file, dry_run=True)
    assert count(cast.other_club) == before
    done = bring_all(*stranger(cast).values(), file)
    assert (asked.written, done.written) == (False, True)
    assert done.counts() == asked.counts()
    hands = Hand.objects.filter(club=cast.other_club).order_by("pk")
    assert [hand.number for hand in hands] == [1, 2, 3, 1, 1, 1]
    assert Match.objects.filter(club=cast.other_club).count() == 4
    before, link = count(cast.other_club), head(cast)
    report = bring_all(*stranger(cast).values(), file)
    assert (report.hands.known, report.changes) == (6, False)
    assert (count(cast.other_club), head(cast)) == (before, link)
    more = write_lines(tmp_path / "b.ndjson", [passed(2, board="2")])
    bring_all(*stranger(cast).values(), more)
    assert Match.objects.filter(club=cast.other_club).count() == 4
    assert hands.all()[6].number == 4  # the second one is there already


def head(cast: Cast) -> str:
    cast.other_club.refresh_from_db()
    return str(cast.other_club.head)


def test_text_in_the_notation_is_taken_in_as_well(cast: Cast, tmp_path: Path) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    folder = export(cast.club, tmp_path / "archive")
    text = tmp_path / "hands.txt"
    (line,) = (folder / "records.ndjson").read_bytes().splitlines()
    record = strict.decode(line)
    text.write_text(notation.format_object(record))
    assert bring_all(cast.admin, cast.club, text).hands.known == 1
    del record[FACTS]  # without ids, as somebody has typed it
    text.write_text(notation.format_object(record))
    both = bring_all(*stranger(cast).values(), folder / "records.ndjson", text).hands
    assert (both.new, both.known) == (1, 1)
    there = Hand.objects.get(club=cast.other_club)
    assert format_record(sealed_record(there)) == format_record(sealed_record(hand))


# --- nothing, where anything is wrong -----------------------------------------------------------


def test_a_wrong_line_keeps_everything_out(cast: Cast, tmp_path: Path) -> None:
    before = count(cast.other_club), head(cast)
    unfinished = {**passed(), "actions": passed()["actions"][:2]}
    late = passed()
    late["actions"].append({"kind": "call", "seat": 0, "call": "guard"})
    file = write_lines(tmp_path / "a.ndjson", [passed(), unfinished, passed(0), b"{}", late])
    report = bring(*stranger(cast).values(), file)
    assert not report.ok
    assert [(fault.spot.line, fault.code, fault.action) for fault in report.faults] == [
        (2, "hand-not-finished", None),
        (4, "malformed", None),
        (5, "wrong-phase", 4),
    ]
    assert str(report.faults[0]).startswith("a.ndjson:2: The hand is not finished")
    assert (count(cast.other_club), head(cast)) == before


def test_a_crash_in_the_middle_leaves_whole_pieces_and_the_same_again_does_the_rest(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LINES", 2)
    file, bulk = write_lines(tmp_path / "a", numbered(5)), rows._bulk
    written = Counter[str]()

    def crash(table: str, model: Any, new: list[Any]) -> None:
        written[model.__name__] += 1
        if written[table] == 2:
            raise DatabaseError("the power is out")
        bulk(model, new)

    for table in ("Entry", "Seal", "SealedText", "HandSeat"):
        with undone():
            written.clear()
            monkeypatch.setattr(rows, "_bulk", partial(crash, table))
            with pytest.raises(DatabaseError):
                bring(*stranger(cast).values(), file)
            cast.other_club.refresh_from_db()
            assert cast.other_club.seals == Hand.objects.filter(club=cast.other_club).count() == 2
            assert verifying.findings_of(cast.other_club) == []
            monkeypatch.setattr(rows, "_bulk", bulk)
            report = bring_all(*stranger(cast).values(), file)
            assert (report.hands.new, report.hands.known) == (3, 2)


def test_only_administrators_bring_anything_in(cast: Cast, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a", [passed()])
    for who in (cast.scorer, cast.member, cast.other_scorer):
        for dry_run in (True, False):
            with pytest.raises(NotAllowed):
                bring(who, cast.club, file, dry_run=dry_run)


# --- many ---------------------------------------------------------------------------------------


def numbered(many: int) -> list[dict[str, Any]]:
    """As many hands of one evening."""
    return [passed(board=str(number)) for number in range(1, many + 1)]


def test_many_hands_take_few_statements_and_are_counted_as_by_a_rebuild(
    cast: Cast, tmp_path: Path, django_assert_max_num_queries: Any, monkeypatch: Any
) -> None:
    """The sums are carried on with each piece that is written."""
    monkeypatch.setattr(rows, "ROWS", 100_000)
    monkeypatch.setattr(run, "LINES", 200)
    with django_assert_max_num_queries(99):
        bring_all(*stranger(cast).values(), write_lines(tmp_path / "a", numbered(60)))
    monkeypatch.setattr(run, "LINES", 2)
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "b", numbered(65)))
    assert Seal.objects.filter(club=cast.other_club).count() == 65

    def sums() -> list[Any]:
        told = [model.objects.filter(club=cast.other_club).values() for model in (Tally, Career)]
        return sorted(str({**row, "id": 0, "at": 0}) for rows in told for row in rows)

    before = sums()
    statistics.rebuild(cast.other_club)
    assert before == sums() != []
    cast.other_club.refresh_from_db()
    assert verifying.findings_of(cast.other_club) == []
