"""Matches read: who is ahead, the running scores, the hands; and the list of matches."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games import people
from games.archive import lists
from games.models import Match
from tests.cast import Cast
from tests.factories import (
    THROWN_IN,
    act,
    calls,
    claimed_by_seat_0,
    in_one_tap,
    open_match,
    sealed_hand,
    write,
)
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


# --- a match ----------------------------------------------------------------------------------


def test_the_page_of_a_match_follows_it_from_the_first_hand_to_its_end(
    client: Client, cast: Cast
) -> None:
    """Who leads and who has won is judged in `test_standings.py`."""
    match = cast.match
    record = reverse("record", args=[cast.club.slug, match.public_id])
    assert "No hands yet. The scores will appear here." in read(client, cast, match)
    page = read(client, cast, match, user=cast.scorer)
    assert "No hands yet. Deal the first one." in page
    assert record in page

    cast.sealed_hand(claimed_by_seat_0())
    assert "<figure" not in read(client, cast, match)
    cast.sealed_hand([*THROWN_IN, act("ruling", text="Late.", points=[50, -100, 50, 0])])
    page = read(client, cast, match)
    assert record not in page
    first, second = cells(page, "match-hands")[1:]
    assert first.startswith("1 Garde sans by Anna")
    assert "+1,560 +1,560" in first
    assert "+50 +1,610" in second
    assert cells(page, "ranking")[1].startswith("Anna")
    assert "Anna leads by 2,080" in page
    assert page.count("<polyline") == 4
    assert 'aria-label="Running scores of Friday"' in page
    for hand in match.hands.all():
        assert reverse("hand", args=[cast.club.slug, hand.public_id]) in page

    # The hand on the table is named to all and read by none but scorers; the match stays open.
    hand = cast.open_hand(calls("pass"))
    page = read(client, cast, match, user=cast.scorer)
    assert "being played" in page
    assert f"Go on recording hand {hand.number}" in page
    assert reverse("hand", args=[cast.club.slug, hand.public_id]) in page
    page = read(client, cast, match)
    assert "being played" in page
    assert hand.public_id not in page
    assert "Close the match" not in page
    assert "still being recorded" in close(client, cast, match)
    assert not Match.objects.exclude(closed_at=None).exists()

    write(cast.scorer, hand, {"op": "undo"})
    page = close(client, cast, match)
    assert not Match.objects.filter(closed_at=None).exists()
    assert f"{match.title} is closed." in page
    assert "Anna has won" in page
    assert "Close the match" not in page
    assert record not in page


def close(client: Client, cast: Cast, match: Match) -> str:
    """The page after a scorer has closed a match, or tried to."""
    client.force_login(cast.scorer)
    address = reverse("match-close", args=[cast.club.slug, match.public_id])
    return client.post(address, follow=True).content.decode()


def test_another_clubs_match_is_not_found_at_its_own_address(client: Client, cast: Cast) -> None:
    client.force_login(cast.other_scorer)
    for name in ("match", "match-sheet", "match-sheet-pdf"):
        place = reverse(name, args=[cast.other_club.slug, cast.match.public_id])
        assert client.get(place).status_code == 404


def test_a_match_takes_the_same_few_statements_however_long(
    client: Client, cast: Cast, django_assert_max_num_queries
) -> None:
    client.force_login(cast.member)
    for hands in (1, 3):
        for _ in range(hands):
            cast.sealed_hand()
        with django_assert_max_num_queries(10):
            client.get(reverse("match", args=[cast.club.slug, cast.match.public_id]))


@pytest.mark.parametrize(
    ("key", "players", "progress"),
    [("taroux-of-six", 6, "after hand 1 of 6"), ("sca-tarok", 2, "playing to 1,000")],
)
def test_pairs_and_targets_of_other_games_are_on_the_page(
    client: Client, cast: Cast, key: str, players: int, progress: str
) -> None:
    """Taroux, B53: the pair with the most points; Tarok, C15: whoever reaches 1000."""
    farid = people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    seats = (*cast.players, farid)[:players]
    match = open_match(cast.scorer, cast.club, seats, variant=key, first_dealer=0)
    sealed_hand(cast.scorer, match, in_one_tap(hand_by_chance(key, players, dealer=0)))
    page = read(client, cast, match)
    assert progress in page
    rows = cells(re.sub(r'<tr class="member">.*?</tr>', "", page, flags=re.DOTALL), "ranking")[1:]
    names = {re.sub(r" [-−+,\d ]+$", "", row) for row in rows}
    if players == 6:
        assert names == {"Anna and Dario", "Boris and Emma", "Chloé and Farid"}
        assert page.count('<tr class="member">') == 6
    else:
        assert names == {"Anna", "Boris"}


# --- the list ---------------------------------------------------------------------------------


def test_matches_are_listed_newest_first_and_narrowed_down(client: Client, cast: Cast) -> None:
    assert "No matches yet." in read_list(client, cast)
    four = cast.open_match(title="Summer", played_on=SUMMER)
    five = cast.open_match(5)
    emma = cast.players[4].public_id
    for query, found in {
        "": [five, four],
        f"?player={emma}": [five],
        "?until=2026-07-14": [four],
        "?since=2026-07-15": [five],
        "?variant=french": [five, four],
        f"?player={emma}&until=2026-07-14": [],
    }.items():
        assert listed(read_list(client, cast, query)) == [match.public_id for match in found], query
    for _hand in range(2):
        sealed_hand(cast.scorer, four, THROWN_IN)
    anna = cast.players[0].public_id
    assert "2 hands" in read_list(client, cast, f"?player={anna}&until=2026-07-14")


def test_older_matches_are_on_the_next_page(client: Client, cast: Cast, monkeypatch) -> None:
    monkeypatch.setattr(lists, "SHOWN", 1)
    older = cast.open_match(title="older")
    newer = cast.open_match(title="newer")
    page = read_list(client, cast)
    assert listed(page) == [newer.public_id]
    assert listed(read_list(client, cast, f"?after={newer.public_id}")) == [older.public_id]
    place = reverse("matches", args=[cast.club.slug])
    assert client.get(f"{place}?after=nowhere").status_code == 404
