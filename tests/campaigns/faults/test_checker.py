"""The checker finds what is lost, doubled, changed or invented: `make faults` rests on it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from games.models import Entry, Hand
from tests.append_only import lifted
from tests.campaigns.faults.checker import is_part, judge_deals, judge_entries, judge_seals
from tests.campaigns.faults.kinds import KINDS, Setting
from tests.campaigns.journal import ENTRY, Asked, Journal, read_journal
from tests.campaigns.line import NO_ANSWER
from tests.cast import Cast
from tests.factories import THROWN_IN, new_key, open_hand, write
from tests.thorough import THOROUGH

SENT = [{"op": "act", "action": {"kind": "call", "call": "pass"}}] * 3


@pytest.fixture
def recorded(cast: Cast) -> tuple[Hand, list[Asked]]:
    """Three entries that are in the database, and what a journal says of them."""
    hand = open_hand(cast.scorer, cast.match)
    asked = []
    for version, change in enumerate(THROWN_IN[:3]):
        key = new_key()
        write(cast.scorer, hand, change, key=key)
        facts = {"hand": hand.public_id, "version": version, "key": key, "change": change}
        asked.append(Asked(ENTRY, facts, [(201, {"version": version + 1})]))
    return hand, asked


def by_sql(do: Callable[[], object]) -> None:
    from django.db import connection

    with lifted(connection):
        do()


@pytest.mark.django_db
def test_the_checker_is_silent_about_what_was_acknowledged(
    recorded: tuple[Hand, list[Asked]],
) -> None:
    assert list(judge_entries(recorded[1], [])) == []


@pytest.mark.django_db
def test_an_acknowledged_entry_that_is_gone_is_lost(recorded: tuple[Hand, list[Asked]]) -> None:
    hand, asked = recorded
    by_sql(lambda: Entry.objects.filter(hand=hand, seq=3).delete())
    lost, version = judge_entries(asked, [])
    assert lost == f"entry 3 of hand {hand.public_id} was acknowledged and is lost"
    assert "is at version 3" in version


@pytest.mark.django_db
def test_an_entry_that_nobody_sent_is_named(recorded: tuple[Hand, list[Asked]]) -> None:
    hand, asked = recorded
    assert list(judge_entries(asked[:2], [])) == [
        f"entry 3 of hand {hand.public_id} was sent by nobody"
    ]


@pytest.mark.django_db
def test_an_entry_that_was_refused_is_not_there(recorded: tuple[Hand, list[Asked]]) -> None:
    _, asked = recorded
    asked[1].answers = [(409, {})]
    assert [one for one in judge_entries(asked, []) if "was refused and is there" in one]


@pytest.mark.django_db
def test_an_entry_without_an_answer_may_be_there_or_not(recorded: tuple[Hand, list[Asked]]) -> None:
    _, asked = recorded
    asked[2].answers = [(NO_ANSWER, {})]
    missing = Asked(ENTRY, asked[2].facts | {"key": new_key(), "version": 3}, [(NO_ANSWER, {})])
    assert list(judge_entries([*asked, missing], [])) == []


@pytest.mark.django_db
def test_an_entry_at_another_number_or_with_another_card_is_named(
    recorded: tuple[Hand, list[Asked]],
) -> None:
    _, asked = recorded
    asked[0].answers = [(201, {"version": 2})]
    asked[1].facts["change"] = {"op": "undo"}
    moved, changed = judge_entries(asked, [])
    assert moved.endswith("was acknowledged as [2] and is 1")
    assert "is another than was sent" in changed


@pytest.mark.django_db
def test_hands_and_seals_that_are_gone_are_named(db: None) -> None:
    seal = {"revision": 1, "number": 1, "content": "c", "link": "l"}
    (gone,) = judge_seals([Asked("seal", {"hand": "h", "version": 4}, [(201, seal)])], [])
    assert gone == "revision 1 of hand h was acknowledged and is lost"
    (gone,) = judge_deals([Asked("deal", {"match": "m"}, [(201, {"id": "h"})])])
    assert gone == "hand h was acknowledged and is lost"


def test_a_seat_that_the_site_adds_makes_no_other_entry() -> None:
    stored = {"op": "act", "action": {"kind": "call", "call": "pass", "seat": 0}}
    assert is_part(SENT[0], stored)
    assert not is_part({**SENT[0], "op": "undo"}, stored)


def test_a_journal_is_read_as_it_was_written_but_for_half_a_line(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    number = journal.ask(ENTRY, hand="h", key="k")
    journal.answer(number, NO_ANSWER, said="broken")
    journal.answer(number, 201, version=1)
    journal.ask(ENTRY, hand="h", key="l")
    journal.close()
    with journal.path.open("a") as file:
        file.write(json.dumps({"number": 2, "status": 201})[:10])
    first, second = read_journal(journal.path).values()
    assert first.acknowledged == {"version": 1}
    assert not first.unknown
    assert second.unknown


@pytest.mark.skipif(not THOROUGH, reason="takes half a minute: THOROUGH=1 runs it")
@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost_when_the_site_is_killed(tmp_path: Path) -> None:
    reached = KINDS["kills"].batch(Setting(tmp_path, "test"), 3)
    assert reached.acknowledged
    assert reached.lost == []
