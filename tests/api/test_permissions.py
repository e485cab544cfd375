"""Who may read what: one table, and the same words for all that is none of one's business."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.confirming import disputes
from games.replay import remarking
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
    ("GET", "clubs", SIGNED_IN),
    ("GET", "clubs/{club}", OWN_CLUB),
    ("GET", "hands/{scored}/record", OWN_CLUB),
    ("GET", "hands/{scored}/confirmations", OWN_CLUB),
    ("GET", "hands/{open}", WRITERS),
    ("GET", "hands/{open}/record", WRITERS),
    ("GET", "hands/{open}/confirmations", WRITERS),
    ("GET", "hands/{open}/disputes", WRITERS),
    ("GET", "hands/{open}/events", WRITERS),
    ("GET", "hands/{open}/comments", WRITERS),
    ("GET", "hands/{scored}/best-play", OWN_CLUB),
    ("GET", "hands/{open}/position", WRITERS),
    ("GET", "hands/{open}/entries", WRITERS),
    ("GET", "hands/{open}/revisions", WRITERS),
    ("GET", "hands/{open}/revisions/1", (401, 404, 404, 404, 404, 404, 401)),
    ("GET", "hands/{scored}/entries", (401, 403, 200, 200, 404, 403, 401)),
    ("GET", "variants/bridge", (404, 404, 404, 404, 404, 404, 401)),
    ("GET", "published/{scored}", (404, 404, 404, 404, 404, 404, 401)),
    ("GET", "hands/{match}", (401, 404, 404, 404, 404, 404, 401)),
    ("GET", "hands/aaaaaaaaaaaaaaaa", (401, 404, 404, 404, 404, 404, 401)),
    ("GET", "hands/1", NOWHERE),
    ("GET", "hands/%00", NOWHERE),
    ("GET", "nothing/like/this", NOWHERE),
    ("GET", "records/verify", (401, 405, 405, 405, 405, 405, 401)),
    ("DELETE", "nothing/like/this", NOWHERE),
    ("DELETE", "hands/{scored}", (401, 405, 405, 405, 405, 405, 401)),
    ("POST", "players", LISTED),
    ("POST", "hands/{open}/entries", CHANGED),
    ("POST", "hands/{scored}/amend", CHANGED),
    ("POST", "hands/{scored}/comments", (401, 400, 400, 400, 404, 403, 401)),
    ("DELETE", "hands/{scored}/comments/{comment}", (401, 403, 403, 204, 404, 403, 401)),
    ("POST", "hands/{scored}/confirmations", (401, 400, 400, 400, 404, 403, 401)),
    ("POST", "hands/{scored}/disputes/{dispute}/end", (401, 403, 200, 403, 404, 403, 401)),
    ("PATCH", "players/{player}", (401, 403, 200, 200, 404, 403, 401)),
    ("POST", "matches/{match}/close", (401, 403, 409, 409, 404, 403, 401)),
    ("DELETE", "matches/{match}", (401, 403, 409, 409, 404, 403, 401)),
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


def test_who_may_read_and_change_what(cast: Cast, asking: Callable[[str], Client]) -> None:
    names, otherwise = furnish(cast), {}
    revoked = asking("revoked token")  # first: it revokes all that there are
    clients = [revoked if who == "revoked token" else asking(who) for who in PEOPLE]
    for method, path, expected in TABLE:
        sent = method, f"/api/v1/{path.format(**names)}", b"{}", "application/json"
        found = tuple(client.generic(*sent).status_code for client in clients)
        if found != expected:
            otherwise[f"{method} {path}"] = dict(zip(PEOPLE, found, strict=True))
    assert otherwise == {}


def test_another_club_is_as_unknown_as_an_id_that_was_never_given(
    cast: Cast, asking: Callable[[str], Client]
) -> None:
    client = asking("stranger")
    theirs = client.get(f"/api/v1/hands/{cast.scored.public_id}").json()
    nobodys = client.get("/api/v1/hands/aaaaaaaaaaaaaaaa").json()
    assert {**theirs, "request_id": ""} == {**nobodys, "request_id": ""}


@pytest.mark.parametrize("kind", ["clubs", "players", "matches", "hands"])
def test_a_list_holds_nothing_of_another_club(
    kind: str, cast: Cast, asking: Callable[[str], Client]
) -> None:
    own = [cast.other_club.public_id] if kind == "clubs" else []
    listed = asking("stranger").get(f"/api/v1/{kind}").json()["results"]
    assert [row["id"] for row in listed] == own


@pytest.mark.parametrize(
    ("who", "states"),
    [("member", {"sealed"}), ("token", {"sealed"}), ("scorer", {"sealed", "open"})],
)
def test_an_open_hand_is_listed_for_its_scorers_only(
    who: str, states: set[str], cast: Cast, asking: Callable[[str], Client]
) -> None:
    listed = asking(who).get("/api/v1/hands").json()["results"]
    assert {row["state"] for row in listed} == states


def test_a_member_who_leaves_is_a_stranger_at_once(
    cast: Cast, asking: Callable[[str], Client]
) -> None:
    client = asking("token")
    assert len(client.get("/api/v1/hands").json()["results"]) == 2
    cast.member.memberships.all().delete()
    assert client.get("/api/v1/hands").json()["results"] == []
    assert client.get(f"/api/v1/hands/{cast.scored.public_id}").status_code == 404
