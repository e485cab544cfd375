"""Many hands in one request: judged all or nothing or each by itself, made once, previewed."""

from typing import Any

import pytest

from games.book.many import MOST_AT_ONCE
from games.models import Hand, Seal, UsedKey
from games.proof import findings_of
from tests.api.conftest import Send
from tests.api.table import Cast
from tests.api.test_errors import assert_problem
from tests.factories import calls, new_key

pytestmark = pytest.mark.both_databases

MADE = {"contract": "guard", "taker": 1, "points": 45, "bouts": 2}
TOO_MANY = MADE | {"points": 92}


@pytest.fixture
def sending(cast: Cast, send: Send) -> Send:
    """Sends results to the match of the evening, whose open hand was given up."""
    Hand.objects.filter(state=Hand.State.OPEN).update(state=Hand.State.VOID)

    def of_results(*results: dict[str, Any], way: str = "hands", key: str = "", **more: Any) -> Any:
        body = {"hands": [{"result": one} for one in results], **more}
        key_of_request = {"Idempotency-Key": key or new_key()}
        return send(f"matches/{cast.match.public_id}/{way}", body, **key_of_request)

    return of_results


def test_a_sheet_of_results_is_one_request_however_often_it_is_sent(
    cast: Cast, sending: Send
) -> None:
    before, key = Seal.objects.count(), new_key()
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


def test_wrong_lines_refuse_the_whole_sheet_unless_the_rest_may_be_kept(sending: Send) -> None:
    before = Hand.objects.count()
    answer = sending(MADE, TOO_MANY, MADE, TOO_MANY)
    assert answer.status_code == 422
    pointers = [one["pointer"] for one in answer.json()["errors"]]
    assert pointers == ["/hands/1/result", "/hands/3/result"]
    assert Hand.objects.count() == before
    answer = sending(MADE, TOO_MANY, MADE, all_or_nothing=False)
    told = answer.json()
    assert (answer.status_code, told["written"]) == (201, 2)
    assert [one["ok"] for one in told["hands"]] == [True, False, True]
    assert told["hands"][1]["error"]["code"] == "fact-impossible"
    assert Hand.objects.count() == before + 2


def test_the_preview_takes_what_the_write_takes_and_keeps_nothing(sending: Send) -> None:
    hands, keys, key = Hand.objects.count(), UsedKey.objects.count(), new_key()
    judged = sending(MADE, TOO_MANY, way="hands/preview", key=key, seal=True).json()
    assert [one["ok"] for one in judged["hands"]] == [True, False]
    assert judged["hands"][0]["scores"] == [-58, 174, -58, -58]
    assert judged["hands"][0]["hand"] is None
    assert (Hand.objects.count(), UsedKey.objects.count()) == (hands, keys)
    assert sending(MADE, key=key).status_code == 201


def test_a_hand_is_a_result_or_a_record_and_there_are_not_too_many(
    cast: Cast, send: Send, sending: Send
) -> None:
    assert sending().status_code == 400
    assert sending(*[MADE] * (MOST_AT_ONCE + 1)).status_code == 400
    assert sending(hands=[{"result": MADE, "record": {}}]).status_code == 400
    alone = {"match": cast.match.public_id, "result": MADE, "key": new_key()}
    first, again = (send("hands", alone) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    made = first.json()
    assert (made["state"], made["level"], made["contract"]) == ("sealed", "result", "guard")
    assert made == again.json()


def test_previews_take_the_body_of_the_write_with_or_without_what_only_it_needs(
    cast: Cast, send: Send
) -> None:
    needed: dict[str, Any] = {"version": 0, "key": new_key()}
    why = needed | {"because": "Why not."}
    wishes: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        (f"{cast.open.public_id}/entries", {"change": calls("pass")[0]}, needed),
        (f"{cast.scored.public_id}/amend", {"changes": [{"op": "undo"}]}, why),
    ]
    for place, wish, more in wishes:
        bare, whole = (send(f"hands/{place}/preview", body) for body in (wish, wish | more))
        assert (bare.status_code, whole.status_code) == (200, 200)
        assert bare.json() == whole.json()
