"""The kinds of action, the names in them, and how many cards they need."""

from typing import Any

import pytest

from tests.rules.published import published
from tests.rules.table import Hand, hand

TAKEN = hand().says("guard pass pass pass")
DOG = "S1 S2 S3 S4 S5 S6"
PLAYING = TAKEN.turns_up(DOG).lays_away(DOG).plays("H1")
# The same moment of a hand: before the auction, during it, in the exchange, in the play, at its
# end.
MOMENTS = {
    "auction": hand(),
    "exchange": TAKEN,
    "announcements": TAKEN.turns_up(DOG).lays_away(DOG),
    "play": PLAYING,
    "over": PLAYING.claims(0),
}
# What is due at each of them, by the rule that says so.
DUE = {
    "auction": "1.5.2",
    "exchange": "1.7.1",
    "announcements": "1.9.1",
    "play": "1.9.1",
    "over": "1.11.1",
}
EVERY_MOMENT = pytest.mark.parametrize("moment", MOMENTS)


def test_calls_and_announcements_that_the_game_does_not_have() -> None:
    for call in ("", "Pass", "PASS", "petite", "slam", "solo", "prop", "contra", "recontra"):
        hand().does("call", seat=0, call=call).refused("unknown-call", "1.5.3", seat=0)
        # The game does not have contra, so that nobody need say contra of what.
        hand().does("call", seat=0, call=call, of="guard").refused("unknown-call", "1.5.3")
    for what in ("", "Slam", "handful ", "abundance", "pagat-ultimo", "sparrow", "fool-last"):
        action: dict[str, Any] = {"seat": 0, "what": what}
        TAKEN.does("announce", **action).refused("unknown-announcement", "1.8", seat=0)
        TAKEN.does("announce", **action, cards=["T1", "T2"]).refused("unknown-announcement", "1.8")


def test_shape_and_cards_of_an_action_are_looked_at_before_names_and_time() -> None:
    broken: list[dict[str, Any]] = [
        {"kind": "announce", "what": "carousel", "cards": [False]},
        {"kind": "announce", "what": "carousel", "cards": None},
        {"kind": "announce", "what": "carousel", "size": False},
        {"kind": "discard", "cards": ["T99"], "shown": "T1"},
        {"kind": "discard", "cards": ["T99"], "shown": None},
        {"kind": "buy", "card": "T99", "pay": ["S1"]},
    ]
    for action in broken:
        TAKEN.does(**action, seat=0).refused("malformed", "")

    hand().does("take", seat=0).refused("malformed")
    hand().does("take", seat=0, half="third").refused("malformed")
    hand().does("take", half="first").refused("malformed")
    hand().does("buy", seat=0).refused("malformed")
    hand().does("buy", seat=0, card=7).refused("malformed")
    hand().does("buy", seat=0, card="S0").refused("unknown-card", "1.3.1")
    hand().does("buy", seat=0, card="SK", pay="S0").refused("unknown-card", "1.3.1")
    hand().does("buy", seat=0, card="SK", from_=4).refused("malformed")
    hand().does("king", seat=0, card="S0").refused("unknown-card", "1.3.1")
    hand().does("king", seat=0).refused("malformed")


# ---- kinds of other games --------------------------------------------------------------------


@EVERY_MOMENT
def test_what_four_at_french_tarot_never_have_is_refused_at_every_moment(moment: str) -> None:
    """A dog or discard has six cards even where there can be none; a comment changes nothing."""
    told = MOMENTS[moment]
    kinds: list[dict[str, Any]] = [
        {"kind": "take", "half": "first"},
        {"kind": "take", "half": "second"},
        {"kind": "buy", "card": "SK"},
        {"kind": "buy", "card": None},
        {"kind": "buy", "card": "SK", "pay": "S1", "from": 2},
        {"kind": "king", "card": "SK"},
    ]
    for action in kinds:
        told.does(**action, seat=0).refused("wrong-phase", DUE[moment])
    for cards in ("", "S1", "S1 S2 S3 S4 S5", "S1 S2 S3 S4 S5 S6 S7"):
        told.turns_up(cards).refused("wrong-card-count", "1.7.1", cards=cards)
        told.lays_away(cards).refused("wrong-card-count", "1.7.1", cards=cards)
    before, after = told.outcome, told.remarks().outcome
    assert (after.phase, after.turn, after.scores) == (before.phase, before.turn, before.scores)


# ---- the number of cards ---------------------------------------------------------------------


@pytest.mark.parametrize(("players", "size"), [(3, 6), (4, 6), (5, 3)])
def test_the_dog_of_three_four_and_five_players(players: int, size: int) -> None:
    told: Hand = hand(players).says("guard " + "pass " * (players - 1))
    if players == 5:
        told = told.names("HK")
    row = "S1 S2 S3 S4 S5 S6 S7".split()
    for wrong in (size - 1, size + 1):
        cards = " ".join(row[:wrong])
        told.turns_up(cards).refused("wrong-card-count", "1.7.1", cards=cards)
    told.turns_up(" ".join(row[:size])).lays_away(" ".join(row[:size])).stands()


def test_a_card_shown_is_among_those_laid_away_or_any_of_six_that_nobody_saw() -> None:
    told = TAKEN.turns_up(DOG)
    told.lays_away(DOG, shown="S1 S2").stands()
    told.lays_away(DOG, shown="S1 S7").refused("malformed")
    told.lays_away(DOG, shown="s1").stands()
    # Neither a card nor among the others: the first of the two in the table of codes.
    told.lays_away(DOG, shown=["S0"]).refused("malformed")

    told = TAKEN.turns_up(DOG)
    told.lays_away(None, shown="S1 H7").stands()
    told.lays_away(None, shown="S1 S2 S3 S4 S5 S6").stands()
    told.lays_away(None, shown=f"{DOG} S7").refused("wrong-card-count", "1.7.1", cards=f"{DOG} S7")


# ---- the time for it -------------------------------------------------------------------------


def test_a_call_a_card_and_a_discard_each_have_their_time() -> None:
    for moment in ("exchange", "announcements", "play", "over"):
        rule = "1.11.1" if moment == "over" else "1.5.2"
        MOMENTS[moment].does("call", seat=0, call="pass").refused("wrong-phase", rule)
    for moment in ("auction", "exchange", "over"):
        MOMENTS[moment].does("play", seat=0, card="H2").refused("wrong-phase", DUE[moment])
    for moment in ("auction", "announcements", "play", "over"):
        MOMENTS[moment].lays_away(DOG).refused("wrong-phase", DUE[moment])
        MOMENTS[moment].turns_up(DOG).refused("wrong-phase", DUE[moment])


def test_the_sentence_says_who_has_to_act() -> None:
    sentence = str(published().says("pass").problem)
    assert sentence == "The auction is over: everybody has spoken."
    assert str(hand().plays("S1").problem) == "The auction is still open: Anna has to speak."
    assert str(TAKEN.plays("S1").problem) == "The exchange comes first: Anna has to act."
