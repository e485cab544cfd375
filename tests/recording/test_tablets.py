"""Several tablets at one hand: who records on the others; both sides where two wrote at once."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.book import records
from games.display.reasons import Voice
from games.models import Entry, Hand
from games.recording import tablets
from games.recording.tablets import conflict_of, writers_of
from tests import hands
from tests.cast import Cast
from tests.factories import act, open_hand, plays, write
from tests.tablet import JSON, address

TABLET = "3f9a2c01"  # the number of a tablet without a name


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A hand at its first lead, recorded on no tablet."""
    return open_hand(cast.scorer, hands.seated(cast), hands.exchange())


def words_of(hand: Hand, since: int | None = None) -> list[tuple[str, str]]:
    return [(one["words"], one["told"]) for one in writers_of(hand, since)]


def sides(hand: Hand, version: int, waiting: list[dict[str, Any]]) -> list[list[str]]:
    voice = Voice(tuple(records.seat_names(hand)), "french")
    both = conflict_of(hand, version, waiting).sides
    return [[voice.say(words) for words in side.entries] for side in both]


# --- who records ---------------------------------------------------------------------------------


def test_who_recorded_lately_is_named_with_their_tablet_the_latest_first(
    cast: Cast, hand: Hand
) -> None:
    first, second = plays("H1 HQ")
    write(cast.scorer, hand, first, device="Tablet 2")
    cast.admin.first_name = "Inès"
    cast.admin.save()
    write(cast.admin, hand, second, device=TABLET)
    assert [words for words, _told in words_of(hand)][:2] == [
        "Inès records on another tablet",
        "scorer records on Tablet 2",
    ]


def test_after_three_minutes_nobody_is_named(
    cast: Cast, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Entry.objects.latest("at").at
    assert words_of(hand) == [("scorer records on another tablet", "")]
    monkeypatch.setattr(tablets.timezone, "now", lambda: now + timedelta(minutes=3, seconds=1))
    assert words_of(hand) == []


def test_who_was_away_is_told_how_many_entries_came_and_whose(cast: Cast, hand: Hand) -> None:
    before = hand.version
    for change in plays("H1 HQ HK"):
        write(cast.admin, hand, change, device="Tablet 2")
    told = [told for _words, told in words_of(hand, before)]
    assert told == ["admin recorded 3 entries on Tablet 2", ""]
    # Two are seen to come.
    assert [told for _words, told in words_of(hand, before + 1)] == ["", ""]


# --- both sides ----------------------------------------------------------------------------------


def test_each_side_is_told_in_words_with_the_players_it_meant(cast: Cast, hand: Hand) -> None:
    before = hand.version
    for change in plays("H1 HQ"):
        write(cast.admin, hand, change, device="Tablet 2")
    theirs, mine = sides(hand, before, plays("H3 HK"))
    assert theirs == ["Wanda’s 1♥", "Samir’s Q♥"]
    assert mine == ["Wanda’s 3♥", "Samir’s K♥"]
    conflict = conflict_of(hand, before, plays("H3 HK"))
    assert [side.title for side in conflict.sides] == [
        "Recorded by admin on Tablet 2",
        "Waiting on this tablet",
    ]


def test_it_is_said_whether_what_waits_fits_after_what_is_recorded(cast: Cast, hand: Hand) -> None:
    before = hand.version
    write(cast.admin, hand, *plays("H1"))
    assert conflict_of(hand, before, plays("HQ HK")).problem is None
    assert conflict_of(hand, before, plays("H1")).problem is not None


def test_what_is_no_card_is_told_too(cast: Cast, hand: Hand) -> None:
    before = hand.version
    write(cast.admin, hand, {"op": "undo"})
    theirs, mine = sides(hand, before, [act("note", text="Slow"), {"op": "undo"}, *plays("H1")])
    assert theirs == ["one entry taken back"]
    assert mine == ["the comment", "one entry taken back", "Wanda’s 1♥"]


def test_of_a_long_side_the_rest_is_a_number(cast: Cast, hand: Hand) -> None:
    conflict = conflict_of(hand, hand.version, plays(" ".join(hands.CARDS[:20])))
    assert [(len(side.entries), side.more) for side in conflict.sides] == [(0, 0), (12, 8)]


@pytest.mark.parametrize(
    "body",
    [
        {"version": -1, "changes": []},
        {"version": "1", "changes": []},
        {"version": 1, "changes": {}},
        {"version": 1, "changes": [{"op": "sing"}]},
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(
    client: Client, cast: Cast, hand: Hand, body: dict[str, Any]
) -> None:
    client.force_login(cast.scorer)
    answer = client.post(address("conflict", "hand", hand), json.dumps(body), JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_the_panel_offers_both_ways_out(client: Client, cast: Cast, hand: Hand) -> None:
    client.force_login(cast.scorer)
    body = {"version": hand.version - 1, "changes": plays("H1")}
    answer = client.post(address("conflict", "hand", hand), json.dumps(body), JSON)
    side = answer.json()["side"]
    assert "data-send-mine" in side and "data-drop-mine" in side
