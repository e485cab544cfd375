"""Matches read: who is ahead, the running scores, the hands; and the list of matches."""

import re
from datetime import date
from typing import Any

from django.test import Client
from django.urls import reverse

from games import people
from games.archive import lists
from games.matches.match_changes import close_match
from games.models import Match
from tests.cast import Cast
from tests.factories import THROWN_IN, act, claimed_by_seat_0, open_hand, open_match, sealed_hand
from tests.games import hand_by_chance

SUMMER = date(2026, 7, 14)


def read(client: Client, cast: Cast, match: Match, *, user: object = None) -> str:
    client.force_login(user or cast.member)  # type: ignore[arg-type]
    answer = client.get(reverse("match", args=[cast.club.slug, match.public_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def read_list(client: Client, cast: Cast, query: str = "") -> str:
    client.force_login(cast.member)
    answer = client.get(reverse("matches", args=[cast.club.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def listed(page: str) -> list[str]:
    return re.findall(r'class="row" href="[^"]*/matches/([a-z2-7]{16})/"', page)


def cells(page: str, kind: str) -> list[str]:
    """The words of the rows of a table, tags left out."""
    table = re.search(rf'<table class="data {kind}">.*?</table>', page, re.DOTALL)
    assert table is not None
    rows = re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def two_hands(cast: Cast) -> Match:
    """Anna takes both and claims; the second is worth the same, so she has the double."""
    sealed_hand(cast.scorer, cast.match, claimed_by_seat_0())
    sealed_hand(cast.scorer, cast.match, claimed_by_seat_0(dealer=0))
    return cast.match


# --- a match ----------------------------------------------------------------------------------


def test_totals_run_from_hand_to_hand(client: Client, cast: Cast) -> None:
    match = two_hands(cast)
    scores = [seat.score_halves // 2 for seat in match.hands.get(number=1).seats.order_by("seat")]
    assert sum(scores) == 0
    page = read(client, cast, match)
    first, second = cells(page, "match-hands")[1:]
    assert first.startswith("1 Garde sans by Anna")
    assert f"+{scores[0]} +{scores[0]}" in first.replace(",", "")
    assert f"+{scores[0]} +{2 * scores[0]}" in second.replace(",", "")
    for hand in match.hands.all():
        assert reverse("hand", args=[cast.club.slug, hand.public_id]) in page


def test_the_ranking_has_the_best_first(client: Client, cast: Cast) -> None:
    page = read(client, cast, two_hands(cast))
    assert cells(page, "ranking")[1].startswith("Anna")
    assert re.search(r"Anna leads by [\d,]+", page)


def test_nobody_is_ahead_while_all_are_level(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
    assert "Nobody is ahead" in read(client, cast, cast.match)


def test_those_who_share_the_lead_are_named_together(client: Client, cast: Cast) -> None:
    cast.sealed_hand([*THROWN_IN, act("ruling", text="Level.", points=[50, -100, 50, 0])])
    assert "Anna and Chloé lead" in read(client, cast, cast.match)


def test_the_chart_begins_with_the_second_hand(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
    assert "<figure" not in read(client, cast, cast.match)
    cast.sealed_hand()
    page = read(client, cast, cast.match)
    assert page.count("<polyline") == 4
    assert 'aria-label="Running scores of Friday"' in page


def test_hands_still_planned_are_counted(client: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=6)
    sealed_hand(cast.scorer, match, THROWN_IN)
    assert "after hand 1 of 6" in read(client, cast, match)


def test_a_match_without_a_hand_says_what_comes(client: Client, cast: Cast) -> None:
    assert "No hands yet. The scores will appear here." in read(client, cast, cast.match)
    page = read(client, cast, cast.match, user=cast.scorer)
    assert "No hands yet. Deal the first one." in page


def test_only_a_scorer_is_led_to_the_recording(client: Client, cast: Cast) -> None:
    record = reverse("record", args=[cast.club.slug, cast.match.public_id])
    assert record in read(client, cast, cast.match, user=cast.scorer)
    assert record not in read(client, cast, cast.match)
    close_match(user=cast.scorer, match=cast.match)
    assert record not in read(client, cast, cast.match, user=cast.scorer)


def test_the_hand_on_the_table_is_named_and_read_by_none_but_scorers(
    client: Client, cast: Cast
) -> None:
    cast.sealed_hand()
    for match in (cast.match, cast.open_match(4)):
        hand = open_hand(cast.scorer, match)
        page = read(client, cast, match, user=cast.scorer)
        assert "being played" in page
        assert f"Go on recording hand {hand.number}" in page
        assert reverse("hand", args=[cast.club.slug, hand.public_id]) in page
        page = read(client, cast, match)
        assert "being played" in page
        assert hand.public_id not in page


def test_another_clubs_match_is_not_found(client: Client, cast: Cast) -> None:
    client.force_login(cast.other_scorer)
    for slug in (cast.club.slug, cast.other_club.slug):
        place = reverse("match", args=[slug, cast.match.public_id])
        assert client.get(place).status_code == 404


def test_a_match_takes_the_same_few_statements_however_long(
    client: Client, cast: Cast, django_assert_max_num_queries
) -> None:
    two_hands(cast)
    client.force_login(cast.member)
    with django_assert_max_num_queries(10):
        client.get(reverse("match", args=[cast.club.slug, cast.match.public_id]))


# --- the list ---------------------------------------------------------------------------------


def test_matches_stand_newest_first(client: Client, cast: Cast) -> None:
    summer = cast.open_match(title="Summer", played_on=SUMMER)
    page = read_list(client, cast)
    assert listed(page) == [summer.public_id]
    assert listed(read_list(client, cast)) == [summer.public_id]
    autumn = cast.open_match()
    assert listed(read_list(client, cast)) == [autumn.public_id, summer.public_id]


def test_a_club_without_matches_says_so(client: Client, cast: Cast) -> None:
    assert "No matches yet." in read_list(client, cast)


def test_matches_are_narrowed_down(client: Client, cast: Cast) -> None:
    four = cast.open_match(played_on=SUMMER)
    five = cast.open_match(5)
    emma = cast.players[4].public_id
    assert listed(read_list(client, cast, f"?player={emma}")) == [five.public_id]
    assert listed(read_list(client, cast, "?until=2026-07-14")) == [four.public_id]
    assert listed(read_list(client, cast, "?since=2026-07-15")) == [five.public_id]
    assert len(listed(read_list(client, cast, "?variant=french"))) == 2
    assert listed(read_list(client, cast, f"?player={emma}&until=2026-07-14")) == []


def test_a_player_does_not_multiply_the_hands_of_a_match(client: Client, cast: Cast) -> None:
    two_hands(cast)
    anna = cast.players[0].public_id
    assert "2 hands" in read_list(client, cast, f"?player={anna}")


def test_older_matches_are_on_the_next_page(client: Client, cast: Cast, monkeypatch) -> None:
    monkeypatch.setattr(lists, "SHOWN", 1)
    older = cast.open_match(title="older")
    newer = cast.open_match(title="newer")
    page = read_list(client, cast)
    assert listed(page) == [newer.public_id]
    assert listed(read_list(client, cast, f"?after={newer.public_id}")) == [older.public_id]
    client.force_login(cast.member)
    place = reverse("matches", args=[cast.club.slug])
    assert client.get(f"{place}?after=nowhere").status_code == 404


# --- its end ----------------------------------------------------------------------------------


def close(client: Client, cast: Cast, match: Match, *, user: object = None) -> Any:
    client.force_login(user or cast.scorer)  # type: ignore[arg-type]
    address = reverse("match-close", args=[cast.club.slug, match.public_id])
    return client.post(address, follow=True)


def test_a_scorer_closes_a_match_and_no_hand_is_dealt_in_it_any_more(
    client: Client, cast: Cast
) -> None:
    match = two_hands(cast)
    page = close(client, cast, match).content.decode()
    match.refresh_from_db()
    assert match.closed_at is not None
    assert f"{match.title} is closed." in page
    assert "Close the match" not in page
    assert reverse("record", args=[cast.club.slug, match.public_id]) not in page


def test_a_match_is_not_closed_over_a_hand_that_is_being_recorded(
    client: Client, cast: Cast
) -> None:
    match = two_hands(cast)
    open_hand(cast.scorer, match, claimed_by_seat_0(dealer=1)[:2])
    page = close(client, cast, match).content.decode()
    match.refresh_from_db()
    assert match.closed_at is None
    assert "still being recorded" in page


def test_members_and_strangers_close_nothing(client: Client, cast: Cast) -> None:
    match = two_hands(cast)
    assert "Close the match" not in read(client, cast, match)
    assert close(client, cast, match, user=cast.member).status_code == 403
    assert close(client, cast, match, user=cast.other_scorer).status_code == 404
    match.refresh_from_db()
    assert match.closed_at is None


# --- how it ends ------------------------------------------------------------------------------


def sealed_match(cast: Cast, key: str, players: int, hands: int) -> Match:
    """A match of a game with the same hand played that many times, dealt in turn."""
    farid = people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    seats = (*cast.players, farid)[:players]
    match = open_match(cast.scorer, cast.club, seats, variant=key, first_dealer=0)
    for number in range(hands):
        hand = hand_by_chance(key, players, dealer=number % players)
        sealed_hand(cast.scorer, match, hand)
    return match


def totals(page: str) -> dict[str, float]:
    """The ranking: names and totals, the members of a pair left out."""
    page = re.sub(r'<tr class="member">.*?</tr>', "", page, flags=re.DOTALL)
    rows = [row.replace("−", "-").replace(",", "") for row in cells(page, "ranking")[1:]]
    return {re.sub(r" [-+\d ]+$", "", row): float(row.split()[-1]) for row in rows}


def test_pairs_that_sit_together_are_ranked_together(client: Client, cast: Cast) -> None:
    """Taroux of Six, B53: the partnership with the most points."""
    page = read(client, cast, sealed_match(cast, "taroux-of-six", 6, 2))
    found = totals(page)
    assert set(found) == {"Anna and Dario", "Boris and Emma", "Chloé and Farid"}
    assert sum(found.values()) == 0
    assert page.count("<polyline") == 3
    assert "after hand 2 of 6" in page


def test_whoever_reaches_the_target_has_won(client: Client, cast: Cast) -> None:
    """Tarok, C15: the highest total, once somebody has 1000."""
    match = sealed_match(cast, "sca-tarok", 2, 1)
    page = read(client, cast, match)
    best, least = totals(page).values()
    assert best + least == 850
    assert "after hand 1, playing to 1,000" in page
    assert "has won" not in page
    while max(totals(page).values()) < 1000:
        sealed_hand(
            cast.scorer, match, hand_by_chance("sca-tarok", 2, dealer=match.hands.count() % 2)
        )
        page = read(client, cast, match)
    assert f"{next(iter(totals(page)))} has won" in page


def test_after_the_number_of_hands_agreed_on_the_best_has_won(client: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=1)
    assert "has won" not in read(client, cast, match)
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    assert "Anna has won" in read(client, cast, match)


def test_an_open_end_is_the_hand_after_which_the_match_is_closed(
    client: Client, cast: Cast
) -> None:
    """French 1.11.8: the most points after the last hand."""
    match = two_hands(cast)
    assert "Anna leads by" in read(client, cast, match)
    close_match(user=cast.scorer, match=match)
    assert "Anna has won" in read(client, cast, match)


def test_a_match_closed_before_its_end_has_no_winner(client: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=3)
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    close_match(user=cast.scorer, match=match)
    assert "Anna leads by" in read(client, cast, match)


def test_who_is_level_at_the_end_has_won_together(client: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=1)
    sealed_hand(cast.scorer, match, THROWN_IN)
    assert "Anna, Boris, Chloé and Dario have won" in read(client, cast, match)
