"""A hand pasted as text into the recording screen: what fits is offered, what does not is named."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.book import records
from games.models import Hand
from games.rules.notation import format_text
from tests import hands
from tests.cast import Cast
from tests.factories import open_hand

TRICK = """A: call pass
B: call small
C: call pass
D: call pass
stock T7 S3 D8 D6 D2 C4
B: discard ?
A: H1 HQ HK H3
"""


def panel(scorer: Client, hand: Hand, text: object) -> str:
    way = reverse("entry-paste", args=[hand.club.slug, hand.public_id])
    answer = scorer.post(way, json.dumps({"text": text}), "application/json")
    side: str = answer.json()["side"]
    return side


def test_all_that_fits_is_offered_and_nothing_is_saved(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand()
    side = panel(scorer, hand, TRICK)
    assert "10 entries pasted" in side and "Record 10 entries" in side
    assert not hand.entries.exists()


def test_a_piece_goes_on_from_what_is_recorded(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(hands.played(4))
    side = panel(scorer, hand, "C: H8 H7 H9 HN")
    assert "Record 4 entries" in side and "Everything fits" in side


def test_the_first_line_that_does_not_fit_is_named_with_its_rule(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand()
    side = panel(scorer, hand, TRICK.replace("H3", "HK"))
    assert "Line 7 does not fit:" in side and "Record 9 entries" in side and "1.4" in side


def test_a_whole_hand_brings_its_deal(scorer: Client, cast: Cast) -> None:
    """Written down at one table, pasted at another: four calls, the discard, 72 cards."""
    told = cast.open_hand(hands.played_open(72))
    text = format_text(records.record_of(told))
    other = open_hand(cast.scorer, cast.open_match())
    side = panel(scorer, other, text)
    assert "Record 77 entries" in side and "Everything fits" in side
    assert "&quot;op&quot;: &quot;deal&quot;" in side


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A: H1 HX", "Line 1:"),
        (
            "format tarot-hand/1\nvariant droggn\nplayer A a\nplayer B b\nplayer C c\ndealer C",
            "another game",
        ),
    ],
)
def test_what_cannot_be_read_says_where(scorer: Client, cast: Cast, text: str, why: str) -> None:
    side = panel(scorer, cast.open_hand(), text)
    assert "This text cannot be read" in side and why in side


def test_no_text_is_a_bad_request(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand()
    way = reverse("entry-paste", args=[hand.club.slug, hand.public_id])
    assert scorer.post(way, json.dumps({"text": 7}), "application/json").status_code == 400
