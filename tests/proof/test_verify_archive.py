"""The command that checks the archive: what it reads, what it prints, and how it ends."""

import os
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from games import proof as verifying
from games.book import sealing
from games.book.chain import link_of
from games.matches.match_edits import edit_match
from games.models import (
    Career,
    Club,
    ClubRecord,
    Erasure,
    Hand,
    HandSeat,
    Seal,
    SealedText,
    Tally,
)
from tests.append_only import lifted
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import THROWN_IN, open_match, sealed_hand, stated
from tests.ground import undone

pytestmark = pytest.mark.both_databases


def verify(*arguments: str) -> tuple[int, str, str]:
    """Run the command: its exit status, what it prints, what it complains of."""
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_archive", *arguments, stdout=out, stderr=err)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def sql(statement: str) -> None:
    """Change something as somebody who has the database."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


def drop_seal(number: int) -> None:
    """Delete a seal with its texts."""
    seal = Seal.objects.get(number=number)
    seal.texts.all().delete()
    seal.delete()


def test_a_sound_archive_shows_the_head_of_each_chain(archive: Cast) -> None:
    theirs = open_match(archive.other_scorer, archive.other_club, archive.other_players[:4])
    sealed_hand(archive.other_scorer, theirs, THROWN_IN)
    status, printed, complaint = verify()
    assert status == 0
    assert f"les-atouts: 3 seals, head {archive.club.head}\n" in printed
    assert "the-trumps: 1 seals" in printed
    assert complaint.splitlines() == [
        "3/3 les-atouts: seals",
        "3/3 les-atouts: hands judged",
        "1/1 the-trumps: seals",
        "1/1 the-trumps: hands judged",
        "The archive is sound.",
    ]
    assert "les-atouts" not in verify("--club", "the-trumps")[1]
    assert verify("--club", "nowhere")[0] == 2


def test_a_check_may_leave_out_what_was_judged_before(archive: Cast) -> None:
    Hand.objects.filter(revisions__number=1).update(contract="small")
    status, _, complaint = verify("--since", "1")
    assert (status, "2/2 les-atouts: hands judged" in complaint) == (0, True)
    assert "the stored contract" not in complaint
    assert "seal 1: the stored contract" in verify("--since", "0")[2]
    assert verify("--digests")[0] == 0
    SealedText.objects.filter(seal__number=2).update(text="x")
    assert "seal 2: the text" in verify("--digests")[2]


# --- while others record --------------------------------------------------------------------------


@pytest.fixture
def seen_by_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes look into the database of the tests, as they can on PostgreSQL."""
    server, name = os.environ.get("DATABASE_URL", ""), connection.settings_dict["NAME"]
    monkeypatch.setenv("DATABASE_URL", urlsplit(server)._replace(path=f"/{name}").geturl())
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "clubtarot.settings_test")


@pytest.mark.postgres
@pytest.mark.usefixtures("seen_by_processes")
@pytest.mark.django_db(transaction=True)
def test_several_processes_find_what_one_finds(archive: Cast) -> None:
    Hand.objects.filter(revisions__number=3).update(contract="small")
    alone = verify()
    assert verify("--jobs", "2") == alone
    assert "seal 3: the stored contract" in alone[2]


@pytest.mark.usefixtures("seen_by_processes")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.postgres)])
def test_hands_that_are_sealed_while_it_looks_raise_no_alarm(
    archive: Cast, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """A tablet seals a hand between each two questions: all answers are of one moment."""
    before = archive.club.seals

    def meanwhile(check: str) -> None:
        asked = getattr(verifying, check)

        def sealing_first(*arguments: Any) -> Any:
            (sealed,) = at_once(lambda: archive.sealed_hand([stated()]))
            assert isinstance(sealed, Hand), sealed
            return asked(*arguments)

        monkeypatch.setattr(verifying, check, sealing_first)

    for check in ("check_hands", "check_chain", "judge_chain", "check_sums"):
        meanwhile(check)
    status, printed, complaint = verify("--club", "les-atouts", "--jobs", jobs)
    assert (status, complaint.splitlines()[-1]) == (0, "The archive is sound.")
    assert f"les-atouts: {before} seals" in printed
    assert Club.objects.get(pk=archive.club.pk).seals == before + 4


# --- heads that were kept elsewhere ---------------------------------------------------------------


def test_a_kept_head_reveals_a_chain_that_was_rebuilt_or_shortened(
    archive: Cast, tmp_path: Path
) -> None:
    """A chain that was rebuilt as before there were provenances is sound but for the head."""
    path = tmp_path / "heads"
    call_command("publish_heads", str(path))
    with undone():
        archive.sealed_hand(THROWN_IN)
        call_command("publish_heads", str(path))
        assert len(path.read_text().splitlines()) == 2
        assert verify("--heads", str(path))[0] == 0
    path.write_text(path.read_text().splitlines()[0])
    with undone():
        with lifted(connection):
            rebuild_chain(archive)
        assert verify()[0] == 0
        assert_head_is_missed(path)
    with lifted(connection):
        drop_seal(3)
        last = Seal.objects.get(number=2)
        Club.objects.filter(pk=archive.club.pk).update(seals=2, head=last.link)
    assert_head_is_missed(path)


def assert_head_is_missed(path: Path) -> None:
    status, _, complaint = verify("--heads", str(path))
    assert status == 1
    assert "les-atouts, its chain is not the one whose head of " in complaint


def rebuild_chain(archive: Cast) -> None:
    """Seal the chain again as before there were provenances: with another head."""
    previous = "0" * 64
    for seal in Seal.objects.order_by("number"):
        seal.provenance, seal.previous = None, previous
        seal.content = sealing.content_digest(seal.game_digest, seal.commitments, None)
        seal.link = previous = link_of(seal)
        seal.save()
    Club.objects.filter(pk=archive.club.pk).update(head=previous)


def test_a_file_without_heads_is_refused(tmp_path: Path, db: None) -> None:
    path = tmp_path / "heads"
    for line, why in (
        ("x", "there are none in it"),
        ("{}", "line 1: "),
        ('{"club": "a", "seals": "x", "head": "", "at": ""}', "line 1: "),
    ):
        path.write_text(f"{line}\n")
        status, _, complaint = verify("--heads", str(path))
        assert status == 2, line
        assert f"The heads cannot be read: {why}" in complaint, line


# --- what is damage, and what is not --------------------------------------------------------------


def test_what_happens_in_the_life_of_a_club_is_no_damage(archive: Cast) -> None:
    """A match moves to another day, and back; the site moves to another time zone: its hands stay
    on the day of their match, and so do their sums."""
    for day in (date(2026, 1, 2), date(2026, 3, 4)):
        edit_match(user=archive.scorer, match=archive.match, played_on=day)
    assert archive.match.moves.count() == 2
    archive.sealed_hand(THROWN_IN)
    assert verify()[0] == 0
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # more than a day apart
        with timezone.override(zone):
            call_command("rebuild", stdout=StringIO())
            assert verify()[0] == 0
            for hand in Hand.objects.sealed().select_related("match"):
                assert timezone.localdate(hand.played_at) == hand.match.played_on


def test_a_forgotten_name_is_no_damage_where_somebody_was_erased(archive: Cast) -> None:
    SealedText.objects.filter(place="players/1").delete()
    assert "3 sealed texts are gone, and nobody was erased" in verify()[2]
    Erasure.objects.create(club=archive.club, account=archive.member, names=3, texts=0)
    assert verify()[0] == 0


def test_a_database_that_cannot_be_read_is_no_archive(archive: Cast) -> None:
    with transaction.atomic():
        sql("ALTER TABLE games_sealedtext RENAME TO games_other")
        status, _, complaint = verify()
        transaction.set_rollback(True)
    assert (status, "cannot be read" in complaint) == (2, True)


def test_a_database_that_no_longer_refuses_changes_is_reported(archive: Cast) -> None:
    """Its triggers are gone, or one is still there and refuses nothing."""
    no_longer = "the database no longer refuses to {} rows of {}\n"
    with lifted(connection):
        status, _, complaint = verify()
    last = "truncate" if connection.vendor == "postgresql" else "replace"
    assert status == 1
    for table in ("games_entry", "games_seal", "games_matchmove"):
        for event in ("update", "delete", last):
            assert no_longer.format(event, table) in complaint
    if connection.vendor == "postgresql":
        sql(
            "CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql "
            "AS $$ BEGIN RETURN NULL; END $$"
        )
    else:
        sql("DROP TRIGGER games_seal_no_update")
        sql("CREATE TRIGGER games_seal_no_update BEFORE UPDATE ON games_seal BEGIN SELECT 1; END")
    status, _, complaint = verify()
    assert status == 1
    assert no_longer.format("update", "games_seal") in complaint


# --- what a rebuild writes again ------------------------------------------------------------------


def test_sums_that_do_not_follow_from_the_hands_are_reported_until_they_are_rebuilt(
    archive: Cast,
) -> None:
    columns: dict[Any, str] = {Tally: "hands", Career: "rated", ClubRecord: "value"}
    for table, column in columns.items():
        told = f"les-atouts, french: 1 row of {table._meta.db_table} does not follow from the hands"
        row = table.objects.first()
        table.objects.filter(pk=row.pk).update(**{column: 77})
        assert told in verify()[2]
        row.delete()
        assert told in verify()[2]
    call_command("rebuild", stdout=StringIO())
    assert verify()[0] == 0
    unplayed = Tally.objects.order_by("pk").values_list("pk", flat=True)[:1]
    Tally.objects.filter(pk__in=list(unplayed)).update(variant="scarto")
    assert "scarto: 1 row of games_tally does not follow" in verify()[2]


def test_a_rebuild_writes_every_derived_column_as_sealing_did(archive: Cast) -> None:
    """The check says that it will, unless something that was sealed is damaged too."""

    def derived() -> tuple[list[Any], ...]:
        seats = HandSeat.objects.order_by("hand", "seat")
        columns = ("hand", "seat", "player", "role", "score_halves", "won", "contract", "variant")
        return list(Hand.objects.order_by("id").values()), list(seats.values_list(*columns))

    before, promise = derived(), "manage.py rebuild writes all of this again"
    Hand.objects.update(won=None, sheet=[])
    HandSeat.objects.update(place=0)
    assert promise in verify()[2]
    with undone():
        Club.objects.filter(pk=archive.club.pk).update(seals=7)
        status, _, complaint = verify()
        assert (status, promise in complaint) == (1, False)
    broken = {"taker": 1, "status": "", "contract": "x", "variant": "y", "margin_halves": 9}
    Hand.objects.update(**broken, irregular=True)
    HandSeat.objects.filter(seat=1).delete()
    HandSeat.objects.update(role="", won=None, score_halves=0, contract="x")
    assert derived() != before
    call_command("rebuild", stdout=StringIO())
    assert derived() == before
    assert verify()[0] == 0
