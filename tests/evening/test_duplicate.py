"""Duplicate: twenty people, five tables, ten boards; and nobody sees a card too early."""

import copy
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.book.records import record_of
from games.evening import evenings, tables
from games.evening.duplicate.boards import (
    board_results,
    boards_in_words,
    deal_boards,
    show_boards,
)
from games.evening.duplicate.deals import deal_digest, deal_from, deal_of
from games.evening.duplicate.ranking import ranking
from games.models import Board, Evening, EveningRound, Hand, Match, Player, Presence
from games.people.merging import merge_players, undo_merge
from games.people.players import add_player
from games.people.presence import note_presence
from games.rules import CODES, entering, replay
from tests.cast import Cast
from tests.factories import EASY_DEAL, act, new_key, open_hand, sealed_hand, stated, write
from tests.player import play_on

pytestmark = pytest.mark.both_databases


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


def test_a_table_of_five_plays_the_boards_of_its_set_and_no_more() -> None:
    """Each sits out once: five hands of four boards."""
    drawn = EveningRound(evening=Evening(hands=4), number=1)
    assert boards_in_words(Match(round=drawn, first_board=5, hands_planned=5)) == "boards 5–8"


def test_twenty_people_play_ten_boards_at_five_tables(client: Client, cast: Cast) -> None:
    """At table 1 the taker, always east, makes a guard by 4, at table 2 by 5, and so on.

    East of the five tables has 174, 180 … 198, the others -58, -60 … -66 each. So of each four
    results below and above nobody's depends on the board: at table n everybody but east has n
    tables with a higher loss, east n-1 with a lower gain.
    """
    evening = evening_of(cast, 20, rounds=5, hands=2)
    for _round in range(5):
        for match in next_round(cast, evening):
            for _board in range(2):
                hand = sealed_hand(cast.admin, match, [stated(points=44 + int(match.table))])
    assert match.title == "Duplicate, round 5, boards 7–8"
    assert {"event": "Duplicate", "round": "5", "board": "8"}.items() <= record_of(
        hand
    ).meta.items()
    hands = Hand.objects.filter(board__evening=evening)
    assert Counter(hands.values_list("board__number", flat=True)) == dict.fromkeys(range(1, 11), 5)
    results = board_results(evening)
    assert len({(one.board, one.who) for one in results}) == len(results) == 200

    # Movements: north stays at a table, east moves one a round, south two, west three. So north
    # of table n beats 5-n others on each board; east, south and west sit once at each table:
    # (0 + 1 + 2 + 3 + 4) x 2 boards.
    first = EveningTables(evening)
    ranked = {kind: {one.who: one for one in ranking(results, kind)} for kind in WORTHS}
    for table, (north, *others) in enumerate(first.seats, 1):
        for kind, (of_north, of_others) in WORTHS.items():
            assert ranked[kind][north].total == of_north[table - 1]
            assert [ranked[kind][one].total for one in others] == [of_others] * 3
    assert ranked["match-points"][first.seats[0][0]].percent == 100
    assert ranked["places"][first.seats[4][0]].place == 20

    # Two of a team have what both have: at table 1 north and east 80 and 40 points of 160.
    Presence.objects.filter(player__in=first.seats[0][:2]).update(team="Les Atouts du Nord")
    client.force_login(cast.member)
    address = reverse("boards", args=[cast.club.slug, evening.public_id])
    page = client.get(address).content.decode()
    assert "are hidden until" in page
    assert "still to come" not in page
    assert "100.00" in page
    assert re.search(r"Les Atouts du Nord.*?20.*?120.*?75\.00", page, re.S)
    assert client.get(address, {"board": 3}).status_code == 404
    show = reverse("boards-show", args=[cast.club.slug, evening.public_id])
    assert client.post(show).status_code == 403
    client.force_login(cast.admin)
    assert client.get(address, {"board": 3}).status_code == 200
    assert client.post(show).status_code == 302
    client.force_login(cast.member)
    page = client.get(address, {"board": 3}).content.decode()
    assert page.count("/hands/") >= 5
    assert client.get(reverse("hand", args=[cast.club.slug, hands[0].public_id])).status_code == 200


# By method, what north of tables 1 to 5 has on 10 boards, and everybody else. North loses 58, 60
# … 66; the mean is 62, so he is 4, 2, 0, -2, -4 points above it on each board, 8 … -8 halves.
WORTHS = {
    "match-points": ([80, 60, 40, 20, 0], 40),
    "places": ([50, 40, 30, 20, 10], 30),
    "mean": ([80, 40, 0, -40, -80], 0),
}


class EveningTables:
    """Who sat where in round 1, by key."""

    def __init__(self, evening: Evening) -> None:
        keys = {one.public_id: one.pk for one in Player.objects.filter(club=evening.club_id)}
        tables = evening.drawn.get(number=1).tables
        self.seats = [[keys[one] for one in table] for table in tables]


def test_whoever_comes_to_boards_that_are_none_is_led_to_the_evening(
    client: Client, cast: Cast
) -> None:
    evening = evening_of(cast, 4, method="", rounds=1, hands=4)
    client.force_login(cast.admin)
    where = [cast.club.slug, evening.public_id]
    answer = client.post(reverse("boards-deal", args=where), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("evening", args=where)
    assert "Each table deals its own hands" in answer.content.decode()
    Evening.objects.update(method="places")
    answer = client.post(reverse("boards-deal", args=where), follow=True)
    assert "Draw round 1 first" in answer.content.decode()


def test_who_was_merged_sits_where_they_were_drawn(cast: Cast) -> None:
    """In a round that is not announced yet, and in the rounds that follow from where they sat."""
    evening = evening_of(cast, 20, rounds=5, hands=4)
    drawn = evenings.draw(user=cast.admin, evening=evening)
    gone = Player.objects.get(public_id=drawn.tables[2][1])
    helped = Presence.objects.filter(player__public_id=drawn.tables[0][0])
    helped.update(instead_of=gone)
    for number in (1, 2):
        kept = add_player(user=cast.admin, club=cast.club, name=f"Zoé {number}")
        merge = merge_players(user=cast.admin, kept=kept, gone=gone)
        assert (helped.get().instead_of, Presence.objects.get(player=kept).left_at) == (kept, None)
        matches = announced(cast, drawn) if number == 1 else next_round(cast, evening)
        assert [match.seats.count() for match in matches] == [4] * 5
        table = next(match for match in matches if kept in match.people)
        assert (table.table, table.people.index(kept)) == (str(number + 2), 1)  # east moves on
        gone = kept
    undo_merge(user=cast.admin, merge=merge)
    assert Presence.objects.filter(player=merge.gone).exists()  # ticked as before


def cards_of(deal: Any) -> list[str]:
    return sorted(card for hand in (*deal["hands"], deal["stock"]) for card in hand)


def test_the_computer_deals_the_same_boards_from_the_same_seed(cast: Cast) -> None:
    deal = deal_from("french", 20261128)
    assert deal == deal_from("french", 20261128)
    assert cards_of(deal) == cards_of(EASY_DEAL)
    turned = {"hands": [hand[::-1] for hand in deal["hands"]], "stock": deal["stock"]}
    assert deal_digest(turned) == deal_digest(deal) != deal_digest(deal_from("french", 1))


def played(deal: Any, seed: int = 1) -> list[dict[str, Any]]:
    """What happens in a hand of this deal, the dealer on seat 0, as a scorer enters it who does not
    know the deal: Boris takes the dog with a garde."""
    facts = {"variant": "french", "players": list("ABCD"), "dealer": 0, "meta": {}}
    said = ((1, "guard"), (2, "pass"), (3, "pass"), (0, "pass"))
    auction = [act("call", seat=seat, call=call) for seat, call in said]
    state = replay(entering.record_of(facts, [{"op": "deal", "deal": deal}, *auction])).state
    actions = play_on(state, Random(seed))
    dog = act("stock", cards=deal["stock"])
    return [*auction, dog, *({"op": "act", "action": action} for action in actions)]


def test_a_board_that_the_computer_dealt_is_played_card_by_card(client: Client, cast: Cast) -> None:
    """What somebody does not hold is refused without a word of who does; only the director has the
    dealing sheets; a table whose cards differ is named to him alone."""
    evening = evening_of(cast, 8, rounds=2, hands=1)
    first, second = next_round(cast, evening)
    deal_boards(user=cast.admin, evening=evening)
    seed = 20261128  # by a chance one the petit may be alone
    Board.objects.filter(number=1).update(seed=seed, deal=deal_from("french", seed))
    board = Board.objects.get(number=1)
    entries = played(board.deal)
    hand = open_hand(cast.admin, first, entries[:4])
    owner = {card: seat for seat, cards in enumerate(board.deal["hands"]) for card in cards}
    not_dog = next(card for card in owner if owner[card] == 0)
    laid = entries[5]["action"]["cards"]
    lead = entries[6]["action"]
    elsewhere = next(card for card, seat in owner.items() if seat not in (1, lead["seat"]))
    wrong = [
        (entries[4], act("stock", cards=[not_dog, *board.deal["stock"][1:]]), "the stock of this"),
        (entries[5], act("discard", seat=1, cards=[elsewhere, *laid[1:]]), "not among the cards"),
        (entries[6], act("play", card=elsewhere), "not among the cards"),
    ]
    client.force_login(cast.admin)
    address = reverse("entries", args=[cast.club.slug, hand.public_id])
    for right, mistake, words in wrong:
        sent = {"version": hand.version, "key": new_key(), "change": mistake}
        answer = client.post(address, sent, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "not-in-hand")
        assert words in answer.json()["message"]
        assert answer.json()["hidden"]  # the engine of the tablet is not wrong
        write(cast.admin, hand, right)
    write(cast.admin, hand, {"op": "several", "changes": entries[7:]})
    assert (
        client.get(reverse("recording", args=[cast.club.slug, hand.public_id])).status_code == 200
    )
    book.seal(user=cast.admin, hand=hand, version=hand.version)
    assert deal_of(replay(record_of(Hand.objects.get(pk=hand.pk)))) == board.deal | {
        "stock": sorted(board.deal["stock"], key=CODES.index)
    }

    # The second table's cards were laid out with two of them exchanged, and are typed in whole.
    other = copy.deepcopy(board.deal)
    other["hands"][2][0], other["hands"][3][0] = other["hands"][3][0], other["hands"][2][0]
    made = open_hand(cast.admin, second)
    Hand.objects.filter(pk=made.pk).update(held=None)
    made.held = None
    write(cast.admin, made, {"op": "several", "changes": played(other, seed=2)})
    book.seal(user=cast.admin, hand=made, version=made.version)
    Hand.objects.filter(pk=made.pk).update(held=True)
    boards = reverse("boards", args=[cast.club.slug, evening.public_id])
    sheets = reverse("boards-pdf", args=[cast.club.slug, evening.public_id])
    page = client.get(boards, {"board": 1}).content.decode()
    assert "1 round is still to come." in page
    assert "board 1 at table 2" in " ".join(page.split())
    assert "another deal" in page
    assert "card 1: " in page
    assert client.get(sheets).content.startswith(b"%PDF")
    player = first.seats.get(seat=1).player
    page = client.get(boards, {"player": player.public_id}).content.decode()
    assert "board by board" in page
    client.force_login(cast.member)
    assert client.get(sheets).status_code == 403
    assert client.get(boards, {"player": player.public_id}).status_code == 404
    assert "at table 2" not in client.get(boards).content.decode()

    # Without the computer the first table's hand says what the deal was.
    Board.objects.update(seed=None, deal={})
    show_boards(user=cast.admin, evening=evening)
    page = client.get(boards, {"board": 1}).content.decode()
    assert all(f"<h3>Seat {seat}</h3>" in page for seat in range(1, 5))
