"""Many hands in one request: judged all or nothing or each by itself, made once, previewed."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.book.many import MOST_AT_ONCE
from games.models import Hand, Seal, UsedKey
from games.proof import findings_of
from tests.api.table import Cast
from tests.api.test_errors import assert_problem

pytestmark = pytest.mark.both_databases

Asking = Callable[[str], Client]
Sending = Callable[..., Any]
MADE = {"contract": "guard", "taker": 1, "points": 45, "bouts": 2}
TOO_MANY = MADE | {"points": 92}


@pytest.fixture
def sending(cast: Cast, asking: Asking) -> Sending:
    """Sends results to the match of the evening, whose open hand was given up."""
    Hand.objects.filter(state=Hand.State.OPEN).update(state=Hand.State.VOID)

    def send(*results: dict[str, Any], way: str = "hands", key: str = "", **more: Any) -> Any:
        body = {"hands": [{"result": one} for one in results], **more}
        address = f"/api/v1/matches/{cast.match.public_id}/{way}"
        headers = {"Idempotency-Key": key or secrets.token_urlsafe(24)}
        return asking("scorer").post(address, body, "application/json", headers=headers)

    return send


def test_a_sheet_of_results_is_one_request_however_often_it_is_sent(
    cast: Cast, sending: Sending
) -> None:
    before, key = Seal.objects.count(), secrets.token_urlsafe(24)
    answer = sending(MADE, MADE | {"taker": 2}, MADE, key=key)
    assert (answer.status_code, answer.json()["written"]) == (201, 3)
    assert [one["scores"][1] for one in answer.json()["hands"]] == [174, -58, 174]
    again = sending(MADE, MADE | {"taker": 2}, MADE, key=key)
    assert (again.status_code, again.json()["written"]) == (200, 0)
    assert again.json()["hands"] == answer.json()["hands"]
    assert Seal.objects.count() == before + 3
    dealers = Hand.objects.sealed().order_by("-number").values_list("dealer", flat=True)[:3]
    assert len({*dealers}) == 3  # each dealt by the next
    assert_problem(sending(TOO_MANY, MADE, MADE, key=key), "fact-impossible")
    cast.club.refresh_from_db()
    assert not list(findings_of(cast.club))


def test_one_wrong_line_keeps_out_all_and_every_wrong_line_is_named(sending: Sending) -> None:
    before = Hand.objects.count()
    answer = sending(MADE, TOO_MANY, MADE, TOO_MANY)
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json()["errors"]] == [
        "/hands/1/result",
        "/hands/3/result",
    ]
    assert Hand.objects.count() == before


def test_line_by_line_the_wrong_ones_are_left_out_and_said_why(sending: Sending) -> None:
    before = Hand.objects.count()
    answer = sending(MADE, TOO_MANY, MADE, all_or_nothing=False)
    said = answer.json()
    assert (answer.status_code, said["written"]) == (201, 2)
    assert [one["ok"] for one in said["hands"]] == [True, False, True]
    assert said["hands"][1]["error"]["code"] == "fact-impossible"
    assert Hand.objects.count() == before + 2


def test_the_preview_takes_what_the_write_takes_and_keeps_nothing(sending: Sending) -> None:
    hands, keys, key = Hand.objects.count(), UsedKey.objects.count(), secrets.token_urlsafe(24)
    judged = sending(MADE, TOO_MANY, way="hands/preview", key=key, seal=True).json()
    assert [one["ok"] for one in judged["hands"]] == [True, False]
    assert judged["hands"][0]["scores"] == [-58, 174, -58, -58]
    assert judged["hands"][0]["hand"] is None
    assert (Hand.objects.count(), UsedKey.objects.count()) == (hands, keys)
    assert sending(MADE, key=key).status_code == 201


def test_a_hand_is_a_result_or_a_record_and_there_are_not_too_many(sending: Sending) -> None:
    assert sending().status_code == 400
    assert sending(*[MADE] * (MOST_AT_ONCE + 1)).status_code == 400
    assert sending(hands=[{"result": MADE, "record": {}}]).status_code == 400


def test_a_result_alone_is_one_request(cast: Cast, sending: Sending, asking: Asking) -> None:
    body = {"match": cast.match.public_id, "result": MADE, "key": secrets.token_urlsafe(24)}
    answers = [asking("scorer").post("/api/v1/hands", body, "application/json") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    made = answers[0].json()
    assert (made["state"], made["level"], made["contract"]) == ("sealed", "result", "guard")
    assert made == answers[1].json()


@pytest.mark.parametrize("way", ["entries", "amend"])
def test_previews_take_the_body_of_the_write_with_or_without_what_only_it_needs(
    cast: Cast, asking: Asking, way: str
) -> None:
    change = {"op": "act", "action": {"kind": "call", "call": "pass"}}
    wishes: dict[str, dict[str, Any]]
    wishes = {"entries": {"change": change}, "amend": {"changes": [{"op": "undo"}]}}
    wish = wishes[way]
    hand = {"entries": cast.open, "amend": cast.scored}[way]
    whole = wish | {"version": 0, "key": secrets.token_urlsafe(24)}
    whole |= {"because": "Why not."} if way == "amend" else {}
    address = f"/api/v1/hands/{hand.public_id}/{way}/preview"
    answers = [asking("scorer").post(address, one, "application/json") for one in (wish, whole)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
