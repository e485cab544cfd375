"""Every column that counts, new ones too: anything written behind the site's back is reported, and
nothing that is written there ends the check."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import BooleanField, DateField, DateTimeField, ForeignKey, Model

from games import book
from games.matches.match_edits import edit_match
from games.models import (
    Board,
    Career,
    Club,
    ClubRecord,
    Entry,
    Evening,
    EveningRound,
    Hand,
    HandSeat,
    Match,
    MatchMove,
    MatchSeat,
    Player,
    Seal,
    SealedText,
    Tally,
)
from games.proof import (
    Finding,
    check_chain,
    check_erased,
    check_hands,
    check_rows,
    check_sums,
    judge_chain,
)
from tests.append_only import lifted
from tests.cast import Cast, gather
from tests.factories import THROWN_IN, act, claimed_by_seat_0, new_key, sealed_hand
from tests.ground import Ground, laid_once, undone
from tests.thorough import amount

pytestmark = pytest.mark.both_databases


# What may change lawfully, and what says nothing about a sealed hand: no seal can hold it fast.
FREE: dict[type[Model], str] = {
    Club: "name slug opened_at opened_by league confirms tablets_judge games recorded_by writes "
    "types_twice running_seen_by hides_running guests_see public_sees language deck suits "
    "shows_heads first_rules shows_best_play names_daily",
    Player: "name own_name sort_key nickname number joined_on left_on changed_at pin "
    "wrong_pins wrong_pin_at pin_set_by pin_set_at hides_best_play",
    Match: "title preset table hands_planned first_dealer dealer_sits_out writes opened_by "
    "opened_at closed_at changed_at settings "  # what counts of these is in the texts of its hands
    "round first_board",
    MatchSeat: "since until",  # of later hands; who sat at sealed ones is in the seals
    MatchMove: "by at",
    Hand: "comment opened_at changed_at writes void_as board held",
    HandSeat: "",
    # Keys and digests tell a request again; what a tablet is called may have to be erased.
    Entry: "key fingerprint device",
    Seal: "",
    SealedText: "",
    Tally: "",
    Career: "",
    ClubRecord: "",
}
# TAMPERINGS and SEED try more of each, and others.
TIMES = int(os.environ.get("TAMPERINGS", amount(1, thorough=4)))


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """The same for a ruling at each run, whichever worker has it."""
    return random.Random(request.node.name + os.environ.get("SEED", ""))


archive_once = laid_once(lambda: furnish(gather()))


@pytest.fixture
def archive(archive_once: Ground[Cast], db: None) -> Cast:
    return archive_once.given()


def furnish(cast: Cast) -> Cast:
    """Two matches with five sealed hands, one of them amended, one of a match that was moved."""
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand([*THROWN_IN, act("note", text="Nobody dared.")])
    first = Hand.objects.order_by("pk")[0]
    more = book.Wanted(changes=[act("note", text="Rain.")])
    facts: dict[str, Any] = {"hand": first, "version": first.version, "wanted": more}
    book.amend(user=cast.scorer, key=new_key(), because="Left out.", **facts)
    edit_match(user=cast.scorer, match=cast.match, played_on=date(2026, 3, 4))
    other = cast.open_match(title="Other", played_on=date(2026, 5, 6))
    for changes in (claimed_by_seat_0(), THROWN_IN):
        sealed_hand(cast.scorer, other, changes)
    cast.sealed_hand(THROWN_IN)
    evening = Evening.objects.create(club=cast.club, title="x", hands=2, opened_by=cast.scorer)
    EveningRound.objects.create(evening=evening, number=1, seed=1)
    Board.objects.create(evening=evening, number=1)
    return cast


def found_in(archive: Cast) -> Iterator[Finding]:
    """Yield what is wrong, as soon as it is found."""
    club = Club.objects.get(pk=archive.club.pk)
    for check in (check_hands, check_rows, check_erased):
        yield from check(club)
    for chain in (check_chain, judge_chain):
        yield from (one for some in chain(club) for one in some)
    yield from check_sums(club)


def test_what_people_may_do_is_no_damage(archive: Cast) -> None:
    assert list(found_in(archive)) == []


def columns_of(model: type[Model], *, free: bool) -> list[Any]:
    """The columns that count, or those that are free to change."""
    names = FREE[model].split()
    fields = {field.name: field for field in model._meta.concrete_fields if field.name != "id"}
    assert set(names) <= fields.keys()
    return [field for name, field in fields.items() if (name in names) is free]


@pytest.mark.parametrize("model", FREE, ids=lambda model: model.__name__)
def test_a_changed_value_is_reported(archive: Cast, chance: random.Random, model: Any) -> None:
    """Of each column that counts `TIMES`, as far as it takes another value."""
    rows, silent = list(rows_of(archive, model)), []
    with lifted(connection):
        for field in columns_of(model, free=False):
            tried = 0
            for _ in range(TIMES * 20):
                row = chance.choice(rows)
                value = another(chance, field, getattr(row, field.name), archive)
                with changed(row, field.name, value) as taken:
                    if taken and not any(found_in(archive)):
                        silent.append((row, field.name, value))
                tried += taken
                if tried == TIMES:
                    break
    assert silent == []


# But for MatchSeat: with other hands somebody else would have played those that are sealed.
UNSEALED = [model for model, free in FREE.items() if free and model is not MatchSeat]


@pytest.mark.parametrize("model", UNSEALED, ids=lambda model: model.__name__)
def test_what_may_change_raises_no_alarm(archive: Cast, chance: random.Random, model: Any) -> None:
    """All of a row at once, as far as each takes another value."""
    rows, lawful = list(rows_of(archive, model)), list[str]()
    row = chance.choice(rows)
    with lifted(connection):
        for field in columns_of(model, free=True):
            value = another(chance, field, getattr(row, field.name), archive)
            if is_taken(row, field.name, value):
                lawful.append(f"{field.name}: {value!r}")
    assert lawful
    assert list(found_in(archive)) == [], (row, lawful)


def test_a_deleted_row_is_reported(archive: Cast, chance: random.Random) -> None:
    models = (Entry, Seal, HandSeat, Tally, Career, ClubRecord)
    for model in TIMES * models:
        row = chance.choice(list(rows_of(archive, model)))
        with undone():
            with lifted(connection):
                if isinstance(row, Seal):
                    row.texts.all().delete()
                row.delete()
            assert any(found_in(archive)), row


@contextmanager
def changed(row: Any, column: str, value: Any) -> Iterator[bool]:
    """A row that somebody with the database has changed, as long as the block lasts; False where
    the column takes no such value, or another row has it."""
    with transaction.atomic():
        yield is_taken(row, column, value)
        transaction.set_rollback(True)


def is_taken(row: Any, column: str, value: Any) -> bool:
    """Change a row; False where the column takes no such value, or another row has it."""
    try:
        with transaction.atomic():
            type(row)._base_manager.filter(pk=row.pk).update(**{column: value})
    except (DatabaseError, ValueError):
        return False
    return True


def rows_of(archive: Cast, model: Any) -> Iterator[Any]:
    """The rows of the club that say something about its sealed hands."""
    club = archive.club
    rows: Any
    match model.__name__:
        case "Club":
            rows = Club.objects.filter(pk=club.pk)
        case "Entry":
            rows = Entry.objects.filter(hand__club=club)
        case "MatchSeat" | "MatchMove":
            rows = model.objects.filter(match__club=club)
        case "SealedText":
            rows = SealedText.objects.filter(seal__club=club)
        case "Player":
            rows = Player.objects.filter(match_seats__match__club=club).distinct()
        case _:
            rows = model.objects.filter(club=club)
    return iter(rows.order_by("pk"))


def another(chance: random.Random, field: Any, before: Any, archive: Cast) -> Any:
    """Another value for a column, of the kind that it holds."""
    if isinstance(field, ForeignKey):
        related = list(field.related_model._base_manager.exclude(pk=before and before.pk))
        return chance.choice(related)
    if isinstance(field, BooleanField):
        return chance.choice([value for value in (True, False) if value is not before])
    if isinstance(field, DateTimeField):
        begin = before or datetime(2026, 1, 1, tzinfo=UTC)
        return begin + timedelta(seconds=chance.choice((-86_400, -1, 1, 3_600, 999_999)))
    if isinstance(field, DateField):
        return (before or date(2026, 1, 1)) + timedelta(days=chance.choice((-400, -1, 1, 30)))
    if isinstance(before, bytes | memoryview):
        data = bytearray(before)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return chance.choice((bytes(data), bytes(data[:9]), b"", b"{}", b"[[[[" * 2_000))
    if isinstance(before, float | int) or before is None:
        return (before or 0) + chance.choice((1, 2, 7))
    if isinstance(before, list | dict):
        return [*before, 1] if isinstance(before, list) else {**before, "x": 1}
    return swapped(chance, before)


WORDS = ("", "x", "{", "[]", "null", '{"op":"act"}', '{"op":5}', "\\ud800", "-1", "1e999", "é" * 40)


def swapped(chance: random.Random, text: str) -> str:
    """A text with a sign more, less or another; cut off; or a word that nobody expects there."""
    at = chance.randrange(len(text) + 1)
    other = "8" if text[at : at + 1] == "7" else "7"
    word = chance.choice([one for one in WORDS if one != text])
    begun = text[:at] if at < len(text) else f"{text}{{"
    return chance.choice(
        (text[:at] + "x" + text[at:], text[:at] + other + text[at + 1 :], begun, word)
    )
