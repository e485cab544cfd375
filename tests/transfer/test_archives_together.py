"""Archives of clubs taken in, in this club or another: whose rows they are, and which is newer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db.models import Count

from games import people, statistics
from games import proof as verifying
from games.book.records import sealed_record
from games.models import Career, Hand, HandSeat, Match, Membership, Player, Remark, Role
from games.replay import remarking
from games.rules import format_record
from games.transfer.club import HandSelection
from games.transfer.importing import run
from games.transfer.importing.watching import Watcher
from tests.cast import Cast, rename_player
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0, erase_texts, sealed_hand
from tests.ground import undone
from tests.transfer.archives import bring, bring_all, empty, export, read
from tests.transfer.test_import import stranger


def test_two_archives_together_lose_nothing(cast: Cast, tmp_path: Path) -> None:
    """One was made in spring, the other in autumn; between them a player was renamed."""
    first = cast.sealed_hand(claimed_by_seat_0())
    spring = export(cast.club, tmp_path / "spring")
    rename_player(user=cast.scorer, player=cast.players[1], name="Boris the Bold")
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


def test_hands_come_under_ids_of_the_club_that_takes_them_in(cast: Cast, tmp_path: Path) -> None:
    """Two hands that are alike, at two tables of one name on one day, stay two by their ids, also
    where more are added to the archive."""
    for _match in range(2):
        sealed_hand(cast.scorer, cast.open_match(), claimed_by_seat_0())
    one = export(cast.club, tmp_path / "one")
    for ids_kept in (True, False):
        with undone():
            take_in_as_other_hands(cast, one, ids_kept=ids_kept)
    take_in_as_other_hands(cast, one, ids_kept=False)
    sealed_hand(cast.scorer, Match.objects.filter(club=cast.club).latest("pk"), THROWN_IN)
    two = export(cast.club, tmp_path / "two")
    report = bring_all(*stranger(cast).values(), two, ids_kept=False)
    assert (report.hands.new, report.hands.known, report.matches.new) == (1, 2, 0)
    sizes = Match.objects.filter(club=cast.other_club).annotate(many=Count("hands"))
    assert sorted(match.many for match in sizes) == [1, 2]
    empty(cast.club)
    bring_all(cast.admin, cast.club, one)
    assert Hand.objects.filter(club=cast.club).count() == 2


def take_in_as_other_hands(cast: Cast, archive: Path, *, ids_kept: bool) -> None:
    """Take the two hands into another club, twice: they are there once, under other ids."""
    assert bring_all(*stranger(cast).values(), archive, ids_kept=ids_kept).hands.new == 2
    (mine, other), (theirs, _) = (
        Hand.objects.filter(club=club).order_by("pk") for club in (cast.club, cast.other_club)
    )
    assert theirs.public_id not in (mine.public_id, other.public_id)
    assert format_record(sealed_record(mine)) == format_record(sealed_record(theirs))
    assert Player.objects.filter(club=cast.other_club).count() == 5  # Anna is their Anna
    again = bring_all(*stranger(cast).values(), archive, ids_kept=ids_kept)
    assert (again.hands.known, again.changes) == (2, False)


def test_people_of_one_name_in_a_lone_file_of_records_stay_two(cast: Cast, tmp_path: Path) -> None:
    """Anna was renamed, and another Anna came: without the list of players both are called so."""
    cast.sealed_hand(THROWN_IN)
    rename_player(user=cast.scorer, player=cast.players[0], name="Anne")
    new = people.add_player(user=cast.scorer, club=cast.club, name="Anna")
    match = cast.open_match(played_on=EVENING.replace(day=1))
    match.seats.filter(seat=0).update(player=new)
    sealed_hand(cast.scorer, match, THROWN_IN)
    archive = export(cast.club, tmp_path / "archive")
    empty(cast.club)
    bring_all(cast.admin, cast.club, archive / "records.ndjson")
    assert {"Anna", "Anna (2)"} < set(Player.objects.values_list("name", flat=True))


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


class StoppedInTheMiddle(Watcher):
    """Somebody ends an import as soon as it has written a hand."""

    def wrote(self, hands: int) -> None:
        """End it."""
        if hands:
            raise KeyboardInterrupt


@pytest.mark.thorough
def test_hands_of_earlier_days_are_counted_in_their_order_once_an_import(
    cast: Cast, tmp_path: Path, monkeypatch: Any
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
    with undone():
        bring_all(*other, whole)
        assert counted == ["french"]
    counted.clear()
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
