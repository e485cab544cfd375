"""The site in German: sentences that stay right with any name and with cards of any gender."""

import re

from django.test import Client
from django.utils import translation

from games.display.card_names import card_name
from games.management import sentences
from tests.cast import Cast
from tests.factories import act, calls
from tests.foreign import entered

GERMAN = {"accept-language": "de"}
# A card may be the king, the queen or a trump, and a name takes an s or an apostrophe: none after
# an article (what stands after a comma is none), none in the genitive.
NAMED = r"(\{(player|other|card|last|paid)\}|%\((player|other|name|card|partner)\)s)"
DECLINED = re.compile(
    rf"(?<!, )(?<!, mit )\b(der|die|das|den|dem|des|ein|eine[mnrs]?) {NAMED}|{NAMED}[a-z]", re.I
)


def test_no_sentence_declines_a_name_or_a_card() -> None:
    said = [form for one in sentences.read("de") if one.id for form in sentences.forms(one.string)]
    assert [form for form in said if DECLINED.search(form)] == []


def test_a_refusal_is_shown_to_the_table_in_german(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(calls("pass small"))
    said = entered(scorer, hand, act("call", call="small"), GERMAN)
    assert said["code"] == "bid-too-low"
    assert said["message"] == "Petite ist nicht höher als Petite, das letzte Gebot."


def test_a_card_is_named_by_suit_and_rank_on_one_line() -> None:
    with translation.override("de"):
        assert [card_name(card) for card in ("SN", "C1", "T16")] == [
            "Pik\u2011Cavall",
            "Treff\u2011Ass",
            "Trumpf 16",
        ]
