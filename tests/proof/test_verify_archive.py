"""The archive says when it was tampered with, whatever was changed, and else is silent."""

import os
import random
from collections.abc import Callable
from datetime import UTC, date, datetime
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games import proof as verifying
from games.book import sealing
from games.book.chain import link_of
from games.matches.match_edits import edit_match
from games.models import (
    Career,
    Club,
    ClubRecord,
    Entry,
    Erasure,
    Hand,
    HandSeat,
    Match,
    Player,
    Seal,
    SealedText,
    Tally,
    User,
)
from games.models.fields import new_public_id
from games.proof import club_checks, reading_chain
from tests.append_only import lifted
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import THROWN_IN, act, claimed_by_seat_0, sealed_hand, stated

pytestmark = pytest.mark.both_databases

NOTED = [*THROWN_IN, act("note", text="Nobody dared.")]


@pytest.fixture
def archive(cast: Cast) -> Cast:
    """Three sealed hands, one of them scored."""
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(NOTED)
    cast.sealed_hand(THROWN_IN)
    return cast


def verify(*arguments: str) -> tuple[int, str, str]:
    """Run the command: its exit status, what it prints, what it complains of."""
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_archive", *arguments, stdout=out, stderr=err)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_sound_archive_shows_the_head_of_each_chain(archive: Cast) -> None:
    archive.club.refresh_from_db()
    status, printed, complaint = verify()
    assert status == 0
    assert f"les-atouts: 3 seals, head {archive.club.head}\n" in printed
    assert "the-trumps: 0 seals" in printed
    assert complaint.splitlines() == [
        "3/3 les-atouts: seals",
        "3/3 les-atouts: hands judged",
        "0 the-trumps: seals",
        "0 the-trumps: hands judged",
        "The archive is sound.",
    ]


def test_digests_alone_are_checked_without_judging_anything(archive: Cast) -> None:
    Hand.objects.update(won=False)
    assert verify("--digests")[0] == 0
    SealedText.objects.filter(seal__number=2).update(text="x")
    assert "seal 2: the text" in verify("--digests")[2]


def test_hands_that_were_judged_before_need_not_be_judged_again(archive: Cast) -> None:
    Hand.objects.filter(revisions__number=1).update(contract="small")
    status, _, complaint = verify("--since", "1")
    assert "2/2 les-atouts: hands judged" in complaint
    assert "the stored contract" not in complaint
    assert "seal 1: the stored contract" in verify("--since", "0")[2]
    assert status == 0


@pytest.mark.postgres  # the database of the tests is seen by other processes there
@pytest.mark.django_db(transaction=True)
def test_several_processes_find_what_one_finds(
    archive: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, name = os.environ["DATABASE_URL"], connection.settings_dict["NAME"]
    monkeypatch.setenv("DATABASE_URL", urlsplit(server)._replace(path=f"/{name}").geturl())
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "clubtarot.settings_test")
    Hand.objects.filter(revisions__number=3).update(contract="small")
    alone = verify()
    assert verify("--jobs", "2") == alone
    assert "seal 3: the stored contract" in alone[2]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.postgres)])
def test_hands_that_are_sealed_while_it_looks_raise_no_alarm(
    archive: Cast, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """A tablet seals a hand between each two questions: all answers are of one moment."""
    server, name = os.environ.get("DATABASE_URL", ""), connection.settings_dict["NAME"]
    monkeypatch.setenv("DATABASE_URL", urlsplit(server)._replace(path=f"/{name}").geturl())
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "clubtarot.settings_test")
    before = archive.club.seals + 3

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


def heads_in(folder: Path) -> Path:
    path = folder / "heads"
    call_command("publish_heads", str(path))
    return path


def test_a_head_that_was_kept_is_still_a_link_when_the_chain_has_grown(
    archive: Cast, tmp_path: Path
) -> None:
    path = heads_in(tmp_path)
    archive.sealed_hand(THROWN_IN)
    heads_in(tmp_path)
    assert len(path.read_text().splitlines()) == 2
    assert verify("--heads", str(path))[0] == 0


def test_a_kept_head_reveals_a_rebuilt_chain(archive: Cast, tmp_path: Path) -> None:
    path = heads_in(tmp_path)
    with lifted(connection):
        made_anew(archive)
    assert verify()[0] == 0
    status, _, complaint = verify("--heads", str(path))
    assert status == 1
    assert "les-atouts, its chain is not the one whose head of " in complaint


def test_a_kept_head_reveals_a_shortened_chain(archive: Cast, tmp_path: Path) -> None:
    path = heads_in(tmp_path)
    with lifted(connection):
        drop_seal(3)()
        last = Seal.objects.get(number=2)
        Club.objects.filter(pk=archive.club.pk).update(seals=2, head=last.link)
    assert "its chain is not the one" in verify("--heads", str(path))[2]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "there are none in it"),
        ("x", "there are none in it"),
        ("{}", "line 1: "),
        ('{"club": "a", "seals": "x", "head": "", "at": ""}', "line 1: "),
    ],
)
def test_a_file_without_heads_is_refused(
    archive: Cast, tmp_path: Path, line: str, why: str
) -> None:
    path = tmp_path / "heads"
    path.write_text(f"{line}\n")
    status, _, complaint = verify("--heads", str(path))
    assert status == 2
    assert f"The heads cannot be read: {why}" in complaint


def test_one_club_can_be_checked_alone(archive: Cast) -> None:
    assert "les-atouts" not in verify("--club", "the-trumps")[1]
    assert verify("--club", "nowhere")[0] == 2


def test_a_forgotten_name_is_no_damage_where_somebody_was_erased(archive: Cast) -> None:
    SealedText.objects.filter(place="players/1").delete()
    assert "3 sealed texts are gone, and nobody was erased" in verify()[2]
    Erasure.objects.create(club=archive.club, account=archive.member, names=3, texts=0)
    assert verify()[0] == 0


def test_a_missing_table_is_no_archive(archive: Cast) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_sealedtext RENAME TO games_other")
        status, _, complaint = verify()
        transaction.set_rollback(True)
    assert status == 2
    assert "cannot be read" in complaint


def test_missing_triggers_are_reported(archive: Cast) -> None:
    with lifted(connection):
        status, _, complaint = verify()
    last = "truncate" if connection.vendor == "postgresql" else "replace"
    assert status == 1
    for table in ("games_entry", "games_seal", "games_matchmove"):
        for event in ("update", "delete", last):
            assert f"the database no longer refuses to {event} rows of {table}\n" in complaint


def test_triggers_that_no_longer_refuse_anything_are_reported(archive: Cast) -> None:
    if connection.vendor == "postgresql":
        emptied = (
            "CREATE OR REPLACE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql "
            "AS $$ BEGIN RETURN NULL; END $$"
        )
    else:
        emptied = (
            "CREATE TRIGGER games_seal_no_update BEFORE UPDATE ON games_seal BEGIN SELECT 1; END"
        )
        sql("DROP TRIGGER games_seal_no_update")()
    sql(emptied)()
    status, _, complaint = verify()
    assert status == 1
    assert "the database no longer refuses to update rows of games_seal\n" in complaint


@pytest.mark.parametrize("table", [Tally, Career, ClubRecord])
def test_sums_that_do_not_follow_from_the_hands_are_reported(archive: Cast, table: Any) -> None:
    column = {Tally: "hands", Career: "rated", ClubRecord: "value"}[table]
    row = table.objects.first()
    table.objects.filter(pk=row.pk).update(**{column: 77})
    told = f"les-atouts, french: 1 row of {table._meta.db_table} does not follow from the hands"
    assert told in verify()[2]
    row.delete()
    assert told in verify()[2]
    call_command("rebuild", stdout=StringIO())
    assert verify()[0] == 0


def test_sums_of_a_game_that_nobody_has_played_are_reported(archive: Cast) -> None:
    first = Tally.objects.values("pk")[:1]
    Tally.objects.filter(pk__in=list(first.values_list("pk", flat=True))).update(variant="scarto")
    assert "scarto: 1 row of games_tally does not follow" in verify()[2]


def sql(statement: str) -> Callable[[], None]:
    """A change by somebody who has the database and knows how to take the triggers away."""

    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    return run


SECOND = "(SELECT id FROM games_seal WHERE number = 2)"
SECOND_HAND = "(SELECT hand_id FROM games_seal WHERE number = 2)"


def drop_seal(number: int) -> Callable[[], None]:
    def run() -> None:
        seal = Seal.objects.get(number=number)
        seal.texts.all().delete()
        seal.delete()

    return run


def swap_two() -> None:
    first, second = Seal.objects.filter(number__in=(2, 3)).order_by("number")
    for seal, number in ((first, 99), (second, 2), (first, 3)):
        Seal.objects.filter(pk=seal.pk).update(number=number)


def change_one_card() -> None:
    seal = Seal.objects.get(number=1)
    game = bytes(seal.game).replace(b'"SK"', b'"SX"').replace(b'"SQ"', b'"SK"')
    Seal.objects.filter(pk=seal.pk).update(game=game.replace(b'"SX"', b'"SQ"'))


def forget_an_entry() -> None:
    Entry.objects.filter(hand__revisions__number=2, seq=5).delete()


def other_club() -> None:
    Seal.objects.filter(number=3).update(club=Club.objects.get(slug="the-trumps"))


DAY, NOON = date(2020, 2, 2), datetime(2020, 2, 2, 12, tzinfo=UTC)


def to_another_match() -> None:
    hand = Hand.objects.get(revisions__number=2)
    other = Match.objects.get(pk=hand.match_id)
    other.pk, other.public_id = None, new_public_id()
    other.save()
    Hand.objects.filter(pk=hand.pk).update(match=other)


def to_another_day() -> None:
    """With every row that follows from it."""
    Match.objects.update(played_on=DAY)
    Hand.objects.update(played_at=NOON)
    HandSeat.objects.update(played_at=NOON)


def by_somebody_else() -> None:
    Entry.objects.update(author=User.objects.get(username="member"))


def sealed_by_somebody_else() -> None:
    Seal.objects.update(sealed_by=User.objects.get(username="member"))


def forget_and_swap() -> None:
    """The names of two players are erased, then each has the other's result."""
    SealedText.objects.filter(place__in=("players/0", "players/1")).delete()
    for hand in Hand.objects.all():
        first, second = HandSeat.objects.filter(hand=hand, seat__in=(0, 1)).order_by("seat")
        HandSeat.objects.filter(pk=first.pk).update(player=second.player)
        HandSeat.objects.filter(pk=second.pk).update(player=first.player)


@pytest.mark.parametrize(
    ("happens", "told"),
    [
        (change_one_card, "seal 1: the game is not what was sealed"),
        (sql(f"UPDATE games_seal SET game_digest = '00' WHERE id = {SECOND}"), "seal 2: the game"),
        (sql(f"UPDATE games_seal SET commitments = '' WHERE id = {SECOND}"), "seal 2: the content"),
        (sql(f"UPDATE games_seal SET content = '00' WHERE id = {SECOND}"), "seal 2: the content"),
        (sql(f"UPDATE games_seal SET previous = '00' WHERE id = {SECOND}"), "seal 2: it is not"),
        (sql(f"UPDATE games_seal SET link = '00' WHERE id = {SECOND}"), "seal 2: its link"),
        (sql(f"UPDATE games_seal SET revision = 2 WHERE id = {SECOND}"), "seal 2: its link"),
        (
            sql(f"UPDATE games_seal SET sealed_at = '2020-01-01 00:00:00+00' WHERE id = {SECOND}"),
            "seal 2: its link",
        ),
        (
            lambda: SealedText.objects.filter(seal__number=2).update(text="x"),
            "seal 2: the text",
        ),
        (
            sql(f"UPDATE games_hand SET public_id = 'other' WHERE id = {SECOND_HAND}"),
            "seal 2: its link",
        ),
        (drop_seal(3), "the chain ends at 2, the club says 3"),
        (drop_seal(2), "seal 3: seal 2 is missing before it"),
        (drop_seal(1), "is sealed, but its seal is missing"),
        (swap_two, "seal 2: it is not linked to the seal before it"),
        (other_club, "its hand belongs to another club"),
        (sql("UPDATE games_club SET head = '00' WHERE slug = 'les-atouts'"), "with another head"),
        (sql("UPDATE games_club SET seals = 9 WHERE slug = 'les-atouts'"), "the club says 9"),
        (forget_an_entry, "seal 2: entries are missing"),
        (
            sql("UPDATE games_entry SET change = replace(change, 'pass', 'small') WHERE seq = 4"),
            "seal 2: the entries give another game",
        ),
        (sql("UPDATE games_entry SET change = '{' WHERE seq = 2"), "entry 2 cannot be read"),
        (
            sql(f"UPDATE games_hand SET state = 'void' WHERE id = {SECOND_HAND}"),
            "has a seal, but is not sealed",
        ),
        (lambda: Hand.objects.update(won=False), "seal 1: the stored won is not"),
        (lambda: Hand.objects.update(contract="guard"), "seal 1: the stored contract is not"),
        (lambda: Hand.objects.update(sheet=[]), "seal 1: the stored sheet is not"),
        (lambda: Hand.objects.update(irregular=True), "seal 1: the stored irregular is not"),
        (lambda: HandSeat.objects.update(score_halves=7), "seal 1: the stored results"),
        (lambda: HandSeat.objects.filter(seat=3).delete(), "seal 1: results of seats are missing"),
        (lambda: HandSeat.objects.update(place=0), "seal 1: the stored results"),
        (lambda: HandSeat.objects.update(irregular=True), "seal 1: the stored results"),
        (to_another_match, "seal 2: its hand was sealed in another match"),
        (sql(f"UPDATE games_hand SET number = 9 WHERE id = {SECOND_HAND}"), "seal 2: its hand was"),
        (to_another_day, "seal 1: its match was played on another day when it was sealed"),
        (lambda: Match.objects.update(played_on=DAY), "seal 1: the stored moment is not on the"),
        (lambda: Hand.objects.update(sealed_at=NOON), "seal 1: the stored moment at which it was"),
        (by_somebody_else, "seal 1: its entries are not those of then, or not by the same people"),
        (lambda: Entry.objects.update(at=NOON), "seal 1: its entries are not those of then"),
        (sealed_by_somebody_else, "seal 1: it was sealed by somebody else"),
        (forget_and_swap, "seal 1: seat 0 was played by somebody else"),
        (
            sql(f"UPDATE games_seal SET provenance = NULL WHERE id = {SECOND}"),
            "seal 2: the content digest is not that of its parts",
        ),
    ],
)
def test_every_change_behind_the_sites_back_is_reported(
    archive: Cast, happens: Callable[[], None], told: str
) -> None:
    with lifted(connection):
        happens()
    status, _, complaint = verify()
    assert status == 1
    assert told in complaint


def test_a_match_moved_to_another_day_is_no_damage(archive: Cast) -> None:
    match = archive.match
    for day in (date(2026, 1, 2), date(2026, 3, 4)):
        edit_match(user=archive.scorer, match=match, played_on=day)
    assert match.moves.count() == 2
    archive.sealed_hand(THROWN_IN)
    assert verify()[0] == 0


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_site_that_has_another_time_zone_by_now_is_no_damage(archive: Cast, zone: str) -> None:
    """In one of the two, more than a day apart, its hands were played on another day; they stay on
    the day of their match, and so do their sums."""
    with timezone.override(zone):
        call_command("rebuild", stdout=StringIO())
        assert verify()[0] == 0
        for hand in Hand.objects.sealed().select_related("match"):
            assert timezone.localdate(hand.played_at) == hand.match.played_on


def test_players_merged_in_a_circle_end_no_check(archive: Cast) -> None:
    one, other = archive.players[:2]
    Player.every.filter(pk=one.pk).update(merged_into=other)
    Player.every.filter(pk=other.pk).update(merged_into=one)
    assert "Traceback" not in "".join(verify()[1:])


def test_a_seal_from_before_provenances_is_sound(archive: Cast) -> None:
    with lifted(connection):
        made_anew(archive)
    assert verify()[0] == 0


def made_anew(archive: Cast) -> None:
    """The chain as it was sealed before there were provenances: with another head."""
    previous = "0" * 64
    for seal in Seal.objects.order_by("number"):
        seal.provenance, seal.previous = None, previous
        seal.content = sealing.content_digest(seal.game_digest, seal.commitments, None)
        seal.link = previous = link_of(seal)
        seal.save()
    Club.objects.filter(pk=archive.club.pk).update(head=previous)


def test_a_player_cannot_take_anothers_seat(archive: Cast) -> None:
    """The seats of a result belong to the players whose names were sealed with it."""
    first = HandSeat.objects.filter(hand__revisions__number=1, seat=0)
    first.update(player=archive.players[4])
    assert "seal 1: seat 0 was played by somebody else" in verify()[2]


def test_five_hundred_flipped_bits_are_all_told(
    archive: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the rows as the check reads them: they are read from the database once, not each time."""
    chance = random.Random(7)
    columns = ("game", "game_digest", "commitments", "content", "previous", "link")
    archive.club.refresh_from_db()
    chain = list(reading_chain.links().filter(club=archive.club))
    monkeypatch.setattr(club_checks, "read_chain", lambda _club: iter(chain))
    for _ in range(500):
        seal, column = chance.choice(chain), chance.choice(columns)
        before = getattr(seal, column)
        data = bytearray(before if column == "game" else before.encode())
        data[chance.randrange(len(data))] ^= 1
        setattr(seal, column, bytes(data) if column == "game" else data.decode("latin-1"))
        assert any(verifying.check_chain(archive.club)), (seal.number, column, bytes(data))
        setattr(seal, column, before)
    assert not any(verifying.check_chain(archive.club))


WORDS = ("", "x", "{", "[]", "null", '{"op":"act"}', '{"op":5}', "\\ud800", "-1", "1e999", "é" * 40)


def odd(chance: random.Random, before: Any) -> Any:
    """Another value of the kind of a column's: cut, with a sign changed, or a word."""
    if isinstance(before, bytes | memoryview):
        data = bytearray(before)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return chance.choice((bytes(data), bytes(data[:9]), b"", b"{}", b"[[[[" * 2_000))
    if isinstance(before, str):
        at = chance.randrange(len(before) + 1)
        swapped = before[:at] + chance.choice('5x"}{[,:') + before[at + 1 :]
        return chance.choice((swapped, before[:at], chance.choice(WORDS)))
    if isinstance(before, int):
        return chance.choice((0, before + 1, before + 1_000))
    return before.replace(year=chance.choice((1, 1970, 9999)))


COLUMNS: dict[Any, tuple[str, ...]] = {
    Entry: ("seq", "change", "key", "fingerprint", "device", "at"),
    SealedText: ("place", "salt", "text"),
    Seal: (
        *("number", "revision", "game", "game_digest", "commitments"),
        *("content", "previous", "link", "sealed_at"),
    ),
}


@pytest.mark.thorough
def test_whatever_is_changed_in_a_row_the_check_goes_on_to_the_end(archive: Cast) -> None:
    """Entries, texts and seals, any column, any content: nothing ends the check."""
    chance = random.Random(11)
    changed = 0
    for _ in range(80):
        model = chance.choice(list(COLUMNS))
        column = chance.choice(COLUMNS[model])
        row = chance.choice(list(model.objects.order_by("pk").values("pk", column)))
        with transaction.atomic():
            try:
                with lifted(connection):
                    changed += model.objects.filter(pk=row["pk"]).update(
                        **{column: odd(chance, row[column])}
                    )
            except (DatabaseError, ValueError):
                continue  # the column takes no such value, or another row has it
            status, printed, complaint = verify()
            transaction.set_rollback(True)
        assert status in (0, 1), complaint
        assert "les-atouts: 3 seals" in printed
    assert changed > 60


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("replace(change, '\"play\"', '\"pl5y\"')", "seal 1: entry 6 cannot be read"),
        ("'[1, 2]'", "seal 1: entry 6 cannot be read"),
        ("'{}'", "seal 1: entry 6 cannot be read"),
    ],
)
def test_a_damaged_entry_is_named_and_the_other_seals_are_checked(
    archive: Cast, change: str, told: str
) -> None:
    first = "(SELECT hand_id FROM games_seal WHERE number = 1)"
    with lifted(connection):
        sql(f"UPDATE games_entry SET change = {change} WHERE seq = 6 AND hand_id = {first}")()
        sql("UPDATE games_seal SET content = '00' WHERE number = 3")()
    status, _, complaint = verify()
    assert status == 1
    assert told in complaint
    assert "seal 3: the content digest is not that of its parts" in complaint


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps to its types")
@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE games_entry SET at = '2026-99-99 00:00:00' WHERE seq = 2", "entry 2 cannot be"),
        ("UPDATE games_entry SET change = CAST(x'ff' AS TEXT) WHERE seq = 2", "entry 2 cannot be"),
        ("UPDATE games_entry SET seq = 'x' WHERE seq = 2", "entries are missing"),
        ("UPDATE games_seal SET game = 900000000000", "the game is not what was sealed"),
        ("UPDATE games_seal SET sealed_at = 'x' WHERE number = 2", "seal 2: its place cannot"),
        ("UPDATE games_seal SET number = 'x' WHERE number = 3", "is missing before it"),
        ("UPDATE games_sealedtext SET salt = 900000000000", "the salt at"),
        ("UPDATE games_sealedtext SET text = CAST(x'ff' AS TEXT)", "the text in row"),
        ("UPDATE games_hand SET played_at = '2026-99-99 00:00:00'", "its rows cannot be read"),
    ],
)
def test_a_value_of_another_kind_than_its_column_s_is_reported(
    archive: Cast, statement: str, told: str
) -> None:
    with lifted(connection):
        sql(statement)()
    status, printed, complaint = verify()
    assert status == 1
    assert told in complaint
    assert "les-atouts: 3 seals" in printed


def test_rebuild_writes_every_derived_column_as_sealing_did(archive: Cast) -> None:
    def derived() -> tuple[list[dict[str, Any]], list[tuple[Any, ...]]]:
        seats = HandSeat.objects.order_by("hand", "seat")
        columns = ("hand", "seat", "player", "role", "score_halves", "won", "contract", "variant")
        return [*map(vars_of, Hand.objects.order_by("id"))], list(seats.values_list(*columns))

    before = derived()
    Hand.objects.update(won=None, taker=1, sheet=[], status="", contract="x", variant="y")
    Hand.objects.update(margin_halves=9, irregular=True)
    HandSeat.objects.filter(seat=1).delete()
    HandSeat.objects.update(role="", won=None, score_halves=0, contract="x")
    assert derived() != before
    call_command("rebuild", stdout=StringIO())
    assert derived() == before
    assert verify()[0] == 0


def vars_of(hand: Hand) -> dict[str, Any]:
    return {field.name: getattr(hand, field.name) for field in hand._meta.concrete_fields}


def test_hands_of_other_clubs_have_chains_of_their_own(archive: Cast) -> None:
    from tests.factories import open_match

    match = open_match(archive.other_scorer, archive.other_club, archive.other_players[:4])
    sealed_hand(archive.other_scorer, match, THROWN_IN)
    assert verify()[0] == 0


@pytest.mark.parametrize("sealed_too", [False, True])
def test_a_check_tells_rebuildable_rows_from_damage(archive: Cast, *, sealed_too: bool) -> None:
    Hand.objects.update(sheet=[], won=None)
    HandSeat.objects.update(place=0)
    if sealed_too:
        Club.objects.filter(pk=archive.club.pk).update(seals=7)
    status, _said, errors = verify()
    assert status == 1
    assert ("manage.py rebuild writes all of this again" in errors) is not sealed_too
