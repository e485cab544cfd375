"""The match around the hand on the recording screen: how it stands, its end, who has won.

How a match stands after its hands is judged in `test_standings.py`.
"""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.matches.match_changes import close_match
from games.models import Hand, Match
from games.people.players import add_player
from tests.cast import Cast
from tests.factories import (
    THROWN_IN,
    act,
    claimed_by_seat_0,
    in_one_tap,
    open_hand,
    open_match,
    sealed_hand,
    write,
)
from tests.games import hand_by_chance

pytestmark = pytest.mark.django_db


def words(text: str) -> str:
    bare = re.sub(r"(?s)<(script|svg|template).*?</\1>", " ", text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", bare)).split())


def table_of(client: Client, match: Match) -> str:
    """The page on which the match is recorded."""
    answer = client.get(reverse("record", args=[match.club.slug, match.public_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def part(page: str, begins: str, ends: str) -> str:
    """The words of an element of a page."""
    found = re.search(rf"{begins}.*?{ends}", page, re.DOTALL)
    assert found is not None
    return words(found[0])


def running(page: str) -> str:
    return part(page, '<dl id="_running"', "</dl>")


def stage(client: Client, hand: Hand) -> str:
    """The score screen of a hand that is over."""
    address = reverse("recording", args=[hand.match.club.slug, hand.public_id])
    return str(client.get(address).json()["stage"])


def match_of(cast: Cast, key: str, number: int, **facts: Any) -> Match:
    sixth = add_player(user=cast.scorer, club=cast.club, name="Farid")
    seats = [*cast.players, sixth][:number]
    return open_match(cast.scorer, cast.club, seats, variant=key, first_dealer=0, **facts)


def by_chance(match: Match, players: int) -> list[dict[str, Any]]:
    """A hand for the next deal of the match."""
    deal = match.deal(match.hands.count() + 1, match.seats.count())
    return in_one_tap(hand_by_chance(match.variant, players, dealer=deal.dealer))


# --- while a hand is recorded --------------------------------------------------------------------


def test_the_scores_run_from_nothing_towards_the_target(scorer: Client, cast: Cast) -> None:
    """A26."""
    match = match_of(cast, "taros-1659", 4)
    changes = by_chance(match, 4)
    hand = open_hand(cast.scorer, match)
    page = table_of(scorer, match)
    assert running(page) == "To 50 Anna 0 Boris 0 Chloé 0 Dario 0"
    assert "Hand 1" in words(page)
    assert '<p class="stakes">' not in page  # a game without answers to a bid
    for change in changes:
        write(cast.scorer, hand, change)
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    open_hand(cast.scorer, match)
    said = running(table_of(scorer, match)).replace("−", "-")
    assert said.startswith("To 50 Anna ")
    for seat in hand.seats.select_related("player"):
        assert f"{seat.player.name} {seat.score_halves // 2}" in said


def test_pairs_run_together_and_are_shown_by_pair_and_by_player(scorer: Client, cast: Cast) -> None:
    """Taroux B51, B53; B7, B18: the deal that was thrown in is none of the six."""
    match = match_of(cast, "taroux-of-six", 6)
    hand = open_hand(cast.scorer, match, by_chance(match, 6))
    found = re.search(
        r'<table class="data running-table">.*?</table>', stage(scorer, hand), re.DOTALL
    )
    assert found is not None
    rows = [words(row) for row in re.findall(r"<tr.*?</tr>", found[0], re.DOTALL)]
    assert rows[0].startswith("Pair")
    names = [re.sub(r" [-+−,\d ]+$", "", row) for row in rows[1:]]
    assert names == [
        *("Anna and Dario", "Anna", "Dario"),
        *("Boris and Emma", "Boris", "Emma"),
        *("Chloé and Farid", "Chloé", "Farid"),
    ]
    totals = [int(re.sub(r"[+,]", "", row.split()[-1]).replace("−", "-")) for row in rows[1:]]
    for pair, one, other in zip(totals[::3], totals[1::3], totals[2::3], strict=True):
        assert pair == one + other
    assert sum(totals[::3]) == 0
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    sealed_hand(cast.scorer, match, THROWN_IN + THROWN_IN[:2])
    open_hand(cast.scorer, match)
    page = table_of(scorer, match)
    assert re.match(r"So far Anna and Dario \S+ Boris and Emma \S+ Chloé and Farid", running(page))
    assert "Hand 3 (number 2 of 6)" in words(page)


def test_who_sits_out_has_a_chair_and_a_score(scorer: Client, cast: Cast) -> None:
    """Droggn 2.2.1."""
    match = match_of(cast, "droggn", 4)
    open_hand(cast.scorer, match)
    page = table_of(scorer, match)
    assert running(page) == "So far Anna 0 Boris 0 Chloé 0 Dario 0"
    assert '<div id="_table" class="felt card-table on-table ring" data-seats="4">' in page
    chair = re.compile(r'class="seat out" data-slot="(\d)">(.*?)</div>', re.DOTALL)
    out = chair.findall(page)
    assert [(slot, words(plate)) for slot, plate in out] == [("3", "Anna deals, sits out")]
    assert re.findall(r'data-seat="(\d)" data-slot="(\d)"', page) == [
        ("0", "0"),
        ("1", "1"),
        ("2", "2"),
    ]
    assert "Boris … Chloé Dario speaks last" in words(page)


def test_the_table_is_drawn_the_way_it_is_played(scorer: Client, cast: Cast) -> None:
    """A7: clockwise, or as the match has it."""
    slots = {}
    for way in ("clockwise", "counter-clockwise"):
        facts: dict[str, Any] = {"variant": "taros-1659", "settings": {"direction": way}}
        match = cast.open_match(4, **facts)
        open_hand(cast.scorer, match)
        slots[way] = re.findall(
            r'class="seat" data-seat="\d" data-slot="(\d)"', table_of(scorer, match)
        )
    assert slots["clockwise"] == ["1", "0", "3", "2"]
    assert slots["counter-clockwise"] == ["3", "0", "1", "2"]


def test_bid_stakes_and_passes_are_told_in_the_auction_and_contra_in_the_play(
    scorer: Client, cast: Cast
) -> None:
    """Taroux B16, B22, B23."""
    match = match_of(cast, "taroux-of-six", 6)
    hand = open_hand(cast.scorer, match)
    told = []
    for call in ("pass", "prop", "pass", "take", "contra"):
        write(cast.scorer, hand, called(call))
        told.append(part(table_of(scorer, match), '<p class="stakes">', "</p>"))
    assert told == [
        "1 of 6 passes",
        "Anna’s Prop, a signal 0 of 5 passes",
        "Anna’s Prop, a signal 1 of 5 passes",
        "Emma’s We'll Take ×2 0 of 5 passes",
        "Emma’s We'll Take ×2 Contra ×2 0 of 5 passes",
    ]
    for _others in range(5):
        write(cast.scorer, hand, called("pass"))
    holds = part(table_of(scorer, match), '<div id="_holds"', "</div>")
    assert "Contra ×2" in holds and "Prop: Anna" in holds


def called(call: str) -> dict[str, Any]:
    return act("call", call=call, **({"of": "take"} if call == "contra" else {}))


# --- the score, and what comes then --------------------------------------------------------------


def test_before_the_last_hand_the_score_screen_says_nothing_of_the_end(
    scorer: Client, cast: Cast
) -> None:
    match = cast.open_match(hands_planned=2)
    said = words(stage(scorer, open_hand(cast.scorer, match, claimed_by_seat_0())))
    assert "The match is over." not in said
    assert "after hand 1 of 2" in said


def test_after_the_last_hand_the_match_is_over_and_closed_or_played_on(
    scorer: Client, cast: Cast
) -> None:
    match = cast.open_match(hands_planned=1)
    hand = open_hand(cast.scorer, match, claimed_by_seat_0())
    said = words(stage(scorer, hand))
    assert "The match is over. Anna has won." in said
    assert "after hand 1 of 1" in said

    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    page = table_of(scorer, match)
    assert "Anna has won. The match is over. Close it, or play on" in words(page)
    close = page.index(reverse("match-close", args=[match.club.slug, match.public_id]))
    deal = page.index(reverse("hand-open", args=[match.club.slug, match.public_id]))
    assert close < deal
    assert re.search(r'<details class="play-on">.*?Deal hand 2', page, re.DOTALL)
    assert page.count('class="button act"') == 1

    open_hand(cast.scorer, match)  # one may play on, and the result stands
    page = table_of(scorer, match)
    assert running(page).startswith("Match over Anna")
    assert "Hand 2" in words(page) and "Hand 2 of" not in words(page)
    close_match(user=cast.scorer, match=match)
    assert "This match is closed. Anna has won." in words(table_of(scorer, match))


def test_a_tie_at_the_target_says_that_another_hand_decides(scorer: Client, cast: Cast) -> None:
    """C15, A27: two at Tarok, each at the target after the first hand by a ruling."""
    match = match_of(cast, "sca-tarok", 2, settings={"target": 300})
    hand = open_hand(cast.scorer, match, by_chance(match, 2))
    scores = book.preview(user=cast.scorer, hand=hand, change=act("note", text="x")).outcome.scores
    assert scores is not None
    even = act("ruling", text="Level.", points=[500 - one for one in scores])
    assert write(cast.scorer, hand, even).replay.outcome.scores == (500, 500)
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    page = table_of(scorer, match)
    assert "Anna and Boris are tied: another hand decides" in words(page)
    assert "The match is over." not in words(page)
    assert '<details class="play-on">' not in page
