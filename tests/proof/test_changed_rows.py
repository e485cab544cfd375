"""What somebody with the database changes behind the site's back is named, each in its own words;
that every column counts is held by `test_tampering.py`."""

import random
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.models import Club, Entry, Hand, HandSeat, Match, Player, Seal, SealedText, User
from games.models.fields import new_public_id
from games.proof import check_chain, check_sums, club_checks, findings_of, reading_chain
from tests.append_only import lifted
from tests.cast import Cast
from tests.ground import undone
from tests.proof.test_verify_archive import drop_seal, sql

pytestmark = pytest.mark.both_databases

DAY, NOON = date(2020, 2, 2), datetime(2020, 2, 2, 12, tzinfo=UTC)
SECOND_SEAL, SECOND_HAND = Seal.objects.filter(number=2), Hand.objects.filter(revisions__number=2)


def swap_two_seals() -> None:
    first, second = Seal.objects.filter(number__in=(2, 3)).order_by("number")
    for seal, number in ((first, 99), (second, 2), (first, 3)):
        Seal.objects.filter(pk=seal.pk).update(number=number)


def change_one_card() -> None:
    seal = Seal.objects.get(number=1)
    game = bytes(seal.game).replace(b'"SK"', b'"SX"').replace(b'"SQ"', b'"SK"')
    Seal.objects.filter(pk=seal.pk).update(game=game.replace(b'"SX"', b'"SQ"'))


def move_to_another_match() -> None:
    hand = SECOND_HAND.get()
    other = Match.objects.get(pk=hand.match_id)
    other.pk, other.public_id = None, new_public_id()
    other.save()
    Hand.objects.filter(pk=hand.pk).update(match=other)


def move_to_another_day() -> None:
    """With every row that follows from it."""
    Match.objects.update(played_on=DAY)
    Hand.objects.update(played_at=NOON)
    HandSeat.objects.update(played_at=NOON)


def forget_and_swap() -> None:
    """The names of two players are erased, then each has the other's result."""
    SealedText.objects.filter(place__in=("players/0", "players/1")).delete()
    for hand in Hand.objects.all():
        first, second = HandSeat.objects.filter(hand=hand, seat__in=(0, 1)).order_by("seat")
        HandSeat.objects.filter(pk=first.pk).update(player=second.player)
        HandSeat.objects.filter(pk=second.pk).update(player=first.player)


def take_another_seat() -> None:
    first = HandSeat.objects.filter(hand__revisions__number=1, seat=0)
    first.update(player=Player.objects.get(club__slug="les-atouts", name="Emma"))


def merge_in_a_circle() -> None:
    one, other = Player.objects.filter(club__slug="les-atouts", name__in=("Anna", "Boris"))
    Player.every.filter(pk=one.pk).update(merged_into=other)
    Player.every.filter(pk=other.pk).update(merged_into=one)


def member() -> User:
    return User.objects.get(username="member")


def to_the_other_club() -> None:
    Seal.objects.filter(number=3).update(club=Club.objects.get(slug="the-trumps"))


CLUB = Club.objects.filter(slug="les-atouts")
AMONG_THE_SEALS: tuple[tuple[Callable[[], object], str], ...] = (
    (change_one_card, "seal 1: the game is not what was sealed"),
    (lambda: SECOND_SEAL.update(game_digest="00"), "seal 2: the game"),
    (lambda: SECOND_SEAL.update(provenance=None), "seal 2: the content digest is not that of"),
    (lambda: SECOND_SEAL.update(previous="00"), "seal 2: it is not"),
    (lambda: SECOND_SEAL.update(link="00"), "seal 2: its link"),
    (lambda: SealedText.objects.filter(seal__number=2).update(text="x"), "seal 2: the text"),
    (partial(drop_seal, 3), "the chain ends at 2, the club says 3"),
    (partial(drop_seal, 2), "seal 3: seal 2 is missing before it"),
    (partial(drop_seal, 1), "is sealed, but its seal is missing"),
    (swap_two_seals, "seal 2: it is not linked to the seal before it"),
    (to_the_other_club, "its hand belongs to another club"),
    (lambda: CLUB.update(head="00"), "with another head"),
    (lambda: CLUB.update(seals=9), "the club says 9"),
    (lambda: Seal.objects.update(sealed_by=member()), "seal 1: it was sealed by somebody else"),
)
AMONG_THE_ROWS: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: Entry.objects.filter(hand__number=2, seq=5).delete(), "seal 2: entries are missing"),
    (
        partial(
            sql, "UPDATE games_entry SET change = replace(change, 'pass', 'small') WHERE seq = 4"
        ),
        "seal 2: the entries give another game",
    ),
    (lambda: Entry.objects.update(author=member()), "seal 1: its entries are not those of then"),
    (lambda: Entry.objects.update(at=NOON), "seal 1: its entries are not those of then"),
    (lambda: Hand.objects.filter(number=2).update(state="void"), "has a seal, but is not sealed"),
    (lambda: Hand.objects.update(won=False), "seal 1: the stored won is not"),
    (lambda: Hand.objects.update(sealed_at=NOON), "seal 1: the stored moment at which it was"),
    (lambda: Hand.objects.filter(number=2).update(number=9), "seal 2: its hand was"),
    (move_to_another_match, "seal 2: its hand was sealed in another match"),
    (move_to_another_day, "seal 1: its match was played on another day when it was sealed"),
    (lambda: Match.objects.update(played_on=DAY), "seal 1: the stored moment is not on the"),
    (lambda: HandSeat.objects.update(score_halves=7), "seal 1: the stored results"),
    (lambda: HandSeat.objects.filter(seat=3).delete(), "seal 1: results of seats are missing"),
    (take_another_seat, "seal 1: seat 0 was played by somebody else"),
    (forget_and_swap, "seal 1: seat 0 was played by somebody else"),
    (merge_in_a_circle, "is merged into another, and no merge says so"),
)


@pytest.mark.parametrize("changes", [AMONG_THE_SEALS, AMONG_THE_ROWS], ids=["seals", "rows"])
def test_every_change_behind_the_sites_back_is_named(archive: Cast, changes: Any) -> None:
    silent = {}
    with lifted(connection):
        for happens, told in changes:
            with undone():
                happens()
                complaints = complaints_of(findings_of)
            if told not in complaints:
                silent[told] = complaints
    assert silent == {}


def complaints_of(*checks: Callable[[Club], Iterable[object]]) -> str:
    """What these say of both clubs."""
    clubs = list(Club.objects.all())
    return "\n".join(str(one) for club in clubs for check in checks for one in check(club))


FIRST = "(SELECT hand_id FROM games_seal WHERE number = 1)"
NOT_ENTRIES = ("replace(change, '\"play\"', '\"pl5y\"')", "'[1, 2]'", "'{}'", "'{'")
# What SQLite keeps in any column; PostgreSQL keeps to its types.
OF_ANOTHER_KIND = (
    ("UPDATE games_entry SET at = '2026-99-99 00:00:00' WHERE seq = 2", "entry 2 cannot be"),
    ("UPDATE games_entry SET change = CAST(x'ff' AS TEXT) WHERE seq = 2", "entry 2 cannot be"),
    ("UPDATE games_entry SET seq = 'x' WHERE seq = 2", "entries are missing"),
    ("UPDATE games_seal SET game = 900000000000", "the game is not what was sealed"),
    ("UPDATE games_seal SET sealed_at = 'x' WHERE number = 2", "seal 2: its place cannot"),
    ("UPDATE games_seal SET number = 'x' WHERE number = 2", "is missing before it"),
    ("UPDATE games_sealedtext SET salt = 900000000000", "the salt at"),
    ("UPDATE games_sealedtext SET text = CAST(x'ff' AS TEXT)", "the text in row"),
    ("UPDATE games_hand SET played_at = '2026-99-99 00:00:00'", "its rows cannot be read"),
)


def test_a_row_that_cannot_be_read_is_named_and_the_other_seals_are_checked(archive: Cast) -> None:
    cases = [
        (
            f"UPDATE games_entry SET change = {change} WHERE seq = 6 AND hand_id = {FIRST}",
            "seal 1: entry 6 cannot be read",
        )
        for change in NOT_ENTRIES
    ]
    if connection.vendor == "sqlite":
        cases += OF_ANOTHER_KIND
    silent = {}
    with lifted(connection):
        Seal.objects.filter(number=3).update(content="00")
        for statement, told in cases:
            with undone():
                sql(statement)
                complaints = complaints_of(findings_of, check_sums)
            if told not in complaints or "seal 3: " not in complaints:
                silent[statement] = complaints
    assert silent == {}


def test_every_flipped_bit_is_told(archive: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the rows as the check reads them: they are read from the database once, not each time."""
    chance = random.Random(7)
    columns = ("game", "game_digest", "commitments", "content", "previous", "link")
    chain = list(reading_chain.links().filter(club=archive.club))
    monkeypatch.setattr(club_checks, "read_chain", lambda _club: iter(chain))
    for _ in range(200):
        seal, column = chance.choice(chain), chance.choice(columns)
        before = getattr(seal, column)
        data = bytearray(before if column == "game" else before.encode())
        data[chance.randrange(len(data))] ^= 1
        setattr(seal, column, bytes(data) if column == "game" else data.decode("latin-1"))
        assert any(check_chain(archive.club)), (seal.number, column, bytes(data))
        setattr(seal, column, before)
    assert not any(check_chain(archive.club))
