"""The match around the hand on the recording screen: how it stands, its end, who has won."""

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
    claimed_by_seat_0,
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


def running(page: str) -> str:
    found = re.search(r'<dl id="_running".*?</dl>', page, re.DOTALL)
    assert found is not None
    return words(found[0])


def score(client: Client, hand: Hand) -> str:
    """The score screen of a hand that is over."""
    address = reverse("recording", args=[hand.match.club.slug, hand.public_id])
    return words(client.get(address).json()["stage"])


def people(cast: Cast, number: int) -> list[Any]:
    sixth = add_player(user=cast.scorer, club=cast.club, name="Farid")
    return [*cast.players, sixth][:number]


def match_of(cast: Cast, key: str, number: int, **facts: Any) -> Match:
    seats = people(cast, number)
    return open_match(cast.scorer, cast.club, seats, variant=key, first_dealer=0, **facts)


def by_chance(match: Match, players: int, seed: int = 1) -> list[dict[str, Any]]:
    """A hand for the next deal of the match."""
    people = match.seats.count()
    deal = match.deal(match.hands.count() + 1, people)
    return hand_by_chance(match.variant, players, seed=seed, dealer=deal.dealer)


# --- while a hand is recorded --------------------------------------------------------------------


def test_a_first_hand_begins_with_nothing(scorer: Client, cast: Cast) -> None:
    match = match_of(cast, "taros-1659", 3)
    open_hand(cast.scorer, match)
    page = table_of(scorer, match)
    assert running(page) == "To 50 Anna 0 Boris 0 Chloé 0"
    assert "Hand 1" in words(page)


@pytest.mark.parametrize(
    ("key", "players", "target"), [("taros-1659", 4, "50"), ("sca-tarok", 3, "1,000")]
)
def test_the_scores_run_towards_the_target(
    scorer: Client, cast: Cast, key: str, players: int, target: str
) -> None:
    """A26, C15."""
    match = match_of(cast, key, players)
    sealed_hand(cast.scorer, match, by_chance(match, players))
    open_hand(cast.scorer, match)
    said = running(table_of(scorer, match)).replace("−", "-")
    assert said.startswith(f"To {target} Anna ")
    sealed = match.hands.get(number=1).seats.order_by("seat").select_related("player")
    for seat in sealed:
        assert f"{seat.player.name} {seat.score_halves // 2}" in said


def test_pairs_run_together_and_the_hands_of_six_are_counted(scorer: Client, cast: Cast) -> None:
    """Taroux B7, B18: the deal that was thrown in is none of the six."""
    match = match_of(cast, "taroux-of-six", 6)
    sealed_hand(cast.scorer, match, by_chance(match, 6))
    sealed_hand(cast.scorer, match, THROWN_IN + THROWN_IN[:2])
    open_hand(cast.scorer, match)
    page = table_of(scorer, match)
    assert re.match(r"So far Anna and Dario \S+ Boris and Emma \S+ Chloé and Farid", running(page))
    assert "Hand 3 (number 2 of 6)" in words(page)


def test_a_thrown_in_hand_is_counted_where_that_was_agreed(scorer: Client, cast: Cast) -> None:
    match = match_of(cast, "taroux-of-six", 6, settings={"passed_hand_counts": True})
    sealed_hand(cast.scorer, match, THROWN_IN + THROWN_IN[:2])
    open_hand(cast.scorer, match)
    assert "Hand 2 of 6" in words(table_of(scorer, match))


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


# --- the score, and what comes then --------------------------------------------------------------


def test_the_score_screen_says_that_the_match_is_over(scorer: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=1)
    hand = open_hand(cast.scorer, match, claimed_by_seat_0())
    said = score(scorer, hand)
    assert "The match is over. Anna has won." in said
    assert "after hand 1 of 1" in said


def test_the_score_screen_says_nothing_of_the_end_before_the_last_hand(
    scorer: Client, cast: Cast
) -> None:
    match = cast.open_match(hands_planned=2)
    hand = open_hand(cast.scorer, match, claimed_by_seat_0())
    said = score(scorer, hand)
    assert "The match is over." not in said
    assert "after hand 1 of 2" in said


def test_after_the_last_hand_closing_comes_before_dealing(scorer: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=1)
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    page = table_of(scorer, match)
    assert "Anna has won. The match is over. Close it, or play on" in words(page)
    close = page.index(reverse("match-close", args=[match.club.slug, match.public_id]))
    deal = page.index(reverse("hand-open", args=[match.club.slug, match.public_id]))
    assert close < deal
    assert re.search(r'<details class="play-on">.*?Deal hand 2', page, re.DOTALL)
    assert page.count('class="button act"') == 1


def test_a_closed_match_names_its_winner(scorer: Client, cast: Cast) -> None:
    sealed_hand(cast.scorer, cast.match, claimed_by_seat_0())
    close_match(user=cast.scorer, match=cast.match)
    assert "This match is closed. Anna has won." in words(table_of(scorer, cast.match))


def test_one_may_play_on_and_the_result_stands(scorer: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=1)
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    open_hand(cast.scorer, match)
    page = table_of(scorer, match)
    assert running(page).startswith("Match over Anna")
    assert "Hand 2" in words(page) and "Hand 2 of" not in words(page)


def test_those_who_are_level_have_won_together(scorer: Client, cast: Cast) -> None:
    match = cast.open_match(hands_planned=1)
    hand = open_hand(cast.scorer, match, THROWN_IN)
    assert "The match is over. Anna, Boris, Chloé and Dario have won." in score(scorer, hand)


def level_at_the_target(cast: Cast, **settings: Any) -> Match:
    """Two at Tarok, each at the target after the first hand by a ruling."""
    match = match_of(cast, "sca-tarok", 2, settings={"target": 300, **settings})
    hand = open_hand(cast.scorer, match, by_chance(match, 2))
    answer = write(
        cast.scorer,
        hand,
        {"op": "act", "action": {"kind": "ruling", "text": "Level.", "points": even(hand)}},
    )
    assert answer.replay.outcome.scores == (500, 500)
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    return match


def even(hand: Hand) -> list[float]:
    """What a ruling adds so that both have 500."""
    from games.book import records
    from games.rules import replay

    scores = replay(records.record_of(hand)).outcome.scores
    assert scores is not None
    return [500 - one for one in scores]


def test_a_tie_at_the_target_says_that_another_hand_decides(scorer: Client, cast: Cast) -> None:
    """C15, A27."""
    match = level_at_the_target(cast)
    page = table_of(scorer, match)
    assert "Anna and Boris are tied: another hand decides" in words(page)
    assert "The match is over." not in words(page)
    assert '<details class="play-on">' not in page


def test_the_score_of_taroux_is_shown_by_pair_and_by_player(scorer: Client, cast: Cast) -> None:
    """B51, B53."""
    match = match_of(cast, "taroux-of-six", 6)
    hand = open_hand(cast.scorer, match, by_chance(match, 6))
    address = reverse("recording", args=[match.club.slug, hand.public_id])
    stage = scorer.get(address).json()["stage"]
    table = re.search(r'<table class="data running-table">.*?</table>', stage, re.DOTALL)
    assert table is not None
    rows = [words(row) for row in re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)]
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


def test_the_page_of_the_match_has_both_as_well(scorer: Client, cast: Cast) -> None:
    match = match_of(cast, "taroux-of-six", 6)
    sealed_hand(cast.scorer, match, by_chance(match, 6))
    text = scorer.get(reverse("match", args=[match.club.slug, match.public_id])).content.decode()
    assert text.count('<tr class="member">') == 6


# --- the answer to a bid --------------------------------------------------------------------------


def test_the_auction_of_taroux_tells_the_bid_the_stakes_and_the_passes(
    scorer: Client, cast: Cast
) -> None:
    """B16, B22, B23."""
    match = match_of(cast, "taroux-of-six", 6)
    hand = open_hand(cast.scorer, match)
    told = []
    for call in ("pass", "prop", "pass", "take", "contra"):
        of = {"of": "take"} if call == "contra" else {}
        write(cast.scorer, hand, {"op": "act", "action": {"kind": "call", "call": call, **of}})
        found = re.search(r'<p class="stakes">(.*?)</p>', table_of(scorer, match), re.DOTALL)
        assert found is not None
        told.append(words(found[1]))
    assert told == [
        "1 of 6 passes",
        "Anna’s Prop, a signal 0 of 5 passes",
        "Anna’s Prop, a signal 1 of 5 passes",
        "Emma’s We'll Take ×2 0 of 5 passes",
        "Emma’s We'll Take ×2 Contra ×2 0 of 5 passes",
    ]


def test_signals_and_contra_are_shown_while_the_hand_is_played(scorer: Client, cast: Cast) -> None:
    match = match_of(cast, "taroux-of-six", 6)
    hand = open_hand(cast.scorer, match)
    calls = ("prop", "pass", "without", "contra", *["pass"] * 5)
    names = {"without": "take-without"}
    for call in calls:
        said = names.get(call, call)
        of = {"of": "take-without"} if call == "contra" else {}
        write(cast.scorer, hand, {"op": "act", "action": {"kind": "call", "call": said, **of}})
    holds = re.search(r'<div id="_holds".*?</div>', table_of(scorer, match), re.DOTALL)
    assert holds is not None
    assert "Contra ×2" in words(holds[0]) and "Prop: Boris" in words(holds[0])


def test_a_game_without_answers_says_nothing_of_them(scorer: Client, cast: Cast) -> None:
    open_hand(cast.scorer, cast.match)
    assert '<p class="stakes">' not in table_of(scorer, cast.match)
