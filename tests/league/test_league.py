"""League tables: who is ranked, how ties are broken, what is taken away; the records of a club."""

import re
from codecs import BOM_UTF8
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games.display.headlines import verdict
from games.league.league_files import season_facts
from games.league.ranking import set_league
from games.models import Club, ClubRecord, Hand, Player, RecordKind, Tally, User
from games.statistics.club_records import hides_losses
from games.statistics.leagues import USUAL, Rules, league_table, rules_of
from games.statistics.scope import HandScope
from games.statistics.seasons import Named, Seasons
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, sealed_hand, stated
from tests.games import hand_by_chance

pytestmark = pytest.mark.both_databases

SUMMER = date(2025, 7, 14)
HURT = ("Most lost in a hand", "Contract missed by most", "Most hands lost in a row")


def read(client: Client, cast: Cast, query: str = "", *, user: User | None = None) -> str:
    client.force_login(user or cast.member)
    answer = client.get(reverse("league", args=[cast.club.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def said(client: Client, cast: Cast, query: str = "") -> str:
    """The words of the page."""
    return words(read(client, cast, query))


def table(
    cast: Cast, *order: str, least: int = 1, period: str = ""
) -> list[tuple[int | None, str]]:
    """Ranks and names in French Tarot."""
    rules = Rules(order or USUAL, least)
    lines = league_table(cast.club, "french", period, rules)
    return [(line.rank, line.entry.name) for line in lines]


def test_players_are_ranked_by_the_criteria_of_the_club_one_after_the_other(cast: Cast) -> None:
    """By hands won Emma is behind Anna; of the three without one Dario has played fewer hands."""
    usual = [(1, "Anna"), (2, "Emma"), (3, "Dario"), (4, "Boris"), (4, "Chloé")]
    level = [(1, "Anna"), (2, "Emma"), (3, "Boris"), (3, "Chloé"), (3, "Dario")]
    assert table(cast) == usual
    assert table(cast, "won") == level
    assert table(cast, "won", "fewer") == usual
    assert [name for _rank, name in table(cast, "made-share")][:2] == ["Anna", "Emma"]
    assert table(cast, "average")[0] == (1, "Emma")
    of_two_hands = table(cast, least=2)
    assert (of_two_hands[0], of_two_hands[-1]) == ((1, "Anna"), (None, "Emma"))


def test_each_game_and_each_period_has_a_table_that_says_what_decided(
    client: Client, cast: Cast
) -> None:
    summer = cast.open_match(played_on=SUMMER, title="Summer")
    sealed_hand(cast.scorer, summer, claimed_by_seat_0())
    tarok = cast.open_match(2, variant="sca-tarok", first_dealer=0)
    sealed_hand(cast.scorer, tarok, hand_by_chance("sca-tarok", 2))
    assert [len(table(cast, period=one)) for one in ("2025-07", "2026", "2024")] == [4, 5, 0]
    page = read(client, cast)
    ranked = "French Tarot, 2026 ranked by points, contracts made, share of hands won"
    assert ranked in words(page)
    assert re.search(r'aria-current="true">\s*French Tarot', page)
    assert "French Tarot, July 2025" in said(client, cast, "?period=2025-07")
    assert "French Tarot, all time" in said(client, cast, "?period=")
    assert "Chloé" not in read(client, cast, "?variant=sca-tarok")
    set_league(user=cast.admin, club=cast.club, order=["won", "fewer"], least=1)
    assert "Boris decided by fewer hands played" in said(client, cast)
    place = reverse("league", args=[cast.club.slug])
    for query in ("?variant=bridge", "?period=2020", "?period=yesterday"):
        assert client.get(place + query).status_code == 404, query
    client.force_login(cast.other_scorer)
    empty = client.get(reverse("league", args=[cast.other_club.slug])).content.decode()
    assert "No hand has been sealed yet." in empty
    assert reverse("matches", args=[cast.other_club.slug]) in empty


SPRING = Named("Spring cup", "2026-01-31..2026-08-30")
SEASON = "2025-09-01..2026-08-31"


def seasons_are_played(cast: Cast) -> None:
    """Anna wins on four more days; a season has twelve months from September on."""
    for day in (date(2025, 9, 1), date(2026, 1, 31), date(2026, 8, 31), date(2026, 9, 1)):
        match = cast.open_match(played_on=day, title=str(day))
        sealed_hand(cast.scorer, match, claimed_by_seat_0())
    seasons = Seasons(9, 12, (SPRING,))
    set_league(user=cast.admin, club=cast.club, order=["points"], least=1, seasons=seasons)


def test_a_season_goes_over_the_months_and_days_that_the_club_says(
    client: Client, cast: Cast
) -> None:
    """Twelve months from September on are kept as months; days of one's own are added up, too."""
    seasons_are_played(cast)
    rules = Rules(("points",))
    (anna, *_) = league_table(cast.club, "french", SEASON, rules)
    assert (anna.entry.sums.hands, anna.entry.sums.score_halves) == (3, 3 * 3120)
    assert anna.entry.sums.best_halves == anna.entry.sums.worst_halves == 3120
    august = league_table(cast.club, "french", "2026-08", rules)[0]
    assert anna.entry.rating == august.entry.rating
    (anna, *_) = league_table(cast.club, "french", SPRING.period, rules)
    assert anna.entry.sums.hands == 1
    page = read(client, cast)
    assert "French Tarot, 2026/27 ranked by points" in words(page)  # the newest
    groups = re.search(r"<optgroup.*</optgroup>", page, re.DOTALL)
    assert groups is not None
    offered = "Spring cup 2026/27 2025/26 2026 2025 November 2026 September 2026 "
    assert words(groups[0]).startswith(offered)
    spring = "French Tarot, Spring cup 31 January 2026 to 30 August 2026; ranked by points"
    assert spring in said(client, cast, f"?period={SPRING.period}")
    two_days = said(client, cast, "?variant=french&since=2026-08-31&until=2026-09-01")
    assert "French Tarot, 31 August 2026 to 1 September 2026 ranked by points" in two_days
    assert "1 Anna 2 +3,120" in two_days
    nothing = said(client, cast, "?since=2026-09-02&until=2026-10-01")
    assert "no hand has been sealed in these days" in nothing
    assert "This day is before" in read(client, cast, "?since=2026-09-02&until=2026-09-01")
    player = reverse("player", args=[cast.club.slug, cast.players[0].public_id])
    link = f'{player}?variant=french&amp;period={SEASON}"'
    assert link in read(client, cast, f"?period={SEASON}")
    assert "after 3 hands" in words(client.get(f"{player}?period={SEASON}").content.decode())


def test_the_league_takes_the_same_few_statements_however_many_hands(
    client: Client, cast: Cast, django_assert_num_queries
) -> None:
    client.force_login(cast.member)
    place = reverse("league", args=[cast.club.slug])
    for _look in range(2):
        with django_assert_num_queries(9):
            client.get(place)
        sealed_hand(cast.scorer, cast.open_match(), claimed_by_seat_0())


def test_the_table_is_a_file_in_the_signs_and_words_of_its_reader(
    client: Client, cast: Cast
) -> None:
    place = reverse("league-file", args=[cast.club.slug])
    assert f"{place}?variant=french&amp;period=2026" in read(client, cast)
    spreadsheet = f"{place}?variant=french&period=&spreadsheet=1"
    data = client.get(spreadsheet, headers={"accept-language": "fr"}).content
    assert data.startswith(BOM_UTF8)
    header, first, *_, last = data.decode("utf-8-sig").splitlines()
    assert header.startswith("Rang;Joueur;Donnes;Points;")
    assert first.startswith("1;Anna;4;2600,0;2;3;")
    assert last.startswith("4;Chloé;4;-1560,0;0;3;")
    english = client.get(spreadsheet).content.decode("utf-8-sig")
    assert english.splitlines()[1].startswith("1,Anna,4,2600.0,")
    Player.objects.filter(pk=cast.players[0].pk).update(name="=SUM(A1)")
    answer = client.get(f"{place}?variant=french&period=")
    named = 'attachment; filename="les-atouts-league-french.csv"'
    assert answer.headers["Content-Disposition"] == named
    header, first, *_, last = answer.content.decode().splitlines()
    assert header.startswith("rank,player,hands,points,hands_won,hands_decided,")
    assert first == "1,'=SUM(A1),4,2600.0,2,3,2,2,1560.0,-520.0,,"
    assert last == "4,Chloé,4,-1560.0,0,3,0,0,0.0,-520.0,,"


def test_a_league_and_a_season_are_files_to_print_and_to_share(client: Client, cast: Cast) -> None:
    Player.objects.filter(pk=cast.players[0].pk).update(name='#panic("x") *bold* $x$')
    client.force_login(cast.member)
    league = reverse("league-pdf", args=[cast.club.slug])
    assert client.get(f"{league}?variant=french&period=2026").content.startswith(b"%PDF-")
    anna, emma = cast.players[0].public_id, cast.players[4].public_id
    for form, begin in (("pdf", b"%PDF-"), ("png", b"\x89PNG")):
        season = reverse(f"season-{form}", args=[cast.club.slug, anna])
        assert client.get(f"{season}?variant=french&period=2026").content.startswith(begin)
        assert client.get(f"{season}?variant=french&period=2025").status_code == 404
        nobody = season.replace(anna, emma)
        assert client.get(f"{nobody}?variant=scarto&period=2026").status_code == 404


def test_a_rating_is_shown_and_ranks_from_twenty_hands_on(client: Client, cast: Cast) -> None:
    """Anna and Emma have won, but played little; they share the last rank."""
    page = said(client, cast)
    assert "· rating from 20 hands on" in page
    assert "±" not in page
    Tally.objects.filter(player=cast.players[2]).update(hands=20)
    page = said(client, cast)
    assert page.count("±") == 1
    assert re.search(r"Chloé 20 .*? 14\d\d ± 19\d|Chloé 20 .*? 1,4\d\d ± 19\d", page)
    file = client.get(reverse("league-file", args=[cast.club.slug])).content.decode()
    (chloe,) = (line for line in file.splitlines() if "Chloé" in line)
    assert re.search(r",14\d\d\.\d,9\d\.\d$", chloe)
    Tally.objects.filter(player__name__in=["Boris", "Dario"]).update(hands=20)
    ranked = table(cast, "rating")
    assert {name for _rank, name in ranked[:3]} == {"Boris", "Chloé", "Dario"}
    assert ranked[3:] == [(4, "Anna"), (4, "Emma")]


def test_the_records_of_the_club_lead_to_their_hands(client: Client, cast: Cast) -> None:
    """Of 37½ points over, half a point goes to the side that wins: made by 38, everywhere."""
    page = read(client, cast)
    for record in (
        "Most won in a hand Anna, Friday, 20 Nov 2026 +1,560",
        "Most points in a match Anna, Friday, 20 Nov 2026 +3,120",
        "Most hands won in a row Anna, Friday, 20 Nov 2026 2",
        "Contract made by most Anna, Friday, 20 Nov 2026 55",
        "Best slam Anna, Friday, 20 Nov 2026 +1,560",
    ):
        assert record in words(page)
    first = cast.match.hands.get(number=1)
    assert reverse("hand", args=[cast.club.slug, first.public_id]) in page
    facts = {"points": 60, "bouts": ["T21", "T1", "F"], "petit": "declarers"}
    cast.sealed_hand([stated(**facts, handfuls=[{"seat": 1, "cards": 11}])])
    kept = ClubRecord.objects.get(kind=RecordKind.MADE_BY)
    Hand.objects.filter(pk=kept.hand_id).update(margin_halves=75)
    ClubRecord.objects.filter(pk=kept.pk).update(value=75)
    assert verdict(Hand.objects.get(pk=kept.hand_id)) == "made by 38"
    now = said(client, cast)
    assert "Handful with the most trumps Boris, Friday, 20 Nov 2026 11" in now
    assert re.search(r"Best hand with trump 1 in the last trick Boris, .*? 2026 \+\d+", now)
    assert "37½" not in now
    assert re.search(r"Contract made by most .*? 38 ", now)


def test_what_hurts_is_shown_nowhere_once_the_club_hides_it(client: Client, cast: Cast) -> None:
    (line, *_) = league_table(cast.club, "french", "2026", rules_of(cast.club))

    def on_paper() -> dict[str, str]:
        facts = season_facts(cast.club, cast.players[0], line, HandScope("french", "2026"))
        return dict(facts["figures"])

    def worst_hands() -> set[str]:
        file = client.get(reverse("league-file", args=[cast.club.slug]))
        header, *lines = file.content.decode().splitlines()
        column = header.split(",").index("worst_hand")
        return {line.split(",")[column] for line in lines}

    def how_we_count() -> str:
        return client.get(reverse("how-we-count", args=[cast.club.slug])).content.decode()

    assert on_paper()["Worst hand"] == "−520"
    cast.sealed_hand([stated(points=30)])
    page = said(client, cast)
    assert all(name in page for name in HURT)
    assert "-520.0" in worst_hands()
    assert "Wilson’s interval" in how_we_count()
    assert "In each game every player starts with 1500, give or take 196." in how_we_count()
    set_league(user=cast.admin, club=cast.club, order=["points"], least=1, hide_losses=True)
    page = said(client, cast)
    assert not any(name in page for name in HURT)
    assert "Most hands won in a row" in page
    assert worst_hands() == {""}
    assert "Worst hand" not in on_paper()
    assert on_paper()["Points"] == "+2,600"
    assert "This club does not show the records that hurt" in how_we_count()
    set_league(user=cast.admin, club=cast.club, order=["won"], least=1)
    assert hides_losses(Club.objects.get(pk=cast.club.pk)), "though something else was set"
