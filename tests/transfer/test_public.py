"""What a site hands out to everybody: the published hands, and of them no more than their pages."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from games import book
from games.book.records import sealed_record
from games.models import Hand, SealedText
from games.replay import remarking
from games.rules import VARIANTS, Record, parse_record, replay
from games.transfer.public import named, nameless, published_lines, write_dump
from tests.cast import Cast
from tests.factories import THROWN_IN, act, claimed_by_seat_0
from tests.games import wild_record

NIGHT = datetime(2026, 11, 22, 3, 15, tzinfo=UTC)
TOLD = ("Anna", "Boris", "Chloé", "Dario", "Les Atouts", "Friday", "Nobody noticed", "Conceded")


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A hand with names, a note, a reason, and what a program put in."""
    *begun, claim, note = claimed_by_seat_0()
    reason = act("play", card="HQ", irregular="Nobody noticed.", _seen_by="Emma")
    book.open_hand(user=cast.scorer, match=cast.match, comment="Conceded early.")
    return cast.sealed_hand([*begun, reason, claim, note])


def dumped() -> str:
    return b"".join(published_lines()).decode()


def test_nothing_is_handed_out_that_is_not_published(cast: Cast, hand: Hand) -> None:
    assert dumped() == ""
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    assert dumped().count("\n") == 1
    remarking.withdraw(user=cast.scorer, hand=hand)
    assert dumped() == ""


def test_without_names_nobody_is_named_and_nobody_s_words_are_there(cast: Cast, hand: Hand) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=False)
    text = dumped()
    secrets = (*TOLD, "_seen_by", "Emma", cast.match.public_id)
    assert [word for word in secrets if word in text] == []
    record = parse_record(text.strip())
    assert record.players == ("Player 1", "Player 2", "Player 3", "Player 4")
    assert record.extra == {"_published": {"hand": hand.public_id, "names": False}}
    assert replay(record).outcome.scores == replay(sealed_record(hand)).outcome.scores


def test_with_names_it_is_what_the_page_shows(cast: Cast, hand: Hand) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    text = dumped()
    assert [word for word in TOLD if word not in text] == []
    assert "_seen_by" not in text
    SealedText.objects.filter(seal__hand=hand, place="players/1").delete()
    assert "Boris" not in dumped()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: one.key)
def test_a_record_without_names_is_a_record_all_the_same(variant: Any) -> None:
    for seed in range(3):
        record = wild_record(variant, variant.seats[0], seed)
        told = record._replace(actions=(*record.actions, {"kind": "note", "text": "Oh, Anna!"}))
        for shown in (nameless(told), named(told)):
            assert without_words(replay(shown).outcome) == without_words(replay(told).outcome)
        assert "Anna" not in str(nameless(told))


def without_words(outcome: Any) -> Any:
    return outcome.status, outcome.scores, outcome.card_points


def test_a_dump_takes_the_place_of_the_one_before(cast: Cast, hand: Hand, tmp_path: Path) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=False)
    first = write_dump(tmp_path, NIGHT, keep=1)
    assert (tmp_path / "latest").resolve() == first.resolve()
    remarking.publish(user=cast.scorer, hand=cast.sealed_hand(THROWN_IN), names=False)
    second = write_dump(tmp_path, NIGHT.replace(day=23), keep=1)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["20261123T031500Z", "latest"]
    assert (tmp_path / "latest").resolve() == second.resolve()
    lines = gzip.decompress((second / "hands.ndjson.gz").read_bytes()).splitlines()
    told = json.loads((second / "manifest.json").read_bytes())
    assert (len(lines), told["files"][0]["lines"]) == (2, 2)


def test_a_dump_that_fails_leaves_the_old_one(
    cast: Cast, hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=False)
    first = write_dump(tmp_path, NIGHT, keep=1)

    def fail(*_arguments: Any) -> Record:
        raise OSError("no room left")

    monkeypatch.setattr("games.transfer.public.nameless", fail)
    with pytest.raises(OSError, match="no room"):
        write_dump(tmp_path, NIGHT.replace(day=23), keep=1)
    assert (tmp_path / "latest").resolve() == first.resolve()
    monkeypatch.undo()
    write_dump(tmp_path, NIGHT.replace(day=23), keep=2)
    assert len([one for one in tmp_path.iterdir() if one.name.startswith("2026")]) == 2
