"""The wall: what everybody with its address sees of an evening, and what nobody sees there."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import people
from games.club.opening_clubs import set_up
from games.matches.match_changes import close_match
from games.models import Board, Evening, Hand, Player
from tests.cast import Cast
from tests.evening.director import Director
from tests.factories import calls, open_hand, plays, write

pytestmark = pytest.mark.both_databases


class Viewer:
    """Somebody without an account who has the address of a wall."""

    def __init__(self, address: str) -> None:
        self.client, self.path = Client(), reverse("wall", args=[address])
        self.mark = ""

    def sees(self) -> str:
        response = self.client.get(self.path)
        assert response.status_code == 200
        text = response.content.decode()
        self.mark = re.findall('data-mark="(.+)"', text)[0]
        return text

    def hears(self) -> int:
        return self.client.get(self.path, {"at": self.mark}).status_code


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def test_a_wall_shows_draw_clock_hands_and_totals_until_it_is_switched_off(
    client: Client, cast: Cast
) -> None:
    with time_machine.travel(timezone.now().replace(second=1), tick=False) as clock:
        director = Director(client, cast, 9)
        late = director.people[-1]
        director.come(went=(late,))
        evening = director.opens(minutes="20", rounds="1")
        settings = director.at("evening-wall")
        nowhere = reverse("wall", args=["none"])
        for mark in ("", "?at=gone"):
            assert Client().get(nowhere + mark).status_code == 404
        for sent in ({}, {"other": "1"}, {}):
            assert client.post(settings, sent).status_code == 302
        evening.refresh_from_db()
        viewer = Viewer(str(evening.wall))
        assert viewer.path in client.get(settings).content.decode()
        assert "Nobody has been drawn yet" in viewer.sees()
        director.taps("draw")
        clock.shift(60)
        assert cast.players[0].name not in viewer.sees()  # the director still looks at it
        assert viewer.hears() == 204

        director.taps("announce")
        assert viewer.hears() == 200
        page = viewer.sees()
        assert len(re.findall(r"0\s+/ 2", page)) == 2
        assert all(page.count(f"{one.name}</li>") == 1 for one in _seated(director))
        director.come(late)
        clock.shift(60)
        assert re.search(rf"At no table:\s+{late.name}", viewer.sees())
        director.taps("clock", minutes="20", ends="")
        assert 'data-left="1200"' in viewer.sees()
        clock.shift(60)  # also for those who find it drawn already
        viewer.sees()
        clock.shift(30)
        answer = viewer.client.get(viewer.path, {"at": "another"})
        assert answer.headers["Age"] == "30"
        assert answer.content.strip().startswith(b'<div id="_wall"')
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer.headers
        assert not {"sessionid", "csrftoken"} & answer.cookies.keys()

        viewer.sees()
        match = director.matches()[0]
        director.records(match)
        assert viewer.hears() == 200
        taker = match.seats.get(seat=1).player.name
        assert f"{taker}’s Garde, made by 4" in viewer.sees()
        assert "+174" in viewer.sees()
        with CaptureQueriesContext(connection) as asked:
            assert viewer.hears() == 204
            viewer.client.get(viewer.path)
        assert len(asked) == 3  # the mark, the mark once more, the evening at the address

        client.post(settings, {"wall_hides_totals": "on"})
        assert "+174" not in viewer.sees()
        assert "Totals are hidden" in viewer.sees()
        close_match(user=cast.admin, match=match)
        person = people.person_of(match.seats.get(seat=1).player)
        plan = people.plan_erasure(user=cast.admin, person=person)
        people.erase_person(user=cast.admin, person=person, seen=plan)
        clock.shift(60)
        assert viewer.hears() == 200
        assert taker not in viewer.sees()

        client.post(settings, {"other": "1"})
        assert viewer.hears() == 404
        assert viewer.client.get(viewer.path).status_code == 404
        evening.refresh_from_db()
        viewer = Viewer(str(evening.wall))
        assert "Friday" in viewer.sees()
        client.post(settings, {"off": "1"})
        assert viewer.client.get(viewer.path).status_code == 404
        evening.refresh_from_db()
        assert evening.wall is None


def _seated(director: Director) -> list[Player]:
    return [row.player for match in director.matches() for row in match.seats.all()]


def test_a_wall_shows_cards_of_one_table_later_and_only_where_its_people_may_see_them(
    client: Client, cast: Cast
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        director = Director(client, cast, 8)
        evening = director.opens(writes="tricks-only")
        director.taps("draw", announce="1")
        match, other = director.matches()
        set_up(user=cast.admin, club=cast.club, running_seen_by="elsewhere")
        settings = director.at("evening-wall")
        client.post(settings, {"wall_table": "1", "wall_delay": "5"})
        viewer = Viewer(str(Evening.objects.get().wall))
        open_hand(cast.scorer, match, _changes("S1 S2 S3 S4 D1"))
        director.records(other)
        assert shown(viewer) == []
        clock.shift(timedelta(minutes=4))
        write(cast.scorer, match.hands.get(), *plays("D2"))
        assert viewer.hears() == 200  # another minute
        viewer.sees()
        clock.shift(timedelta(minutes=1))
        assert shown(viewer) == [
            "ace of diamonds"
        ]  # neither the tricks before, nor what was played since
        clock.shift(timedelta(minutes=4))
        assert shown(viewer) == ["ace of diamonds", "2 of diamonds"]

        for rule in ({"hides_running": True}, {"running_seen_by": "recorders"}):
            set_up(user=cast.admin, club=cast.club, **rule)
            assert client.get(settings).content.decode().count("No card is shown") == 1
            clock.shift(60)
            assert shown(viewer) == []
            set_up(user=cast.admin, club=cast.club, hides_running=False)
        set_up(user=cast.admin, club=cast.club, running_seen_by="elsewhere")
        clock.shift(60)
        assert shown(viewer) == ["ace of diamonds", "2 of diamonds"]
        # Of a board that somebody has still to play: no card, no result, no total.
        assert "made by 4" in viewer.sees()
        board = Board.objects.create(evening=evening, number=1)
        Hand.objects.update(board=board, held=True)
        Evening.objects.update(method="mean", boards_shown_at=None)
        clock.shift(60)
        assert shown(viewer) == []
        page = viewer.sees()
        assert "made by 4" not in page
        assert "+174" not in page
        assert not set(director.totals()) - {one.name for one in director.people}
        # Scorers of another club have nothing to do with it.
        stranger = Client()
        stranger.force_login(cast.other_scorer)
        assert stranger.get(settings).status_code == 404
        assert stranger.post(settings).status_code == 404


def _changes(cards: str) -> list[dict[str, Any]]:
    return [*calls("guard-without pass pass pass"), *plays(cards)]


def shown(viewer: Viewer) -> list[str]:
    """The cards that are named on the page, in order."""
    trick = viewer.sees().partition("wall-trick")[2].partition("</ol>")[0]
    return re.findall(r"aria-label=\"([^\"]+)", trick)
