"""What happens in a club, told to a program as it happens."""

import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import book
from games.api import happenings
from games.evening.evenings import open_evening
from games.models import ApiToken, EveningRound, Hand, Membership
from tests.api.conftest import bearer
from tests.api.table import Cast, token_of
from tests.api.test_errors import assert_problem
from tests.factories import calls, write
from tests.ground import undone
from tests.thorough import amount

pytestmark = pytest.mark.both_databases
Pause = Callable[[Callable[[], object]], None]


@pytest.fixture
def pause(monkeypatch: pytest.MonkeyPatch) -> Pause:
    """Let something happen in each pause between two looks of a stream."""
    monkeypatch.setattr(happenings, "LOOKS", amount(3, thorough=25))

    def during(happens: Callable[[], object]) -> None:
        monkeypatch.setattr(happenings.time, "sleep", lambda _seconds: happens())

    during(lambda: None)
    return during


def read(cast: Cast, client: Client, **asked: Any) -> list[dict[str, Any]]:
    """Read the events of one answer to its end."""
    answer = client.get(f"/api/v1/clubs/{cast.club.public_id}/events", **asked)
    assert (answer.status_code, answer["Content-Type"][:17]) == (200, "text/event-stream")
    return list(events_in(b"".join(answer.streaming_content)))  # type: ignore[attr-defined]


def events_in(body: bytes) -> Iterator[dict[str, Any]]:
    for block in body.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in fields:
            yield {**fields, "data": json.loads(fields["data"])}


def last_id(events: list[dict[str, Any]]) -> str:
    return str([one["id"] for one in events if "id" in one][-1])


def enter(cast: Cast) -> None:
    hand = Hand.objects.visible_to(cast.scorer).with_table().get(pk=cast.open.pk)
    write(cast.scorer, hand, calls("pass")[0])


def test_a_stream_goes_on_where_it_broke_off_without_loss_and_without_cards(
    cast: Cast, pause: Pause
) -> None:
    scorer, member = (bearer(token_of(who)) for who in (cast.scorer, cast.member))
    steps = iter([lambda: enter(cast)])
    pause(lambda: next(steps, lambda: None)())
    first, seen = read(cast, scorer), last_id(read(cast, member))
    assert [one["event"] for one in first] == ["begin", "hand-entries"]
    assert first[1]["data"].keys() == {"at", "hand", "match", "number", "url"}
    pause(lambda: None)
    enter(cast)
    assert read(cast, member, data={"cursor": seen}) == []
    hand = Hand.objects.visible_to(cast.scorer).get(pk=cast.open.pk)
    book.void_hand(user=cast.scorer, hand=hand, version=hand.version)
    evening = open_evening(
        user=cast.scorer, club=cast.match.club, title="F", variant="french", hands=4
    )
    EveningRound.objects.create(evening=evening, number=1, seed=1)
    # A member who only reads does not learn of the entries; both learn of all the rest, once.
    for client, cursor in ((scorer, last_id(first)), (member, seen)):
        news = read(cast, client, headers={"last-event-id": cursor})
        assert [one["event"] for one in news] == ["hand-void", "round-drawn"]
        assert news[0]["data"]["url"].endswith(f"/api/v1/hands/{hand.public_id}")
        assert news[1]["data"]["url"].endswith(f"/api/v1/evenings/{evening.public_id}")
        assert read(cast, client, data={"cursor": last_id(news)}) == []
    everything = [one["event"] for one in read(cast, member, data={"cursor": "0."})]
    assert "match-opened" in everything
    assert everything.count("hand-sealed") == 2


def test_what_was_committed_late_still_comes(cast: Cast, pause: Pause) -> None:
    client = bearer(token_of(cast.member))
    cursor = last_id(read(cast, client))
    at = happenings.StreamCursor.read(cursor).at - timedelta(seconds=5)
    Hand.objects.filter(pk=cast.open.pk).update(state="void", changed_at=at)
    assert [one["event"] for one in read(cast, client, data={"cursor": cursor})] == ["hand-void"]


def test_a_stream_ends_with_the_right_to_read_it(cast: Cast, pause: Pause) -> None:
    rights: tuple[Any, ...] = (ApiToken, Membership)
    for right in rights:
        with undone():
            looks: list[int] = []

            def end(right: Any = right, looks: list[int] = looks) -> None:
                looks.append(1)
                right.objects.filter(user=cast.member).delete()

            pause(end)
            read(cast, bearer(token_of(cast.member)))
            assert len(looks) == 1


def test_further_streams_are_answered_and_not_held(
    cast: Cast, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream says when it missed more than is kept, and takes no cursor of something else."""
    looks: list[int] = []
    pause(lambda: looks.append(1))
    reader = bearer(token_of(cast.member))
    monkeypatch.setattr(happenings, "places", threading.BoundedSemaphore(1))
    with happenings.places:
        assert [one["event"] for one in read(cast, reader)] == ["begin"]
    assert looks == []
    monkeypatch.setattr(happenings, "MOST", 2)
    assert read(cast, reader, data={"cursor": "0."})[0]["event"] == "missed"
    assert looks != []
    assert happenings.places.acquire(blocking=False)  # a held stream gives its place back
    path = f"/api/v1/clubs/{cast.club.public_id}/events"
    assert_problem(reader.get(path, {"cursor": "x"}), "bad-parameter")
