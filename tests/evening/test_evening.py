"""An evening from the first tick to the list, as somebody runs it by its page alone."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import book
from games.evening.duplicate.boards import make_boards
from games.evening.tables_shown import tables_of_round
from games.evening.totals import list_of
from games.models import Club, Evening, EveningPoints, EveningRound, Match, Player, Presence
from games.people.players import add_player
from tests.cast import Cast
from tests.evening.director import FACTS, Director
from tests.factories import new_key, stated

pytestmark = pytest.mark.both_databases


def test_an_evening_is_walked_from_the_first_tick_to_the_list(client: Client, cast: Cast) -> None:
    director = Director(client, cast, 8)
    for own, usual in (("auction", "auction"), ("", "result-only")):
        Club.objects.update(writes=own)
        form = client.get(reverse("evening-new", args=[cast.club.slug])).context["form"]
        assert form.initial["writes"] == usual
    evening = director.opens()
    assert "Nobody has been drawn yet" in director.page()
    assert "drawn, not announced yet" in director.does("draw")
    first = director.newest.tables
    assert sorted(map(len, first)) == [4, 4]
    # Two change places, and one is sent to the other table and back.
    one, other = first[0][0], first[1][0]
    director.taps("move", who=one, other=other)
    assert director.newest.tables[0][0] == other
    director.taps("move", who=other, table="2")
    assert sorted(map(len, director.newest.tables)) == [3, 5]
    director.taps("move", who=other, table="1")
    assert "Type its points" in director.does("announce")
    director.taps("announce")  # a second tap opens no more tables
    match, paper = director.matches()
    assert match.round == director.newest
    assert [match.table, match.hands_planned, director.newest.number] == ["1", 2, 1]
    # Until a hand is played two change places as before, and back.
    for _twice in range(2):
        director.taps("move", who=one, other=other)
    assert "sits on two seats" not in director.page()

    # At table 1 the second seat makes a garde by four: (25 + 4) x 2 = 58 from each.
    hand = director.records(match)
    seats = [row.player.name for row in match.seats.order_by("seat")]
    expected = dict.fromkeys(seats, -58) | {seats[1]: 174}
    # Table 2 hands in its paper. It sums to 0, or is not taken.
    wrote = [row.player for row in paper.seats.order_by("seat")]
    typed = dict(
        zip((one.public_id for one in wrote), ("100", "-40,5", "-39½", "-20"), strict=True)
    )
    address = director.at("evening-table", paper.public_id)
    refused = client.post(address, {**typed, wrote[0].public_id: "90"})
    assert refused.status_code == 422
    assert "sum to 0" in refused.content.decode()
    quarters = {**typed, wrote[0].public_id: "100.25", wrote[3].public_id: "-20.25"}
    assert "end in a half" in client.post(address, quarters).content.decode()
    assert client.post(address, typed).status_code == 302
    assert client.post(address, typed).status_code == 302  # typed again it counts once
    halves = {line.player.name: line.total for line in list_of(evening)}
    assert halves == {name: points * 2 for name, points in expected.items()} | dict(
        zip((one.name for one in wrote), (200, -81, -79, -40), strict=True)
    )

    # One comes late, one leaves, and the director takes ten points from another.
    late = add_player(user=cast.admin, club=cast.club, name="Zoé")
    gone = wrote[3]
    director.come(late, went=(gone,))
    director.taps("draw")
    seated = {one for table in director.newest.tables for one in table}
    assert late.public_id in seated
    assert gone.public_id not in seated
    director.taps("announce")
    page = director.does("points", player=wrote[0].public_id, points="-10", because="Late twice")
    assert "Late twice" in page
    # On a phone what is done between rounds stands before the long list.
    assert page.index('id="_tables"') < page.index('id="came"') < page.index('id="_list"')
    for at in director.matches():
        director.records(at)
    lines = {line.player.name: line for line in list_of(evening)}
    assert lines["Zoé"].late
    assert lines[gone.name].left
    assert lines[gone.name].by_round == (-40, None)
    assert lines[wrote[0].name].director == -20
    assert sum(line.total for line in lines.values()) == -20  # the penalty alone sums to nothing

    # The hand of round 1 is corrected while round 2 runs: 48 points are made by seven, 64 each.
    book.amend(
        user=cast.admin,
        hand=hand,
        version=hand.version,
        key=new_key(),
        because="Two cards were counted twice.",
        wanted=book.Wanted(changes=[{"op": "undo"}, stated(points=48)]),
    )
    assert {line.player.name: line.by_round[0] for line in list_of(evening)}[seats[1]] == 2 * 192
    places = [line.place for line in list_of(evening)]
    assert places == sorted(places)
    assert places[0] == 1


def test_somebody_comes_somebody_leaves_and_a_substitute_plays_on(
    client: Client, cast: Cast
) -> None:
    director = Director(client, cast, 8)
    evening = director.opens(minutes="20")
    # Two teams of four: nobody meets a member of their own more often than must be.
    teams = {one.public_id: "AB"[n // 4] for n, one in enumerate(director.people)}
    assert client.post(director.at("evening-teams"), dict.fromkeys(teams, "A")).status_code == 422
    assert client.post(director.at("evening-teams"), teams).status_code == 302
    # A page that a second director opened before: only what is typed in there is saved.
    stale = dict.fromkeys([*teams, *(f"initial-{one}" for one in teams)], "")
    for team, status in (("B", 422), ("C", 302)):  # B would have five
        moved = {director.people[0].public_id: team}
        assert client.post(director.at("evening-teams"), stale | moved).status_code == status
    teams |= moved
    assert dict(Presence.objects.values_list("player__public_id", "team")) == teams
    page = director.does("draw", announce="1")
    assert director.newest.announced_at
    assert "Start the clock" in page
    assert "Of one team at one table" in page
    assert "2 tables are still playing: 1, 2." in page
    next_round = 'class="button act" name="announce"'  # the main thing to do once nobody plays
    assert next_round not in page
    for _tapped_twice in range(2):
        director.taps("clock", minutes="20", ends="")
    left = director.newest.ends_at - timezone.now()  # type: ignore[operator]
    assert 19 * 60 < left.total_seconds() <= 20 * 60

    first, second = director.matches()
    director.records(first)
    seats = [row.player for row in first.seats.order_by("seat")]
    away = second.seats.order_by("seat")[0].player
    # A table that has begun keeps its number of people, and the page says so.
    assert "Table 1 has begun" in director.does("move", who=seats[0].public_id)
    # Somebody new takes the seat of one who leaves, from the next hand on, and in the same team.
    page = director.does("here", went=seats[0].public_id, name="Newcomer")
    assert f"in the seat of {seats[0].name}" in page
    new = Player.objects.get(name="Newcomer")
    at_table = first.seats.filter(player__in=[new, seats[0]]).order_by("since")
    assert [(row.player, row.since) for row in at_table] == [(seats[0], 1), (new, 2)]
    assert new.presences.get().team == teams[seats[0].public_id]
    director.records(first)
    totals = director.totals()
    assert (totals[seats[0].name], totals["Newcomer"]) == (-58, -58)
    assert {line.player.name for line in list_of(evening) if line.left} == {seats[0].name}
    # People of two tables change places, one of which has played: each from its next hand on.
    director.taps("move", who=new.public_id, other=away.public_id)
    assert first.seats.get(player=away).since == 3
    assert second.seats.get(player=new).since == 1
    # What they have they have from the first table, not from the one they sit at now.
    at_first, at_second = tables_of_round(director.newest)
    assert [(one.player, one.halves) for one in at_first.gone] == [(seats[0], -116), (new, -116)]
    assert (at_second.gone, {one.halves for one in at_second.people}) == ([], {0})
    by_tables = client.get(director.at("evening-list"), {"by": "tables"}).content.decode()
    assert f'{new.name} <span class="second">left' in by_tables
    # Who leaves and is not replaced is drawn no more; somebody may come by name alone.
    director.taps("here", went=away.public_id)
    director.taps("here", name=seats[0].name.lower())
    Match.objects.update(closed_at=timezone.now())
    assert next_round in director.page()
    director.taps("draw")
    seated = {one for table in director.newest.tables for one in table}
    assert away.public_id not in seated
    assert {new.public_id, seats[0].public_id} <= seated
    assert director.page(round="1").count("at-table") == 2  # earlier rounds stay open
    assert "Table 1" in director.page(round="1", move=new.public_id)


def test_at_a_table_with_a_sealed_hand_its_hands_count_and_not_what_was_typed(
    client: Client, cast: Cast
) -> None:
    director = Director(client, cast, 4)
    evening = director.opens()
    director.taps("draw", announce="1")
    assert {line.place for line in list_of(evening)} == {0}  # nothing counts yet
    for name in ("evening", "evening-list"):
        page = client.get(director.at(name)).content.decode()
        assert page.count('<td class="num"></td>') == 4
    [match] = director.matches()
    seats = [row.player for row in match.seats.order_by("seat")]
    typed = dict(zip((one.public_id for one in seats), ("90", "-30", "-30", "-30"), strict=True))
    address = director.at("evening-table", match.public_id)
    assert "contracts made" not in client.get(address).content.decode()
    Evening.objects.update(ties="contracts")
    assert "They say nothing of contracts made" in client.get(address).content.decode()
    assert client.post(address, typed).status_code == 302
    assert director.totals()[seats[0].name] == 90
    assert "typed from paper" in director.page()
    assert 'value="90"' in client.get(address).content.decode()  # to be corrected there
    director.records(match)
    assert director.totals() == dict.fromkeys([one.name for one in seats], -58) | {
        seats[1].name: 174
    }
    page = director.page()
    assert "Its hands count, not the points that were typed" in page
    assert "Table 1 is still playing" in page
    again = client.post(address, typed)
    assert again.status_code == 422
    assert "its hands count" in again.content.decode()
    # Members read it, in a spreadsheet too, and direct nothing.
    client.force_login(cast.member)
    page = director.page()
    assert "Round 1" in page
    assert "announce round" not in page
    text = client.get(director.at("evening-list"), {"spreadsheet": "1"}).content.decode("utf-8-sig")
    rows = [line.replace(";", ",").split(",") for line in text.splitlines() if line]
    assert [row[-2] for row in rows[-4:]] == ["174", "-58", "-58", "-58"]


def test_people_are_ticked_for_the_day_of_the_evening(client: Client, cast: Cast) -> None:
    """It goes on after midnight, or is opened the day before; names are known whatever their
    capitals."""
    director = Director(client, cast, 4)
    director.opens(played_on="2026-11-20")
    assert "Tick who is here" in director.page()
    sent = {"here": [one.public_id for one in director.people]}
    assert ">20 November 2026</p>" in client.get(director.at("evening-people")).content.decode()
    answer = client.post(director.at("evening-people"), sent)
    assert answer.headers["Location"] == director.at("evening")
    assert "4 players here" in director.page()
    late = add_player(user=cast.admin, club=cast.club, name="Émile Œuvré")
    director.taps("here", name="  émile ŒUVRÉ ")
    assert Presence.objects.filter(player=late).exists()


def test_nobody_takes_a_seat_who_has_one_or_is_here_without_the_seat_they_asked_for(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = Director(client, cast, 8)
    evening = director.opens()
    director.taps("draw")
    for _announced in range(2):
        one, other = (table[0] for table in director.newest.tables)
        players = {player.public_id: player for player in director.people}
        for name in (players[other].name, players[one].name):
            assert "sits on two seats" in director.does("here", went=one, name=name)
        director.taps("announce")
    assert [line.marks for line in list_of(evening)] == [[]] * 8

    def fails(*_args: object, **_facts: object) -> None:
        raise ValidationError("No seat is free.")

    monkeypatch.setattr("games.evening.arrivals.move_now", fails)
    assert "No seat is free." in director.does("here", went=one, name="Newcomer")
    assert not Presence.objects.filter(player__name="Newcomer").exists()
    assert Presence.objects.get(player=players[one]).left_at is None


def test_a_round_is_drawn_again_and_people_sit_out_until_it_is_announced(
    client: Client, cast: Cast
) -> None:
    director = Director(client, cast, 2)
    director.opens()
    assert "2 players cannot be seated" in director.does("draw")
    assert not EveningRound.objects.exists()
    director.come(*cast.players)
    seeds = set()
    for _again in range(3):
        director.taps("draw")
        seeds.add(director.newest.seed)
    assert EveningRound.objects.count() == 1
    assert len(seeds) == 3  # each is kept with its seed

    out = director.newest.tables[0][2]
    page = director.does("move", who=out)
    assert sum(map(len, director.newest.tables)) == 4
    assert "At no table" in page
    for table in ("2", "0", "²", "1" * 5_000):  # there is one
        sent = {"round": "1", "who": out, "table": table}
        assert client.post(director.at("evening-move"), sent).status_code == 404
    assert "Tap somebody to change places with" in director.page(move=out)
    director.taps("move", who=out, table="1")
    assert sum(map(len, director.newest.tables)) == 5
    # A table at which nobody can play is not announced.
    for _away in range(3):
        director.taps("move", who=director.newest.tables[0][0])
    assert "This game is played by" in director.does("announce")
    assert director.newest.announced_at is None
    assert not Match.objects.exists()


def test_what_is_tapped_twice_or_on_an_old_page_is_done_once(client: Client, cast: Cast) -> None:
    director = Director(client, cast, 8)
    director.opens()
    for _twice in range(2):
        page = director.does("draw", round=1, announce="1")
    assert EveningRound.objects.count() == 1
    assert "drawn or announced a round meanwhile" in page
    key = new_key()
    for _twice in range(2):
        penalty = {"player": director.people[0].public_id, "points": "-10", "because": "late"}
        page = director.does("points", key=key, **penalty)
    assert EveningPoints.objects.count() == 1
    assert f'name="key" value="{key}"' not in page
    director.taps("draw")
    one, other = (table[0] for table in director.newest.tables)
    director.taps("move", who=one, other=other)
    for old in ({"round": "2"}, {"round": "1", "again": "1"}, {}):  # pages from before
        client.post(director.at("evening-draw"), old)
    assert [director.newest.number, director.newest.tables[0][0]] == [2, other]


def test_an_evening_without_an_end_or_a_game_is_refused(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    for wrong in ({"hands": ""}, {"rounds": "0"}, {"game": "chess:"}, {"title": ""}):
        sent = {**FACTS, "key": new_key(), **wrong}
        response = client.post(reverse("evening-new", args=[cast.club.slug]), sent)
        assert response.status_code == 422, wrong
    assert not Evening.objects.exists()


def test_title_and_rounds_change_while_an_evening_is_played(client: Client, cast: Cast) -> None:
    """Not below the rounds that are announced, and boards keep the number they were made for."""
    director = Director(client, cast, 8)
    director.opens()
    address = director.at("evening-change")
    form = client.get(address).context["form"]
    assert (form.initial["title"], form.initial["rounds"]) == ("Friday", 3)
    for _round in range(2):
        director.taps("draw")
        director.taps("announce")
    sent = {"title": "Friday, shorter", "rounds": "2", "hands": "2"}
    assert client.post(address, sent).status_code == 302
    assert "Round 3" not in director.page()
    for rounds, hands, why in (("1", "2", "Round 2 has already"), ("2", "", "after how many")):
        refused = client.post(address, {**sent, "rounds": rounds, "hands": hands})
        assert refused.status_code == 422
        assert why in refused.content.decode()
    assert client.post(address, {**sent, "rounds": "4", "minutes": "30"}).status_code == 302
    assert 'aria-current="page">3' in director.does("draw")
    evening = Evening.objects.get()
    assert (evening.title, evening.rounds, evening.minutes) == ("Friday, shorter", 4, 30)
    make_boards(evening, 1)
    refused = client.post(address, {**sent, "rounds": "5"})
    assert "Boards have been made for" in refused.content.decode()
    assert client.post(address, {**sent, "rounds": "4", "title": "Sunday"}).status_code == 302
