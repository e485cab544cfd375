"""A hand of which only the result is written down: stated, scored, sealed, found again."""

import html
import json
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games import book, people
from games.models import Hand
from games.recording.screen import result_form
from games.rules import Variant, as_result, format_record, replay
from tests.cast import Cast
from tests.factories import calls, open_hand, open_match
from tests.games import EVERY_VARIANT, record_by_chance
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


def test_the_sentence_forms_fact_by_fact_and_says_what_is_still_open(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.scorer)
    hand = cast.open_hand()
    told = preview(client, hand, {"taker": 1, "contract": "guard"})
    assert not told["fits"] and "Boris, Garde" in told["result"]
    assert "Still to state: Bouts (oudlers), Card points" in " ".join(told["result"].split())
    told = preview(client, hand, {**GARDE, "bouts": 2})
    assert "Boris, Garde, 2 bouts, 45 points" in told["result"]
    told = preview(client, hand, {**GARDE, "handfuls": [{"seat": 0, "cards": 10}]})
    assert "Handfuls: Anna 10" in told["result"]


def test_the_score_is_shown_before_anything_is_recorded(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    hand = cast.open_hand()
    told = preview(client, hand, GARDE)
    assert told["fits"] and "made it by 4" in told["result"]
    assert "+174" in told["result"] and "−58" in told["result"]
    hand.refresh_from_db()
    assert hand.version == 0


def test_what_is_recorded_leaves_out_what_goes_without_saying(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    told = preview(client, cast.open_hand(), {**GARDE, "petit": "", "slam_called": False})
    change = re.search(r'data-change="([^"]*)"', told["result"])
    assert change is not None
    facts = json.loads(html.unescape(change[1]))["action"]["facts"]
    assert facts == GARDE


def test_what_cannot_be_is_refused_with_its_rule_before_all_is_stated(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.scorer)
    told = preview(client, cast.open_hand(), {"points": 92})
    assert not told["fits"] and "1.3.4" in told["result"] and "Still to state" not in told["result"]
    for handfuls in UNREADABLE:
        told = preview(client, cast.open_hand(), {**GARDE, "handfuls": handfuls})
        assert not told["fits"] and "message error" in told["result"]


def test_what_no_deal_gives_is_refused_before_it_is_sent(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    told = preview(client, cast.open_hand(), {**GARDE, "points": 91, "bouts": 3})
    assert not told["fits"] and "disabled" in told["result"] and "1.8.14" in told["result"]
    assert "Card points (91) and All tricks (neither) do not go together" in told["result"]
    assert "The nearest card points that can be: 89." in told["result"]


@EVERY_VARIANT
def test_a_hand_of_every_game_is_stated_sealed_and_found_again(
    client: Client, cast: Cast, variant: Variant
) -> None:
    told = as_result(replay(record_by_chance(variant, max(variant.seats))))
    assert told is not None
    sixth = people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    seats = (*cast.players, sixth)[: max(variant.seats)]
    match = open_match(cast.scorer, cast.club, seats, variant=variant.key, first_dealer=0)
    changes = [{"op": "act", "action": dict(action)} for action in told.actions]
    hand = open_hand(cast.scorer, match, changes)
    client.force_login(cast.scorer)
    place = [cast.club.slug, match.public_id]
    screen = client.get(reverse("record", args=place))
    assert screen.status_code == 200 and "score-screen" in screen.content.decode()
    hand.refresh_from_db()
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    page = client.get(reverse("hand", args=[cast.club.slug, hand.public_id]))
    assert page.status_code == 200
    last = client.get(reverse("hand-place", args=[cast.club.slug, hand.public_id, "score"]))
    assert last.status_code in (200, 404)
    kept = client.get(f"/api/v1/hands/{hand.public_id}/record/").content
    assert json.loads(kept)["format"] == "tarot-hand/2"
    assert json.loads(kept)["actions"] == json.loads(format_record(told))["actions"]


def test_the_form_says_who_sits_out_where_five_play_four(client: Client, cast: Cast) -> None:
    match = cast.open_match(5, dealer_sits_out=True)
    hand = open_hand(cast.scorer, match)
    client.force_login(cast.scorer)
    page = client.get(reverse("panel", args=[cast.club.slug, hand.public_id, "result"]))
    assert hand.sits_out is not None
    out = match.seats.get(seat=hand.sits_out).player.name
    assert f"{out} deals and sits out" in page.content.decode()
