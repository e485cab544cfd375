"""Several tablets at one hand: who records on the others; both sides where two wrote at once."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import book
from games.book import records
from games.display.reasons import Voice
from games.models import Entry, Hand
from games.recording import tablets
from games.recording.tablets import conflict_of, writers_of
from tests import hands
from tests.cast import Cast
from tests.factories import THROWN_IN, act, calls, open_hand, plays, write
from tests.tablet import JSON, address

TABLET = "3f9a2c01"  # the number of a tablet without a name
# As English writes a time: on the hour without minutes.
CLOCK = r"(?:\d+(?::\d\d)? [ap]\.m\.|noon|midnight)"


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


def test_a_tablet_that_was_away_learns_how_many_entries_came_and_whose(
    cast: Cast, hand: Hand
) -> None:
    before = hand.version
    for change in plays("H1 HQ HK"):
        write(cast.admin, hand, change, device="Tablet 2")
    told = [told for _words, told in words_of(hand, before)]
    assert told == ["admin recorded 3 entries on Tablet 2", ""]
    # Two are seen to come.
    assert [told for _words, told in words_of(hand, before + 1)] == ["", ""]


# --- both sides ----------------------------------------------------------------------------------


def test_each_side_is_shown_in_words_with_the_players_it_meant(cast: Cast, hand: Hand) -> None:
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


def problem_of(hand: Hand, version: int, waiting: list[dict[str, Any]]) -> str:
    problem = conflict_of(hand, version, waiting).problem
    return Voice(tuple(records.seat_names(hand)), "french").say(problem) if problem else ""


def test_what_waits_fits_where_the_players_are_those_whom_its_scorer_saw(
    cast: Cast, hand: Hand
) -> None:
    before = hand.version
    write(cast.admin, hand, act("note", text="Slow"))
    assert problem_of(hand, before, plays("H1 HQ")) == ""


def test_a_card_of_one_player_does_not_fit_after_another_card_of_the_same_player(
    cast: Cast, hand: Hand
) -> None:
    before = hand.version
    write(cast.admin, hand, *plays("H1"))
    assert problem_of(hand, before, plays("H3")) == "It is Samir’s turn to play, not Wanda’s."
    assert problem_of(hand, before, plays("H1")) == "It is Samir’s turn to play, not Wanda’s."


def test_a_call_of_one_player_does_not_fit_as_the_call_of_the_next(cast: Cast) -> None:
    hand = open_hand(cast.scorer, hands.seated(cast), calls("pass"))
    before = hand.version
    write(cast.admin, hand, *calls("guard"))
    assert problem_of(hand, before, calls("pass")) == "It is Elise’s turn to speak."


def test_what_waits_comes_back_with_the_seats_for_which_it_was_tapped(
    client: Client, cast: Cast, hand: Hand
) -> None:
    client.force_login(cast.scorer)
    before = hand.version
    write(cast.admin, hand, *plays("H1"))
    body = {"version": before, "changes": [*plays("H3 HK"), {"op": "undo"}]}
    answer = client.post(address("conflict", "hand", hand), json.dumps(body), JSON)
    assert answer.json()["changes"] == [
        act("play", seat=hands.WANDA, card="H3"),
        act("play", seat=hands.SAMIR, card="HK"),
        {"op": "undo"},
    ]


@pytest.mark.parametrize(
    "waiting",
    [
        {"op": "undo"},
        {"op": "rewind", "to": 5},
        {"op": "change", "edits": [[6, {"kind": "play", "seat": 0, "card": "H9"}]]},
    ],
    ids=["undo", "rewind", "change"],
)
def test_what_takes_back_or_corrects_an_entry_is_not_sent_where_another_stands_in_its_place(
    client: Client, cast: Cast, hand: Hand, waiting: dict[str, Any]
) -> None:
    write(cast.scorer, hand, *plays("H1"))
    before = hand.version
    write(cast.admin, hand, {"op": "undo"}, device="Tablet 2")
    for change in plays("H3 HQ"):
        write(cast.admin, hand, change, device="Tablet 2")
    client.force_login(cast.scorer)
    body = {"version": before, "changes": [waiting]}
    side = client.post(address("conflict", "hand", hand), json.dumps(body), JSON).json()["side"]
    assert "what it takes back or corrects is no longer what was seen here." in side
    assert "data-send-mine" not in side and "data-drop-mine" in side


def test_an_undo_of_what_waits_before_it_follows_what_others_recorded(
    cast: Cast, hand: Hand
) -> None:
    before = hand.version
    write(cast.admin, hand, act("note", text="Slow"))
    assert problem_of(hand, before, [*plays("H1 HQ"), {"op": "undo"}, *plays("HK")]) == ""


def test_entries_that_are_no_cards_are_shown_too(cast: Cast, hand: Hand) -> None:
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


# --- a hand that is over -------------------------------------------------------------------------


def test_of_a_hand_that_was_given_up_it_says_by_whom_and_how_and_not_that_anything_fits(
    cast: Cast, hand: Hand, client: Client
) -> None:
    book.give_up(
        user=cast.admin, hand=hand, version=hand.version, void_as="misdealt", because="Seen"
    )
    client.force_login(cast.scorer)
    sent = json.dumps({"version": hand.version, "changes": plays("H1")})
    told = client.post(address("conflict", "hand", hand), sent, JSON).json()
    assert re.search(rf"This hand was ended by admin at {CLOCK}: misdealt\.", told["side"])
    assert "fits" not in told["side"] and "Send mine" not in told["side"]


def test_of_a_hand_that_was_sealed_it_says_by_whom(cast: Cast, client: Client) -> None:
    hand = open_hand(cast.scorer, cast.match, THROWN_IN)
    book.seal(user=cast.admin, hand=hand, version=hand.version)
    over = conflict_of(Hand.objects.get(pk=hand.pk), hand.version, plays("H1")).over
    assert over.startswith("This hand was sealed by admin at ")


def test_the_screen_of_a_hand_that_is_over_is_what_comes_next(
    cast: Cast, hand: Hand, client: Client
) -> None:
    client.force_login(cast.scorer)
    book.give_up(
        user=cast.admin, hand=hand, version=hand.version, void_as="misdealt", because="Seen"
    )
    body = client.get(address("recording", "hand", hand)).json()
    assert "Hand 2 comes next" in body["stage"] and "Take it up again" in body["stage"]
