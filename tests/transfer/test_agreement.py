"""Who agreed with a score, and who does not, goes with an archive; PINs never do."""

from pathlib import Path
from typing import Any

import pytest

from games import book
from games.models import Confirmation, Dispute, Hand
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.transfer.archives import bring, bring_all, empty, export, objects, write_lines


@pytest.fixture
def archive(cast: Cast, tmp_path: Path) -> Path:
    """An archive with a hand that Boris confirmed and Chloé disputes."""
    book.set_up(user=cast.admin, club=cast.club, confirms="pin")
    boris = book.set_pin(user=cast.scorer, player=cast.players[1], pin="2468")
    cast.match.club.refresh_from_db()
    hand = cast.open_hand(claimed_by_seat_0())
    facts: dict[str, Any] = {
        "user": cast.scorer,
        "hand": Hand.objects.get(pk=hand.pk),
        "version": hand.version,
    }
    book.confirm(player=boris, pin="2468", **facts)
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    book.dispute(user=cast.scorer, hand=hand, player=cast.players[2], because="It was 52.")
    return export(cast.club, tmp_path / "archive")


def test_an_archive_brings_both_back(cast: Cast, archive: Path) -> None:
    empty(cast.club)
    report = bring_all(cast.admin, cast.club, archive)
    assert (report.agreement.new, report.agreement.known) == (2, 0)
    hand = Hand.objects.get()
    assert (hand.confirmed, hand.disputed) == (True, True)
    given, dispute = Confirmation.objects.get(), Dispute.objects.get()
    assert given.player
    assert (given.player.name, given.how, given.by, given.by_name) == (
        "Boris",
        "pin",
        None,
        "scorer",
    )
    assert (dispute.player.name, dispute.because, dispute.is_open) == ("Chloé", "It was 52.", True)
    again = bring_all(cast.admin, cast.club, archive)
    assert (again.agreement.new, again.agreement.known) == (0, 2)


def test_no_pin_is_in_an_archive(cast: Cast, archive: Path) -> None:
    cast.players[1].refresh_from_db()
    for path in archive.iterdir():
        assert cast.players[1].pin not in path.read_text()


def test_another_club_gets_rows_of_its_own(cast: Cast, archive: Path) -> None:
    book.open_club(user=cast.admin, name="A third one")
    third = cast.admin.memberships.latest("id").club
    bring_all(cast.admin, third, archive, ids_kept=False)
    mine, theirs = (Dispute.objects.get(club=club).public_id for club in (cast.club, third))
    assert mine != theirs
    assert Hand.objects.get(club=third).disputed


def test_an_archive_of_before_comes_in_without_them(cast: Cast, archive: Path) -> None:
    for name in ("agreement.ndjson", "manifest.json", "SHA256SUMS"):
        (archive / name).unlink()
    empty(cast.club)
    assert bring_all(cast.admin, cast.club, archive).hands.new == 1
    assert not Hand.objects.get().disputed


@pytest.mark.parametrize(
    ("line", "fields", "code"),
    [
        (0, {"how": "shouting"}, "malformed"),
        (0, {"seat": None}, "malformed"),
        (0, {"player": "a" * 16}, "unknown-player"),
        (1, {"ended_as": "ruling"}, "malformed"),
        (1, {"because": "x" * 1001}, "malformed"),
        (1, {"hand": "a" * 16}, "unknown-hand"),
        (1, {"pin": "2468"}, "unknown-field"),
    ],
)
def test_a_line_that_says_nothing_possible_is_refused(
    cast: Cast, archive: Path, line: int, fields: dict, code: str
) -> None:
    path = archive / "agreement.ndjson"
    lines = objects(path)
    lines[line] |= fields
    write_lines(path, lines)
    (archive / "manifest.json").unlink()
    empty(cast.club)
    report = bring(cast.admin, cast.club, archive)
    assert [(fault.spot.file, fault.code) for fault in report.faults] == [(path.name, code)]
