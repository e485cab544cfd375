"""Facts that were sealed before they were judged together hold, and nobody states such again."""

from pathlib import Path

import pytest
from django.core.management import call_command

from games import book
from games import proof as verifying
from games.book import records
from games.models import Hand
from games.rules import format_record, replay
from games.rules.game import facts as game_facts
from games.rules.phases import stating
from games.writing.errors import Refused
from tests.cast import Cast
from tests.factories import act, new_key, sealed_hand, stated
from tests.transfer.archives import bring, bring_all, empty, export, read, write_lines

IMPOSSIBLE = stated(points=0, bouts=[], slam="defenders")


@pytest.fixture
def believed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Return a hand that was sealed with facts that no deal gives."""
    with monkeypatch.context() as before:
        before.setattr(
            stating,
            "read_facts",
            lambda state, raw, judged=False: game_facts.read_facts(state, raw, judged=False),
        )
        cast.sealed_hand([IMPOSSIBLE])
    return Hand.objects.get()


def scores() -> list[int]:
    return [seat.score_halves for seat in Hand.objects.get().seats.all()]


def is_sound(cast: Cast) -> bool:
    cast.club.refresh_from_db()
    return verifying.findings_of(cast.club) == []


def test_a_sealed_hand_stays_sound_through_a_rebuild_an_archive_and_an_amendment(
    cast: Cast, believed: Hand, tmp_path: Path
) -> None:
    before = scores()
    assert replay(records.sealed_record(believed)).problem is None
    assert is_sound(cast)
    call_command("rebuild", verbosity=0)
    assert scores() == before
    files = read(export(cast.club, tmp_path / "before"))
    empty(cast.club)
    bring_all(cast.admin, cast.club, tmp_path / "before")
    assert scores() == before
    assert is_sound(cast)
    assert read(export(cast.club, tmp_path / "after")) == files
    ruling = act("ruling", text="Slow play.", points=[-10, 10, 0, 0])
    amend(cast, Hand.objects.get(), ruling)
    assert scores() == [before[0] - 20, before[1] + 20, *before[2:]]
    assert is_sound(cast)


def test_nobody_states_such_facts_again(cast: Cast, believed: Hand, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        amend(cast, believed, {"op": "change", "edits": [[0, stated(points=1)["action"]]]})
    assert refused.value.problem.code == "fact-impossible"
    with pytest.raises(Refused):
        sealed_hand(cast.scorer, cast.open_match(4), [IMPOSSIBLE])
    record = write_lines(tmp_path / "one.ndjson", [format_record(records.sealed_record(believed))])
    (fault,) = bring(cast.admin, cast.club, record).faults
    assert fault.code == "fact-impossible"


def amend(cast: Cast, hand: Hand, change: object) -> None:
    hand.refresh_from_db()
    book.amend(
        user=cast.scorer,
        hand=hand,
        version=hand.version,
        key=new_key(),
        because="It was wrong.",
        wanted=book.Wanted(changes=[change]),
    )
