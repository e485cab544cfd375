"""The archive says when it was tampered with, whatever was changed, and else is silent."""

import random
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games.book import reading_chain, verifying
from games.models import Entry, Hand, HandSeat, Seal, SealedText
from tests.append_only import lifted
from tests.cast import Cast
from tests.factories import THROWN_IN, act, claimed_by_seat_0, sealed_hand

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
    assert complaint.splitlines() == ["3/3 seals", "The archive is sound."]


def test_one_club_can_be_checked_alone(archive: Cast) -> None:
    assert "les-atouts" not in verify("--club", "the-trumps")[1]
    assert verify("--club", "nowhere")[0] == 2


def test_a_forgotten_name_is_no_damage(archive: Cast) -> None:
    SealedText.objects.filter(place="players/1").delete()
    assert verify()[0] == 0


def test_a_missing_table_is_no_archive(archive: Cast) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_sealedtext RENAME TO games_other")
        status, _, complaint = verify()
        transaction.set_rollback(True)
    assert status == 2
    assert "cannot be read" in complaint


def test_missing_triggers_are_told(archive: Cast) -> None:
    with lifted(connection):
        status, _, complaint = verify()
    assert status == 1
    assert "no longer refuses to update games_entry" in complaint


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
    from games.models import Club

    Seal.objects.filter(number=3).update(club=Club.objects.get(slug="the-trumps"))


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
            "seal 2: the entries come to another game",
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
    ],
)
def test_every_change_behind_the_sites_back_is_told(
    archive: Cast, happens: Callable[[], None], told: str
) -> None:
    with lifted(connection):
        happens()
    status, _, complaint = verify()
    assert status == 1
    assert told in complaint


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
    chain = list(reading_chain.chain_of(archive.club))
    monkeypatch.setattr(verifying, "read_chain", lambda _club: iter(chain))
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
def test_a_value_of_another_kind_than_its_column_s_is_told(
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
