"""What a club gets of the disk and of the only worker: its share, which the operator can set."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games import book, jobs
from games.club.opening_clubs import open_club
from games.jobs.asking import CHECK_KEPT, clear
from games.jobs.claims import next_claim
from games.jobs.working import work
from games.models import Club, Hand, Job, JobPiece, User
from games.transfer.importing.lines import LineFault
from games.transfer.manifest import RECORDS
from games.transfer.sources import lines_of
from games.writing.errors import TooManyHands
from tests.cast import Cast
from tests.jobs.jobs_at_work import ask_import, numbered, reloaded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_an_account_opens_as_many_clubs_as_the_operator_says(cast: Cast, settings: Any) -> None:
    settings.CLUBS_AN_ACCOUNT = 2
    for name in ("One", "Two"):
        open_club(user=cast.member, name=name)
    with pytest.raises(ValidationError, match="as many as this site allows"):
        open_club(user=cast.member, name="Three")
    assert Club.objects.filter(opened_by=cast.member).count() == 2
    User.objects.filter(pk=cast.member.pk).update(is_staff=True)
    cast.member.refresh_from_db()
    open_club(user=cast.member, name="Three")  # who looks after the site


def test_a_club_takes_in_as_many_hands_a_day_as_the_operator_says(
    cast: Cast, settings: Any
) -> None:
    settings.HANDS_A_DAY = 5
    ask_import(cast, numbered(3))
    assert work() == 1
    job = ask_import(cast, numbered(6)[3:])
    work()
    assert (reloaded(job).state, reloaded(job).report["faults"][0][1]) == (
        Job.State.REFUSED,
        "too-many-hands",
    )
    assert Hand.objects.filter(club=cast.club).count() == 3
    ask_import(cast, numbered(5))  # three of them are here
    work()
    assert Hand.objects.filter(club=cast.club).count() == 5
    settings.HANDS_A_DAY = 2
    unreadable = [{"format": "tarot-hand/9"}] * 50
    job = ask_import(cast, [*numbered(3), *unreadable], check=True)
    work()  # and judges no line after the third hand
    assert [fault[1] for fault in reloaded(job).report["faults"]] == ["too-many-hands"]


def test_hands_that_programs_seal_count_and_those_of_a_large_import_do_not(
    cast: Cast, settings: Any
) -> None:
    """On its day the club goes on playing."""
    settings.HANDS_A_DAY = 4
    ask_import(cast, numbered(4))
    work()
    assert Hand.objects.sealed().filter(club=cast.club).count() == 4
    settings.HANDS_A_DAY = 2
    for _hand in range(2):
        cast.sealed_hand()
    with pytest.raises(TooManyHands):
        cast.sealed_hand()
    settings.HANDS_A_DAY = 3
    hand = Hand.objects.get(state=Hand.State.OPEN)
    book.seal(user=cast.scorer, hand=hand, version=hand.version)


def zipped(*more: tuple[str, bytes]) -> bytes:
    """A zip with one hand, and more."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(RECORDS, b"{}\n")
        for name, data in more:
            archive.writestr(name, data)
    return file.getvalue()


def test_what_nobody_reads_of_a_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "archive.zip"
    for data in (
        zipped(("junk.bin", b"x" * 1_000)),
        zipped(("players.ndjson.zip", b"x")),
        b"x" * 200_000 + zipped(),
    ):
        path.write_bytes(data)
        (fault,) = lines_of([path])
        assert isinstance(fault, LineFault) and fault.code == "archive-refused"


def test_a_club_keeps_one_file_that_was_checked_and_for_a_day(cast: Cast) -> None:
    first = ask_import(cast, numbered(2), check=True)
    work()
    assert first.pieces.exists()
    second = ask_import(cast, numbered(3), check=True)
    work()
    assert not first.pieces.exists() and second.pieces.exists()
    late = timezone.now() - CHECK_KEPT - timedelta(minutes=1)
    Job.objects.filter(pk=second.pk).update(ended_at=late)
    clear()
    assert not JobPiece.objects.exists()


def test_clubs_take_turns(cast: Cast) -> None:
    open_club(user=cast.admin, name="A third one")
    third = cast.admin.memberships.latest("id").club
    ask = partial(jobs.ask, user=cast.admin, kind="export", wishes={"hidden": False})
    ask(club=third)
    work()  # the third club has had its turn
    ask(club=third)
    ask_import(cast, numbered(1), club=third)
    mine = ask(club=cast.club)
    claim = next_claim()
    assert claim is not None and claim.job == mine
