"""Duplicate: twenty people, five tables, twenty boards; and nobody sees a card too early."""

from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.evening import evenings, tables
from games.evening.duplicate.boards import board_results, deal_digest, deal_from, show_boards
from games.evening.duplicate.ranking import ranking
from games.models import Board, Bucket, Evening, EveningRound, Hand, Match, Player, Presence
from games.people.merging import merge_players
from games.people.players import add_player
from games.people.presence import note_presence
from tests.cast import Cast
from tests.factories import EASY_DEAL, sealed_hand, stated
from tests.test_matrix import ROUTES, ROWS, Site, furnish

pytestmark = pytest.mark.both_databases


def cards_in(site: Site, who: str, name: str, hand: Hand) -> bool:
    """Whether an address shows somebody cards of a hand: it names them, or is a page of cards."""
    Bucket.objects.all().delete()
    response: Any = site.clients[who].get(site.address(name))
    body = b"".join(response.streaming_content) if response.streaming else response.content
    text = body.decode(errors="replace")
    if name in LISTS:
        return hand.public_id in text
    shows = any(sign in text for sign in SIGNS)
    return response.status_code == 200 and hand.public_id in site.address(name) and shows


OF_BOARD = "api:evening-board"
# Addresses that show many hands: there a hand is named, or is not there.
LISTS = ("hands", "search", "hands-file", "club-everything", "api:hands", "club", OF_BOARD)
# How a card of the easy deal stands in files, in answers and in pages.
SIGNS = ('"T21"', "SK SQ SN", "card-T21", 'data-card="T21"', "#T21")


def evening_of(cast: Cast, people: int, **facts: Any) -> Evening:
    names = [f"Guest {number}" for number in range(len(cast.players), people)]
    added = [add_player(user=cast.admin, club=cast.club, name=name) for name in names]
    facts = {"title": "Duplicate", "variant": "french", "method": "match-points"} | facts
    evening = evenings.open_evening(user=cast.admin, club=cast.club, **facts)
    came = [*cast.players, *added][:people]
    note_presence(user=cast.admin, club=cast.club, day=evening.played_on, came=came, went=())
    return evening


def next_round(cast: Cast, evening: Evening) -> list[Match]:
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    return announced(cast, evenings.draw(user=cast.admin, evening=evening))


def announced(cast: Cast, drawn: EveningRound) -> list[Match]:
    tables.announce(user=cast.admin, drawn=drawn)
    return list(drawn.matches.order_by("pk"))


def test_twenty_people_play_twenty_boards_at_five_tables(client: Client, cast: Cast) -> None:
    """At table 1 the taker, always east, makes a guard by 4, at table 2 by 5, and so on.

    East of the five tables has 174, 180 … 198, the others -58, -60 … -66 each. So of each four
    results below and above nobody's depends on the board: at table n everybody but east has n
    tables with a higher loss, east n-1 with a lower gain.
    """
    evening = evening_of(cast, 20, rounds=5, hands=4)
    for _round in range(5):
        for match in next_round(cast, evening):
            for _board in range(4):
                sealed_hand(cast.admin, match, [stated(points=44 + int(match.table))])
    hands = Hand.objects.filter(board__evening=evening)
    assert Counter(hands.values_list("board__number", flat=True)) == dict.fromkeys(range(1, 21), 5)
    results = board_results(evening)
    assert len({(one.board, one.who) for one in results}) == len(results) == 400

    # Movements: north stays at a table, east moves one a round, south two, west three. So north
    # of table n has 16 boards of... each board he beats 5-n others; east, south and west sit once
    # at each table: (0 + 1 + 2 + 3 + 4) x 4 boards.
    first = EveningTables(evening)
    ranked = {kind: {one.who: one for one in ranking(results, kind)} for kind in WORTHS}
    for table, (north, *others) in enumerate(first.seats, 1):
        for kind, (of_north, of_others) in WORTHS.items():
            assert ranked[kind][north].total == of_north[table - 1]
            assert [ranked[kind][one].total for one in others] == [of_others] * 3
    assert ranked["match-points"][first.seats[0][0]].percent == 100
    assert ranked["places"][first.seats[4][0]].place == 20

    client.force_login(cast.member)
    address = reverse("boards", args=[cast.club.slug, evening.public_id])
    page = client.get(address).content.decode()
    assert "are hidden until" in page
    assert "100.00" in page
    assert client.get(address, {"board": 3}).status_code == 404
    assert (
        client.post(reverse("boards-show", args=[cast.club.slug, evening.public_id])).status_code
        == 403
    )
    client.force_login(cast.admin)
    assert client.get(address, {"board": 3}).status_code == 200
    show = reverse("boards-show", args=[cast.club.slug, evening.public_id])
    assert client.post(show).status_code == 302
    client.force_login(cast.member)
    page = client.get(address, {"board": 3}).content.decode()
    assert page.count("/hands/") >= 5
    assert client.get(reverse("hand", args=[cast.club.slug, hands[0].public_id])).status_code == 200


# By method, what north of tables 1 to 5 has on 20 boards, and everybody else. North loses 58, 60
# … 66; the mean is 62, so he is 4, 2, 0, -2, -4 points above it on each board, 8 … -8 halves.
WORTHS = {
    "match-points": ([160, 120, 80, 40, 0], 80),
    "places": ([100, 80, 60, 40, 20], 60),
    "mean": ([160, 80, 0, -80, -160], 0),
}


class EveningTables:
    """Who sat where in round 1, by key."""

    def __init__(self, evening: Evening) -> None:
        keys = {one.public_id: one.pk for one in Player.objects.filter(club=evening.club_id)}
        tables = evening.drawn.get(number=1).tables
        self.seats = [[keys[one] for one in table] for table in tables]


def test_who_was_merged_sits_where_they_were_drawn(cast: Cast) -> None:
    """In a round that is not announced yet, and in the rounds that follow from where they sat."""
    evening = evening_of(cast, 20, rounds=5, hands=4)
    drawn = evenings.draw(user=cast.admin, evening=evening)
    gone = Player.objects.get(public_id=drawn.tables[2][1])
    helped = Presence.objects.filter(player=cast.players[0])
    helped.update(instead_of=gone)
    for number in (1, 2):
        kept = add_player(user=cast.admin, club=cast.club, name=f"Zoé {number}")
        merge_players(user=cast.admin, kept=kept, gone=gone)
        assert (helped.get().instead_of, Presence.objects.get(player=kept).left_at) == (kept, None)
        matches = announced(cast, drawn) if number == 1 else next_round(cast, evening)
        assert [match.seats.count() for match in matches] == [4] * 5
        table = next(match for match in matches if kept in match.people)
        assert (table.table, table.people.index(kept)) == (str(number + 2), 1)  # east moves on
        gone = kept


def cards_of(deal: Any) -> list[str]:
    return sorted(card for hand in (*deal["hands"], deal["stock"]) for card in hand)


def test_the_computer_deals_the_same_boards_from_the_same_seed(cast: Cast) -> None:
    deal = deal_from("french", 20261128)
    assert deal == deal_from("french", 20261128)
    assert cards_of(deal) == cards_of(EASY_DEAL)
    turned = {"hands": [hand[::-1] for hand in deal["hands"]], "stock": deal["stock"]}
    assert deal_digest(turned) == deal_digest(deal) != deal_digest(deal_from("french", 1))


def test_nobody_gets_a_card_of_a_board_that_is_still_to_be_played(cast: Cast) -> None:
    """Over every address: whoever is not the director gets no hand of the board."""
    site = furnish(cast)
    evening = Evening.objects.get()
    board = Board.objects.get()
    hand = Hand.objects.get(public_id=site.hands["sealed"])
    running = Hand.objects.get(public_id=site.hands["open"])
    seen_before = {}
    for name in ROUTES:
        if "GET" in ROWS[name].methods.split():
            seen_before[name] = cards_in(site, "scorer", name, hand)
    shown = {name for name, shows in seen_before.items() if shows}
    assert {"hand", "hand-place", "hand-record", "api:record"} <= shown
    Hand.objects.filter(pk__in=[hand.pk, running.pk]).update(board=board, held=True)
    leaks = []
    for name in ROUTES:
        if "GET" in ROWS[name].methods.split() and name != "engine-file":
            for who in ("visitor", "stranger", "guest", "member", "scorer"):
                if cards_in(site, who, name, hand):
                    leaks.append(f"{name} by {who}")
    assert leaks == []
    assert cards_in(site, "admin", "hand", hand)
    assert cards_in(site, "admin", "api:record", hand)
    show_boards(user=cast.admin, evening=evening)
    for name, shows in (seen_before | {OF_BOARD: True}).items():
        assert cards_in(site, "scorer", name, hand) == shows
