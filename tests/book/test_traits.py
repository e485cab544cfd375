"""What a sealed hand is found by: feats of its score sheet, honours, words, and whose cards."""

from typing import Any

import pytest

from games.book.traits import CardMasks, cards_of_seats, traits_of
from games.models.folding import folded
from games.rules import Variant, card_id, cards_of, mask_of, replay
from games.rules.game.feats import FEATS, bit_of
from games.rules.scoring.sides import won_by
from games.rules.variants.french import FRENCH
from tests import chance
from tests.cast import Cast
from tests.factories import EASY_DEAL, act, calls, claimed_by_seat_0
from tests.games import EVERY_TABLE, record_by_chance
from tests.rules.made_up import Wanted, made_up

HANDS: Any = EASY_DEAL["hands"]


def feats(bits: int) -> list[str]:
    return [feat for feat in FEATS if bits & bit_of(feat)]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted("guard", 50, "T21 T1", last=True, petit="last"), ["last-trick"]),
        (Wanted("guard", 50, "T21 T1", last=True, petit="early"), []),
        (Wanted("guard", 91, "T21 T1 F", won=18, last=True, fool_by=3), ["slam"]),
    ],
)
def test_a_feat_that_the_sheet_pays_is_remembered(wanted: Wanted, found: list[str]) -> None:
    told = made_up(wanted)
    paid = {line.feat for line in told.outcome.lines if line.feat}
    assert [feat for feat in FEATS if feat in paid] == found


def test_the_order_of_the_feats_is_stored_and_stays() -> None:
    assert FEATS == (
        "last-trick",
        "last-trick-announced",
        "last-trick-failed",
        "one-lost",
        "slam",
        "slam-announced",
        "slam-missed",
        "misere",
    )


@EVERY_TABLE
@pytest.mark.parametrize("hands_known", [True, False])
def test_every_card_of_the_tricks_was_held_led_won_and_lost_by_somebody(
    variant: Variant, players: int, hands_known: bool
) -> None:
    """By trick as one reads them off a table, which knows nothing of masks."""
    end = replay(record_by_chance(variant, players, hands_known=hands_known))
    found, state = cards_of_seats(end.state, end.outcome), end.state
    sides = end.outcome.sides or [(seat,) for seat in range(players)]
    mine = {seat: side for side in sides for seat in side}
    seen = [CardMasks(0, 0, 0, 0) for _ in range(players)]
    for trick in state.tricks:
        for place, card in enumerate(trick.cards):
            seat, bit = (trick.leader + place) % players, 1 << card
            held, led, won, lost = seen[seat]
            led |= bit if place == 0 else 0
            lost |= bit if trick.winner not in mine[seat] else 0
            seen[seat] = CardMasks(held | bit, led, won, lost)
        assert trick.winner is not None
        own = seen[trick.winner]
        seen[trick.winner] = own._replace(won=own.won | mask_of(trick.cards))
    assert [cards[1:] for cards in found] == [cards[1:] for cards in seen]
    for seat, cards in enumerate(found):
        assert cards.held & seen[seat].held == seen[seat].held
        assert cards.won == won_by(state, (seat,))


def test_what_nobody_wrote_down_is_nobodys() -> None:
    """Of a hand that ends in a claim, seen from the table: only what was played."""
    record = chance.as_seen(record_by_chance(FRENCH, 4))
    end = replay(record, upto=len(record.actions) - 30)
    held = [cards.held for cards in cards_of_seats(end.state, end.outcome)]
    assert sum(cards.bit_count() for cards in held) == len(end.state.played)


def test_a_sealed_hand_keeps_honours_feats_words_and_whose_cards(cast: Cast) -> None:
    """A claim takes the cards that are left; a hand that was thrown in has none of them."""
    hand = cast.sealed_hand(claimed_by_seat_0())
    anna, boris, *_ = hand.seats.order_by("seat")
    dealt = [mask_of(map(card_id, cards)) for cards in HANDS]
    assert cards_of(anna.led_suits) == [card_id("SK")]
    assert anna.held_suits | anna.held_trumps << 56 == dealt[0]
    assert boris.lost_suits | boris.lost_trumps << 56 == dealt[1]
    assert (anna.lost_suits, anna.lost_trumps, boris.won_suits) == (0, 0, 0)
    hand.refresh_from_db()
    assert (hand.called, hand.honours, hand.shown) == (None, 3, 0)
    assert feats(hand.feats) == ["slam"]
    assert hand.words == "conceded at once."
    noted = [*calls("pass"), act("note", text="Léa  hésite"), *calls("pass pass pass")]
    hand = cast.sealed_hand(noted)
    hand.refresh_from_db()
    facts = (hand.called, hand.honours, hand.feats, hand.shown, hand.words)
    assert facts == (None, None, 0, 0, "lea hesite")


def test_texts_are_compared_without_accents_and_capitals() -> None:
    texts = ["Léa", "STRASSE", "Straße", " a\n b"]
    assert [folded(text) for text in texts] == ["lea", "strasse", "strasse", "a b"]


def test_a_partner_by_the_called_king_is_remembered() -> None:
    record = record_by_chance(FRENCH, 5)
    end = replay(record)
    assert end.state.called is not None
    assert traits_of(end).called == end.state.called


def test_a_handful_that_was_stated_counts_among_the_trumps_shown(cast: Cast) -> None:
    facts = {"taker": 1, "contract": "guard", "points": 45, "bouts": 2}
    shown = [{"seat": 1, "cards": 11}]
    hand = cast.sealed_hand([act("result", facts={**facts, "handfuls": shown})])
    hand.refresh_from_db()
    assert (hand.shown, hand.honours, hand.contract, hand.taker) == (11, 2, "guard", 1)
