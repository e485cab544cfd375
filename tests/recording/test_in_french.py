"""The site in French: sentences that stay right with any name, numbers that stay numbers."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from games.management import sentences
from tests import published_hands
from tests.cast import Cast
from tests.factories import act, calls
from tests.foreign import entered

FRENCH = {"accept-language": "fr"}
# A name or a card may begin with a vowel, and a card may be feminine: d’Anna, l’Excuse, la dame.
NAMED = r"(\{(player|other|cards?|last|paid)\}|%\((player|other|name|cards?|partner)\)s)"
ELIDED = re.compile(rf"\b(de|du|que|le|la|ne|se|je|ce|au|puisque|lorsque|jusque) {NAMED}", re.I)
SHAPES = frozenset({"x", "y", "x1", "y1", "x2", "y2", "d", "points", "width", "height", "viewbox",
                    "transform", "r", "cx", "cy", "rx"})  # fmt: skip


class Drawing(HTMLParser):
    """The numbers of a page that are drawn, but for the letters on cards, which French has too."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.numbers: list[tuple[str, str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "use":
            self.numbers += [(tag, name, value) for name, value in attrs if name in SHAPES]


def test_no_sentence_needs_to_know_the_first_letter_of_a_name() -> None:
    said = [form for one in sentences.read("fr") if one.id for form in sentences.forms(one.string)]
    assert [form for form in said if ELIDED.search(form)] == []


def test_a_refusal_is_told_in_french_at_the_table_to_who_manages_and_to_programs(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand(calls("pass small"))
    said = entered(scorer, hand, act("call", call="small"), FRENCH)
    assert said["code"] == "bid-too-low"
    assert said["message"] == "Petite ne dépasse pas Petite, la dernière enchère."
    way = reverse("entry-paste", args=[hand.club.slug, hand.public_id])
    answer = scorer.post(way, json.dumps({"text": "A: H77"}), "application/json", headers=FRENCH)
    assert "Ligne 1\u202f: " in answer.json()["side"]
    assert "n’est pas" in answer.json()["side"]
    address = reverse("player-add", args=[cast.club.slug])
    page = scorer.post(address, {"name": "\u200b\u200b"}, headers=FRENCH).content.decode()
    assert "Un nom doit contenir un caractère visible." in page
    refused = scorer.get("/api/v1/hands?margin_from=x", headers=FRENCH)
    assert refused.headers["Content-Language"] == "fr"
    assert refused.json()["title"] == "Un paramètre de l’adresse est inutilisable"
    assert "Accept-Language" in refused.headers["Vary"]


def test_a_page_in_french_draws_what_the_english_one_draws_and_files_stay_as_they_are(
    scorer: Client, cast: Cast
) -> None:
    """A comma in the number of a drawing would draw something else."""
    hand = cast.sealed_hand(published_hands.changes(published_hands.hands()[0], dealer=3))
    for name, *what in (
        ("hand", hand.public_id),
        ("hand-step", hand.public_id, 30),
        ("player", cast.players[0].public_id),
        ("match", hand.match.public_id),
        ("how-we-count",),
    ):
        address = reverse(name, args=[cast.club.slug, *what])
        english = scorer.get(address).content.decode()
        french = scorer.get(address, headers=FRENCH).content.decode()
        assert Drawing(french).numbers == Drawing(english).numbers, name
        assert name != "match" or "20 novembre 2026" in french
    record = reverse("hand-record", args=[cast.club.slug, hand.public_id])
    for address in (record, f"/api/v1/hands/{hand.public_id}", "/api/v1/hands?format=csv"):
        answers: list[Any] = [scorer.get(address), scorer.get(address, headers=FRENCH)]
        assert len({b"".join(answer) for answer in answers}) == 1
