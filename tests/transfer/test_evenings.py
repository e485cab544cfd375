"""An evening with boards, as programs read it, and as it comes out of an archive again."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.evening import evenings, printing, tables
from games.evening.duplicate.boards import board_results, deal_boards, show_boards
from games.evening.totals import list_of
from games.models import (
    Board,
    Evening,
    EveningPoints,
    EveningRound,
    Match,
    Player,
    Presence,
)
from games.people.players import add_player
from games.people.presence import note_presence
from games.transfer.taking_back import _remove
from tests.api.test_schema import assert_shape
from tests.cast import Cast, gather
from tests.factories import sealed_hand, stated
from tests.ground import Ground, laid_once
from tests.transfer.archives import (
    bring,
    bring_all,
    count,
    empty,
    export,
    objects,
    spoilt,
    write_lines,
)
from tests.transfer.taking_back import Watched, take_back


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


friday = laid_once(lambda: play(gather()))


@pytest.fixture
def cast(friday: Ground[Cast], db: None) -> Cast:
    """Les Atouts, with an evening of two rounds."""
    return friday.given()


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """That evening; its boards are still hidden."""
    return Evening.objects.get()


@pytest.fixture
def client(cast: Cast) -> Client:
    """The administrator, signed in."""
    client = Client()
    client.force_login(cast.admin)
    return client


def play(cast: Cast) -> Cast:
    """Two rounds of two tables: one is handed in on paper, one player comes late for another."""
    client = Client()
    client.force_login(cast.admin)
    added = [add_player(user=cast.admin, club=cast.club, name=f"Guest {n}") for n in range(3)]
    facts: dict[str, Any] = {"method": "mean", "rounds": 3, "hands": 1, "ties": "lot"}
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
    given: dict[str, Any] = {"user": cast.admin, "drawn": second}
    tables.give_points(points=typed, kind=EveningPoints.Kind.TYPED, **given)
    penalty: dict[str, Any] = {"points": {late: -25}, "because": "Late twice"}
    tables.give_points(kind=EveningPoints.Kind.DIRECTOR, **penalty, **given)
    printing.keep_printed(user=cast.admin, evening=evening, lines=list_of(evening))
    return cast


def test_programs_read_all_of_an_evening(cast: Cast, evening: Evening, client: Client) -> None:
    member = Client()
    member.force_login(cast.member)
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


def test_an_evening_comes_out_of_an_archive_as_it_went_in(
    cast: Cast, evening: Evening, client: Client, tmp_path: Path
) -> None:
    hidden = export(cast.club, tmp_path / "hidden")
    assert objects(hidden / "evenings.ndjson") == []  # while its boards are hidden it stays here
    page = reverse("club-archive", args=[cast.club.slug])
    assert "until its boards are shown: 3." in client.get(page).content.decode()
    show_boards(user=cast.admin, evening=evening)
    assert "left out" not in client.get(page).content.decode()
    next_round(cast, evening)
    archive = export(cast.club, tmp_path / "archive")
    read, rows = answers(evening, client), count(cast.club)
    drawn = list(EveningRound.objects.order_by("number").values_list("seed", "tables"))
    plan, deals = Evening.objects.get().plan, list(Board.objects.values_list("number", "deal"))
    empty(cast.club)
    for again in range(2):
        report = bring_all(cast.admin, cast.club, archive)
        assert (report.evenings.new, report.evenings.known) == (1 - again, again)
        brought = Evening.objects.get()
        assert answers(brought, client) == read
        assert (brought.plan, brought.lot) == (plan, evening.lot)
        assert list(EveningRound.objects.order_by("number").values_list("seed", "tables")) == drawn
        assert list(Board.objects.values_list("number", "deal")) == deals
        assert count(cast.club) | {"Entry": 0} == rows | {"Entry": 0}
    export(cast.club, tmp_path / "again")
    assert objects(tmp_path / "again" / "evenings.ndjson") == objects(archive / "evenings.ndjson")


def test_an_evening_comes_into_another_club_under_ids_of_its_own_and_goes_again(
    cast: Cast, evening: Evening, tmp_path: Path
) -> None:
    """What is there already is left alone."""
    show_boards(user=cast.admin, evening=evening)
    archive = export(cast.club, tmp_path / "archive")
    user, club = cast.other_scorer, cast.other_club
    before, watched = count(club), Watched()
    for again in range(2):
        report = bring_all(user, club, archive, ids_kept=False, watcher=watched)
        assert report.evenings.known == again
        there = Evening.objects.get(club=club)
        assert there.title == ("Ours" if again else "Friday")
        totals = [
            {line.player.name: line.by_round for line in list_of(one)} for one in (there, evening)
        ]
        assert totals[0] == totals[1]  # the lot falls by ids
        assert len(board_results(there)) == len(board_results(evening)) > 0
        Evening.objects.filter(pk=there.pk).update(title="Ours")
    take_back(watched.as_job(user, club))
    after = count(club)
    for kind in (Evening, EveningRound, EveningPoints, Board, Presence, Player):
        assert after[kind.__name__] == before[kind.__name__], kind
    assert Evening.objects.get() == evening


def test_a_spoilt_line_of_an_evening_is_refused_or_taken_and_never_breaks_an_import(
    cast: Cast, evening: Evening, tmp_path: Path
) -> None:
    show_boards(user=cast.admin, evening=evening)
    archive = export(cast.club, tmp_path / "archive")
    (line,) = objects(archive / "evenings.ndjson")
    (archive / "manifest.json").unlink()
    Evening.objects.update(public_id="a" * 16)
    Match.objects.update(round=None)
    lines = [one for one in spoilt(line) if isinstance(one, dict) and one.get("format")]
    write_lines(archive / "evenings.ndjson", lines)
    report = bring(cast.admin, cast.club, archive, dry_run=True)
    assert report.faulty + report.evenings.new + report.evenings.known == len(lines)
    assert report.faulty > 0.8 * len(lines)
    twice = write_lines(tmp_path / "twice.ndjson", [line, line])
    assert bring_all(cast.admin, cast.club, twice).evenings.new == 1


def test_taking_an_evening_back_leaves_who_is_here_for_another(cast: Cast) -> None:
    facts: dict[str, Any] = {"user": cast.other_scorer, "club": cast.other_club}
    both = [
        evenings.open_evening(title=title, variant="french", hands=1, **facts) for title in "AB"
    ]
    note_presence(day=both[0].played_on, came=cast.other_players, went=(), **facts)
    here = Presence.objects.filter(player__club=cast.other_club)
    for evening, count_here in zip(both, (len(cast.other_players), 0), strict=True):
        _remove(evening)
        assert here.count() == count_here
