"""The auction: one call a seat, strictly rising (sheet 1.5)."""

import pytest

from games.rules.phases import auction
from tests.rules.table import hand
from tests.rules.written import filled

BIDS = ["small", "guard", "guard-without", "guard-against"]


def test_everybody_speaks_once_from_the_dealer_s_right_and_nobody_out_of_turn() -> None:
    """1.5.1."""
    for dealer in range(4):
        told = hand(dealer=dealer)
        for place in range(1, 5):
            assert told.outcome.turn == (dealer + place) % 4
            told = told.says("pass")
        assert told.outcome.turn is None

    problem = hand().does("call", seat=1, call="pass").refused("not-your-turn", "1.5.1", seat=0)
    assert str(problem) == "It is Anna’s turn to speak."
    hand().says("pass").does("call", seat=0, call="guard").refused("not-your-turn", "1.5.1")


def test_each_bid_goes_over_the_last_one_and_a_pass_is_always_possible() -> None:
    """1.5.2."""
    for height, bid in enumerate(BIDS):
        told = hand().says(f"{bid} pass")
        assert auction.legal(told.state) == ("pass", *BIDS[height + 1 :])
        for call in BIDS[height + 1 :]:
            told.says(call).stands()
        for call in BIDS[: height + 1]:
            told.says(call).refused("bid-too-low", "1.5.2", seat=2)

    problem = hand().says("guard small").problem
    assert str(problem) == "Petite is not higher than Garde, the last bid."
    hand().says("guard-against pass pass pass").stands()


def test_the_auction_ends_when_everybody_has_spoken_and_the_highest_bidder_takes() -> None:
    """Fine point 1: also after the highest bid."""
    told = hand().says("guard-against pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", 3)
    told.plays("S1").refused("wrong-phase", "1.5.2", seat=3)
    done = told.says("pass")
    assert done.outcome.phase == "announcements"
    done.does("call", seat=0, call="pass").refused("wrong-phase", "1.5.2")

    state = hand().says("small pass guard pass").state
    assert (state.taker, state.contract and state.contract.key) == (2, "guard")
    said = [(call.seat, call.call) for call in state.calls]
    assert said == [(0, "small"), (1, "pass"), (2, "guard"), (3, "pass")]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_if_everybody_passes_the_hand_is_thrown_in(players: int) -> None:
    told = hand(players).says("pass " * players)
    outcome = told.outcome
    assert (outcome.status, outcome.phase, outcome.turn) == ("passed-out", "over", None)
    assert told.scores == [0] * players
    assert (outcome.sides, outcome.card_points, outcome.lines) == (None, None, ())
    told.plays("S1").refused("wrong-phase", "1.11.1")


def test_exchange_or_announcements_follow_the_auction_and_at_five_a_king_comes_first() -> None:
    """Fine point 2: the exchange is the taker's, announcements are before the first leader."""
    for bid, phase in [
        ("small", "exchange"),
        ("guard", "exchange"),
        ("guard-without", "announcements"),
        ("guard-against", "announcements"),
    ]:
        told = hand().says(f"pass pass {bid} pass")
        assert told.outcome.phase == phase
        assert told.outcome.turn == (2 if phase == "exchange" else 0)

    for bid in BIDS:
        told = hand(5).says(f"pass {bid} pass pass pass")
        assert (told.outcome.phase, told.outcome.turn) == ("exchange", 1)


# ---- bids that the table let stand -----------------------------------------------------------


def test_a_bid_may_be_let_stand_and_is_the_contract_but_neither_turn_nor_phase_may() -> None:
    """Fine point 1: later bids are compared with the last bid."""
    told = hand().says("guard small! guard pass")
    state = told.stands().state
    assert (state.taker, state.contract and state.contract.key) == (2, "guard")
    hand().says("guard small! pass pass").stands()
    taken = hand().says("guard small! pass pass").state
    assert (taken.taker, taken.contract and taken.contract.key) == (1, "small")
    hand().says("guard small! small").refused("bid-too-low", "1.5.2")

    told = hand().does("call", seat=1, call="pass", irregular="they agreed")
    told.refused("not-your-turn", "1.5.1")
    told = hand().says("guard pass pass pass").does("call", seat=0, call="pass", irregular="x")
    told.refused("wrong-phase", "1.5.2")
    told = hand().does("call", seat=0, call="solo", irregular="they agreed")
    told.refused("unknown-call", "1.5.3")


# ---- petit sec (1.4.2, fine point 18) --------------------------------------------------------

BARE = {2: filled("T1", "SHD")}
ON = hand(deal=BARE, petit_sec=True)


def test_with_a_petit_sec_in_a_known_hand_no_call_may_be_made_unless_it_is_let_stand() -> None:
    """The turn comes first; by the quick guide the hand is played."""
    problem = ON.says("pass").refused("petit-sec", "1.4.2", cards="T1", seat=2)
    assert str(problem).startswith("Chloe holds the petit as only trump")
    ON.says("guard").refused("petit-sec", "1.4.2", cards="T1", seat=2)
    assert auction.legal(ON.state) == ()

    ON.does("call", seat=2, call="pass").refused("not-your-turn", "1.5.1")
    ON.says("pass! guard pass pass").stands()
    hand(deal=BARE, petit_sec=False).says("guard pass pass pass").stands()
    hand(deal=BARE).says("guard pass pass pass").stands()

    # What is left for Chloe: all diamonds, CN CQ CK and the petit.
    others = {
        0: filled("F", "T", but="T1"),
        1: filled("T19 T20 T21 C1", "S"),
        3: filled("C2 C3 C4 C5", "H"),
    }
    told = hand(deal=others, stock="C6 C7 C8 C9 C10 CJ", petit_sec=True)
    told.says("pass").refused("petit-sec", "1.4.2", cards="T1", seat=2)


def test_no_other_hand_is_a_petit_sec_nor_one_that_nobody_wrote_down() -> None:
    for cards in ["T1 F", "T1 T2", "T2", "F", "", "T21"]:
        hand(deal={2: filled(cards, "SHD")}, petit_sec=True).says("pass").stands()
    hand(petit_sec=True).says("pass pass pass pass").stands()
