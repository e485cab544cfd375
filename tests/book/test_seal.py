"""Sealing a hand: when it may be, what is written down, how the chain grows."""

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from games import book
from games.book.chain import link_of
from games.matches.match_changes import close_match
from games.models import Club, Hand, HandSeat, Seal
from games.models.people import GENESIS
from games.writing.errors import (
    HandNotFinished,
    HandStillOpen,
    MatchClosed,
    StaleVersion,
    VersionAhead,
)
from tests.cast import Cast
from tests.factories import (
    THROWN_IN,
    act,
    calls,
    claimed_by_seat_0,
    open_match,
    sealed_hand,
    write,
)


def seats(hand: Hand) -> list[tuple]:
    rows = HandSeat.objects.filter(hand=hand).order_by("seat")
    return list(rows.values_list("player__name", "role", "score_halves", "won", "contract"))


def test_a_scored_hand_is_written_down(
    cast: Cast, django_assert_max_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    hand = cast.open_hand(claimed_by_seat_0())
    with django_assert_max_num_queries(25):
        book.seal(user=cast.scorer, hand=hand, version=hand.version)
    hand.refresh_from_db()
    assert hand.state == "sealed"
    assert (hand.variant, hand.status, hand.contract) == ("french", "scored", "guard-without")
    assert (hand.taker, hand.won, hand.irregular) == (0, True, False)
    assert hand.margin_halves == 2 * (91 - 36)
    assert hand.sheet[-1]["points"] == 3 * ((25 + 55) * 4 + 200)
    assert seats(hand) == [
        ("Anna", "taker", 3120, True, "guard-without"),
        ("Boris", "defender", -1040, False, "guard-without"),
        ("Chloé", "defender", -1040, False, "guard-without"),
        ("Dario", "defender", -1040, False, "guard-without"),
    ]


def test_a_hand_thrown_in_is_worth_what_a_ruling_adjusts(cast: Cast) -> None:
    hand = Hand.objects.get(pk=cast.sealed_hand(THROWN_IN).pk)
    assert (hand.status, hand.contract, hand.taker, hand.won) == ("passed-out", "", None, None)
    assert [row[1:4] for row in seats(hand)] == [("", 0, None)] * 4
    ruling = act("ruling", text="Late again.", points=[-1.5, 0.5, 0.5, 0.5])
    hand = cast.sealed_hand([*THROWN_IN, ruling])
    assert [row[2] for row in seats(hand)] == [-3, 1, 1, 1]


def test_an_irregular_card_marks_the_hand_for_ever(cast: Cast) -> None:
    *begun, claim, _ = claimed_by_seat_0()
    revoke = act("play", card="HQ", irregular="Nobody noticed.")
    hand = cast.sealed_hand([*begun, revoke, claim])
    assert Hand.objects.get(pk=hand.pk).irregular


def test_a_scorer_seals_only_a_result_that_they_have_seen_and_once(cast: Cast) -> None:
    hand = cast.open_hand()
    for entries in (0, 3):
        for call in THROWN_IN[hand.version : entries]:
            write(cast.scorer, hand, call)
        with pytest.raises(HandNotFinished):
            book.seal(user=cast.scorer, hand=hand, version=entries)
    assert Hand.objects.get(pk=hand.pk).is_open
    assert not Seal.objects.exists()
    assert Club.objects.get(pk=cast.club.pk).head == GENESIS
    write(cast.scorer, hand, THROWN_IN[3])
    with pytest.raises(StaleVersion) as caught:
        book.seal(user=cast.scorer, hand=hand, version=3)
    assert [entry.seq for entry in caught.value.entries] == [4]
    with pytest.raises(VersionAhead):
        book.seal(user=cast.scorer, hand=hand, version=5)
    first = book.seal(user=cast.scorer, hand=hand, version=4)
    again = book.seal(user=cast.admin, hand=hand, version=4)
    assert (again.pk, again.sealed_by) == (first.pk, cast.scorer)
    assert Seal.objects.get() == first


def test_each_club_has_a_chain_of_its_own(cast: Cast) -> None:
    ours = [cast.sealed_hand() for _ in range(3)]
    match = open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    sealed_hand(cast.other_scorer, match, THROWN_IN)
    chain = list(Seal.objects.filter(club=cast.club).order_by("number"))
    assert [seal.hand.pk for seal in chain] == [hand.pk for hand in ours]
    assert [seal.number for seal in chain] == [1, 2, 3]
    assert [seal.previous for seal in chain] == [GENESIS, chain[0].link, chain[1].link]
    assert [seal.link for seal in chain] == list(map(link_of, chain))
    assert Club.objects.get(pk=cast.club.pk).head == chain[-1].link
    assert Seal.objects.get(club=cast.other_club).previous == GENESIS


def test_a_third_party_checks_the_links_of_a_chain(cast: Cast) -> None:
    """By the words of games/book/README.md, without our code."""
    hands = [cast.sealed_hand() for _ in range(2)]
    previous = "0" * 64
    for number, hand in enumerate(hands, 1):
        seal = Seal.objects.get(hand=hand)
        when = f"{seal.sealed_at:%Y-%m-%dT%H:%M:%S}Z"
        lines = ["clubtarot/link/1", previous, cast.club.public_id, number, hand.public_id, 1, when]
        text = "".join(f"{line}\n" for line in [*lines, seal.content])
        assert seal.link == hashlib.sha256(text.encode()).hexdigest()
        previous = seal.link


def test_the_next_hand_has_the_next_number_and_dealer_once_the_last_is_sealed(
    cast: Cast,
) -> None:
    dealt = [cast.sealed_hand() for _ in range(4)]
    dealt.append(cast.open_hand(calls("pass")))
    assert [hand.number for hand in dealt] == [1, 2, 3, 4, 5]
    assert [hand.dealer for hand in dealt] == [3, 0, 1, 2, 3]
    assert book.open_hand(user=cast.admin, match=cast.match) == dealt[-1]


def test_a_match_is_closed_when_nothing_is_left_on_the_table(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass"))
    with pytest.raises(HandStillOpen):
        close_match(user=cast.scorer, match=cast.match)
    write(cast.scorer, hand, {"op": "undo"})
    first = close_match(user=cast.scorer, match=cast.match).closed_at
    assert first is not None
    assert Hand.objects.get(pk=hand.pk).state == "void"
    assert close_match(user=cast.scorer, match=cast.match).closed_at == first
    with pytest.raises(MatchClosed):
        book.open_hand(user=cast.scorer, match=cast.match)


def test_five_players_call_a_partner_who_shares(cast: Cast) -> None:
    """French Tarot 1.11.5: two thirds to the taker, one to the partner."""
    match = cast.open_match(players=5, first_dealer=4)
    ranks = [*range(1, 11), "J", "N", "Q", "K"]
    suits = {suit: [f"{suit}{rank}" for rank in ranks] for suit in "SHDC"}
    trumps = [f"T{number}" for number in range(1, 22)]
    hands = [
        [*trumps[7:], "F"],
        [*suits["S"], "T1"],
        [*suits["H"], "T2"],
        [*suits["D"], "T3"],
        [*suits["C"][3:], *trumps[3:7]],
    ]
    deal = {"op": "deal", "deal": {"hands": hands, "stock": suits["C"][:3]}}
    entries = [
        deal,
        *calls("guard-without pass pass pass pass"),
        act("king", card="SK"),
        act("play", card="T21"),
        act("claim", seat=0),
    ]
    hand = sealed_hand(cast.scorer, match, entries)
    shares = HandSeat.objects.filter(hand=hand).order_by("seat").values_list("role", "won")
    assert list(shares) == [
        ("taker", True),
        ("partner", True),
        ("defender", False),
        ("defender", False),
        ("defender", False),
    ]
    scores = list(HandSeat.objects.filter(hand=hand).order_by("seat").values_list("score_halves"))
    assert scores[0][0] == 2 * scores[1][0] == -2 * scores[2][0] > 0
