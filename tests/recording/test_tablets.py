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


def problem_of(hand: Hand, version: int, waiting: list[dict[str, Any]]) -> str:
    problem = conflict_of(hand, version, waiting).problem
    return Voice(tuple(records.seat_names(hand)), "french").say(problem) if problem else ""


def compared(client: Client, hand: Hand, version: Any, changes: Any) -> Any:
    """What the server says of changes that wait on a tablet which knows `version`."""
    body = json.dumps({"version": version, "changes": changes})
    return client.post(address("conflict", "hand", hand), body, JSON)


# --- who records ---------------------------------------------------------------------------------


def test_who_recorded_lately_is_named_with_their_tablet_the_latest_first(
    cast: Cast, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three minutes nobody is named any more."""
    assert words_of(hand) == [("scorer records on another tablet", "")]
    first, second = plays("H1 HQ")
    write(cast.scorer, hand, first, device="Tablet 2")
    cast.admin.first_name = "Inès"
    cast.admin.save()
    write(cast.admin, hand, second, device=TABLET)
    assert [words for words, _told in words_of(hand)][:2] == [
        "Inès records on another tablet",
        "scorer records on Tablet 2",
    ]
    now = Entry.objects.latest("at").at
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
    now = hand.version
    write(cast.admin, hand, {"op": "undo"})
    theirs, mine = sides(hand, now, [act("note", text="Slow"), {"op": "undo"}, *plays("HK")])
    assert theirs == ["one entry taken back"]
    assert mine == ["the comment", "one entry taken back", "Elise’s K♥"]
    long = conflict_of(hand, hand.version, plays(" ".join(hands.CARDS[:20])))
    assert [(len(side.entries), side.more) for side in long.sides] == [(0, 0), (12, 8)]


def test_what_waits_fits_where_the_players_are_those_whom_its_scorer_saw(
    cast: Cast, hand: Hand
) -> None:
    """No card or call of one player becomes that of the next."""
    before = hand.version
    write(cast.admin, hand, act("note", text="Slow"))
    assert problem_of(hand, before, plays("H1 HQ")) == ""
    assert problem_of(hand, before, [*plays("H1 HQ"), {"op": "undo"}, *plays("HK")]) == ""
    write(cast.admin, hand, *plays("H1"))
    for card in ("H3", "H1"):
        said = problem_of(hand, before, plays(card))
        assert said == "It is Samir’s turn to play, not Wanda’s."
    auction = open_hand(cast.scorer, cast.match, calls("pass"))
    before = auction.version
    write(cast.admin, auction, *calls("guard"))
    assert problem_of(auction, before, calls("pass")) == "It is Chloé’s turn to speak."


def test_the_panel_offers_both_ways_out_and_keeps_the_seats_for_which_was_tapped(
    scorer: Client, cast: Cast, hand: Hand
) -> None:
    before = hand.version
    write(cast.admin, hand, *plays("H1"))
    answer = compared(scorer, hand, before, [*plays("H3 HK"), {"op": "undo"}]).json()
    assert "data-send-mine" in answer["side"] and "data-drop-mine" in answer["side"]
    assert answer["changes"] == [
        act("play", seat=hands.WANDA, card="H3"),
        act("play", seat=hands.SAMIR, card="HK"),
        {"op": "undo"},
    ]
    for version, changes in ((-1, []), ("1", []), (1, {}), (1, [{"op": "sing"}])):
        refused = compared(scorer, hand, version, changes)
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")


def test_what_takes_back_or_corrects_an_entry_is_not_sent_where_another_stands_in_its_place(
    scorer: Client, cast: Cast, hand: Hand
) -> None:
    write(cast.scorer, hand, *plays("H1"))
    before = hand.version
    write(cast.admin, hand, {"op": "undo"}, device="Tablet 2")
    for change in plays("H3 HQ"):
        write(cast.admin, hand, change, device="Tablet 2")
    corrected = {"kind": "play", "seat": 0, "card": "H9"}
    for waiting in (
        {"op": "undo"},
        {"op": "rewind", "to": 5},
        {"op": "change", "edits": [[6, corrected]]},
    ):
        side = compared(scorer, hand, before, [waiting]).json()["side"]
        assert "what it takes back or corrects is no longer what was seen here." in side, waiting
        assert "data-send-mine" not in side and "data-drop-mine" in side


# --- a hand that is over -------------------------------------------------------------------------


def test_of_a_hand_that_is_over_it_says_by_whom_and_how_and_not_that_anything_fits(
    scorer: Client, cast: Cast, hand: Hand
) -> None:
    why = {"void_as": "misdealt", "because": "Seen"}
    book.give_up(user=cast.admin, hand=hand, version=hand.version, **why)
    side = compared(scorer, hand, hand.version, plays("H1")).json()["side"]
    assert re.search(rf"This hand was ended by admin at {CLOCK}: misdealt\.", side)
    assert "fits" not in side and "Send mine" not in side
    stage = scorer.get(address("recording", "hand", hand)).json()["stage"]
    assert "Hand 2 comes next" in stage and "Take it up again" in stage
    sealed = open_hand(cast.scorer, cast.match, THROWN_IN)
    book.seal(user=cast.admin, hand=sealed, version=sealed.version)
    over = conflict_of(Hand.objects.get(pk=sealed.pk), sealed.version, plays("H1")).over
    assert over.startswith("This hand was sealed by admin at ")
