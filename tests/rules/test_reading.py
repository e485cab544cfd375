"""The kinds of action, the names in them, and how many cards they need."""

from typing import Any

import pytest

from games.rules.record import reading
from games.rules.record.kinds import KINDS
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


def test_every_kind_that_is_declared_has_a_reader() -> None:
    assert reading._READERS.keys() == KINDS.keys()


@pytest.mark.parametrize(
    "call", ["", "Pass", "PASS", "petite", "prise", "slam", "solo", "prop", "contra", "recontra"]
)
def test_a_call_that_the_game_does_not_have(call: str) -> None:
    hand().does("call", seat=0, call=call).refused("unknown-call", "1.5.3", seat=0)
    # The game does not have contra, so that nobody need say contra of what.
    hand().does("call", seat=0, call=call, of="guard").refused("unknown-call", "1.5.3")


@pytest.mark.parametrize(
    "what", ["", "Slam", "handful ", "abundance", "pagat-ultimo", "sparrow", "fool-last", "poignee"]
)
def test_an_announcement_that_the_game_does_not_have(what: str) -> None:
    action: dict[str, Any] = {"seat": 0, "what": what}
    TAKEN.does("announce", **action).refused("unknown-announcement", "1.8", seat=0)
    TAKEN.does("announce", **action, cards=["T1", "T2"]).refused("unknown-announcement", "1.8")


@pytest.mark.parametrize(
    "action",
    [
        {"kind": "announce", "what": "carousel", "cards": [False]},
        {"kind": "announce", "what": "carousel", "cards": None},
        {"kind": "announce", "what": "carousel", "size": False},
        {"kind": "discard", "cards": ["T99"], "shown": "T1"},
        {"kind": "discard", "cards": ["T99"], "shown": None},
        {"kind": "buy", "card": "T99", "pay": ["S1"]},
    ],
    ids=str,
)
def test_a_broken_field_comes_before_a_name_that_nobody_knows(action: dict[str, Any]) -> None:
    TAKEN.does(**action, seat=0).refused("malformed", "")


# ---- kinds of other games --------------------------------------------------------------------


@EVERY_MOMENT
@pytest.mark.parametrize(
    "action",
    [
        {"kind": "take", "half": "first"},
        {"kind": "take", "half": "second"},
        {"kind": "buy", "card": "SK"},
        {"kind": "buy", "card": None},
        {"kind": "buy", "card": "SK", "pay": "S1", "from": 2},
        {"kind": "king", "card": "SK"},
    ],
    ids=lambda action: " ".join(map(str, action.values())),
)
def test_a_kind_that_four_at_french_tarot_never_have(moment: str, action: dict[str, Any]) -> None:
    MOMENTS[moment].does(**action, seat=0).refused("wrong-phase", DUE[moment])


def test_its_shape_and_its_cards_are_looked_at_first() -> None:
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


# ---- the number of cards ---------------------------------------------------------------------


@EVERY_MOMENT
@pytest.mark.parametrize("cards", ["", "S1", "S1 S2 S3 S4 S5", "S1 S2 S3 S4 S5 S6 S7"])
def test_a_dog_or_discard_has_six_cards_even_where_there_can_be_none(
    moment: str, cards: str
) -> None:
    told = MOMENTS[moment]
    told.turns_up(cards).refused("wrong-card-count", "1.7.1", cards=cards)
    told.lays_away(cards).refused("wrong-card-count", "1.7.1", cards=cards)


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


def test_a_card_shown_must_be_among_the_cards_laid_away() -> None:
    told = TAKEN.turns_up(DOG)
    told.lays_away(DOG, shown="S1 S2").stands()
    told.lays_away(DOG, shown="S1 S7").refused("malformed")
    told.lays_away(DOG, shown="s1").stands()
    # Neither a card nor among the others: the first of the two in the table of codes.
    told.lays_away(DOG, shown=["S0"]).refused("malformed")


def test_of_an_unseen_discard_any_card_may_be_shown_but_no_seventh() -> None:
    told = TAKEN.turns_up(DOG)
    told.lays_away(None, shown="S1 H7").stands()
    told.lays_away(None, shown="S1 S2 S3 S4 S5 S6").stands()
    told.lays_away(None, shown=f"{DOG} S7").refused("wrong-card-count", "1.7.1", cards=f"{DOG} S7")


# ---- the time for it -------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["exchange", "announcements", "play", "over"])
def test_no_call_after_the_auction(moment: str) -> None:
    rule = "1.11.1" if moment == "over" else "1.5.2"
    MOMENTS[moment].does("call", seat=0, call="pass").refused("wrong-phase", rule)


@pytest.mark.parametrize("moment", ["auction", "exchange", "over"])
def test_no_card_before_the_exchange_is_done_or_after_the_end(moment: str) -> None:
    MOMENTS[moment].does("play", seat=0, card="H2").refused("wrong-phase", DUE[moment])


@pytest.mark.parametrize("moment", ["auction", "announcements", "play", "over"])
def test_no_discard_outside_the_exchange(moment: str) -> None:
    MOMENTS[moment].lays_away(DOG).refused("wrong-phase", DUE[moment])
    MOMENTS[moment].turns_up(DOG).refused("wrong-phase", DUE[moment])


@EVERY_MOMENT
def test_a_comment_may_stand_anywhere_and_changes_nothing(moment: str) -> None:
    told = MOMENTS[moment]
    said = told.remarks().outcome
    assert (said.phase, said.turn, said.scores) == (
        told.outcome.phase,
        told.outcome.turn,
        told.outcome.scores,
    )


def test_the_sentence_says_who_has_to_act() -> None:
    sentence = str(published().says("pass").problem)
    assert sentence == "The auction is over: everybody has spoken."
    assert str(hand().plays("S1").problem) == "The auction is still open: Anna has to speak."
    assert str(TAKEN.plays("S1").problem) == "The exchange comes first: Anna has to act."
