"""Taking records into a club: all or nothing, once, and nothing that is there is lost."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.db.models import Count

from games import people, statistics
from games import proof as verifying
from games.book.records import sealed_record
from games.book.sealed_lines import FACTS
from games.models import (
    Career,
    Hand,
    HandSeat,
    Match,
    Membership,
    Player,
    Remark,
    Role,
    Seal,
    Tally,
)
from games.replay import remarking
from games.rules import format_record, notation, strict
from games.transfer.club import HandSelection
from games.transfer.importing import rows, run
from games.transfer.importing.lines import Usual
from games.transfer.importing.watching import Watcher
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0, erase_texts, sealed_hand
from tests.transfer.archives import (
    bring,
    bring_all,
    count,
    empty,
    export,
    objects,
    read,
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
    file = write_lines(tmp_path / "a.ndjson", [passed(board="4", table="2", comment="Wet cards.")])
    report = bring_all(*stranger(cast).values(), file)
    assert (report.hands.new, report.matches.new, report.players.new) == (1, 1, 0)
    hand = Hand.objects.select_related("match").get(club=cast.other_club)
    assert (hand.number, hand.dealer, hand.state, hand.comment) == (4, 3, "sealed", "Wet cards.")
    match = hand.match
    assert (match.title, match.table, str(match.played_on)) == ("Spring", "2", "2024-05-03")
    assert match.closed_at is not None
    results = HandSeat.objects.filter(hand=hand).order_by("seat")
    assert [seat.player.name for seat in results] == NAMES
    assert {seat.player.club_id for seat in results} == {cast.other_club.pk}


def test_hands_of_one_evening_and_the_same_people_are_one_match(cast: Cast, tmp_path: Path) -> None:
    lines = [
        passed(board="1"),
        passed(0, board="2"),
        passed(1),
        passed(1, event="Autumn"),
        passed(2, date="2024-05-04"),
        {**passed(), "players": [*NAMES[:3], "Emma"]},
    ]
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "a.ndjson", lines))
    hands = Hand.objects.filter(club=cast.other_club).order_by("pk")
    assert [hand.number for hand in hands] == [1, 2, 3, 1, 1, 1]
    assert Match.objects.filter(club=cast.other_club).count() == 4
    more = write_lines(tmp_path / "b.ndjson", [passed(2, board="2")])
    bring_all(*stranger(cast).values(), more)
    assert Match.objects.filter(club=cast.other_club).count() == 4
    assert hands.all()[6].number == 4  # the second one is there already


def test_a_fact_missing_in_records_is_given_for_all(cast: Cast, tmp_path: Path) -> None:
    record = passed()
    del record["meta"]
    usual = Usual("Attic", EVENING)
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "a", [record]), usual=usual)
    hand = Hand.objects.select_related("match").get(club=cast.other_club)
    assert (hand.match.title, hand.match.played_on) == ("Attic", EVENING)
    assert not sealed_record(hand).meta


def test_somebody_new_becomes_a_player(cast: Cast, tmp_path: Path) -> None:
    record = {**passed(), "players": ["Anna", "Zoé\u0301", "Yves", "Dario"]}
    report = bring_all(*stranger(cast).values(), write_lines(tmp_path / "a", [record]))
    assert report.players.new == 2
    assert Player.objects.filter(club=cast.other_club, name="Yves").exists()


def test_text_in_the_notation_is_taken_in_as_well(cast: Cast, tmp_path: Path) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    folder = export(cast.club, tmp_path / "archive")
    text = tmp_path / "hands.txt"
    (line,) = (folder / "records.ndjson").read_bytes().splitlines()
    text.write_text(notation.format_object(strict.decode(line)))
    assert bring_all(cast.admin, cast.club, text).hands.known == 1
    bring_all(*stranger(cast).values(), text)
    there = Hand.objects.get(club=cast.other_club)
    assert format_record(sealed_record(there)) == format_record(sealed_record(hand))


# --- once, and together -------------------------------------------------------------------------


def test_the_same_import_twice_changes_nothing(cast: Cast, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.ndjson", [passed(), passed(0), passed(board="9")])
    bring_all(*stranger(cast).values(), file)
    before = count(cast.other_club), head(cast)
    report = bring_all(*stranger(cast).values(), file)
    assert (report.hands.known, report.changes) == (3, False)
    assert (count(cast.other_club), head(cast)) == before


def head(cast: Cast) -> str:
    cast.other_club.refresh_from_db()
    return str(cast.other_club.head)


def test_two_archives_together_lose_nothing(cast: Cast, tmp_path: Path) -> None:
    """One was made in spring, the other in autumn; between them a player was renamed."""
    first = cast.sealed_hand(claimed_by_seat_0())
    spring = export(cast.club, tmp_path / "spring")
    people.rename_player(user=cast.scorer, player=cast.players[1], name="Boris the Bold")
    for _hand in range(2):
        cast.sealed_hand(THROWN_IN)
    remarking.add_remark(user=cast.member, hand=first, place="auction", text="Ah.")
    autumn = export(cast.club, tmp_path / "autumn")
    wanted = read(autumn)
    empty(cast.club)
    bring_all(cast.admin, cast.club, autumn, spring)
    assert read(export(cast.club, tmp_path / "one")) == wanted
    empty(cast.club)
    bring_all(cast.admin, cast.club, spring)
    bring_all(cast.admin, cast.club, autumn)
    both = read(export(cast.club, tmp_path / "other"))
    assert both["records.ndjson"] == wanted["records.ndjson"]
    assert both["remarks.ndjson"] == wanted["remarks.ndjson"]


def test_two_hands_that_are_alike_stay_two(cast: Cast, tmp_path: Path) -> None:
    """The same four at two tables of one name on one day: only their ids tell them apart."""
    for _match in range(2):
        sealed_hand(cast.scorer, cast.open_match(), THROWN_IN)
    archive = export(cast.club, tmp_path / "archive")
    bring_all(*stranger(cast).values(), archive)
    assert Hand.objects.filter(club=cast.other_club).count() == 2
    assert bring_all(*stranger(cast).values(), archive).hands.known == 2
    empty(cast.club)
    bring_all(cast.admin, cast.club, archive)
    assert Hand.objects.filter(club=cast.club).count() == 2


def test_another_club_of_the_site_gets_hands_of_its_own(cast: Cast, tmp_path: Path) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    archive = export(cast.club, tmp_path / "archive")
    bring_all(*stranger(cast).values(), archive)
    mine, theirs = Hand.objects.get(club=cast.club), Hand.objects.get(club=cast.other_club)
    assert mine.public_id != theirs.public_id
    assert format_record(sealed_record(mine)) == format_record(sealed_record(theirs))
    assert Player.objects.filter(club=cast.other_club).count() == 5  # Anna is their Anna
    again = bring_all(*stranger(cast).values(), archive)
    assert (again.hands.known, again.changes) == (1, False)


def test_people_of_one_name_in_a_lone_file_of_records_stay_two(cast: Cast, tmp_path: Path) -> None:
    """Anna was renamed, and another Anna came: without the list of players both are called so."""
    cast.sealed_hand(THROWN_IN)
    people.rename_player(user=cast.scorer, player=cast.players[0], name="Anne")
    new = people.add_player(user=cast.scorer, club=cast.club, name="Anna")
    match = cast.open_match(played_on=EVENING.replace(day=1))
    match.seats.filter(seat=0).update(player=new)
    sealed_hand(cast.scorer, match, THROWN_IN)
    archive = export(cast.club, tmp_path / "archive")
    empty(cast.club)
    bring_all(cast.admin, cast.club, archive / "records.ndjson")
    assert {"Anna", "Anna (2)"} < set(Player.objects.values_list("name", flat=True))


def test_a_number_that_is_taken_becomes_the_next_one(cast: Cast, tmp_path: Path) -> None:
    """Two tablets, two copies of the site: both recorded a hand 2."""
    cast.sealed_hand(THROWN_IN)
    copy = export(cast.club, tmp_path / "copy")
    lines = objects(copy / "records.ndjson")
    other = json.loads(json.dumps(lines[0]))
    other[FACTS] |= {"hand": "a" * 16, "number": 1}
    other["meta"]["comment"] = "On the other tablet."
    bring_all(cast.admin, cast.club, write_lines(tmp_path / "other", [other]))
    numbers = Hand.objects.filter(match=cast.match).values_list("number", flat=True)
    assert sorted(numbers) == [1, 2]


def test_a_page_does_not_tell_whether_another_club_has_an_id(cast: Cast, tmp_path: Path) -> None:
    """The ids of the rows that come of a line are the same whether another club has its ids."""
    hand = cast.sealed_hand(claimed_by_seat_0())
    remarking.add_remark(user=cast.scorer, hand=hand, place="auction", text="Well.")
    archive = export(cast.club, tmp_path / "archive")
    Membership.objects.create(user=cast.scorer, club=cast.other_club, role=Role.MEMBER)

    def brought() -> list[set[str]]:
        empty(cast.other_club)
        bring_all(*stranger(cast).values(), archive, ids_kept=False)
        models = (Player, Match, Hand, Remark)
        return [
            set(model.objects.filter(club=cast.other_club).values_list("public_id", flat=True))
            for model in models
        ]

    there = brought()
    empty(cast.club)
    assert brought() == there
    assert bring_all(*stranger(cast).values(), archive, ids_kept=False).changes is False


def test_an_archive_that_came_under_other_ids_can_be_added_to(cast: Cast, tmp_path: Path) -> None:
    """Its rows are found again by the ids that they got, also where two hands are alike."""
    for _match in range(2):
        sealed_hand(cast.scorer, cast.open_match(), THROWN_IN)
    bring_all(*stranger(cast).values(), export(cast.club, tmp_path / "one"), ids_kept=False)
    sealed_hand(cast.scorer, Match.objects.filter(club=cast.club).latest("pk"), THROWN_IN)
    report = bring_all(
        *stranger(cast).values(), export(cast.club, tmp_path / "two"), ids_kept=False
    )
    assert (report.hands.new, report.hands.known, report.matches.new) == (1, 2, 0)
    sizes = Match.objects.filter(club=cast.other_club).annotate(many=Count("hands"))
    assert sorted(match.many for match in sizes) == [1, 2]


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


@pytest.mark.parametrize("table", ["Entry", "Seal", "SealedText", "HandSeat"])
def test_a_crash_in_the_middle_leaves_whole_pieces_and_the_same_again_does_the_rest(
    cast: Cast, tmp_path: Path, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LINES", 2)
    file = write_lines(tmp_path / "a", [passed(board=str(number)) for number in range(1, 6)])
    written, bulk = list[int](), rows._bulk

    def crash(model: Any, new: list[Any]) -> None:
        if model.__name__ == table:
            written.append(len(new))
            if len(written) == 2:
                raise DatabaseError("the power is out")
        bulk(model, new)

    monkeypatch.setattr(rows, "_bulk", crash)
    with pytest.raises(DatabaseError):
        bring(*stranger(cast).values(), file)
    assert len(written) == 2
    cast.other_club.refresh_from_db()
    assert cast.other_club.seals == Hand.objects.filter(club=cast.other_club).count() == 2
    assert verifying.findings_of(cast.other_club) == []
    monkeypatch.undo()
    report = bring_all(*stranger(cast).values(), file)
    assert (report.hands.new, report.hands.known) == (3, 2)


def test_a_hand_that_is_here_with_other_cards_is_a_conflict(cast: Cast, tmp_path: Path) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    folder = export(cast.club, tmp_path / "archive")
    (line,) = objects(folder / "records.ndjson")
    line["meta"]["comment"] = "Changed by somebody."
    report = bring(cast.admin, cast.club, write_lines(tmp_path / "changed", [line]))
    assert [fault.code for fault in report.faults] == ["record-conflict"]


def test_what_was_erased_does_not_come_back(cast: Cast, tmp_path: Path) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    archive = export(cast.club, tmp_path / "archive")
    erase_texts(seal__hand=hand, place="players/1")
    assert bring_all(cast.admin, cast.club, archive).changes is False
    assert sealed_record(hand).players[1] == "[erased]"
    after = export(cast.club, tmp_path / "after")
    empty(cast.club)
    bring_all(cast.admin, cast.club, archive)
    assert bring_all(cast.admin, cast.club, after).changes is False


def test_what_would_happen_can_be_asked_before(cast: Cast, tmp_path: Path) -> None:
    lines = [passed(), passed(0), {**passed(), "players": [*NAMES[:3], "Yves"]}]
    file = write_lines(tmp_path / "a", lines)
    before = count(cast.other_club)
    asked = bring_all(*stranger(cast).values(), file, dry_run=True)
    assert count(cast.other_club) == before
    done = bring_all(*stranger(cast).values(), file)
    assert (done.written, asked.written) == (True, False)
    assert done.counts() == asked.counts()


@pytest.mark.parametrize("who", ["scorer", "member", "other_scorer"])
def test_only_administrators_bring_anything_in(cast: Cast, tmp_path: Path, who: str) -> None:
    file = write_lines(tmp_path / "a", [passed()])
    for dry_run in (True, False):
        with pytest.raises(NotAllowed):
            bring(getattr(cast, who), cast.club, file, dry_run=dry_run)


# --- what readers said --------------------------------------------------------------------------


def test_comments_come_under_the_accounts_of_their_authors(cast: Cast, tmp_path: Path) -> None:
    hand = cast.sealed_hand(THROWN_IN)
    remarking.add_remark(user=cast.member, hand=hand, place="auction", text="Brave.")
    archive = export(cast.club, tmp_path / "archive")
    empty(cast.club)
    assert bring_all(cast.admin, cast.club, archive).remarks.new == 1
    assert Remark.objects.get().author == cast.member
    assert bring_all(cast.admin, cast.club, archive).remarks.known == 1
    report = bring(*stranger(cast).values(), archive)
    assert [(fault.spot.file, fault.code) for fault in report.faults] == [
        ("remarks.ndjson", "unknown-member")
    ]


# --- many ---------------------------------------------------------------------------------------


def test_many_hands_take_few_statements(
    cast: Cast, tmp_path: Path, django_assert_max_num_queries: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(rows, "ROWS", 100_000)
    monkeypatch.setattr(run, "LINES", 200)
    file = write_lines(tmp_path / "a", [passed(board=str(number)) for number in range(1, 61)])
    with django_assert_max_num_queries(100) as asked:
        bring_all(*stranger(cast).values(), file)
    assert Seal.objects.filter(club=cast.other_club).count() == 60
    assert len(asked) < 100


def numbered(many: int) -> Iterable[dict[str, Any]]:
    return [passed(board=str(number)) for number in range(1, many + 1)]


@pytest.mark.parametrize("most", [200, 2])
def test_the_statistics_are_those_of_a_rebuild(
    cast: Cast, tmp_path: Path, monkeypatch: Any, most: int
) -> None:
    """They are carried on with each piece that is written."""
    monkeypatch.setattr(run, "LINES", most)
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "a", numbered(5)))
    bring_all(*stranger(cast).values(), write_lines(tmp_path / "b", numbered(8)))

    def sums() -> list[Any]:
        told = [model.objects.filter(club=cast.other_club).values() for model in (Tally, Career)]
        return sorted(str({**row, "id": 0, "at": 0}) for rows in told for row in rows)

    before = sums()
    statistics.rebuild(cast.other_club)
    assert before == sums() != []
    cast.other_club.refresh_from_db()
    assert verifying.findings_of(cast.other_club) == []


class StoppedInTheMiddle(Watcher):
    """Somebody ends an import as soon as it has written a hand."""

    def wrote(self, hands: int) -> None:
        """End it."""
        if hands:
            raise KeyboardInterrupt


@pytest.mark.thorough
@pytest.mark.parametrize("is_stopped", [False, True])
def test_hands_of_earlier_days_are_counted_in_their_order_once_an_import(
    cast: Cast, tmp_path: Path, monkeypatch: Any, is_stopped: bool
) -> None:
    """Also where it was stopped in the middle, and the same import goes on."""
    early, late = EVENING.replace(day=6), EVENING.replace(day=13)
    for day in (late, early):
        match = cast.open_match(played_on=day)
        for dealer in (3, 0):
            sealed_hand(cast.scorer, match, claimed_by_seat_0(dealer))
    whole = export(cast.club, tmp_path / "whole")
    cast.other_club.players.all().delete()
    other = cast.other_scorer, cast.other_club
    bring_all(*other, export(cast.club, tmp_path / "late", HandSelection(since=late)))
    monkeypatch.setattr(run, "LINES", 1)
    counted: list[str] = []
    recount = statistics.recount

    def counting(club: int, variant: str) -> None:
        counted.append(variant)
        recount(club, variant)

    monkeypatch.setattr(statistics, "recount", counting)
    if is_stopped:
        with pytest.raises(KeyboardInterrupt):
            bring(*other, whole, watcher=StoppedInTheMiddle())
        assert counted == []
    bring_all(*other, whole)
    assert counted == ["french"]
    cast.other_club.refresh_from_db()
    assert verifying.findings_of(cast.other_club) == []
    columns = "player__name", "period", "rating", "streak"
    careers = Career.objects.order_by(*columns).values_list(*columns)
    mine, theirs = (list(careers.filter(club=club)) for club in (cast.club, cast.other_club))
    assert mine == theirs != []


def test_a_merged_entry_is_nobody_of_its_own_elsewhere_nor_comes_back(
    cast: Cast, tmp_path: Path
) -> None:
    """Its seals name it for ever; what goes out says for whom it stands."""
    other = people.add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    cast.sealed_hand(claimed_by_seat_0())
    match = cast.open_match(title="Saturday")
    match.seats.filter(seat=0).update(player=other)
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    before = export(cast.club, tmp_path / "before")
    people.merge_players(user=cast.admin, kept=cast.players[0], gone=other)
    after = export(cast.club, tmp_path / "after")
    assert not bring_all(cast.admin, cast.club, before).changes
    assert not bring_all(cast.admin, cast.club, after).changes
    empty(cast.other_club)
    bring_all(*stranger(cast).values(), after)
    there = HandSeat.objects.filter(club=cast.other_club, seat=0)
    assert set(there.values_list("player__name", flat=True)) == {"Anna"}
    assert not Player.objects.filter(club=cast.other_club, name="Anna B.").exists()
    cast.other_club.refresh_from_db()
    assert verifying.findings_of(cast.other_club) == []
