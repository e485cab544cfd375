"""Totals brought forward, out of an archive as they went in: merged, erased, taken back."""

from datetime import date
from pathlib import Path
from typing import Any

from games import people
from games.book.sealing import ERASED
from games.models import BroughtForward, Club, Player
from games.people.merging import merge_players
from games.people.players import add_player
from games.transfer.club import HandSelection
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.transfer.archives import (
    bring,
    bring_all,
    count,
    empty,
    export,
    objects,
    spoilt,
    write_lines,
)
from tests.transfer.taking_back import Watched, take_back

YEAR = {"first_day": date(2018, 1, 1), "last_day": date(2018, 12, 31)}


def carry(cast: Cast, title: str, **halves: int) -> None:
    for name, points in halves.items():
        player = Player.objects.get(club=cast.club, name=name)
        facts: dict[str, Any] = {"club": cast.club, "by": cast.admin, "variant": "french", **YEAR}
        BroughtForward.objects.create(player=player, title=title, halves=points, **facts)


def rows(club: Club) -> list[tuple[str, str, int]]:
    found = BroughtForward.objects.filter(club=club).order_by("pk")
    return list(found.values_list("title", "player__name", "halves"))


def test_totals_come_out_of_an_archive_as_they_went_in(cast: Cast, tmp_path: Path) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    guest = add_player(user=cast.admin, club=cast.club, name="Guest")
    carry(cast, "Grand Prix 👨\u200d👩\u200d👧", Anna=3980, Guest=-99)
    carry(cast, "Emma and others", Emma=7)
    anna, emma = cast.players[0], cast.players[4]
    before = export(cast.club, tmp_path / "before")
    merge_players(user=cast.admin, kept=anna, gone=guest)
    archive, ours = export(cast.club, tmp_path / "archive"), rows(cast.club)
    assert [one["points"] for one in objects(archive / "totals.ndjson")][1] == [
        {"player": anna.public_id, "halves": 3980},
        {"player": anna.public_id, "halves": -99},
    ]
    assert bring_all(cast.admin, cast.club, before).totals.known == 2  # merged since
    Player.every.filter(pk=guest.pk).update(merged_into=None)  # else nobody can be deleted
    empty(cast.club)
    for again in range(2):
        report = bring_all(cast.admin, cast.club, archive)
        assert (report.totals.new, report.totals.known) == (2 * (1 - again), 2 * again)
        assert sorted(rows(cast.club)) == sorted(ours)
    export(cast.club, tmp_path / "again")
    names = ("totals.ndjson", "players.ndjson")
    assert [(tmp_path / "again" / one).read_bytes() for one in names] == [
        (archive / one).read_bytes() for one in names
    ]
    # A title that was erased here stays so, and its points are not counted twice.
    person = people.person_of(Player.objects.get(public_id=emma.public_id))
    plan = people.plan_erasure(user=cast.admin, person=person)
    people.erase_person(user=cast.admin, person=person, seen=plan)
    assert (ERASED, ERASED, 7) in rows(cast.club)
    assert bring_all(cast.admin, cast.club, archive).totals.known == 2
    assert len(rows(cast.club)) == 3


def test_totals_belong_to_players_of_the_club_that_takes_them_in_and_go_with_the_import(
    cast: Cast, tmp_path: Path
) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    carry(cast, "Grand Prix", Anna=3980, Boris=-99)
    archive = export(cast.club, tmp_path / "archive")
    user, club = cast.other_scorer, cast.other_club
    there, watched = count(club), Watched()
    for again in range(2):
        report = bring_all(user, club, archive, ids_kept=False, watcher=watched)
        assert report.totals.known == again
        assert rows(club) == rows(cast.club) != []
    take_back(watched.as_job(user, club))
    assert (count(club)["BroughtForward"], count(club)["Player"]) == (0, there["Player"])
    assert len(rows(cast.club)) == 2


def test_a_spoilt_line_of_totals_is_refused_or_taken(cast: Cast, tmp_path: Path) -> None:
    carry(cast, "Grand Prix", Anna=3980, Boris=-99)
    archive = export(cast.club, tmp_path / "archive")
    (line,) = objects(archive / "totals.ndjson")
    selected = export(cast.club, tmp_path / "part", HandSelection(since=date(2018, 1, 1)))
    assert objects(selected / "totals.ndjson") == []
    BroughtForward.objects.all().delete()
    lines = [one for one in spoilt(line) if isinstance(one, dict) and one.get("format")]
    lines += [{**line, "title": " "}, {**line, "last_day": "2017-12-31"}, {**line, "points": []}]
    file = write_lines(tmp_path / "totals.ndjson", [*lines, line, line])
    report = bring(cast.admin, cast.club, file, dry_run=True)
    assert report.faulty + report.totals.new + report.totals.known == len(lines) + 2
    assert report.faulty > 0.8 * len(lines)
