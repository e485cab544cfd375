"""A hand pasted as text into the recording screen: what fits is offered, what does not is named."""

import json

from django.test import Client
from django.urls import reverse

from games.book import records
from games.models import Hand
from games.rules.notation import format_text
from tests import hands
from tests.cast import Cast
from tests.factories import open_hand, write

TRICK = """A: call pass
B: call small
C: call pass
D: call pass
stock T7 S3 D8 D6 D2 C4
B: discard ?
A: H1 HQ HK H3
"""
DROGGN = "format tarot-hand/1\nvariant droggn\nplayer A a\nplayer B b\nplayer C c\ndealer C"


def panel(scorer: Client, hand: Hand, text: object) -> str:
    way = reverse("entry-paste", args=[hand.club.slug, hand.public_id])
    answer = scorer.post(way, json.dumps({"text": text}), "application/json")
    side: str = answer.json()["side"]
    return side


def test_all_that_fits_is_offered_and_the_first_line_that_does_not_is_named_with_its_rule(
    scorer: Client, cast: Cast
) -> None:
    """Nothing is saved; a piece goes on from what is recorded."""
    hand = cast.open_hand()
    side = panel(scorer, hand, TRICK)
    assert "10 entries pasted" in side and "Record 10 entries" in side
    side = panel(scorer, hand, TRICK.replace("H3", "HK"))
    assert "Line 7 does not fit:" in side and "Record 9 entries" in side and "1.4" in side
    for text, why in (("A: H1 HX", "Line 1:"), (DROGGN, "another game")):
        side = panel(scorer, hand, text)
        assert "This text cannot be read" in side and why in side
    way = reverse("entry-paste", args=[hand.club.slug, hand.public_id])
    assert scorer.post(way, json.dumps({"text": 7}), "application/json").status_code == 400
    assert not hand.entries.exists()
    for change in hands.played(4):
        write(cast.scorer, hand, change)
    side = panel(scorer, hand, "C: H8 H7 H9 HN")
    assert "Record 4 entries" in side and "Everything fits" in side


def test_a_whole_hand_brings_its_deal(scorer: Client, cast: Cast) -> None:
    """Written down at one table, pasted at another: four calls, the discard, 72 cards."""
    told = cast.open_hand(hands.played_open(72))
    text = format_text(records.record_of(told))
    other = open_hand(cast.scorer, cast.open_match())
    side = panel(scorer, other, text)
    assert "Record 77 entries" in side and "Everything fits" in side
    assert "&quot;op&quot;: &quot;deal&quot;" in side
