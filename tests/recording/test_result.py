"""A hand of which only the result is written down: its form, its sentence, what is refused."""

import html
import json
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Hand
from games.recording.screen import result_form
from tests.cast import Cast
from tests.factories import calls, open_hand
from tests.recording.table import stands

GARDE: dict[str, Any] = {"taker": 1, "contract": "guard", "points": 45, "bouts": ["T21", "F"]}

UNREADABLE: list[Any] = [[1], [{"seat": 1}], [{"seat": [], "cards": 10}], {}, "10"]


def preview(client: Client, hand: Hand, facts: dict[str, Any]) -> dict[str, Any]:
    change = {"op": "act", "action": {"kind": "result", "facts": facts}}
    address = reverse("entry-preview", args=[hand.club.slug, hand.public_id])
    answer = client.post(address, {"change": change}, content_type="application/json")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def test_the_form_asks_for_what_the_auction_leaves_open() -> None:
    form = result_form(stands([]))
    assert [field.key for field in form.main] == ["taker", "contract"]
    assert [field.key for field in form.amounts] == ["bouts", "points"]
    called = calls("pass small pass pass")
    assert not result_form(stands(called)).main


def test_the_sentence_forms_fact_by_fact_and_shows_the_score_before_anything_is_recorded(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand()
    told = preview(scorer, hand, {"taker": 1, "contract": "guard"})
    assert not told["fits"] and "Boris, Garde" in told["result"]
    assert "Still to state: Bouts (oudlers), Card points" in " ".join(told["result"].split())
    told = preview(scorer, hand, {**GARDE, "bouts": 2})
    assert "Boris, Garde, 2 bouts, 45 points" in told["result"]
    told = preview(scorer, hand, {**GARDE, "handfuls": [{"seat": 0, "cards": 10}]})
    assert "Handfuls: Anna 10" in told["result"]
    told = preview(scorer, hand, {**GARDE, "petit": "", "slam_called": False})
    assert told["fits"] and "made it by 4" in told["result"]
    assert "+174" in told["result"] and "−58" in told["result"]
    change = re.search(r'data-change="([^"]*)"', told["result"])
    assert change is not None
    facts = json.loads(html.unescape(change[1]))["action"]["facts"]
    assert facts == GARDE, "what goes without saying is left out"
    hand.refresh_from_db()
    assert hand.version == 0


def test_what_cannot_be_is_refused_with_its_rule_before_all_is_stated_or_sent(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand()
    told = preview(scorer, hand, {"points": 92})
    assert not told["fits"] and "1.3.4" in told["result"] and "Still to state" not in told["result"]
    for handfuls in UNREADABLE:
        told = preview(scorer, hand, {**GARDE, "handfuls": handfuls})
        assert not told["fits"] and "message error" in told["result"]
    told = preview(scorer, hand, {**GARDE, "points": 91, "bouts": 3})
    assert not told["fits"] and "disabled" in told["result"] and "1.8.14" in told["result"]
    assert "Card points (91) and All tricks (neither) do not go together" in told["result"]
    assert "The nearest card points that can be: 89." in told["result"]


def test_the_form_says_who_sits_out_where_five_play_four(scorer: Client, cast: Cast) -> None:
    match = cast.open_match(5, dealer_sits_out=True)
    hand = open_hand(cast.scorer, match)
    page = scorer.get(reverse("panel", args=[cast.club.slug, hand.public_id, "result"]))
    assert hand.sits_out is not None
    out = match.seats.get(seat=hand.sits_out).player.name
    assert f"{out} deals and sits out" in page.content.decode()
