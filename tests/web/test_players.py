"""Players read: the list, and what one of them has done."""

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.careers import Filters, Part, balance_of, parts_of
from games.models import Hand, Player
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, claimed_by_seat_0, sealed_hand
from tests.games import hand_by_chance

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
    parts = parts_of(cast.players[ANNA], Filters())
    assert [(part.role, part.contract, part.hands, part.won) for part in parts] == [
        ("taker", "", 1, 1),
        ("taker", "guard-without", 1, 1),
        ("", "", 1, 0),
    ]
    said = words(read(client, cast, cast.players[ANNA]))
    assert re.search(r"Taker 1 100 % \+[\d,]+ Garde sans 1 100 %", said)
    assert "Without a taker 1 0" in said


def test_the_likely_range_is_wide_where_hands_are_few() -> None:
    one = Part("taker", "", hands=1, decided=1, won=1, score_halves=0)
    many = Part("taker", "", hands=100, decided=100, won=59, score_halves=0)
    none = Part("", "", hands=3, decided=0, won=0, score_halves=0)
    assert one.share == 1.0
    assert one.likely == pytest.approx((0.2065, 1.0), abs=0.001)
    assert many.likely == pytest.approx((0.4921, 0.6811), abs=0.001)
    assert (none.share, none.likely) == (None, None)


def test_fewer_than_ten_hands_are_shown_as_numbers(client: Client, cast: Cast) -> None:
    for number in range(9):
        hand_on(cast, EVENING + timedelta(days=number))
    assert "<polyline" not in read(client, cast, cast.players[ANNA])
    hand_on(cast, EVENING + timedelta(days=9))
    page = read(client, cast, cast.players[ANNA])
    assert page.count("<polyline") == 1
    assert "after each of 10 hands" in page
    assert "29 November 2026" in page  # the last line of the table beside the chart


def hand_on(cast: Cast, day: date) -> None:
    sealed_hand(cast.scorer, cast.open_match(played_on=day), THROWN_IN)


def test_the_balance_adds_up(cast: Cast) -> None:
    hands = [cast.sealed_hand(claimed_by_seat_0(dealer)) for dealer in (3, 0)]
    scores = [hand.seats.get(seat=BORIS).score_halves for hand in hands]
    assert balance_of(cast.players[BORIS], Filters()).totals == (scores[0], sum(scores))


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
    assert "Without “Role partner”: 2" in page


def test_htmx_gets_the_career_and_the_figures_of_the_head(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    headers = {"HX-Request": "true"}
    page = read(client, cast, cast.players[ANNA], "?role=taker", **headers)
    assert page.lstrip().startswith('<div id="_career"')
    assert 'hx-swap-oob="true"' in page
    assert "<html" not in page


def test_who_has_not_played_yet_is_told_what_will_be_here(client: Client, cast: Cast) -> None:
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
    client: Client, cast: Cast, django_assert_max_num_queries
) -> None:
    for _ in range(3):
        cast.sealed_hand()
    client.force_login(cast.member)
    place = reverse("player", args=[cast.club.slug, cast.players[ANNA].public_id])
    with django_assert_max_num_queries(9):
        client.get(place)


def test_points_of_different_games_are_not_added_up(client: Client, cast: Cast) -> None:
    """Anna has played French Tarot and Tarok, Chloé only the first: hers is a balance."""
    cast.sealed_hand(claimed_by_seat_0())
    tarok = cast.open_match(2, variant="sca-tarok", first_dealer=0)
    (points, _other) = scores_of(sealed_hand(cast.scorer, tarok, hand_by_chance("sca-tarok", 2)))
    page = read(client, cast, cast.players[ANNA])
    assert "_balance" not in page
    said = words(page)
    assert f"Tarok 1 {100 * (points > 425)} % {points:,.0f}" in said
    assert "_balance" in read(client, cast, cast.players[ANNA], "?variant=sca-tarok")
    assert "_balance" in read(client, cast, cast.players[CHLOE])
    for address in ("club", "players"):
        said = words(client.get(reverse(address, args=[cast.club.slug])).content.decode())
        assert re.search(r"Chloé 1(?: hand, on 20 November 2026)? −[\d,]+", said)
        assert not re.search(r"Anna 2(?: hands, the last on 20 November 2026)? [−+\d][\d,]+", said)


def scores_of(hand: Hand) -> list[float]:
    """What a hand brought, by seat, in points."""
    return [seat.score_halves / 2 for seat in hand.seats.order_by("seat")]


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
