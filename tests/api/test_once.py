"""A program that got no answer sends the same again: nothing is made twice."""

from typing import Any, NamedTuple

import pytest
from django.db.models import Model

from games.models import Hand, Match, Player, Remark
from tests.api.conftest import Send
from tests.api.table import Cast
from tests.api.test_errors import assert_problem
from tests.factories import new_key
from tests.ground import undone

pytestmark = pytest.mark.both_databases


class Making(NamedTuple):
    """A request that makes a row of `model`, and what would make another of it."""

    model: type[Model]
    address: str
    body: dict[str, Any]
    changed: dict[str, Any]

    def number(self) -> int:
        """Return how many rows there are."""
        return self.model._default_manager.count()


@pytest.fixture
def makings(cast: Cast) -> list[Making]:
    """All that can be made with a key but entries, in a match whose open hand was given up."""
    club, match = cast.club.public_id, cast.match.public_id
    Hand.objects.filter(state=Hand.State.OPEN).update(state=Hand.State.VOID)
    seats = [player.public_id for player in cast.players]
    game = {"club": club, "title": "Friday", "variant": "french", "seats": seats}
    remarks = f"hands/{cast.scored.public_id}/comments"
    remark = {"place": "score", "text": "Well played"}
    return [
        Making(Player, "players", {"club": club, "name": "Friederike"}, {"name": "Felix"}),
        Making(Match, "matches", game, {"title": "Saturday"}),
        Making(Hand, "hands", {"match": match}, {"writes": "all-hands"}),
        Making(Remark, remarks, remark, {"text": "Badly played"}),
    ]


def test_a_request_that_is_sent_again_with_its_key_makes_nothing_twice(
    makings: list[Making], send: Send
) -> None:
    for making in makings:
        for where in ("header", "body"):
            with undone():
                key, before = new_key(), making.number()
                headers = {"idempotency-key": f'"{key}"'} if where == "header" else {}
                body = making.body | ({} if headers else {"key": key})
                first, again = (send(making.address, body, **headers) for _ in range(2))
                assert (first.status_code, again.status_code) == (201, 200), first.content
                assert first.json() == again.json()
                other = send(making.address, body | making.changed, **headers)
                assert_problem(other, "idempotency-key-reused")
                assert making.number() == before + 1
        assert_problem(send(making.address, making.body | {"key": "short"}), "key-malformed")


def test_without_a_key_two_matches_are_two(makings: list[Making], send: Send) -> None:
    _players, matches, *_others = makings
    first, second = (send(matches.address, matches.body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] != second.json()["id"]
