"""Players read: the list, and what one of them has done."""

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.archive import lists
from games.league.ranking import set_league
from games.models import Career, Player, Tally
from games.statistics import player_totals
from games.statistics.player_totals import statistics_of
from games.statistics.scope import Scope
from games.statistics.shares import share_of
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0, sealed_hand
from tests.games import hand_by_chance

pytestmark = pytest.mark.both_databases

ANNA, BORIS, CHLOE, DARIO, EMMA = range(5)


def read(client: Client, cast: Cast, player: Player, query: str = "", **headers: str) -> str:
    client.force_login(cast.member)
    place = reverse("player", args=[cast.club.slug, player.public_id])
    answer = client.get(place + query, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def listed(page: str) -> list[str]:
    return re.findall(r'class="row" href="[^"]*/hands/([a-z2-7]{16})/"', page)


# --- a player ---------------------------------------------------------------------------------


def test_a_taker_finds_the_hand_among_his_own(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    page = read(client, cast, cast.players[ANNA])
    score = hand.seats.get(seat=ANNA).score_halves // 2
    assert listed(page) == [hand.public_id]
    said = words(page)
    assert f"hand 1 balance +{score:,} as taker, 1 made 1" in said
    assert re.search(r"Garde sans made by \S+, Boris, Chloé, Dario", said)


def test_a_defender_reads_by_whom_and_with_whom(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    said = words(read(client, cast, cast.players[BORIS]))
    assert re.search(r"Garde sans by Anna made by \S+, Chloé, Dario −", said)
    assert "as taker" not in said


def test_roles_and_contracts_are_counted(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(THROWN_IN)
    said = words(read(client, cast, cast.players[ANNA]))
    assert re.search(r"Taker 1 100 % (21 to 100 % ){2}100 % of 1 \+[\d,]+ Garde sans 1 100 %", said)
    assert "Without a taker 1 0" in said
    said = words(read(client, cast, cast.players[BORIS]))
    assert re.search(r"Defender 1 0 % (0 to 79 % ){2}0 % of 3 −[\d,]+", said)


def test_the_likely_range_is_wide_where_hands_are_few() -> None:
    assert share_of(1, 1) == pytest.approx((1.0, 1, 0.2065, 1.0), abs=0.001)
    assert share_of(59, 100) == pytest.approx((0.59, 100, 0.4921, 0.6811), abs=0.001)
    assert share_of(0, 0) is None


def test_fewer_than_ten_hands_are_shown_as_numbers(client: Client, cast: Cast) -> None:
    for number in range(9):
        hand_on(cast, EVENING + timedelta(days=number))
    assert "<polyline" not in read(client, cast, cast.players[ANNA])
    hand_on(cast, EVENING + timedelta(days=9))
    page = read(client, cast, cast.players[ANNA])
    assert page.count("<polyline") == 1
    assert "after each of 10 hands" in page
    assert "29 November 2026" in page  # the last line of the table next to the chart


def hand_on(cast: Cast, day: date) -> None:
    sealed_hand(cast.scorer, cast.open_match(played_on=day), THROWN_IN)


def test_the_balance_adds_up(cast: Cast) -> None:
    for dealer in (3, 0):
        cast.sealed_hand(claimed_by_seat_0(dealer))
    mine = statistics_of(cast.players[BORIS], Scope("french"))
    assert [point.total for point in mine.balance] == [-1040, -2080]


@pytest.mark.parametrize(("by_day", "step", "points"), [(4, "day", 3), (2, "month", 2)])
def test_a_long_balance_is_drawn_by_days_or_months(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, by_day: int, step: str, points: int
) -> None:
    for days in (0, 0, 1, 20):
        hand_on(cast, EVENING + timedelta(days=days))
    monkeypatch.setattr(player_totals, "BY_HAND", 2)
    monkeypatch.setattr(player_totals, "BY_DAY", by_day)
    anna = cast.players[ANNA]
    ways = (player_totals.from_sums, player_totals.from_hands)
    kept, counted = (read(anna, Scope("french")) for read in ways)
    assert kept.balance == counted.balance
    assert (kept.step, len(kept.balance), kept.balance[-1].hands) == (step, points, 4)


def test_a_career_is_narrowed_down(client: Client, cast: Cast) -> None:
    taken, thrown_in = cast.sealed_hand(claimed_by_seat_0()), cast.sealed_hand(THROWN_IN)
    anna = cast.players[ANNA]
    assert listed(read(client, cast, anna)) == [thrown_in.public_id, taken.public_id]
    page = read(client, cast, anna, "?role=taker")
    assert listed(page) == [taken.public_id]
    assert "after 1 hand" in page
    assert listed(read(client, cast, anna, "?until=2001-01-01")) == []
    page = read(client, cast, anna, "?role=partner&variant=french")
    assert "No hand fits these filters." in page
    assert "Clear all filters" in page


def test_a_filter_that_is_chosen_can_be_taken_away(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    anna, boris, *_ = cast.players
    query = f"?opponent={boris.public_id}&period=2026-11"
    page = read(client, cast, anna, query)
    assert "Against Boris" in page
    place = reverse("player", args=[cast.club.slug, anna.public_id])
    chips = dict(re.findall(r'class="chip" href="([^"]*)">\s*(.*?) <svg', page))
    assert chips[f"{place}?opponent={boris.public_id}"] == "Period November 2026"
    assert chips[f"{place}?period=2026-11"] == "Against Boris"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?period=yesterday", "A period is a year or a month"),
        ("?period=2026-13", "A period is a year or a month"),
        ("?period=0000", "A period is a year or a month"),
        ("?since=2026-11-21&until=2026-11-20", "This day is before the first one."),
        ("?partner=nobody", "The club has no such player."),
        ("?variant=bridge", "Allowed values: french, droggn"),
        ("?contract=grand+slam", "Allowed values: small, guard"),
    ],
)
def test_a_filter_that_cannot_be_read_says_why(
    client: Client, cast: Cast, query: str, sentence: str
) -> None:
    cast.sealed_hand()
    page = read(client, cast, cast.players[ANNA], query)
    assert sentence in page
    assert "Some of the filters cannot be read" in page
    assert "<dd>0</dd>" not in page


def test_companions_are_led_to_and_counted(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    _anna, boris, chloe, *_ = cast.players
    page = read(client, cast, boris)
    assert f"partner={chloe.public_id}" in page
    said = words(page)
    assert "Together on the same side Player Hands Won Lost Points Chloé 1 0 1" in said
    assert "Head to head on different sides Player Hands Won Lost Points Anna 1 0 1" in said


def test_best_and_worst_hands_lead_to_their_replay(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    place = reverse("hand", args=[cast.club.slug, hand.public_id])
    anna, boris = (read(client, cast, cast.players[seat]) for seat in (ANNA, BORIS))
    assert "Best hands" in anna
    assert "Worst hands" not in anna
    assert "Worst hands" in boris
    assert boris.count(f'href="{place}"') == 2  # there, and in the list
    assert "1 hand won" in words(anna)
    assert "1 hand lost" in words(boris)


def test_places_at_the_table_are_named(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    assert "Seat 1 1 100 %" in words(read(client, cast, cast.players[ANNA]))
    assert "Last seat 1 0 %" in words(read(client, cast, cast.players[DARIO]))


def test_the_rating_is_shown_with_its_range(client: Client, cast: Cast) -> None:
    cast.sealed_hand(THROWN_IN)
    assert "It is shown from 20 hands on" in read(client, cast, cast.players[ANNA])
    cast.sealed_hand(claimed_by_seat_0(0))
    Tally.objects.update(hands=19)
    said = words(read(client, cast, cast.players[ANNA]))
    assert "rating, from 20 hands on –" in said
    assert "±" not in said
    Tally.objects.update(hands=20)
    Career.objects.update(rated=20)
    said = words(read(client, cast, cast.players[ANNA]))
    assert re.search(r"rating, ± 19\d 1,5\d\d", said)
    assert re.search(r"November 2026 1,5\d\d ± 19\d", said)


def test_a_month_has_a_rating_once_there_were_twenty_hands_up_to_its_end(
    client: Client, cast: Cast
) -> None:
    for month in (9, 10, 11):
        match = cast.open_match(played_on=date(2026, month, 1), title=str(month))
        sealed_hand(cast.scorer, match, claimed_by_seat_0())
    Tally.objects.update(hands=30)
    Career.objects.update(rated=10)
    said = words(read(client, cast, cast.players[ANNA]))
    assert re.search(r"November 2026 1,5\d\d ± 19\d October 2026 1,5\d\d ± 19\d", said)
    assert not re.search(r"September 2026 1,5\d\d", said)


def test_a_club_that_hides_what_hurts_shows_no_losses_of_a_player(
    client: Client, cast: Cast
) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    boris = cast.players[1]
    said = words(read(client, cast, boris))
    assert "1 hand lost" in said
    assert "longest lost 1" in said
    assert "Worst hands" in said
    set_league(user=cast.admin, club=cast.club, order=["points"], least=1, hide_losses=True)
    said = words(read(client, cast, boris))
    assert "hand lost" not in said
    assert "longest lost" not in said
    assert "Worst hands" not in said
    assert "longest won 0" in said


def test_htmx_gets_the_career_and_the_figures_of_the_head(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    headers = {"HX-Request": "true"}
    page = read(client, cast, cast.players[ANNA], "?role=taker", **headers)
    assert page.lstrip().startswith('<div id="_career"')
    assert 'hx-swap-oob="true"' in page
    assert "<html" not in page


def test_a_player_without_hands_reads_what_will_be_here(client: Client, cast: Cast) -> None:
    page = read(client, cast, cast.players[EMMA])
    assert "Emma has not played a hand yet." in page


def test_a_name_cannot_bring_markup_into_the_page(client: Client, cast: Cast) -> None:
    Player.objects.filter(pk=cast.players[EMMA].pk).update(name='<b title="x">Emma')
    page = read(client, cast, Player.objects.get(pk=cast.players[EMMA].pk))
    assert "<b title" not in page
    assert "&lt;b title=&quot;x&quot;&gt;Emma" in page


def test_another_clubs_player_is_not_found(client: Client, cast: Cast) -> None:
    client.force_login(cast.other_scorer)
    for slug in (cast.club.slug, cast.other_club.slug):
        place = reverse("player", args=[slug, cast.players[ANNA].public_id])
        assert client.get(place).status_code == 404


def test_a_career_takes_the_same_few_statements_however_long(
    client: Client, cast: Cast, django_assert_num_queries
) -> None:
    client.force_login(cast.member)
    place = reverse("player", args=[cast.club.slug, cast.players[ANNA].public_id])
    for query in ("", "?until=2030-01-01"):
        for dealer in (3, 0, 1):
            match = cast.open_match(first_dealer=dealer)
            sealed_hand(cast.scorer, match, claimed_by_seat_0(dealer))
            with django_assert_num_queries(21 - bool(query)):
                client.get(place + query)


def test_points_of_different_games_are_not_added_up(client: Client, cast: Cast) -> None:
    """Anna has played French Tarot and Tarok, Chloé only the first: hers is a balance."""
    cast.sealed_hand(claimed_by_seat_0())
    tarok = cast.open_match(2, variant="sca-tarok", first_dealer=0)
    for dealer in (0, 1):
        sealed_hand(cast.scorer, tarok, hand_by_chance("sca-tarok", 2, dealer=dealer))
    said = words(read(client, cast, cast.players[ANNA]))
    since = r"Since 20 November 2026: \S+ points a hand on average"
    assert re.search(rf"Balance Tarok, after 2 hands {since}\. Won \d of 2 hands\.", said)
    assert re.search(r"Best hand: \+?[\d,]+; longest run of hands won: \d", said)
    assert "Games balance, roles and rating within each" in said
    assert "(take away)" not in said
    said = words(read(client, cast, cast.players[ANNA], "?variant=french"))
    assert re.search(rf"{since}\. Took 1 hand and made 1: Garde sans\. Best hand", said)
    assert "_balance" in read(client, cast, cast.players[CHLOE])
    for address in ("club", "players"):
        said = words(client.get(reverse(address, args=[cast.club.slug])).content.decode())
        assert re.search(r"Chloé 1(?: hand, on 20 November 2026)? −[\d,]+", said)
        assert not re.search(r"Anna 3(?: hands, the last on 20 November 2026)? [−+\d][\d,]+", said)


def test_pages_of_hands_follow_each_other_both_ways(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "SHOWN", 2)
    hands = [cast.sealed_hand().public_id for _ in range(5)][::-1]
    anna, query, seen = cast.players[ANNA], "", []
    for _ in range(3):
        page = read(client, cast, anna, query)
        seen.append(listed(page))
        query = way(page, "next")
    assert (seen, query) == ([hands[:2], hands[2:4], hands[4:]], "")
    page = read(client, cast, anna, way(page, "prev"))
    assert listed(page) == hands[2:4]
    page = read(client, cast, anna, way(page, "prev"))
    assert (listed(page), way(page, "prev")) == (hands[:2], "")


def way(page: str, rel: str) -> str:
    """The query of the link to the next or the previous page."""
    found = re.search(rf'href="[^"?]*(\?[^"]*)" rel="{rel}"', page)
    return found[1].replace("&amp;", "&") if found else ""


@pytest.mark.parametrize("query", ["?after=nonsense", "?before=nonsense"])
def test_a_place_that_is_not_in_the_list_is_not_found(
    client: Client, cast: Cast, query: str
) -> None:
    cast.sealed_hand()
    client.force_login(cast.member)
    place = reverse("player", args=[cast.club.slug, cast.players[ANNA].public_id])
    assert client.get(place + query).status_code == 404


# --- the list ---------------------------------------------------------------------------------


def test_players_stand_by_name_with_hands_and_balance(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    client.force_login(cast.member)
    page = client.get(reverse("players", args=[cast.club.slug])).content.decode()
    said = words(page)
    assert re.search(r"Anna 1 hand, on 20 November 2026 \+[\d,]+ Boris", said)
    assert "Emma no hands yet" in said
    assert reverse("player-add", args=[cast.club.slug]) not in page


def test_a_scorer_finds_the_way_to_add_players(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    page = client.get(reverse("players", args=[cast.club.slug])).content.decode()
    assert reverse("player-add", args=[cast.club.slug]) in page
