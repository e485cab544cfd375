"""Amending through the interface: a further revision, its reason, and what follows everywhere."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Entry, Seal
from tests.api.table import Cast
from tests.api.test_errors import assert_problem
from tests.api.test_writes import send

pytestmark = pytest.mark.both_databases

__all__ = ["send"]  # a fixture

Asking = Callable[[str], Client]
Send = Callable[..., Any]
# Anna bid against the dog.
HIGHER_BID = {"op": "change", "edits": [[0, {"kind": "call", "seat": 0, "call": "guard-against"}]]}

NO_BID = {"op": "change", "edits": [[0, {"kind": "call", "seat": 0, "call": "grand"}]]}
CLAIM = {"op": "act", "action": {"kind": "claim", "seat": 0}}


def correction(version: int = 7, **facts: Any) -> dict[str, Any]:
    """The body of an amendment with a new key."""
    plain = {"version": version, "key": secrets.token_urlsafe(16), "because": "She bid higher."}
    return plain | ({"changes": [HIGHER_BID]} if "record" not in facts else {}) | facts


def test_a_slip_is_found_and_put_right(cast: Cast, send: Send, asking: Asking) -> None:
    place, reader = f"hands/{cast.scored.public_id}", asking("member")

    def get(path: str, **asked: str) -> Any:
        return reader.get(f"/api/v1/{path}", asked)

    was, first = get(place).json(), get(f"{place}/record").content
    standings = get(f"matches/{cast.match.public_id}/standings").json()
    looked = send(f"{place}/amend/preview", {"changes": [HIGHER_BID]}).json()
    assert (looked["ok"], looked["error"]) == (True, None)
    assert looked["before"]["scores"] != looked["after"]["scores"]
    assert get(place).json() == was
    body = correction()
    done = send(f"{place}/amend", body)
    assert (done.status_code, done.json()["version"]) == (201, 9), done.content
    assert (done.json()["seal"]["revision"], done.json()["seal"]["number"]) == (2, 3)
    again = send(f"{place}/amend", body)
    assert (again.status_code, again.json()) == (200, done.json() | {"replayed": True})
    now = get(place).json()
    assert (now["contract"], now["version"], now["seal"]["revision"]) == ("guard-against", 9, 2)
    assert [seat["score"] for seat in now["seats"]] == looked["after"]["scores"]
    assert now["amended_at"] == now["seal"]["sealed_at"]
    assert now["sealed_at"] == was["sealed_at"]
    assert get(f"matches/{cast.match.public_id}/standings").json() != standings
    since = datetime.fromisoformat(was["changed_at"]) + timedelta(microseconds=1)
    changed = get("hands", updated_since=since.isoformat()).json()["results"]
    assert cast.scored.public_id in [row["id"] for row in changed]
    revisions = get(f"{place}/revisions").json()["revisions"]
    assert [row["revision"] for row in revisions] == [1, 2]
    why = revisions[1]["amended"]
    assert revisions[0]["amended"] is None
    assert (why["because"], why["by"]) == ("She bid higher.", "scorer")
    assert why["replaces"] == revisions[0]["link"]
    assert get(f"{place}/revisions/1").content == first
    assert get(f"{place}/revisions/2").content == get(f"{place}/record").content != first
    assert get(f"{place}/revisions/3").status_code == 404
    entries = asking("scorer").get(f"/api/v1/{place}/entries").json()["entries"]
    assert [one["change"]["op"] for one in entries[-2:]] == ["amend", "change"]


def test_a_whole_record_corrects_a_hand(cast: Cast, send: Send, asking: Asking) -> None:
    place = f"hands/{cast.scored.public_id}"
    record = asking("member").get(f"/api/v1/{place}/record").json()
    record["actions"][0]["call"] = "guard-against"
    done = send(f"{place}/amend", correction(record=record))
    assert done.status_code == 201, done.content
    found = send(f"{place}/amend", correction(version=9, record=record | {"dealer": 0}))
    assert assert_problem(found, "record-mismatch")["field"] == "/record/dealer"


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("stale-version", {"version": 6}),
    ("version-ahead", {"version": 8}),
    ("key-malformed", {"key": "short"}),
    ("malformed", {"because": " "}),
    ("malformed", {"because": "x" * 1001}),
    ("malformed", {"changes": []}),
    ("malformed", {"changes": [{"op": "amend", "revision": 2}]}),
    ("malformed", {"record": {}, "changes": [HIGHER_BID]}),
    ("unknown-field", {"reason": "x"}),
    ("nothing-to-amend", {"changes": [{"op": "undo"}, CLAIM]}),
    ("hand-not-finished", {"changes": [{"op": "undo"}]}),
    ("nothing-to-undo", {"changes": [{"op": "undo"}] * 7}),
    ("unknown-call", {"changes": [NO_BID]}),
]


def test_what_is_no_amendment_is_refused_by_its_code(cast: Cast, send: Send) -> None:
    place = f"hands/{cast.scored.public_id}/amend"
    for code, facts in REFUSED:
        assert_problem(send(place, correction(**facts)), code)
    body = correction()
    del body["version"]
    assert_problem(send(place, body), "malformed")
    assert_problem(send(f"hands/{cast.open.public_id}/amend", correction(2)), "hand-not-sealed")
    assert (Seal.objects.count(), Entry.objects.filter(hand=cast.scored).count()) == (2, 7)


@pytest.mark.parametrize(("who", "code"), [("member", "role-required"), ("stranger", "not-found")])
def test_only_scorers_amend(cast: Cast, asking: Asking, who: str, code: str) -> None:
    place = f"/api/v1/hands/{cast.scored.public_id}/amend"
    answer = asking(who).post(place, correction(), "application/json")
    assert_problem(answer, code)
