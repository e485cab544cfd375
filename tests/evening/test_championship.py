"""The championship of a season: the best of the evenings, points by place, who was there less."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.evening.championship import championship, evenings_of
from games.league.ranking import Championship
from games.models import Club, Evening, EveningPoints, EveningRound, Match, MatchSeat, Player
from games.people.players import add_player
from tests.cast import Cast
from tests.factories import new_key

pytestmark = pytest.mark.both_databases


def played(cast: Cast, day: date, points: dict[Player, int], **facts: Any) -> Evening:
    """An evening of a round at one table, of which four numbers came in on paper."""
    both: Any = {"club": cast.club, "played_on": day, "variant": "french", "opened_by": cast.scorer}
    evening = Evening.objects.create(title=f"Day {day:%d}", hands=1, **both, **facts)
    drawn = EveningRound.objects.create(
        evening=evening, number=1, seed=1, announced_at=evening.opened_at
    )
    match = Match.objects.create(title="x", round=drawn, **both)
    for seat, (player, halves) in enumerate(points.items()):
        MatchSeat.objects.create(match=match, seat=seat, player=player)
        EveningPoints.objects.create(
            round=drawn, player=player, halves=2 * halves, kind="typed", by=cast.scorer
        )
    return evening


def test_a_season_is_won_by_the_best_evenings_of_each(client: Client, cast: Cast) -> None:
    anna, boris, chloe, dario, emil = cast.players
    farid = add_player(user=cast.admin, club=cast.club, name="Farid")
    first = date(2025, 3, 7)
    days = [first + timedelta(weeks=week) for week in range(4)]
    evenings = [
        played(cast, days[0], {anna: 100, boris: 50, chloe: -50, dario: -100}),
        played(cast, days[1], {anna: 90, boris: 30, chloe: -20, dario: -100}),
        # Two share the first place, the next is third.
        played(cast, days[2], {boris: 60, chloe: 60, anna: -40, dario: -80}),
        played(cast, days[3], {emil: 10, anna: 0, boris: 0, dario: -10}),
    ]
    client.force_login(cast.admin)
    settings = reverse("league-ranking", args=[cast.club.slug])
    form = {"way": "points", "step_0": "points", "step_1": "made", "step_2": "share", "least": "1"}
    form |= {"month": "1", "months": "12", "named-TOTAL_FORMS": "0", "named-INITIAL_FORMS": "0"}
    wrong = client.post(settings, form | {"best": "0", "places": "25 eighteen"})
    assert wrong.status_code == 422
    assert "the first place first" in wrong.content.decode()
    assert client.post(settings, form | {"best": "2", "places": "10, 6 4"}).status_code == 302
    club = Club.objects.get(pk=cast.club.pk)

    def table() -> dict[str, tuple[int, int, int]]:
        lines = championship(club, evenings_of(club, "2025"))
        return {one.player.name: (one.place, one.total // 2, one.came) for one in lines}

    # Points 10, 6, 4, of which the best two evenings count. Anna: 10, 10, (4), (6). Boris: 6, (6),
    # 10, (6). Chloé: 4, (4), 10. Emil: 10 from his only evening. Dario: 0.
    expected = {
        anna.name: (1, 20, 4),
        boris.name: (2, 16, 4),
        chloe.name: (3, 14, 3),
        emil.name: (4, 10, 1),
        dario.name: (5, 0, 4),
    }
    assert table() == expected
    address = reverse("championship", args=[club.slug]) + "?period=2025"
    assert "7. Mär" in client.get(address, headers={"Accept-Language": "de"}).content.decode()
    page = client.get(address)
    text = " ".join(page.content.decode().split())
    assert "The best 2 evenings of each player count; points by place: 10, 6, 4." in text
    assert "(<s>4</s>)" in text

    # The last evening was a friendly one: the director leaves it out. So Emil is not in the list,
    # and who shares the second place is followed by a fourth.
    client.force_login(cast.scorer)
    counts = reverse("evening-counts", args=[club.slug, evenings[3].public_id])
    text = client.post(counts, follow=True).content.decode()
    assert "this evening is left out" in text
    assert "/championship/?period=2025" in text, "its season, not the newest"
    assert table()[emil.name] == (0, 0, 0)
    Club.objects.update(league=club.league | {"championship": Championship(None, (10, 6, 4))})
    club.refresh_from_db()
    # Without a best: 10 + 10 + 4, 6 + 6 + 10, 4 + 4 + 10.
    places = {name: (place, total) for name, (place, total, _came) in table().items()}
    assert [places[one.name] for one in (anna, boris, chloe)] == [(1, 24), (2, 22), (3, 18)]
    Club.objects.update(league=club.league | {"championship": Championship(1, (10, 6, 4))})
    club.refresh_from_db()
    assert [table()[one.name][0] for one in (anna, boris, chloe, dario)] == [1, 1, 1, 4]

    # Without points by place those of the lists: the best two are 190, 110, 40 and -180.
    Club.objects.update(league=club.league | {"championship": Championship(2)})
    club.refresh_from_db()
    assert [table()[one.name][:2] for one in (anna, boris, chloe, dario)] == [
        (1, 190),
        (2, 110),
        (3, 40),
        (4, -180),
    ]

    # What a member sees: each figure opened, the same as a file, and the player's own page.
    client.force_login(cast.member)

    def opened(player: Player) -> str:
        address = reverse("player-evenings", args=[club.slug, player.public_id])
        theirs = client.get(reverse("player", args=[club.slug, player.public_id])).text
        assert (address in theirs) == (player != farid)
        return " ".join(client.get(address, {"period": "2025"}).text.split())

    text = opened(anna)
    assert text.count("left out by the director") == 1
    assert text.count("dropped: others were worth more") == 1
    assert "80 behind the place above" in opened(boris)
    assert "No evening in this period" in opened(farid)
    address = reverse("championship", args=[club.slug])
    sheet = client.get(address, {"period": "2025", "spreadsheet": "1"})
    rows = sheet.content.decode("utf-8-sig").splitlines()
    cells = rows[1].split(";" if ";" in rows[0] else ",")
    assert cells == ["1", anna.name, "100", "90", "(-40)", "3", "190"]
    for kind, begins in (("pdf", b"%PDF"), ("png", b"\x89PNG")):
        address = reverse(f"championship-{kind}", args=[club.slug])
        assert client.get(address, {"period": "2025"}).content.startswith(begins)
    assert client.post(counts).status_code == 403
    assert Evening.objects.get(pk=evenings[3].pk).counts is False

    place = reverse("api:club-championship", args=[club.public_id])
    answer = client.get(place, {"period": "2025"}).json()
    assert (answer["best"], answer["places"], len(answer["lines"])) == (2, [], 4)
    first = answer["lines"][0]
    assert [first["place"], first["name"], first["total"]] == [1, anna.name, 190]
    assert [(one["worth"], one["counts"]) for one in first["evenings"]] == [
        (100, True),
        (90, True),
        (-40, False),
        (0, False),
    ]

    # A season of many evenings takes no more statements than one of two, of duplicate neither.
    for evening in evenings:
        evening.method = Evening.Method.PLACES
    with CaptureQueriesContext(connection) as few:
        championship(club, evenings[:2])
    with CaptureQueriesContext(connection) as many:
        championship(club, evenings)
    assert len(few) == len(many)


def test_a_program_gives_the_points_of_the_director_once(client: Client, cast: Cast) -> None:
    anna, boris, chloe, dario, emil = cast.players
    evening = played(cast, date(2025, 3, 7), {anna: 100, boris: 50, chloe: -50, dario: -100})
    address = reverse("api:evening-points", args=[evening.public_id, 1])
    penalty = {"player": anna.public_id, "points": -20, "because": "Late.", "key": new_key()}

    def sends(**changes: Any) -> Any:
        return client.post(address, penalty | changes, "application/json")

    client.force_login(cast.member)
    assert sends().status_code == 403
    client.force_login(cast.scorer)
    assert [sends().status_code for _twice in range(2)] == [201, 200]
    assert sends().json()["points"] == -20
    refused = [
        sends(points=-30),  # the key belongs to another penalty
        sends(key=new_key(), player=emil.public_id),
        sends(key=new_key(), because="  "),
        sends(key=new_key(), points=-20.5),
    ]
    assert [one.status_code for one in refused] == [422, 422, 400, 400]
    assert "key-reused" in refused[0].content.decode()
    lines = client.get(reverse("api:evening-list", args=[evening.public_id])).json()["lines"]
    assert [(one["name"], one["director"], one["total"]) for one in lines[:2]] == [
        (anna.name, -20, 80),
        (boris.name, 0, 50),
    ]
    assert EveningPoints.objects.filter(kind="director").count() == 1


def test_the_season_of_an_evening_to_come_is_not_shown_before_it_begins(
    client: Client, cast: Cast
) -> None:
    year = timezone.localdate().year
    for day in (date(year, 1, 1), date(year + 1, 1, 8)):
        played(cast, day, {cast.players[0]: 10, cast.players[1]: -10})
    client.force_login(cast.member)
    page = reverse("championship", args=[cast.club.slug])
    assert client.get(page).context["period"] == f"{year}"
    assert client.get(page, {"period": f"{year + 1}"}).status_code == 200
