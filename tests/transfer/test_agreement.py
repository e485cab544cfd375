"""Who agreed with a score, and who does not, goes with an archive; PINs never do."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book, people
from games.club.opening_clubs import open_club, set_up
from games.confirming import disputes
from games.confirming.confirmations import confirm
from games.models import Confirmation, Dispute, Hand
from tests.cast import Cast
from tests.factories import calls, claimed_by_seat_0, write
from tests.transfer.archives import bring, bring_all, empty, export, objects, write_lines


@pytest.fixture
def archive(cast: Cast, tmp_path: Path) -> Path:
    """An archive with a hand that Boris confirmed and Chloé disputes."""
    set_up(user=cast.admin, club=cast.club, confirms="pin")
    boris = people.set_pin(user=cast.scorer, player=cast.players[1], pin="2468")
    cast.match.club.refresh_from_db()
    hand = cast.open_hand(claimed_by_seat_0())
    asked = Hand.objects.get(pk=hand.pk)
    confirm(user=cast.scorer, hand=asked, version=hand.version, player=boris, pin="2468")
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    disputes.dispute(user=cast.scorer, hand=hand, player=cast.players[2], because="It was 52.")
    return export(cast.club, tmp_path / "archive")


def test_an_archive_brings_both_back_but_no_pin(cast: Cast, archive: Path) -> None:
    cast.players[1].refresh_from_db()
    for path in archive.iterdir():
        assert cast.players[1].pin not in path.read_text()
    empty(cast.club)
    report = bring_all(cast.admin, cast.club, archive)
    assert (report.agreement.new, report.agreement.known) == (2, 0)
    hand = Hand.objects.get()
    assert (hand.confirmed, hand.disputed) == (True, True)
    given, dispute = Confirmation.objects.get(), Dispute.objects.get()
    assert given.player
    said = (given.player.name, given.how, given.by, given.by_name)
    assert said == ("Boris", "pin", None, "scorer")
    assert (dispute.player.name, dispute.because, dispute.is_open) == ("Chloé", "It was 52.", True)
    again = bring_all(cast.admin, cast.club, archive)
    assert (again.agreement.new, again.agreement.known) == (0, 2)


def test_what_was_brought_in_says_so_wherever_it_is_shown(
    cast: Cast, archive: Path, client: Client
) -> None:
    empty(cast.club)
    bring_all(cast.admin, cast.club, archive)
    hand = Hand.objects.get()
    for row in (Confirmation.objects.get(), Dispute.objects.get()):
        assert (row.brought_by, row.brought_at is None) == (cast.admin, False)
    client.force_login(cast.member)
    log = client.get(reverse("hand-log", args=[cast.club.slug, hand.public_id])).content.decode()
    assert log.count("brought in by admin on") >= 2
    for page in (
        reverse("hands", args=[cast.club.slug]),
        reverse("hand", args=[cast.club.slug, hand.public_id]),
    ):
        shown = client.get(page).content.decode()
        assert "It was 52. (brought in by admin on" in shown, page
    for part in ("confirmations", "disputes"):
        answer = client.get(f"/api/v1/hands/{hand.public_id}/{part}").json()
        assert answer[part][0]["brought_by"] == "admin"


def test_an_archive_says_nothing_for_members_about_a_hand_that_was_sealed_here(
    cast: Cast, archive: Path
) -> None:
    """Nor can a tablet be called as an import is."""
    before = [*Confirmation.objects.values("pk"), *Dispute.objects.values("pk")]
    path = archive / "agreement.ndjson"
    forged = objects(path)
    for line in forged:
        line |= {"id": line["id"][::-1], "at": "2020-01-01T00:00:00.000000+00:00"}
    forged[1]["player"] = cast.players[3].public_id
    write_lines(path, [*objects(path), *forged])
    (archive / "manifest.json").unlink()
    report = bring(cast.admin, cast.club, archive)
    assert [fault.code for fault in report.faults] == ["sealed-here", "sealed-here"]
    assert [*Confirmation.objects.values("pk"), *Dispute.objects.values("pk")] == before
    hand = cast.open_hand()
    write(cast.scorer, hand, calls("pass")[0], device="import")
    assert hand.entries.get().device == ""


def test_another_club_gets_rows_of_its_own_and_an_older_archive_has_none(
    cast: Cast, archive: Path
) -> None:
    open_club(user=cast.admin, name="A third one")
    third = cast.admin.memberships.latest("id").club
    bring_all(cast.admin, third, archive, ids_kept=False)
    mine, theirs = (Dispute.objects.get(club=club).public_id for club in (cast.club, third))
    assert mine != theirs
    assert Hand.objects.get(club=third).disputed
    for name in ("agreement.ndjson", "manifest.json", "SHA256SUMS"):
        (archive / name).unlink()
    empty(cast.club)
    assert bring_all(cast.admin, cast.club, archive).hands.new == 1
    assert not Hand.objects.get(club=cast.club).disputed


IMPOSSIBLE: tuple[tuple[int, dict[str, Any], str], ...] = (
    (0, {"how": "shouting"}, "malformed"),
    (0, {"seat": None}, "malformed"),
    (0, {"player": "a" * 16}, "unknown-player"),
    (1, {"ended_as": "ruling"}, "malformed"),
    (1, {"because": "x" * 1001}, "malformed"),
    (1, {"hand": "a" * 16}, "unknown-hand"),
    (1, {"pin": "2468"}, "unknown-field"),
)


def test_a_line_that_says_nothing_possible_is_refused(cast: Cast, archive: Path) -> None:
    path = archive / "agreement.ndjson"
    lines = objects(path)
    (archive / "manifest.json").unlink()
    empty(cast.club)
    for line, fields, code in IMPOSSIBLE:
        changed = [one | fields if number == line else one for number, one in enumerate(lines)]
        write_lines(path, changed)
        report = bring(cast.admin, cast.club, archive)
        told = [(fault.spot.file, fault.code) for fault in report.faults]
        assert told == [(path.name, code)], fields
