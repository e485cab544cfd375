"""A hand of which only the result is written down: stated, scored, sealed, found again."""

import json
from typing import Any

from django.test import Client
from django.urls import reverse

from games import book
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
    asked = [field.key for field in result_form(stands([])).fields]
    assert asked[:4] == ["taker", "contract", "points", "bouts"]
    called = calls("pass small pass pass")
    asked = [field.key for field in result_form(stands(called)).fields]
    assert asked[:2] == ["points", "bouts"]


def test_the_score_is_shown_before_anything_is_recorded(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    hand = cast.open_hand()
    told = preview(client, hand, GARDE)
    assert told["fits"] and "makes the Garde by 4" in told["side"]
    assert "+174" in told["side"] and "−58" in told["side"]
    hand.refresh_from_db()
    assert hand.version == 0


def test_what_cannot_be_is_said_in_the_form_that_was_filled_in(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    told = preview(client, cast.open_hand(), {**GARDE, "points": 92})
    assert not told["fits"] and "1.3.4" in told["side"] and 'value="92"' in told["side"]
    for handfuls in UNREADABLE:
        told = preview(client, cast.open_hand(), {**GARDE, "handfuls": handfuls})
        assert not told["fits"] and "State the result" in told["side"]
    missing = preview(client, cast.open_hand(), {"points": 45})
    assert "has to be stated" in missing["side"]


@EVERY_VARIANT
def test_a_hand_of_every_game_is_stated_sealed_and_found_again(
    client: Client, cast: Cast, variant: Variant
) -> None:
    told = as_result(replay(record_by_chance(variant, max(variant.seats))))
    assert told is not None
    sixth = book.add_player(user=cast.scorer, club=cast.club, name="Farid")
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
