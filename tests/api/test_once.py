"""A program that got no answer sends the same again: nothing is made twice."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Hand, Match, Player, Remark
from tests.api.table import Cast
from tests.api.test_errors import assert_problem

pytestmark = pytest.mark.both_databases

Asking = Callable[[str], Client]
KINDS = ["players", "matches", "hands", "comments"]


@pytest.fixture
def sending(cast: Cast, asking: Asking) -> Callable[..., Any]:
    """Sends what makes one of `KINDS`, with what is changed of it; `headers` besides."""
    club, match = cast.club.public_id, cast.scored.match.public_id
    Hand.objects.filter(match=cast.scored.match, state=Hand.State.OPEN).update(
        state=Hand.State.VOID
    )
    bodies: dict[str, dict[str, Any]] = {
        "players": {"club": club, "name": "Friederike"},
        "matches": {
            "club": club,
            "title": "Friday",
            "variant": "french",
            "seats": [player.public_id for player in cast.players[:4]],
        },
        "hands": {"match": match},
        "comments": {"place": "score", "text": "Well played"},
    }
    places = {"comments": f"hands/{cast.scored.public_id}/comments"}
    client = asking("scorer")

    def send(kind: str, headers: dict[str, str] | None = None, **changed: Any) -> Any:
        address = f"/api/v1/{places.get(kind, kind)}"
        body = bodies[kind] | changed
        return client.post(address, body, "application/json", headers=headers)

    return send


CHANGED = {
    "players": {"name": "Felix"},
    "matches": {"title": "Saturday"},
    "hands": {"writes": "all-hands"},
    "comments": {"text": "Badly played"},
}


def number_of(kind: str) -> int:
    models = {"players": Player, "matches": Match, "hands": Hand, "comments": Remark}
    return models[kind]._default_manager.count()


@pytest.mark.parametrize("where", ["header", "body"])
@pytest.mark.parametrize("kind", KINDS)
def test_sent_again_with_its_key_it_is_answered_alike(
    kind: str, where: str, sending: Callable[..., Any]
) -> None:
    key = secrets.token_urlsafe(16)
    with_key: dict[str, Any] = (
        {"headers": {"idempotency-key": f'"{key}"'}} if where == "header" else {"key": key}
    )
    before = number_of(kind)
    first, again = sending(kind, **with_key), sending(kind, **with_key)
    assert (first.status_code, again.status_code) == (201, 200), first.content
    assert first.json() == again.json()
    assert number_of(kind) == before + 1


@pytest.mark.parametrize("kind", KINDS)
def test_with_something_else_the_key_is_refused(kind: str, sending: Callable[..., Any]) -> None:
    key = secrets.token_urlsafe(16)
    assert sending(kind, key=key).status_code == 201
    before = number_of(kind)
    assert_problem(sending(kind, key=key, **CHANGED[kind]), "idempotency-key-reused")
    assert number_of(kind) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_is_not_random_is_refused(kind: str, sending: Callable[..., Any]) -> None:
    assert_problem(sending(kind, key="short"), "key-malformed")


def test_without_a_key_two_matches_are_two(sending: Callable[..., Any]) -> None:
    first, second = sending("matches"), sending("matches")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] != second.json()["id"]
