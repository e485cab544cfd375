"""The list of an evening: ties, prizes, what has changed since it was printed, and its files."""

import pytest
from django.test import Client

from games import book
from games.evening.printing import changed_since, list_facts, seats_of
from games.evening.prizes import prizes_of
from games.evening.tables_shown import tables_of_round
from games.evening.totals import list_of, teams_of
from games.models import Evening, EveningPoints, Hand, HandSeat, Player, Presence
from games.people.merging import merge_players
from games.rules import feats
from games.statistics.leagues import league_table, rules_of
from tests.cast import Cast
from tests.evening.director import Director
from tests.factories import new_key, stated

pytestmark = pytest.mark.both_databases


def test_the_list_is_decided_printed_and_says_what_a_correction_changes(
    client: Client, cast: Cast
) -> None:
    director = Director(client, cast, 4)
    evening = director.opens()
    ids = [one.public_id for one in director.people]
    hands = []
    for _round in (1, 2):
        director.taps("draw")
        director.newest.__class__.objects.filter(pk=director.newest.pk).update(tables=[ids])
        director.taps("announce")
        hands.append(director.records(director.matches()[0]))
    anna, boris, chloe, dario = director.people

    # Boris made two gardes by four: (25 + 4) x 2 = 58 from each, twice.
    assert [(one.place, one.player, one.total // 2) for one in list_of(evening)] == [
        (1, boris, 348),
        (2, anna, -116),
        (2, chloe, -116),
        (2, dario, -116),
    ]
    # In the second round Chloé takes instead: 58 x 3 - 58 = 116 for both, -116 for the two others.
    book.amend(
        user=cast.admin,
        hand=hands[1],
        version=hands[1].version,
        key=new_key(),
        because="The taker was Chloé.",
        wanted=book.Wanted(changes=[{"op": "undo"}, stated(taker=2)]),
    )
    assert [(one.place, one.player, one.total // 2) for one in list_of(evening)] == [
        (1, boris, 116),
        (1, chloe, 116),
        (3, anna, -116),
        (3, dario, -116),
    ]

    # With 174 and -58 each they are level in all; with -58 + 174 against 166 - 50 Chloé's best
    # round is better; where it is not, it counts who made more contracts.
    ties = Evening.Ties
    HandSeat.objects.filter(hand=hands[1], player=boris).update(score_halves=-2 * 50)
    HandSeat.objects.filter(hand=hands[0], player=boris).update(score_halves=2 * 166)
    for choice, boris_first, decided in (
        (ties.SHARED, [1, 1], None),
        (ties.BEST_ROUND, [2, 1], ties.BEST_ROUND),
    ):
        Evening.objects.update(ties=choice)
        line_of = {one.player: one for one in list_of(Evening.objects.get())}
        assert [line_of[boris].place, line_of[chloe].place] == boris_first
        assert decided in (line_of[boris].decided, line_of[chloe].decided)
    HandSeat.objects.filter(player__in=(boris, chloe)).update(won=False)
    HandSeat.objects.filter(hand=hands[0], player=boris).update(score_halves=2 * 174, won=True)
    HandSeat.objects.filter(hand=hands[1], player=boris).update(score_halves=2 * -58)
    HandSeat.objects.filter(hand=hands[0], player=chloe).update(score_halves=2 * -58)
    Evening.objects.update(ties=ties.CONTRACTS)
    lines = list_of(Evening.objects.get())
    assert [(one.place, one.player, one.decided) for one in lines[:2]] == [
        (1, boris, None),
        (2, chloe, ties.CONTRACTS),
    ]
    # Of Anna and Dario nothing tells one from the other but the lot: it is kept, and stays.
    assert [one.place for one in lines[2:]] == [3, 3]
    Evening.objects.update(ties=ties.LOT, lot=1)
    drawn = [(one.place, one.player) for one in list_of(Evening.objects.get())]
    assert drawn == [(one.place, one.player) for one in list_of(Evening.objects.get())]
    assert [place for place, _player in drawn] == [1, 2, 3, 4]
    first = set()
    for lot in range(20):
        Evening.objects.update(lot=lot)
        first.add(list_of(Evening.objects.get())[2].player)
    assert first == {anna, dario}

    # It is printed; then the first round turns out to be Anna's.
    evening = Evening.objects.get()
    Evening.objects.update(ties=ties.SHARED)
    printed = client.post(director.at("evening-printed"))
    assert printed.content.startswith(b"%PDF")
    evening = Evening.objects.get()
    assert changed_since(evening)["changes"] == []
    HandSeat.objects.filter(hand=hands[0], player=anna).update(score_halves=2 * 174)
    HandSeat.objects.filter(hand=hands[0], player=boris).update(score_halves=2 * -58)
    changes = changed_since(evening)["changes"]
    # Anna +174 - 58 = 116 shares the first place with Chloé, and Boris has -116.
    assert {(one.player, one.place, one.total // 2, one.line.place) for one in changes} == {
        (anna, 3, -116, 1),
        (boris, 1, 116, 3),
    }
    assert "these lines have changed" in director.page()
    assert "these lines have changed" in client.get(director.at("evening-list")).content.decode()

    # By tables and teams, and the prizes.
    Presence.objects.filter(player__in=(anna, boris)).update(team="Nord")
    teams = teams_of(evening, list_of(evening))
    assert [(one.place, one.name, one.total) for one in teams] == [(1, "Nord", 0)]
    assert [
        {one.player: one.halves // 2 for table in tables_of_round(drawn) for one in table.people}
        for drawn in evening.drawn.all()
    ] == [
        {anna: 174, boris: -58, chloe: -58, dario: -58},
        {anna: -58, boris: -58, chloe: 174, dario: -58},
    ]
    HandSeat.objects.filter(hand=hands[1], player=chloe).update(
        feats=feats.bit_of(feats.SLAM), shown=10
    )
    words = {one.name: one.words for one in prizes_of(evening, list_of(evening))}
    assert words == {"Best slam": "Chloé (+174)", "Most handfuls": "Chloé (1 handful)"}
    Hand.objects.filter(pk=hands[1].pk).update(held=True)  # a board still to be played
    assert prizes_of(evening, list_of(evening)) == []
    Hand.objects.filter(pk=hands[1].pk).update(held=None)
    for by in ("tables", "teams"):
        page = client.get(director.at("evening-list"), {"by": by}).content.decode()
        assert "Nord" in page or by == "tables"

    # As a file for each purpose, for members as well.
    client.force_login(cast.member)
    for what in ("draw", "sheets", "slips"):
        answer = client.get(director.at("evening-paper", what))
        assert answer.content.startswith(b"%PDF")
    assert client.get(director.at("evening-paper", "secrets")).status_code == 404
    assert client.get(director.at("evening-list-pdf")).content.startswith(b"%PDF")
    assert client.get(director.at("evening-list-png")).content.startswith(b"\x89PNG")
    assert client.get(director.at("evening-list"), {"spreadsheet": "xlsx"}).content[:2] == b"PK"
    assert client.post(director.at("evening-printed")).status_code == 403


def test_two_who_are_one_person_have_their_points_together(client: Client, cast: Cast) -> None:
    director = Director(client, cast, 5)
    director.opens()
    director.taps("draw")
    kept, gone = director.people[0], director.people[4]
    director.taps("move", who=gone.public_id)
    director.taps("announce")
    director.taps("points", player=kept.public_id, points="5", because="A prize")
    EveningPoints.objects.update(player=gone)
    merge_players(user=cast.admin, kept=kept, gone=gone)
    totals = director.totals()
    assert totals[kept.name] == 5
    assert gone.name not in totals


def test_who_was_merged_after_the_list_was_printed_changes_no_line(
    client: Client, cast: Cast
) -> None:
    director = Director(client, cast, 4)
    director.opens()
    director.taps("draw", announce="1")
    client.post(director.at("evening-printed"))
    kept = Player.objects.get(pk=cast.players[4].pk)
    merge_players(user=cast.admin, kept=kept, gone=director.people[0])
    evening = Evening.objects.get()
    assert kept in [line.player for line in list_of(evening)]
    assert changed_since(evening)["changes"] == []


def test_tables_of_several_games_make_one_list_that_each_game_can_be_read_from(
    client: Client, cast: Cast
) -> None:
    director = Director(client, cast, 8)
    evening = director.opens(hands="1")
    director.taps("draw")
    director.taps("announce")
    first, other = director.matches()
    assert "Droggn" in client.get(director.at("evening-table", other.public_id)).content.decode()
    game = director.at("evening-game", other.public_id)
    for wrong, why in (
        ("taroux-of-six:", "is played by"),
        ("chess:", "no such game"),
        ("", "no such game"),
    ):
        assert why in client.post(game, {"game": wrong}, follow=True).content.decode()
    assert "Droggn" in client.post(game, {"game": "droggn:"}, follow=True).content.decode()
    first, other = director.matches()
    assert (first.variant, other.variant) == ("french", "droggn")

    # Boris's seat makes a garde by four; at the table of Droggn the paper has four numbers.
    director.records(first)
    begun = client.post(
        director.at("evening-game", first.public_id), {"game": "scarto:"}, follow=True
    )
    assert "Table 1 has begun" in begun.content.decode()
    wrote = {
        player.public_id: str(points)
        for player, points in zip(other.people, (30, -10, -10, -10), strict=True)
    }
    assert client.post(director.at("evening-table", other.public_id), wrote).status_code == 302
    director.taps("points", player=first.people[0].public_id, points="-5", because="Late.")
    totals = director.totals()
    assert [totals[one.name] for one in first.people] == [-63, 174, -58, -58]
    assert [totals[one.name] for one in other.people] == [30, -10, -10, -10]

    seats = {one.player: one.plays for one in seats_of(director.newest, str)}
    assert [seats[one] for one in (first.people[0], other.people[0])] == ["", "Droggn"]
    for what in ("draw", "slips"):
        assert client.get(director.at("evening-paper", what)).content.startswith(b"%PDF")

    # The table keeps its game in round 2, also after two names have changed places.
    director.taps("draw")
    director.taps("announce")
    french, droggn = director.matches()
    assert (french.variant, droggn.variant) == ("french", "droggn")
    one, two = french.people[0], droggn.people[0]
    director.taps("move", who=one.public_id, other=two.public_id)
    director.records(french)
    pages = {
        game: client.get(director.at("evening-list"), {"game": game}).context["lines"]
        for game in ("", "french", "droggn")
    }
    lines = {game: {one.player: one for one in listed} for game, listed in pages.items()}
    for player, line in lines[""].items():
        by_game = [lines[game].get(player) for game in ("french", "droggn")]
        halves = [one.total for one in by_game if one]
        assert line.total == sum(halves) + line.director
    first_round = [one.total // 2 for one in pages["droggn"] if one.by_round[0] is not None]
    assert first_round == [30, -10, -10, -10]
    assert all(one.director == 0 for one in pages["french"])
    # What was played counts in the league of its game; four numbers of a paper are no hands.
    league = league_table(cast.club, "french", "", rules_of(cast.club))
    assert {line.entry.player: line.entry.sums.score_halves for line in league} == {
        line.player.pk: line.total for line in pages["french"]
    }
    assert list_facts(evening, [], [], [])["second"].endswith("Droggn, French Tarot")
    shown = {"game": "droggn", "spreadsheet": "1"}
    rows = client.get(director.at("evening-list"), shown).content.decode().splitlines()
    assert len(rows) == 1 + len(pages["droggn"])
    assert client.get(director.at("evening-list"), {"game": "scarto"}).status_code == 404
    assert [one.variant for one in Evening.objects.all()] == [evening.variant]
