"""League tables: who is ranked, how ties are broken, what the club says about it; its records."""

import re
from codecs import BOM_UTF8
from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.display.headlines import verdict
from games.league.league_files import season_facts
from games.league.ranking import set_league
from games.models import Club, ClubRecord, Hand, Player, RecordKind, Tally, User
from games.statistics.club_records import hides_losses
from games.statistics.leagues import PRESETS, USUAL, Rules, league_table, rules_of
from games.statistics.scope import Scope
from games.statistics.seasons import Named, Seasons, seasons_of
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import THROWN_IN, claimed_by_seat_0, open_match, sealed_hand, stated
from tests.games import hand_by_chance

pytestmark = pytest.mark.both_databases

SUMMER = date(2025, 7, 14)


def read(client: Client, cast: Cast, query: str = "", *, user: User | None = None) -> str:
    client.force_login(user or cast.member)
    answer = client.get(reverse("league", args=[cast.club.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def table(
    cast: Cast, *order: str, least: int = 1, period: str = ""
) -> list[tuple[int | None, str]]:
    """Ranks and names in French Tarot."""
    rules = Rules(order or USUAL, least)
    lines = league_table(cast.club, "french", period, rules)
    return [(line.rank, line.entry.name) for line in lines]


def four_hands(cast: Cast) -> None:
    """Anna wins two of three with Boris, Chloé, Dario; Emma one of one with Boris, Chloé, Anna."""
    anna, boris, chloe, _dario, emma = cast.players
    for dealer in (3, 0):
        cast.sealed_hand(claimed_by_seat_0(dealer))
    cast.sealed_hand(THROWN_IN)
    other = open_match(cast.scorer, cast.club, [emma, boris, chloe, anna], title="Sunday")
    sealed_hand(cast.scorer, other, claimed_by_seat_0())


def test_players_are_ranked_by_points_and_those_level_share_a_rank(cast: Cast) -> None:
    four_hands(cast)
    assert table(cast) == [(1, "Anna"), (2, "Emma"), (3, "Dario"), (4, "Boris"), (4, "Chloé")]


def test_a_tie_is_broken_as_the_club_says(cast: Cast) -> None:
    """By hands won Emma is behind Anna; of the three without one Dario has played fewer hands."""
    four_hands(cast)
    assert table(cast, "won") == [
        (1, "Anna"),
        (2, "Emma"),
        (3, "Boris"),
        (3, "Chloé"),
        (3, "Dario"),
    ]
    broken = [(1, "Anna"), (2, "Emma"), (3, "Dario"), (4, "Boris"), (4, "Chloé")]
    assert table(cast, "won", "fewer") == broken
    assert [name for _rank, name in table(cast, "made-share")][:2] == ["Anna", "Emma"]
    assert table(cast, "average")[0] == (1, "Emma")


def test_who_has_played_too_little_stands_below_without_a_rank(cast: Cast) -> None:
    four_hands(cast)
    assert table(cast, least=2)[-1] == (None, "Emma")
    assert table(cast, least=2)[0] == (1, "Anna")


def test_a_period_has_its_own_table(client: Client, cast: Cast) -> None:
    four_hands(cast)
    match = cast.open_match(played_on=SUMMER, title="Summer")
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    assert len(table(cast, period="2025-07")) == 4
    assert len(table(cast, period="2026")) == 5
    assert table(cast, period="2024") == []
    said = words(read(client, cast))
    assert "French Tarot, 2026 ranked by points, contracts made, share of hands won" in said
    assert "French Tarot, July 2025" in words(read(client, cast, "?period=2025-07"))
    assert "French Tarot, all time" in words(read(client, cast, "?period="))


def test_a_season_goes_over_the_months_and_days_that_the_club_says(
    client: Client, cast: Cast
) -> None:
    """Twelve months from September on are kept as months; days of one's own are added up, too."""
    for day in (date(2025, 9, 1), date(2026, 1, 31), date(2026, 8, 31), date(2026, 9, 1)):
        match = cast.open_match(played_on=day, title=str(day))
        sealed_hand(cast.scorer, match, claimed_by_seat_0())
    named = Named("Spring cup", "2026-01-31..2026-08-30")
    set_league(
        user=cast.admin,
        club=cast.club,
        order=["points"],
        least=1,
        seasons=Seasons(9, 12, (named,)),
    )
    season, rules = "2025-09-01..2026-08-31", Rules(("points",))
    (anna, *_) = league_table(cast.club, "french", season, rules)
    assert (anna.entry.sums.hands, anna.entry.sums.score_halves) == (3, 3 * 3120)
    assert anna.entry.sums.best_halves == anna.entry.sums.worst_halves == 3120
    august = league_table(cast.club, "french", "2026-08", rules)[0]
    assert anna.entry.rating == august.entry.rating
    (anna, *_) = league_table(cast.club, "french", named.period, rules)
    assert anna.entry.sums.hands == 1
    page = read(client, cast)
    assert "French Tarot, 2026/27 ranked by points" in words(page)  # the newest
    groups = re.search(r"<optgroup.*</optgroup>", page, re.DOTALL)
    assert groups is not None
    assert words(groups[0]).startswith("Spring cup 2026/27 2025/26 2026 2025 September 2026 ")
    said = words(read(client, cast, f"?period={named.period}"))
    assert "French Tarot, Spring cup 31 January 2026 to 30 August 2026; ranked by points" in said
    said = words(read(client, cast, "?variant=french&since=2026-08-31&until=2026-09-01"))
    assert "French Tarot, 31 August 2026 to 1 September 2026 ranked by points" in said
    assert "1 Anna 2 +3,120" in said
    said = words(read(client, cast, "?since=2026-09-02&until=2026-10-01"))
    assert "no hand has been sealed in these days" in said
    assert "This day is before" in read(client, cast, "?since=2026-09-02&until=2026-09-01")
    player = reverse("player", args=[cast.club.slug, cast.players[0].public_id])
    assert f'{player}?variant=french&amp;period={season}"' in read(
        client, cast, f"?period={season}"
    )
    assert "after 3 hands" in words(client.get(f"{player}?period={season}").content.decode())


def test_the_table_says_what_decided(client: Client, cast: Cast) -> None:
    four_hands(cast)
    set_league(user=cast.admin, club=cast.club, order=["won", "fewer"], least=1)
    assert "Boris decided by fewer hands played" in words(read(client, cast))


def test_games_have_tables_of_their_own(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    tarok = cast.open_match(2, variant="sca-tarok", first_dealer=0)
    sealed_hand(cast.scorer, tarok, hand_by_chance("sca-tarok", 2))
    page = read(client, cast)
    assert re.search(r'aria-current="true">\s*French Tarot', page)
    assert "Chloé" not in read(client, cast, "?variant=sca-tarok")


@pytest.mark.parametrize("query", ["?variant=bridge", "?period=2020", "?period=yesterday"])
def test_a_table_that_is_not_there_is_not_found(client: Client, cast: Cast, query: str) -> None:
    cast.sealed_hand()
    client.force_login(cast.member)
    assert client.get(reverse("league", args=[cast.club.slug]) + query).status_code == 404


def test_a_club_without_hands_says_what_will_be_here(client: Client, cast: Cast) -> None:
    page = read(client, cast)
    assert "No hand has been sealed yet." in page
    assert reverse("matches", args=[cast.club.slug]) in page


def test_the_records_of_the_club_lead_to_their_hands(client: Client, cast: Cast) -> None:
    four_hands(cast)
    said = words(read(client, cast))
    assert "Most won in a hand Anna, Friday, 20 Nov 2026 +1,560" in said
    assert "Most points in a match Anna, Friday, 20 Nov 2026 +3,120" in said
    assert "Most hands won in a row Anna, Friday, 20 Nov 2026 2" in said
    assert "Contract made by most Anna, Friday, 20 Nov 2026 55" in said
    first = cast.match.hands.get(number=1)
    assert reverse("hand", args=[cast.club.slug, first.public_id]) in read(client, cast)


def test_the_league_takes_the_same_few_statements_however_many_hands(
    client: Client, cast: Cast, django_assert_num_queries
) -> None:
    client.force_login(cast.member)
    place = reverse("league", args=[cast.club.slug])
    for hands in (1, 3):
        for _ in range(hands):
            sealed_hand(cast.scorer, cast.open_match(), claimed_by_seat_0())
        with django_assert_num_queries(9):
            client.get(place)


def test_the_table_can_be_taken_away_as_a_file(client: Client, cast: Cast) -> None:
    four_hands(cast)
    Player.objects.filter(pk=cast.players[0].pk).update(name="=SUM(A1)")
    client.force_login(cast.member)
    place = reverse("league-file", args=[cast.club.slug])
    assert f"{place}?variant=french&amp;period=2026" in read(client, cast)
    answer = client.get(f"{place}?variant=french&period=")
    assert answer.headers["Content-Disposition"] == (
        'attachment; filename="les-atouts-league-french.csv"'
    )
    header, first, *_, last = answer.content.decode().splitlines()
    assert header.startswith("rank,player,hands,points,hands_won,hands_decided,")
    assert first == "1,'=SUM(A1),4,2600.0,2,3,2,2,1560.0,-520.0,,"
    assert last == "4,Chloé,4,-1560.0,0,3,0,0,0.0,-520.0,,"


def test_a_spreadsheet_gets_the_table_in_the_signs_and_words_of_its_reader(
    client: Client, cast: Cast
) -> None:
    four_hands(cast)
    client.force_login(cast.member)
    place = reverse("league-file", args=[cast.club.slug])
    address = f"{place}?variant=french&period=&spreadsheet=1"
    data = client.get(address, headers={"accept-language": "fr"}).content
    assert data.startswith(BOM_UTF8)
    header, first, *_, last = data.decode("utf-8-sig").splitlines()
    assert header.startswith("Rang;Joueur;Donnes;Points;")
    assert first.startswith("1;Anna;4;2600,0;2;3;")
    assert last.startswith("4;Chloé;4;-1560,0;0;3;")
    english = client.get(f"{place}?variant=french&period=&spreadsheet=1").content
    assert english.decode("utf-8-sig").splitlines()[1].startswith("1,Anna,4,2600.0,")


@pytest.mark.parametrize("form", ["pdf", "png"])
def test_a_league_and_a_season_are_files_to_print_and_to_share(
    client: Client, cast: Cast, form: str
) -> None:
    Player.objects.filter(pk=cast.players[0].pk).update(name='#panic("x") *bold* $x$')
    four_hands(cast)
    anna, emma = cast.players[0].public_id, cast.players[4].public_id
    client.force_login(cast.member)
    season = reverse(f"season-{form}", args=[cast.club.slug, anna])
    league = reverse("league-pdf", args=[cast.club.slug])
    begin = {"pdf": b"%PDF-", "png": b"\x89PNG"}[form]
    assert client.get(f"{season}?variant=french&period=2026").content.startswith(begin)
    assert client.get(f"{league}?variant=french&period=2026").content.startswith(b"%PDF-")
    assert client.get(f"{season}?variant=french&period=2025").status_code == 404
    nobody = season.replace(anna, emma)
    assert client.get(f"{nobody}?variant=scarto&period=2026").status_code == 404


def test_what_hurts_is_not_on_paper_where_the_club_hides_it(cast: Cast) -> None:
    four_hands(cast)
    (line, *_) = league_table(cast.club, "french", "2026", rules_of(cast.club))
    shown = lambda: season_facts(cast.club, cast.players[0], line, Scope("french", "2026"))  # noqa: E731
    assert dict(shown()["figures"])["Worst hand"] == "−520"
    cast.club.league = {"hides_losses": True}
    assert "Worst hand" not in dict(shown()["figures"])
    assert dict(shown()["figures"])["Points"] == "+2,600"


def test_a_rating_is_shown_from_twenty_hands_on(client: Client, cast: Cast) -> None:
    four_hands(cast)
    said = words(read(client, cast))
    assert "· rating from 20 hands on" in said
    assert "±" not in said
    Tally.objects.filter(player=cast.players[2]).update(hands=20)
    said = words(read(client, cast))
    assert said.count("±") == 1
    assert re.search(r"Chloé 20 .*? 14\d\d ± 19\d|Chloé 20 .*? 1,4\d\d ± 19\d", said)
    last = client.get(reverse("league-file", args=[cast.club.slug])).content.decode()
    (chloe,) = (line for line in last.splitlines() if "Chloé" in line)
    assert re.search(r",14\d\d\.\d,9\d\.\d$", chloe)


def test_players_without_a_rating_come_last_where_it_ranks(cast: Cast) -> None:
    """Anna and Emma have won, but played little; they share the last rank."""
    four_hands(cast)
    Tally.objects.filter(player__name__in=["Boris", "Chloé", "Dario"]).update(hands=20)
    ranked = table(cast, "rating")
    assert {name for _rank, name in ranked[:3]} == {"Boris", "Chloé", "Dario"}
    assert ranked[3:] == [(4, "Anna"), (4, "Emma")]


def test_slams_and_handfuls_are_among_the_records(client: Client, cast: Cast) -> None:
    slam = {"points": 91, "bouts": ["T21", "T1", "F"], "slam": "declarers", "petit": "declarers"}
    cast.sealed_hand([stated(**slam, handfuls=[{"seat": 1, "cards": 11}])])
    said = words(read(client, cast))
    assert re.search(r"Best slam Boris, Friday, 20 Nov 2026 \+\d+", said)
    assert "Handful with the most trumps Boris, Friday, 20 Nov 2026 11" in said
    assert re.search(r"Best hand with trump 1 in the last trick Boris, .*? 2026 \+\d+", said)


# --- records that hurt -------------------------------------------------------------------------

HURT = ("Most lost in a hand", "Contract missed by most", "Most hands lost in a row")


def test_records_that_hurt_are_shown_unless_the_club_hides_them(client: Client, cast: Cast) -> None:
    four_hands(cast)
    cast.sealed_hand([stated(points=30)])
    said = words(read(client, cast))
    assert all(name in said for name in HURT)
    place = reverse("league-ranking", args=[cast.club.slug])
    client.force_login(cast.admin)
    client.post(place, SENT | {"hide_losses": "on"})
    said = words(read(client, cast, user=cast.admin))
    assert not any(name in said for name in HURT)
    assert "Most hands won in a row" in said
    assert 'name="hide_losses" id="id_hide_losses" checked' in client.get(place).content.decode()
    counted = client.get(reverse("how-we-count", args=[cast.club.slug])).content.decode()
    assert "This club does not show the records that hurt" in counted


def test_the_file_does_not_show_what_the_club_hides(client: Client, cast: Cast) -> None:
    four_hands(cast)
    set_league(user=cast.admin, club=cast.club, order=["points"], least=1, hide_losses=True)
    client.force_login(cast.member)
    place = reverse("league-file", args=[cast.club.slug])
    header, *lines = client.get(place).content.decode().splitlines()
    worst = header.split(",").index("worst_hand")
    assert lines
    assert {line.split(",")[worst] for line in lines} == {""}


def test_what_is_hidden_stays_hidden_when_something_else_is_set(cast: Cast) -> None:
    set_league(user=cast.admin, club=cast.club, order=["points"], least=1, hide_losses=True)
    set_league(user=cast.admin, club=cast.club, order=["won"], least=1)
    assert hides_losses(Club.objects.get(pk=cast.club.pk))


# --- three ways to rank ------------------------------------------------------------------------


def checked(page: str) -> str:
    """The way that is chosen on the page."""
    chosen = re.search(r'name="way" value="(\w+)"[^>]* checked', page)
    assert chosen is not None
    return chosen[1]


@pytest.mark.parametrize("way", PRESETS)
def test_a_way_to_rank_is_chosen_by_one_tap(client: Client, cast: Cast, way: str) -> None:
    client.force_login(cast.admin)
    place = reverse("league-ranking", args=[cast.club.slug])
    page = client.get(place).content.decode()
    assert checked(page) == "points"  # what a club begins with
    assert '<details class="league-details">' in page
    assert client.post(place, as_it_stands() | {"way": way}).status_code == 302
    assert rules_of(Club.objects.get(pk=cast.club.pk)) == PRESETS[way]
    page = client.get(place).content.decode()
    assert checked(page) == way
    assert '<details class="league-details">' in page


def as_it_stands() -> dict[str, str]:
    """What the page of a new club sends where nothing was changed."""
    steps = {f"step_{step}": name for step, name in enumerate((*USUAL, ""))}
    return SENT | steps | {"way": "points", "named-0-name": ""}


def test_what_is_set_in_detail_holds_without_another_tap(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    place = reverse("league-ranking", args=[cast.club.slug])
    client.post(place, as_it_stands() | {"least": "5"})
    assert rules_of(Club.objects.get(pk=cast.club.pk)) == Rules(USUAL, 5)
    page = client.get(place).content.decode()
    assert checked(page) == "detail"
    assert '<details class="league-details" open>' in page


def test_another_way_and_other_details_contradict_each_other(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    place = reverse("league-ranking", args=[cast.club.slug])
    answer = client.post(place, as_it_stands() | {"way": "share", "least": "5"})
    assert answer.status_code == 422
    assert "The details below say something else" in answer.content.decode()
    assert Club.objects.get(pk=cast.club.pk).league == {}


def test_details_that_say_what_a_preset_says_are_shown_as_that(client: Client, cast: Cast) -> None:
    client.force_login(cast.admin)
    place = reverse("league-ranking", args=[cast.club.slug])
    sent = {"step_0": "average", "step_1": "points", "step_2": "", "least": "20"}
    client.post(place, SENT | sent)
    assert checked(client.get(place).content.decode()) == "average"


# --- how it ranks ------------------------------------------------------------------------------


def test_an_administrator_decides_how_the_club_ranks(client: Client, cast: Cast) -> None:
    place = reverse("league-ranking", args=[cast.club.slug])
    assert place in read(client, cast, user=cast.admin)
    sent = {"step_0": "average", "step_1": "points", "step_2": "", "step_3": "", "least": "10"}
    answer = client.post(place, SENT | sent)
    assert answer.headers["Location"] == reverse("league", args=[cast.club.slug])
    assert rules_of(Club.objects.get(pk=cast.club.pk)) == Rules(("average", "points"), 10)
    page = client.get(place).content.decode()
    assert '<option value="average" selected>' in page
    assert '<option value="9" selected>September' in page
    assert 'value="Spring cup"' in page
    assert seasons_of(Club.objects.get(pk=cast.club.pk)) == Seasons(
        9, 6, (Named("Spring cup", "2026-02-14..2026-05-30"),)
    )
    client.post(place, SENT | sent | {"named-INITIAL_FORMS": "1", "named-0-name": ""})
    assert seasons_of(Club.objects.get(pk=cast.club.pk)).named == ()


SENT = {
    "way": "detail",
    "step_0": "points",
    "least": "1",
    "month": "9",
    "months": "6",
    "named-TOTAL_FORMS": "2",
    "named-INITIAL_FORMS": "0",
    "named-0-name": "Spring cup",
    "named-0-since": "2026-02-14",
    "named-0-until": "2026-05-30",
}


@pytest.mark.parametrize("who", ["member", "scorer"])
def test_only_an_administrator_decides_how_the_club_ranks(
    client: Client, cast: Cast, who: str
) -> None:
    user = getattr(cast, who)
    place = reverse("league-ranking", args=[cast.club.slug])
    assert place not in read(client, cast, user=user)
    assert client.get(place).status_code == 403
    assert client.post(place, {"step_0": "points", "least": "1"}).status_code == 403
    with pytest.raises(NotAllowed):
        set_league(user=user, club=cast.club, order=["points"], least=1)


@pytest.mark.parametrize(
    "sent",
    [
        {"least": "0"},
        {"least": "many"},
        {"step_0": ""},
        {"step_1": "beauty"},
        {"month": "13"},
        {"months": "7"},
        {"named-0-since": ""},
        {"named-0-until": "2026-02-13"},
        {"named-0-until": "3026-02-15"},
        {
            "named-1-name": "Spring cup",
            "named-1-since": "2026-01-01",
            "named-1-until": "2026-01-02",
        },
    ],
)
def test_a_value_that_cannot_be_read_is_reported_at_its_field(
    client: Client, cast: Cast, sent: dict[str, str]
) -> None:
    client.force_login(cast.admin)
    place = reverse("league-ranking", args=[cast.club.slug])
    answer = client.post(place, SENT | sent)
    assert answer.status_code == 422
    assert answer.content.decode().count('class="errorlist"') == 1
    assert Club.objects.get(pk=cast.club.pk).league == {}


@pytest.mark.parametrize("order", [[], ["beauty"], ["points", "points"]])
def test_criteria_are_known_and_named_once(cast: Cast, order: list[str]) -> None:
    with pytest.raises(ValidationError):
        set_league(user=cast.admin, club=cast.club, order=order, least=1)


CUP = Named("Spring cup", "2026-02-14..2026-05-30")


@pytest.mark.parametrize(
    "seasons",
    [
        Seasons(month=13),
        Seasons(months=5),
        Seasons(named=(CUP, CUP)),
        Seasons(named=(Named("", "2026"),)),
        Seasons(named=(Named("Ever", ""),)),
        Seasons(named=(Named("Never", "2026-02-30"),)),
    ],
)
def test_seasons_begin_and_end_and_have_a_name(cast: Cast, seasons: Seasons) -> None:
    with pytest.raises(ValidationError):
        set_league(user=cast.admin, club=cast.club, order=["points"], least=1, seasons=seasons)


def test_what_a_club_once_said_and_nobody_knows_any_more_is_left_out(cast: Cast) -> None:
    cast.club.league = {"order": ["beauty", "points"], "least": 3}
    assert rules_of(cast.club) == Rules(("points",), 3)
    cast.club.league = {"order": ["beauty"]}
    assert rules_of(cast.club) == Rules(USUAL, 1)


def test_how_everything_is_counted_can_be_read(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    page = client.get(reverse("how-we-count", args=[cast.club.slug])).content.decode()
    assert "Wilson’s interval" in page
    assert "In each game every player starts with 1500, give or take 196." in page


@pytest.mark.parametrize("name", ["league", "league-file", "league-ranking", "how-we-count"])
def test_another_clubs_tables_are_not_found(client: Client, cast: Cast, name: str) -> None:
    client.force_login(cast.other_scorer)
    assert client.get(reverse(name, args=[cast.club.slug])).status_code == 404


def test_a_record_counts_half_a_point_as_titles_and_lists_do(client: Client, cast: Cast) -> None:
    """Of 37½ points over, half a point goes to the side that wins: made by 38, everywhere."""
    hand = cast.sealed_hand(claimed_by_seat_0())
    Hand.objects.filter(pk=hand.pk).update(margin_halves=75)
    ClubRecord.objects.filter(kind=RecordKind.MADE_BY).update(value=75)
    hand.refresh_from_db()
    assert verdict(hand) == "made by 38"
    page = words(read(client, cast))
    assert "37½" not in page
    assert re.search(r"Contract made by most .*? 38 ", page)
