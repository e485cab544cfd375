"""Agreeing on a score through the interface: confirmations, disputes and what a seal asks for."""

from typing import Any

import pytest
from django.test import Client

from games import book, people
from games.club.opening_clubs import set_up
from games.models import Hand
from tests.api.conftest import Send
from tests.api.table import Cast
from tests.api.test_errors import assert_problem
from tests.factories import claimed_by_seat_0, open_hand
from tests.ground import undone


@pytest.fixture
def finished(cast: Cast) -> Hand:
    """A hand that Anna has won, in a club where scores are confirmed with a PIN."""
    set_up(user=cast.admin, club=cast.club, confirms="pin")
    book.void_hand(user=cast.scorer, hand=cast.open, version=cast.open.version)
    dealer = book.open_hand(user=cast.scorer, match=cast.match).dealer
    assert dealer is not None
    return open_hand(cast.scorer, cast.match, claimed_by_seat_0(dealer))


def test_a_hand_is_confirmed_with_a_pin_and_then_sealed(
    cast: Cast, finished: Hand, send: Send, member: Client
) -> None:
    place, boris = f"hands/{finished.public_id}", cast.players[1]
    version = {"version": finished.version}
    assert_problem(send(f"{place}/seal", version), "not-confirmed")
    with undone():  # a program may say why nobody was asked
        why = version | {"unconfirmed": "Read in from paper."}
        assert send(f"{place}/seal", why).status_code == 201
    wanted: dict[str, Any] = version | {"player": boris.public_id}
    assert_problem(send(f"{place}/confirmations", wanted), "no-pin")
    people.set_pin(user=cast.scorer, player=boris, pin="2468")
    wrong, right = wanted | {"pin": "1111"}, wanted | {"pin": "2468"}
    with undone():
        for _guess in range(3):
            assert_problem(send(f"{place}/confirmations", wrong), "wrong-pin")
        blocked = send(f"{place}/confirmations", wrong)
        assert_problem(blocked, "pin-blocked")
        assert blocked.headers["Retry-After"] == "1"
    made = send(f"{place}/confirmations", right)
    assert (made.status_code, made.json()["how"], made.json()["seat"]) == (201, "pin", 1)
    assert send(f"{place}/seal", version).status_code == 201
    row = member.get(f"/api/v1/{place}").json()
    assert (row["confirmed"], row["disputed"]) == (True, False)
    given = member.get(f"/api/v1/{place}/confirmations").json()["confirmations"]
    assert [(one["player"], one["sealed"]) for one in given] == [(boris.public_id, True)]


def test_a_dispute_is_found_in_lists_until_a_ruling_ends_it(
    cast: Cast, send: Send, member: Client
) -> None:
    place, boris = f"hands/{cast.scored.public_id}", cast.players[1]
    body = {"player": boris.public_id, "because": "It was 52."}
    assert_problem(send(f"{place}/disputes", body | {"player": "a" * 16}), "unknown-player")
    made = send(f"{place}/disputes", body)
    assert (made.status_code, made.json()["ended_at"]) == (201, None)
    assert send(f"{place}/disputes", body).status_code == 200

    def disputed() -> list[str]:
        rows = member.get("/api/v1/hands", {"disputed": "true"}).json()["results"]
        return [row["id"] for row in rows]

    assert disputed() == [cast.scored.public_id]
    end = f"{place}/disputes/{made.json()['id']}/end"
    ended = send(end, {"answer": "Counted again."})
    assert (ended.status_code, ended.json()["ended_as"]) == (200, "ruling")
    assert_problem(send(end, {"answer": "Once more."}), "dispute-ended")
    assert disputed() == []
    (told,) = member.get(f"/api/v1/{place}/disputes").json()["disputes"]
    facts = [told[name] for name in ("because", "answer", "by")]
    assert facts == ["It was 52.", "Counted again.", "scorer"]
