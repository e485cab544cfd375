"""Agreeing on a score through the interface: confirmations, disputes and what a seal asks for."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import book, people
from games.club.opening_clubs import set_up
from games.models import Hand
from tests.api.table import HANDS, PLAYED, Cast, play
from tests.api.test_errors import assert_problem
from tests.api.test_writes import send

__all__ = ["send"]  # a fixture

Asking = Callable[[str], Client]
Send = Callable[..., Any]


@pytest.fixture
def finished(cast: Cast) -> Hand:
    """A hand that Anna has won, in a club where scores are confirmed with a PIN."""
    set_up(user=cast.admin, club=cast.club, confirms="pin")
    book.void_hand(user=cast.scorer, hand=cast.open, version=cast.open.version)
    dealer = book.open_hand(user=cast.scorer, match=cast.match).dealer
    assert dealer is not None
    first = (dealer + 1) % 4
    bids = ["guard-without" if (first + turn) % 4 == 0 else "pass" for turn in range(4)]
    deal, *_calls, _lead, claim = PLAYED
    calls = [{"op": "act", "action": {"kind": "call", "call": bid}} for bid in bids]
    lead = {"op": "act", "action": {"kind": "play", "card": HANDS[first][-1]}}
    return play(cast.scorer, cast.match, [deal, *calls, lead, claim])


def test_a_hand_is_confirmed_with_a_pin_and_then_sealed(
    cast: Cast, finished: Hand, send: Send, asking: Asking
) -> None:
    place, boris = f"hands/{finished.public_id}", cast.players[1]
    version = {"version": finished.version}
    assert_problem(send(f"{place}/seal", version), "not-confirmed")
    wanted = version | {"player": boris.public_id}
    assert_problem(send(f"{place}/confirmations", wanted), "no-pin")
    people.set_pin(user=cast.scorer, player=boris, pin="2468")
    assert_problem(send(f"{place}/confirmations", wanted | {"pin": "1111"}), "wrong-pin")
    made = send(f"{place}/confirmations", wanted | {"pin": "2468"})
    assert (made.status_code, made.json()["how"], made.json()["seat"]) == (201, "pin", 1)
    assert send(f"{place}/seal", version).status_code == 201
    row = asking("member").get(f"/api/v1/{place}").json()
    assert (row["confirmed"], row["disputed"]) == (True, False)
    given = asking("member").get(f"/api/v1/{place}/confirmations").json()["confirmations"]
    assert [(one["player"], one["sealed"]) for one in given] == [(boris.public_id, True)]


def test_too_many_wrong_pins_are_answered_with_the_time_to_wait(
    cast: Cast, finished: Hand, send: Send
) -> None:
    boris = people.set_pin(user=cast.scorer, player=cast.players[1], pin="2468")
    wanted = {"version": finished.version, "player": boris.public_id, "pin": "1111"}
    for _guess in range(3):
        send(f"hands/{finished.public_id}/confirmations", wanted)
    answer = send(f"hands/{finished.public_id}/confirmations", wanted)
    assert_problem(answer, "pin-blocked")
    assert answer.headers["Retry-After"] == "1"


def test_a_program_seals_by_saying_why_nobody_was_asked(finished: Hand, send: Send) -> None:
    body = {"version": finished.version, "unconfirmed": "Read in from paper."}
    assert send(f"hands/{finished.public_id}/seal", body).status_code == 201


def test_a_dispute_is_found_in_lists_until_a_ruling_ends_it(
    cast: Cast, send: Send, asking: Asking
) -> None:
    place, boris = f"hands/{cast.scored.public_id}", cast.players[1]
    body = {"player": boris.public_id, "because": "It was 52."}
    made = send(f"{place}/disputes", body)
    assert (made.status_code, made.json()["ended_at"]) == (201, None)
    assert send(f"{place}/disputes", body).status_code == 200
    reader = asking("member")

    def disputed() -> list[str]:
        rows = reader.get("/api/v1/hands", {"disputed": "true"}).json()["results"]
        return [row["id"] for row in rows]

    assert disputed() == [cast.scored.public_id]
    end = f"{place}/disputes/{made.json()['id']}/end"
    ended = send(end, {"answer": "Counted again."})
    assert (ended.status_code, ended.json()["ended_as"]) == (200, "ruling")
    assert_problem(send(end, {"answer": "Once more."}), "dispute-ended")
    assert disputed() == []
    (told,) = reader.get(f"/api/v1/{place}/disputes").json()["disputes"]
    assert (told["because"], told["answer"], told["by"]) == (
        "It was 52.",
        "Counted again.",
        "scorer",
    )


def test_somebody_of_another_club_is_no_player_here(cast: Cast, send: Send) -> None:
    body = {"player": "a" * 16, "because": "It was 52."}
    answer = send(f"hands/{cast.scored.public_id}/disputes", body)
    assert_problem(answer, "unknown-player")
