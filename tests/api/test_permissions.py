"""Who may read what: one table, and the same words for all that is none of one's business."""

from typing import Any

import pytest

from games.confirming import disputes
from games.replay import remarking
from tests.api.conftest import Asking
from tests.api.table import Cast

pytestmark = pytest.mark.usefixtures("uncounted")

PEOPLE = ["anonymous", "member", "scorer", "admin", "stranger", "token", "revoked token"]
OPEN_TO_ALL = (200, 200, 200, 200, 200, 200, 401)
SIGNED_IN = (401, 200, 200, 200, 200, 200, 401)
OWN_CLUB = (401, 200, 200, 200, 404, 200, 401)
WRITERS = (401, 404, 200, 200, 404, 404, 401)
# Sent with an empty body: those who may write learn what is missing in it.
LISTED = (401, 400, 400, 400, 400, 403, 401)
CHANGED = (401, 403, 400, 400, 404, 403, 401)
NOWHERE = (404, 404, 404, 404, 404, 404, 404)

# What a role may do at every address is in tests/rows.py. Here: keys of programs, hands that
# are being recorded, rights at a single object, and addresses at which there is nothing.
TABLE = [
    ("GET", "variants", OPEN_TO_ALL),
    ("GET", "published/{published}", OPEN_TO_ALL),
    ("GET", "published/{scored}", (404, 404, 404, 404, 404, 404, 401)),
    ("GET", "clubs", SIGNED_IN),
    ("GET", "hands/{scored}/record", OWN_CLUB),
    ("GET", "hands/{scored}/best-play", OWN_CLUB),
    ("GET", "hands/{open}", WRITERS),
    ("GET", "hands/{scored}/entries", (401, 403, 200, 200, 404, 403, 401)),
    ("GET", "hands/aaaaaaaaaaaaaaaa", (401, 404, 404, 404, 404, 404, 401)),
    ("GET", "nothing/like/this", NOWHERE),
    ("GET", "records/verify", (401, 405, 405, 405, 405, 405, 401)),
    ("POST", "players", LISTED),
    ("POST", "hands/{open}/entries", CHANGED),
    ("POST", "hands/{scored}/comments", (401, 400, 400, 400, 404, 403, 401)),
    ("DELETE", "hands/{scored}/comments/{comment}", (401, 403, 403, 204, 404, 403, 401)),
    ("POST", "hands/{scored}/disputes/{dispute}/end", (401, 403, 200, 403, 404, 403, 401)),
    ("PATCH", "players/{player}", (401, 403, 200, 200, 404, 403, 401)),
    ("POST", "matches/{match}/close", (401, 403, 409, 409, 404, 403, 401)),
]


def furnish(cast: Cast) -> dict[str, str]:
    """Add a comment, a dispute and a published hand; return what stands in the addresses."""
    comment = remarking.add_remark(user=cast.admin, hand=cast.scored, place="1.1", text="Bold!")
    said: dict[str, Any] = {"hand": cast.scored, "player": cast.players[1], "because": "It was 52."}
    dispute = disputes.dispute(user=cast.scorer, **said)
    remarking.publish(user=cast.scorer, hand=cast.thrown_in, names=False)
    return {
        "club": cast.club.public_id,
        "player": cast.players[0].public_id,
        "match": cast.match.public_id,
        "scored": cast.scored.public_id,
        "open": cast.open.public_id,
        "published": cast.thrown_in.public_id,
        "comment": comment.public_id,
        "dispute": dispute.public_id,
    }


def test_who_may_read_and_change_what(cast: Cast, asking: Asking) -> None:
    names, otherwise = furnish(cast), {}
    revoked = asking("revoked token")  # first: it revokes all that there are
    clients = [revoked if who == "revoked token" else asking(who) for who in PEOPLE]
    for method, path, expected in TABLE:
        sent = method, f"/api/v1/{path.format(**names)}", b"{}", "application/json"
        found = tuple(client.generic(*sent).status_code for client in clients)
        if found != expected:
            otherwise[f"{method} {path}"] = dict(zip(PEOPLE, found, strict=True))
    assert otherwise == {}


def test_all_parts_of_a_running_hand_are_for_its_scorers(cast: Cast, asking: Asking) -> None:
    parts = "record confirmations disputes events comments position entries revisions".split()
    member, scorer = asking("member"), asking("scorer")
    for part in parts:
        address = f"/api/v1/hands/{cast.open.public_id}/{part}"
        found = member.get(address).status_code, scorer.get(address).status_code
        assert found == (404, 200), part
    nothing = [f"hands/{cast.open.public_id}/revisions/1", f"hands/{cast.match.public_id}"]
    for path in (*nothing, "hands/1", "hands/%00", "variants/bridge"):
        assert scorer.get(f"/api/v1/{path}").status_code == 404


def test_another_club_is_as_unknown_as_an_id_that_was_never_given(
    cast: Cast, asking: Asking
) -> None:
    client = asking("stranger")
    theirs = client.get(f"/api/v1/hands/{cast.scored.public_id}").json()
    nobodys = client.get("/api/v1/hands/aaaaaaaaaaaaaaaa").json()
    assert {**theirs, "request_id": ""} == {**nobodys, "request_id": ""}


def test_a_list_holds_nothing_of_another_club_and_no_open_hand_for_members(
    cast: Cast, asking: Asking
) -> None:
    def listed(who: str, kind: str, name: str = "id") -> list[str]:
        return [row[name] for row in asking(who).get(f"/api/v1/{kind}").json()["results"]]

    assert listed("stranger", "clubs") == [cast.other_club.public_id]
    for kind in ("players", "matches", "hands"):
        assert listed("stranger", kind) == []
    for who in ("member", "token"):
        assert listed(who, "hands", "state") == ["sealed", "sealed"]
    assert listed("scorer", "hands", "state") == ["open", "sealed", "sealed"]


def test_a_member_who_leaves_is_a_stranger_at_once(cast: Cast, asking: Asking) -> None:
    client = asking("token")
    assert len(client.get("/api/v1/hands").json()["results"]) == 2
    cast.member.memberships.all().delete()
    assert client.get("/api/v1/hands").json()["results"] == []
    assert client.get(f"/api/v1/hands/{cast.scored.public_id}").status_code == 404
