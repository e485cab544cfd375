"""Players read: the list, and what one of them has done."""

import re
from datetime import date, timedelta
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from games.archive import lists
from games.club import career_charts
from games.league.ranking import set_league
from games.models import Career, Hand, Player, Tally
from games.statistics import player_totals
from games.statistics.player_totals import statistics_of
from games.statistics.scope import HandScope
from games.statistics.shares import share_of
from tests.cast import Cast, gather
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0, sealed_hand
from tests.games import hand_by_chance
from tests.ground import Ground, laid_once

pytestmark = pytest.mark.both_databases

ANNA, BORIS, CHLOE, DARIO, EMMA = range(5)


class Evening(NamedTuple):
    """One sealed hand, which Anna has taken and won."""

    cast: Cast
    hand: Hand


def play() -> Evening:
    """Played once for the file."""
    cast = gather()
    return Evening(cast, cast.sealed_hand(claimed_by_seat_0()))


played = laid_once(play)


@pytest.fixture
def evening(played: Ground[Evening], db: None) -> Evening:
    return played.given()


@pytest.fixture
def cast(evening: Evening) -> Cast:
    return evening.cast


@pytest.fixture
def hand(evening: Evening) -> Hand:
    """The hand that Anna has won."""
    return evening.hand


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


def hand_on(cast: Cast, day: date) -> None:
    sealed_hand(cast.scorer, cast.open_match(played_on=day), THROWN_IN)


# --- a player ---------------------------------------------------------------------------------


def test_a_player_finds_their_hands_and_with_whom_they_played(
    client: Client, cast: Cast, hand: Hand
) -> None:
    place = reverse("hand", args=[cast.club.slug, hand.public_id])
    score = hand.seats.get(seat=ANNA).score_halves // 2
    page = read(client, cast, cast.players[ANNA])
    assert listed(page) == [hand.public_id]
    assert ("Best hands" in page, "Worst hands" in page) == (True, False)
    taker = words(page)
    assert f"hand 1 balance +{score:,} as taker, 1 made 1" in taker
    assert re.search(r"Garde sans made by \S+, Boris, Chloé, Dario", taker)
    assert "1 hand won" in taker
    assert "Seat 1 1 100 %" in taker
    page = read(client, cast, cast.players[BORIS])
    assert "Worst hands" in page
    assert page.count(f'href="{place}"') == 2  # there, and in the list
    assert f"partner={cast.players[CHLOE].public_id}" in page
    defender = words(page)
    assert re.search(r"Garde sans by Anna made by \S+, Chloé, Dario −", defender)
    assert "as taker" not in defender
    assert "1 hand lost" in defender
    together = "Together on the same side Player Hands Won Lost Points Chloé 1 0 1"
    against = "Head to head on different sides Player Hands Won Lost Points Anna 1 0 1"
    assert together in defender and against in defender
    assert "Last seat 1 0 %" in words(read(client, cast, cast.players[DARIO]))


def test_a_career_is_counted_by_role_and_narrowed_down(
    client: Client, cast: Cast, hand: Hand
) -> None:
    anna, boris = cast.players[:2]
    thrown_in = cast.sealed_hand(THROWN_IN)
    page = read(client, cast, anna)
    assert listed(page) == [thrown_in.public_id, hand.public_id]
    shares = r"Taker 1 100 % (21 to 100 % ){2}100 % of 1 \+[\d,]+ Garde sans 1 100 %"
    assert re.search(shares, words(page))
    assert "Without a taker 1 0" in words(page)
    shares = r"Defender 1 0 % (0 to 79 % ){2}0 % of 3 −[\d,]+"
    assert re.search(shares, words(read(client, cast, boris)))
    page = read(client, cast, anna, "?role=taker")
    assert listed(page) == [hand.public_id]
    assert "after 1 hand" in page
    assert listed(read(client, cast, anna, "?until=2001-01-01")) == []
    page = read(client, cast, anna, "?role=partner&variant=french")
    assert "No hand fits these filters." in page
    assert "Clear all filters" in page
    page = read(client, cast, anna, f"?opponent={boris.public_id}&period=2026-11")
    place = reverse("player", args=[cast.club.slug, anna.public_id])
    chips = dict(re.findall(r'class="chip" href="([^"]*)">\s*(.*?) <svg', page))
    assert chips[f"{place}?opponent={boris.public_id}"] == "Period November 2026"
    assert chips[f"{place}?period=2026-11"] == "Against Boris"


def test_a_filter_that_cannot_be_read_says_why(client: Client, cast: Cast) -> None:
    for query, sentence in (
        ("?period=yesterday", "A period is a year or a month"),
        ("?period=2026-13", "A period is a year or a month"),
        ("?since=2026-11-21&until=2026-11-20", "This day is before the first one."),
        ("?partner=nobody", "The club has no such player."),
        ("?variant=bridge", "Allowed values: french, droggn"),
        ("?contract=grand+slam", "Allowed values: small, guard"),
    ):
        page = read(client, cast, cast.players[ANNA], query)
        assert sentence in page, query
        assert "Some of the filters cannot be read" in page
        assert "<dd>0</dd>" not in page
    place = reverse("player", args=[cast.club.slug, cast.players[ANNA].public_id])
    for query in ("?after=nonsense", "?before=nonsense"):
        assert client.get(place + query).status_code == 404, query


def test_the_likely_range_is_wide_where_hands_are_few() -> None:
    assert share_of(1, 1) == pytest.approx((1.0, 1, 0.2065, 1.0), abs=0.001)
    assert share_of(59, 100) == pytest.approx((0.59, 100, 0.4921, 0.6811), abs=0.001)
    assert share_of(0, 0) is None


def test_a_balance_is_drawn_once_there_are_enough_hands(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(career_charts, "ENOUGH", 3)
    hand_on(cast, EVENING)
    assert "<polyline" not in read(client, cast, cast.players[ANNA])
    hand_on(cast, EVENING + timedelta(days=9))
    page = read(client, cast, cast.players[ANNA])
    assert page.count("<polyline") == 1
    assert "after each of 3 hands" in page
    assert "29 November 2026" in page  # the last line of the table next to the chart


def test_the_balance_adds_up_and_a_long_one_is_drawn_by_days_or_months(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.sealed_hand(claimed_by_seat_0(0))
    mine = statistics_of(cast.players[BORIS], HandScope("french"))
    assert [point.total for point in mine.balance] == [-1040, -2080]
    for days in (1, 20):
        hand_on(cast, EVENING + timedelta(days=days))
    monkeypatch.setattr(player_totals, "BY_HAND", 2)
    anna = cast.players[ANNA]
    for by_day, step, points in ((4, "day", 3), (2, "month", 2)):
        monkeypatch.setattr(player_totals, "BY_DAY", by_day)
        ways = (player_totals.from_sums, player_totals.from_hands)
        kept, counted = (read_by(anna, HandScope("french")) for read_by in ways)
        assert kept.balance == counted.balance
        assert (kept.step, len(kept.balance), kept.balance[-1].hands) == (step, points, 4)


def test_the_rating_is_shown_with_its_range_from_twenty_hands_on(
    client: Client, cast: Cast
) -> None:
    """A month has a rating once there were twenty hands up to its end."""
    anna = cast.players[ANNA]
    assert "It is shown from 20 hands on" in read(client, cast, anna)
    for month in (9, 10):
        match = cast.open_match(played_on=date(2026, month, 1), title=str(month))
        sealed_hand(cast.scorer, match, claimed_by_seat_0())
    Tally.objects.update(hands=19)
    unrated = words(read(client, cast, anna))
    assert "rating, from 20 hands on –" in unrated
    assert "±" not in unrated
    Tally.objects.update(hands=30)
    Career.objects.update(rated=10)
    rated = words(read(client, cast, anna))
    assert re.search(r"rating, ± 19\d 1,5\d\d", rated)
    assert re.search(r"November 2026 1,5\d\d ± 19\d October 2026 1,5\d\d ± 19\d", rated)
    assert not re.search(r"September 2026 1,5\d\d", rated)


def test_a_club_that_hides_what_hurts_shows_no_losses_of_a_player(
    client: Client, cast: Cast
) -> None:
    boris = cast.players[BORIS]
    shown = words(read(client, cast, boris))
    assert all(text in shown for text in ("1 hand lost", "longest lost 1", "Worst hands"))
    set_league(user=cast.admin, club=cast.club, order=["points"], least=1, hide_losses=True)
    shown = words(read(client, cast, boris))
    assert not any(text in shown for text in ("hand lost", "longest lost", "Worst hands"))
    assert "longest won 0" in shown


def test_a_player_is_read_as_a_fragment_without_hands_or_markup_and_in_their_own_club(
    client: Client, cast: Cast
) -> None:
    anna, emma = cast.players[ANNA], cast.players[EMMA]
    page = read(client, cast, anna, "?role=taker", **{"HX-Request": "true"})
    assert page.lstrip().startswith('<div id="_career"')
    assert 'hx-swap-oob="true"' in page
    assert "<html" not in page
    Player.objects.filter(pk=emma.pk).update(name='<b title="x">Emma')
    page = read(client, cast, emma)
    assert "Emma has not played a hand yet." in page
    assert "<b title" not in page
    assert "&lt;b title=&quot;x&quot;&gt;Emma" in page
    client.force_login(cast.other_scorer)
    for slug in (cast.club.slug, cast.other_club.slug):
        assert client.get(reverse("player", args=[slug, anna.public_id])).status_code == 404


def test_a_career_takes_the_same_few_statements_however_long(
    client: Client, cast: Cast, django_assert_num_queries
) -> None:
    client.force_login(cast.member)
    place = reverse("player", args=[cast.club.slug, cast.players[ANNA].public_id])
    for dealer in (0, 1):
        sealed_hand(cast.scorer, cast.open_match(first_dealer=dealer), claimed_by_seat_0(dealer))
        for query, statements in (("", 21), ("?until=2030-01-01", 20)):
            with django_assert_num_queries(statements):
                client.get(place + query)


def test_points_of_different_games_are_not_added_up(client: Client, cast: Cast) -> None:
    """Anna has played French Tarot and Tarok, Chloé only the first: hers is a balance."""
    tarok = cast.open_match(2, variant="sca-tarok", first_dealer=0)
    for dealer in (0, 1):
        sealed_hand(cast.scorer, tarok, hand_by_chance("sca-tarok", 2, dealer=dealer))
    both = words(read(client, cast, cast.players[ANNA]))
    since = r"Since 20 November 2026: \S+ points a hand on average"
    assert re.search(rf"Balance Tarok, after 2 hands {since}\. Won \d of 2 hands\.", both)
    assert re.search(r"Best hand: \+?[\d,]+; longest run of hands won: \d", both)
    assert "Games balance, roles and rating within each" in both
    assert "(take away)" not in both
    french = words(read(client, cast, cast.players[ANNA], "?variant=french"))
    assert re.search(rf"{since}\. Took 1 hand and made 1: Garde sans\. Best hand", french)
    assert "_balance" in read(client, cast, cast.players[CHLOE])
    for address in ("club", "players"):
        page = words(client.get(reverse(address, args=[cast.club.slug])).content.decode())
        assert re.search(r"Chloé 1(?: hand, on 20 November 2026)? −[\d,]+", page)
        assert not re.search(r"Anna 3(?: hands, the last on 20 November 2026)? [−+\d][\d,]+", page)


def test_pages_of_hands_follow_each_other_both_ways(
    client: Client, cast: Cast, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "SHOWN", 1)
    third, second = (cast.sealed_hand() for _ in range(2))
    hands = [[one.public_id] for one in (second, third, hand)]
    anna, query, seen = cast.players[ANNA], "", []
    for _ in range(3):
        page = read(client, cast, anna, query)
        seen.append(listed(page))
        query = way(page, "next")
    assert (seen, query) == (hands, "")
    page = read(client, cast, anna, way(page, "prev"))
    assert listed(page) == hands[1]
    page = read(client, cast, anna, way(page, "prev"))
    assert (listed(page), way(page, "prev")) == (hands[0], "")


def way(page: str, rel: str) -> str:
    """The query of the link to the next or the previous page."""
    found = re.search(rf'href="[^"?]*(\?[^"]*)" rel="{rel}"', page)
    return found[1].replace("&amp;", "&") if found else ""


# --- the list ---------------------------------------------------------------------------------


def test_players_stand_by_name_with_hands_and_balance(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    place, add = (reverse(name, args=[cast.club.slug]) for name in ("players", "player-add"))
    page = client.get(place).content.decode()
    assert re.search(r"Anna 1 hand, on 20 November 2026 \+[\d,]+ Boris", words(page))
    assert "Emma no hands yet" in words(page)
    assert add not in page
    client.force_login(cast.scorer)
    assert add in client.get(place).content.decode()
