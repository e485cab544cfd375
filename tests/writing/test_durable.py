"""What happens when the database is busy, full, gone, or fails in the middle of a write."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from clubtarot.databases import LONGEST_WAIT
from games import book
from games.models import Club, Entry, Hand, HandSeat, Seal, SealedText
from games.writing import durably as writing
from games.writing.durably import durably
from games.writing.errors import Busy, StorageFull
from tests.cast import Cast
from tests.factories import act, claimed_by_seat_0, new_key, write
from tests.failing import failure

pytestmark = pytest.mark.both_databases

BUSY = ["sqlite busy", "40001", "40P01", "55P03", "57014"]
FULL = ["sqlite full", "sqlite write error", "sqlite read-only", "53100"]
GONE = ["57P01", "08006", "connection lost", "25006", "25P03", "sqlite cannot open"]
OURS = ["sqlite error", "42P01"]


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited between attempts; no test waits for it."""
    waited: list[float] = []
    monkeypatch.setattr(writing.time, "sleep", waited.append)
    return waited


def failing(name: str, times: int) -> Callable[[], int]:
    """A write that fails that many times, and then answers with its number of calls."""
    calls = 0

    def run() -> int:
        nonlocal calls
        calls += 1
        if calls <= times:
            raise failure(name)
        return calls

    return run


@pytest.mark.django_db
def test_a_busy_database_is_asked_three_times_and_a_full_or_lost_one_once(
    pauses: list[float],
) -> None:
    """A mistake of ours is not dressed up as either."""
    for name in BUSY:
        pauses.clear()
        assert durably(failing(name, times=2)) == 3
        assert len(pauses) == 2, name
        with pytest.raises(Busy):
            durably(failing(name, times=3))
    pauses.clear()
    for name, answer in [*((one, StorageFull) for one in FULL), *((one, Busy) for one in GONE)]:
        with pytest.raises(answer) as caught:
            durably(failing(name, times=1))
        assert caught.value.status == 503
    for name in OURS:
        with pytest.raises(OperationalError):
            durably(failing(name, times=1))
    assert pauses == []


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the clock shows, in seconds; a test turns it."""
    shown = [100.0]
    monkeypatch.setattr(writing.time, "monotonic", lambda: shown[0])
    return shown


def waiting(clock: list[float], seconds: float) -> Callable[[], int]:
    """A write that waits so long for a lock each time, and does not get it."""

    def run() -> int:
        clock[0] += seconds
        raise failure("sqlite busy")

    return run


@pytest.mark.django_db
def test_what_a_request_waits_for_is_over_before_a_tablet_gives_it_up(clock: list[float]) -> None:
    """What it has waited for already, such as a session, counts. A command waits for each write."""
    patience = 10
    for begun in (0, 3, 6):
        before = clock[0]
        with writing.within_one_request():
            clock[0] += begun
            with pytest.raises(Busy):
                durably(waiting(clock, LONGEST_WAIT))
        assert clock[0] - before <= 8 < patience
    for _ in range(2):
        before = clock[0]
        with pytest.raises(Busy):
            durably(waiting(clock, LONGEST_WAIT))
        assert clock[0] - before == 3 * LONGEST_WAIT


@pytest.mark.django_db(transaction=True)
def test_no_write_is_answered_inside_somebody_elses_transaction(cast: Cast) -> None:
    hand = cast.open_hand()
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        write(cast.scorer, hand, act("call", call="pass"))


class FailsAt:
    """Lets that many statements through, and then the database is gone."""

    def __init__(self, statement: int) -> None:
        self.left = statement

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise failure("57P01")
        return execute(sql, params, many, context)


def everything() -> list[list[Any]]:
    models: list[Any] = [Club, Hand, Entry, Seal, SealedText, HandSeat]
    return [list(model.objects.order_by("pk").values()) for model in models]


def cut_off_at_every_statement(do: Callable[[], object]) -> int:
    """Cut something off at its first, second … statement: all is left as it was. How often."""
    before = everything()
    for statement in range(100):
        try:
            with connection.execute_wrapper(FailsAt(statement)):
                do()
        except (Busy, OperationalError):  # while it writes, or while it still reads
            assert everything() == before
        else:
            return statement
    raise AssertionError("it never came through")


@pytest.mark.django_db(transaction=True)
def test_an_entry_is_made_and_a_hand_is_sealed_whole_or_not_at_all(cast: Cast) -> None:
    hand, key = cast.open_hand(), new_key()
    first, *others = claimed_by_seat_0()

    def append() -> None:
        write(cast.scorer, hand, first, version=0, key=key)

    def seal() -> None:
        book.seal(user=cast.scorer, hand=hand, version=hand.version)

    assert cut_off_at_every_statement(append) >= 3
    assert Entry.objects.count() == Hand.objects.get(pk=hand.pk).version == 1
    for change in others:
        write(cast.scorer, hand, change)
    assert cut_off_at_every_statement(seal) > 8
    assert Seal.objects.get().link == Club.objects.get(pk=cast.club.pk).head


@pytest.mark.django_db(transaction=True)
def test_the_control_a_write_without_a_transaction_is_left_half_done(cast: Cast) -> None:
    """What the test above would catch."""
    hand = cast.open_hand()

    def careless() -> None:
        try:
            Hand.objects.filter(pk=hand.pk).update(version=1)
            Entry.objects.filter(hand=hand).count()
        except DatabaseError:
            raise Busy from None

    with pytest.raises(AssertionError):
        cut_off_at_every_statement(careless)
