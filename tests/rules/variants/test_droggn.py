"""What Droggn is: pack, ranks, bids, options (sheet 2.1 to 2.5), and the blocks of the sheet."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from games.rules import card_code, cards_of, verify
from games.rules.cards import mask_of
from games.rules.phases.play import legal
from games.rules.variants.droggn import DROGGN
from tests.rules import sheet
from tests.rules.stubai import ANNA, BORIS, CARDS, PIPS, Stubai, stubai
from tests.rules.written import PACK, ids, said


@pytest.mark.rule("2.2.3", "D2", "D32")
def test_three_play_and_deal_in_turn_and_a_fourth_sits_out() -> None:
    """2.2.1, 2.2.3, 2.5.1, D2, D32."""
    told = stubai().json | {"players": ["Anna", "Boris", "Chloe", "Dario"]}
    del told["deal"]
    assert verify(json.dumps(told))["error"]["code"] == "wrong-player-count"
    assert [stubai(dealer=dealer).outcome.turn for dealer in range(3)] == [1, 2, 0]


def test_the_66_cards_and_no_other() -> None:
    """2.3.1, 2.3.2: black without ace to three, red without eight to ten."""
    assert said(DROGGN.pack.cards) == " ".join(CARDS)
    assert (len(CARDS), len(PIPS)) == (66, 28)

    told = stubai().says("super pass pass")
    assert told.plays("S3").problem.code == "card-not-in-pack"
    assert told.plays("H8").problem.code == "card-not-in-pack"
    told.plays("S4").stands()


@pytest.mark.rule("2.3.2")
@pytest.mark.parametrize(
    ("suit", "high_to_low"),
    [("S", "K Q N J 10 9 8 7 6 5 4"), ("C", "K Q N J 10 9 8 7 6 5 4"),
     ("H", "K Q N J 1 2 3 4 5 6 7"), ("D", "K Q N J 1 2 3 4 5 6 7")],
)  # fmt: skip
def test_the_ranks_of_a_suit(suit: str, high_to_low: str) -> None:
    """2.3.2: of each two neighbours the higher one wins, in whichever order they fall."""
    cards = [suit + rank for rank in high_to_low.split()]
    other = "D4" if suit == "S" else "S4"
    for high, low in pairwise(cards):
        for trick in (f"{high} {low} {other}", f"{low} {high} {other}"):
            winner = trick.split().index(high)
            assert stubai().says("super pass pass").plays(trick).outcome.turn == winner


@pytest.mark.rule("2.3.3")
def test_trumps_from_21_to_the_pagat() -> None:
    """2.3.3: the fool is no trump and takes nothing."""
    told = stubai().says("super pass pass")
    assert told.plays("T20 T21 T19").outcome.turn == BORIS
    assert told.plays("SK T1 SQ").outcome.turn == BORIS
    assert told.plays("SK F SQ").outcome.turn == ANNA


@pytest.mark.rule("2.3.4", "2.3.6", "2.3.7", "D34")
def test_cards_are_worth_74_points_counted_in_threes() -> None:
    """2.3.4 to 2.3.6, 2.3.5, 2.3.6, 2.3.7, D34: a card counts its value less two thirds."""
    thirds = {code: DROGGN.pack.worth[card] for card, code in enumerate(PACK)}
    values = {"K": 5, "Q": 4, "N": 3, "J": 2}
    assert (thirds["F"], thirds["T21"], thirds["T1"]) == (13, 13, 13)
    assert all(thirds[suit + rank] == 3 * values[rank] - 2 for suit in "SHDC" for rank in values)
    assert all(thirds[card] == 1 for card in [*PIPS, "T2", "T20"])
    assert DROGGN.pack.total == 2 * 74

    for pile, points in sheet.rows("droggn-count"):
        assert DROGGN.pack.points(pile_of(pile)) == 2 * int(points)


def pile_of(text: str) -> int:
    """The cards (mask) of a pile as the sheet writes it: "K K *2", with empty cards to fill up."""
    names, cards = {"EX": "F", "C": "N", "V": "J"}, []
    courts = {rank: [suit + rank for suit in "SHDC"] for rank in "KQNJ"}
    empty = [*PIPS, *(f"T{number}" for number in range(2, 21))]
    for word in text.split():
        rank = names.get(word, word)
        if word[0] == "*":
            cards += empty[: int(word[1:])]
        else:
            cards.append(courts[rank].pop() if rank in courts else rank)
    return mask_of(ids(" ".join(cards)))


# ---- the auction -----------------------------------------------------------------------------


def test_everybody_speaks_once_and_goes_over_the_last_bid() -> None:
    """2.5.1, 2.5.2, 2.5.3: what the table lets stand is the contract."""
    told = stubai().says("ansager super pass").stands()
    assert (told.state.taker, told.outcome.phase) == (BORIS, "announcements")
    told.does("call", seat=ANNA, call="slam").refused("wrong-phase", "2.5.1", seat=BORIS)
    stubai().says("solo solo").refused("bid-too-low", "2.5.2", seat=BORIS)
    stubai().says("super ansager").refused("bid-too-low", "2.5.2", seat=BORIS)
    stubai().does("call", seat=BORIS, call="solo").refused("not-your-turn", "2.5.1", seat=ANNA)
    stubai().says("guard").refused("unknown-call", "2.5.3", seat=ANNA)

    told = stubai().says("super ansager! pass").stands()
    assert told.state.contract is not None
    assert (told.state.contract.key, told.state.taker) == ("ansager", BORIS)

    told = stubai().says("pass pass pass")
    assert (told.outcome.status, told.scores) == ("passed-out", [0, 0, 0])
    assert told.rules(5, -5, 0).scores == [5, -5, 0]


@pytest.mark.parametrize(
    ("bid", "phase", "waits"),
    [
        ("ansager", "exchange", "discard"),
        ("solo", "exchange", "discard"),
        ("super", "announcements", None),
        ("slam", "announcements", None),
    ],
)
def test_each_bid_brings_an_exchange_or_none_and_then_the_declarer_leads(
    bid: str, phase: str, waits: str | None
) -> None:
    """2.5.3, 2.6.1, 2.6.5, 2.8.4, D5, D33."""
    told = stubai().says(f"pass {bid} pass")
    step = told.state.waiting_for
    assert (told.outcome.phase, told.outcome.turn) == (phase, BORIS)
    assert (step.kind if step else None) == waits
    if waits:
        told = told.lays_away(None)
    if bid == "ansager":
        told = told.buys(None)
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", BORIS)
    told.does("play", seat=ANNA, card="S4").refused("not-your-turn", "2.8.4", seat=BORIS)


# ---- the blocks of the sheet -----------------------------------------------------------------


def before_the_card(trick: str, holding: str) -> Stubai:
    """The first trick up to the card in question; its player's hand is filled up with cards that
    neither follow nor trump."""
    lying, held = sheet.cards(trick), sheet.cards(holding)
    led = next((card[0] for card in lying if card != "F"), "")
    rest = [card for card in PIPS if card[0] != led and card not in held]
    hand = " ".join([*held, *rest][:21])
    return stubai(deal={len(lying): hand}).says("super pass pass").plays(" ".join(lying))


@pytest.mark.parametrize(("trick", "holding", "allowed"), sheet.rows("droggn-legal"))
def test_the_cards_that_may_be_played(trick: str, holding: str, allowed: str) -> None:
    """2.8.5, 2.8.6, 2.8.6d, D25."""
    told, held = before_the_card(trick, holding).stands(), sheet.cards(holding)
    may = [card_code(card) for card in cards_of(legal(told.state))]
    assert {card for card in may if card in held} == set(sheet.cards(allowed))
    for card in held:
        if card in sheet.cards(allowed):
            told.plays(card).stands()
        else:
            problem = told.plays(card).problem
            assert problem.code in ("must-follow-suit", "must-trump")
            assert problem.rule == "droggn/2.8.5"


@pytest.mark.parametrize(("trick", "index"), sheet.rows("droggn-winner"))
def test_who_wins_the_trick(trick: str, index: str) -> None:
    """2.3.2, 2.8.4, 2.8.5: the declarer leads; the winner leads next."""
    told = stubai().says("super pass pass").plays(" ".join(sheet.cards(trick)))
    assert told.stands().outcome.turn == int(index)
