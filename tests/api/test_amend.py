"""Amending through the interface: a further revision, its reason, and what follows everywhere."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Entry, Seal
from tests.api.conftest import Asking, Send
from tests.api.table import Cast
from tests.api.test_errors import assert_problem
from tests.factories import act, new_key

pytestmark = pytest.mark.both_databases

# Anna bid against the dog.
HIGHER_BID = {"op": "change", "edits": [[0, {"kind": "call", "seat": 0, "call": "guard-against"}]]}
NO_BID = {"op": "change", "edits": [[0, {"kind": "call", "seat": 0, "call": "grand"}]]}


def correction(version: int = 7, **facts: Any) -> dict[str, Any]:
    """The body of an amendment with a new key."""
    plain = {"version": version, "key": new_key(), "because": "She bid higher."}
    return plain | ({"changes": [HIGHER_BID]} if "record" not in facts else {}) | facts


def test_a_slip_is_found_and_put_right(cast: Cast, send: Send, member: Client) -> None:
    place = f"hands/{cast.scored.public_id}"

    def get(path: str, **asked: str) -> Any:
        return member.get(f"/api/v1/{path}", asked)

    was = get(place).json()
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


def test_an_amended_hand_keeps_its_revisions_and_says_why(
    cast: Cast, send: Send, asking: Asking
) -> None:
    """A whole record corrects a hand as single changes do."""
    place, member = f"hands/{cast.scored.public_id}", asking("member")
    first = member.get(f"/api/v1/{place}/record")
    record = first.json()
    record["actions"][0]["call"] = "guard-against"
    assert send(f"{place}/amend", correction(record=record)).status_code == 201
    found = send(f"{place}/amend", correction(version=9, record=record | {"dealer": 0}))
    assert assert_problem(found, "record-mismatch")["field"] == "/record/dealer"
    one, two = member.get(f"/api/v1/{place}/revisions").json()["revisions"]
    assert (one["revision"], one["amended"], two["revision"]) == (1, None, 2)
    assert (two["amended"]["because"], two["amended"]["by"]) == ("She bid higher.", "scorer")
    assert two["amended"]["replaces"] == one["link"]
    now = member.get(f"/api/v1/{place}/record").content
    assert member.get(f"/api/v1/{place}/revisions/1").content == first.content
    assert member.get(f"/api/v1/{place}/revisions/2").content == now != first.content
    assert member.get(f"/api/v1/{place}/revisions/3").status_code == 404
    entries = asking("scorer").get(f"/api/v1/{place}/entries").json()["entries"]
    assert entries[-2]["change"]["op"] == "amend"


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
    ("nothing-to-amend", {"changes": [{"op": "undo"}, act("claim", seat=0)]}),
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
