"""An evening with boards, as programs read it, and as it comes out of an archive again."""

from typing import Any

from django.test import Client

from games.evening import evenings, printing, tables
from games.evening.duplicate.boards import deal_boards, show_boards
from games.evening.totals import list_of
from games.models import Evening, EveningPoints
from games.people.players import add_player
from games.people.presence import note_presence
from tests.api.test_schema import assert_shape
from tests.cast import Cast
from tests.factories import sealed_hand, stated


def answers(evening: Evening, client: Client) -> dict[str, Any]:
    """What programs read of an evening; when it last changed is not of it."""
    parts = ("", "/people", "/rounds", "/list", "/boards", "/boards/1")
    read = {
        part: client.get(f"/api/v1/evenings/{evening.public_id}{part}").json() for part in parts
    }
    del read[""]["changed_at"]
    return read


def next_round(cast: Cast, evening: Evening) -> Any:
    drawn = evenings.draw(user=cast.admin, evening=evening)
    tables.announce(user=cast.admin, drawn=drawn)
    return drawn


def played(cast: Cast, client: Client) -> Evening:
    """Two rounds of two tables: one is handed in on paper, one player comes late for another."""
    added = [add_player(user=cast.admin, club=cast.club, name=f"Guest {n}") for n in range(3)]
    facts = {"method": "mean", "rounds": 3, "hands": 1, "ties": "lot"}
    evening = evenings.open_evening(
        user=cast.admin, club=cast.club, title="Friday", variant="french", **facts
    )
    came = [*cast.players, *added]
    note_presence(user=cast.admin, club=cast.club, day=evening.played_on, came=came, went=())
    first = next_round(cast, evening)
    deal_boards(user=cast.admin, evening=evening)
    for points, match in zip((45, 60), first.matches.order_by("pk"), strict=True):
        sealed_hand(cast.admin, match, [stated(points=points)])
    late = add_player(user=cast.admin, club=cast.club, name="Zoé")
    way = f"/api/v1/evenings/{evening.public_id}/people"
    body = {"came": late.public_id, "went": added[0].public_id}
    for _twice in range(2):
        people = client.post(way, body, content_type="application/json").json()["people"]
        assert [people[-1]["name"], people[-1]["instead_of"]] == ["Zoé", added[0].public_id]
        assert sum(one["left_at"] is not None for one in people) == 1
    unknown = client.post(way, {"came": evening.public_id}, content_type="application/json")
    assert unknown.json()["code"] == "unknown-player"
    second = next_round(cast, evening)
    match, paper = second.matches.order_by("pk")
    sealed_hand(cast.admin, match, [stated()])
    typed = dict(zip(paper.people, (60, -20, -20, -20), strict=True))
    given = {"user": cast.admin, "drawn": second}
    tables.give_points(points=typed, kind=EveningPoints.Kind.TYPED, **given)
    penalty = {"points": {late: -25}, "because": "Late twice"}
    tables.give_points(kind=EveningPoints.Kind.DIRECTOR, **penalty, **given)
    printing.keep_printed(user=cast.admin, evening=evening, lines=list_of(evening))
    return evening


def test_programs_read_all_of_an_evening(cast: Cast) -> None:
    client, member = Client(), Client()
    client.force_login(cast.admin)
    member.force_login(cast.member)
    evening = played(cast, client)
    hidden = answers(evening, member)
    assert hidden["/boards/1"]["status"] == 404
    assert answers(evening, client)["/boards/1"]["hands"]
    show_boards(user=cast.admin, evening=evening)
    read = answers(evening, member)
    assert read == answers(evening, client)
    (listed,) = member.get("/api/v1/evenings?date_from=2020-01-01").json()["results"]
    assert listed.items() >= read[""].items()
    lines = {line["name"]: line for line in read["/list"]["lines"]}
    assert lines["Zoé"].items() >= {"late": True, "director": -12.5}.items()
    assert lines["Zoé"]["rounds"][0] is None
    _first, second = read["/rounds"]["rounds"]
    assert [table["done"] for table in second["tables"]] == [True, True]
    assert sum(one["points"] for one in second["tables"][1]["people"]) == 0
    penalty = second["points"][-1]
    assert (penalty["because"], penalty["points"], penalty["by"]) == ("Late twice", -12.5, "admin")
    # Boris's guards by 4 and by 19 are 58 and 88 a head: the mean of the takers is 219.
    takers = [one["seats"][1] for one in read["/boards/1"]["hands"]]
    assert [(one["points"], one["worth"]) for one in takers] == [(174, -45), (264, 45)]
    assert read["/boards"]["ranking"][0]["place"] == 1
    described = member.get("/api/v1/schema/?format=json").json()
    for part, answer in read.items():
        path = f"/api/v1/evenings/{{public_id}}{part}".replace("/1", "/{number}")
        found = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
        assert_shape(answer, found["schema"], described)
