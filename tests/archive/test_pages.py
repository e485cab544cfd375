"""The list of hands: newest first, by player, game and days."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.archive import HandSearch, lists
from games.models import Hand, Match, Player, paging
from tests.cast import Cast
from tests.factories import (
    THROWN_IN,
    ClubFactory,
    MembershipFactory,
    calls,
    claimed_by_seat_0,
    open_match,
    sealed_hand,
)

pytestmark = pytest.mark.both_databases

SUMMER = date(2026, 7, 14)


def read(client: Client, cast: Cast, query: str = "", **headers: str) -> str:
    client.force_login(cast.member)
    answer = client.get(reverse("hands", args=[cast.club.slug]) + query, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def listed(page: str) -> list[str]:
    """The public ids of the hands of a list, in order."""
    return re.findall(r'class="row" href="[^"]*/hands/([a-z2-7]{16})/"', page)


def hand_of(cast: Cast, players: int = 4, **facts: object) -> Hand:
    match = cast.open_match(players, **facts)
    changes = THROWN_IN if players == 4 else THROWN_IN[:1] * players
    return sealed_hand(cast.scorer, match, changes)


def test_hands_stand_newest_first_with_their_scores(client: Client, cast: Cast) -> None:
    """Open hands are not in the list; before the first one a sentence says what will be there."""
    page = read(client, cast)
    assert "No hands yet." in page
    assert reverse("matches", args=[cast.club.slug]) in page
    older = hand_of(cast, played_on=SUMMER)
    newer = cast.sealed_hand(claimed_by_seat_0())
    cast.open_hand(calls("pass"))
    page = read(client, cast)
    assert listed(page) == [newer.public_id, older.public_id]
    assert "Anna’s Garde sans, made by" in page
    assert re.search(r'Anna <b class="plus">\+\d', page)
    assert re.search(r'Boris <b class="minus">−\d', page)
    assert "Passed out" in page


def test_a_list_is_for_members_and_holds_nothing_of_another_club(
    client: Client, cast: Cast
) -> None:
    cast.sealed_hand()
    there = open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    theirs = sealed_hand(cast.other_scorer, there, THROWN_IN)
    own, other = (reverse("hands", args=[club.slug]) for club in (cast.club, cast.other_club))
    search = reverse("search", args=[cast.club.slug])
    for place in (own, search):
        assert client.get(place).status_code == 302
    client.force_login(cast.other_scorer)
    for place in (own, search):
        assert client.get(place).status_code == 404
    assert listed(client.get(other).content.decode()) == [theirs.public_id]
    for reader in (cast.member, cast.scorer, cast.admin):
        client.force_login(reader)
        for place in (own, search):
            assert client.get(place).status_code == 200
    for after in (theirs.public_id, "nowhere"):  # a page of another list
        assert client.get(f"{own}?after={after}").status_code == 404
    page = read(client, cast, f"?player={cast.other_players[0].public_id}")
    assert "The club has no such player." in page


# --- filters ----------------------------------------------------------------------------------


def test_a_list_is_narrowed_down_by_player_days_and_game(client: Client, cast: Cast) -> None:
    summer = hand_of(cast, played_on=SUMMER).public_id
    five = hand_of(cast, 5).public_id
    emma = cast.players[4]
    page = read(client, cast, f"?player={emma.public_id}")
    assert listed(page) == [five]
    assert f'<option value="{emma.public_id}" selected>Emma</option>' in page
    for query, found in (
        ("?until=2026-07-14", [summer]),
        ("?since=2026-07-15", [five]),
        ("?since=2026-07-14&until=2026-07-14", [summer]),
        ("?variant=french", [five, summer]),
    ):
        assert listed(read(client, cast, query)) == found, query
    page = read(client, cast, f"?player={emma.public_id}&until=2001-01-01")
    assert "No hand fits these filters." in page
    place = reverse("hands", args=[cast.club.slug])
    assert f'class="chip" href="{place}?player={emma.public_id}"' in page
    assert f'<a class="button" href="{place}">Clear all filters<' in page


def test_a_filter_that_cannot_be_read_says_why(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
    for query, complaint in (
        ("?since=yesterday", "Write a day as YYYY-MM-DD."),
        ("?since=2026-11-20&until=2026-11-19", "This day is before the first one."),
        ("?variant=whist", "Allowed values: french, droggn"),
        ("?player=nobody", "The club has no such player."),
        ("?player=\x00", "The club has no such player."),
    ):
        page = read(client, cast, query)
        assert complaint in page
        assert listed(page) == []


# --- pages ------------------------------------------------------------------------------------


def test_older_hands_are_on_the_next_page_and_newer_ones_on_the_way_back(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "SHOWN", 2)
    hands = [cast.sealed_hand().public_id for _ in range(5)][::-1]

    def link(page: str, way: str) -> str:
        found = re.search(rf'href="[^"]*(\?[^"]*)" rel="{way}"', page)
        return found[1].replace("&amp;", "&") if found else ""

    pages = [read(client, cast, "?variant=french")]
    while older := link(pages[-1], "next"):
        assert "variant=french" in older
        pages.append(read(client, cast, older))
    assert [listed(page) for page in pages] == [hands[:2], hands[2:4], hands[4:]]
    page = read(client, cast, link(pages[-1], "prev"))
    assert listed(page) == hands[2:4]
    assert link(page, "next")


LOOKS = [
    # session, user, the count of requests, club, the players to choose from, hands
    ("hands", "", 6),
    # a list of one page counts itself
    ("hands", "?player={player}", 6),
    ("search", "", 6),
    ("search", "?outcome=passed-out&variant=french", 6),
    ("search", "?role=taker&card_held=T21&text=lea", 6),
    # and the hand next to which the page begins
    ("hands", "?after={hand}", 7),
    ("hands", "?before={hand}", 7),
]


def test_a_list_takes_the_same_few_statements_however_long(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    for _ in range(2):
        hand, _other = cast.sealed_hand(), cast.sealed_hand()
        facts = {"player": cast.players[0].public_id, "hand": hand.public_id}
        for name, query, statements in LOOKS:
            with CaptureQueriesContext(connection) as asked:
                client.get(reverse(name, args=[cast.club.slug]) + query.format(**facts))
            assert len(asked) == statements, query


# --- chips, count -----------------------------------------------------------------------------


def test_every_chosen_filter_can_be_taken_away(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    page = read(client, cast, "?variant=french&role=taker&card_held=T21+F&margin_from=7.5&after=")
    chips = re.findall(r'class="chip" href="([^"]*)">\s*(.*?) <svg', page)
    place = reverse("hands", args=[cast.club.slug])
    assert {words for _, words in chips} == {
        "Game French Tarot",
        "Role taker",
        "Held trump 21 and Excuse",
        "Made or lost by, from 7½",
    }
    without = {words: address.replace("&amp;", "&") for address, words in chips}
    assert without["Role taker"] == (f"{place}?variant=french&card_held=T21+F&margin_from=7.5")


def test_filters_of_the_search_stay_with_the_usual_ones(client: Client, cast: Cast) -> None:
    page = read(client, cast, "?card_held=T21&player=")
    assert '<input type="hidden" name="card_held" value="T21">' in page
    assert f'href="{reverse("search", args=[cast.club.slug])}?card_held=T21"' in page


def test_hands_are_counted_where_they_are_narrowed_down(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        cast.sealed_hand()
    assert "3 hands" in read(client, cast, "?variant=french")
    none = re.compile(r">\s*0 hands\s*<")
    assert none.search(read(client, cast, "?variant=droggn"))
    monkeypatch.setattr(lists, "SHOWN", 1)
    assert "3 hands" in read(client, cast, "?variant=french")
    monkeypatch.setattr(paging, "COUNTED", 2)
    assert "more than 2 hands" in read(client, cast, "?variant=french")
    own = f"?player={cast.players[0].public_id}"
    assert "more than 2 hands" in read(client, cast, own)
    assert none.search(read(client, cast, f"{own}&variant=droggn"))


def test_the_hands_of_two_players_are_as_many_as_are_listed(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those against each other are stored, those together are counted."""
    monkeypatch.setattr(lists, "SHOWN", 2)
    for dealer in (3, 0, 1):
        cast.sealed_hand(claimed_by_seat_0(dealer))
    hand_of(cast)  # nobody won it
    anna, boris, chloe = (player.public_id for player in cast.players[:3])
    for query in (f"?player={boris}&partner={chloe}", f"?player={anna}&opponent={chloe}"):
        for asked in (query, f"{query}&variant=french"):
            page = read(client, cast, asked)
            assert "3 hands" in page
            assert len(listed(page)) == 2


def test_names_and_titles_are_only_text(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    Player.objects.filter(pk=cast.players[0].pk).update(name="<i>100%</i>")
    Match.objects.update(title='<b onclick="x">%s</b>')
    page = read(client, cast, "?event=%25s")
    assert "&lt;i&gt;100%&lt;/i&gt;’s Garde sans" in page
    assert "&lt;b onclick=&quot;x&quot;&gt;%s&lt;/b&gt;, hand 1" in page
    assert "<i>" not in page
    assert "<b onclick" not in page


# --- htmx -------------------------------------------------------------------------------------


def test_htmx_gets_the_rows_alone_and_the_address_to_show(client: Client, cast: Cast) -> None:
    """Going back in the browser gets the whole page."""
    hand = cast.sealed_hand()
    client.force_login(cast.member)
    place = reverse("hands", args=[cast.club.slug])
    answer = client.get(f"{place}?player=&variant=french&since=", headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert page.lstrip().startswith('<section id="_rows"')
    assert listed(page) == [hand.public_id]
    assert answer.headers["HX-Push-Url"] == f"{place}?variant=french"
    assert "HX-Request" in answer.headers["Vary"]
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in read(client, cast, "?variant=french", **headers)


def test_the_empty_filters_are_those_that_narrow_nothing_down() -> None:
    def chosen(**values: str) -> dict[str, object]:
        search = HandSearch(values, Hand.objects.none())
        assert search.is_valid()
        return search.chosen

    assert chosen(variant="", card_held="", since="") == {}
    assert chosen(variant="french", since="2026-07-14") == {"variant": "french", "since": SUMMER}


def test_an_empty_club_is_shown_the_next_step_and_no_twenty_filters(
    client: Client, cast: Cast
) -> None:
    club = ClubFactory()
    MembershipFactory(club=club, user=cast.scorer, role="scorer")
    client.force_login(cast.scorer)
    page = client.get(reverse("search", args=[club.slug])).content.decode()
    assert 'id="_search"' not in page and "No hands yet." in page
    page = client.get(reverse("matches", args=[club.slug])).content.decode()
    assert "First, add the players of the club." in page and "Open the first one" not in page
