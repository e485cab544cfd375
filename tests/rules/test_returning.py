"""The auction that returns to everybody, and its challenges (Taroux of Six, B11 to B23)."""

import pytest

from games.rules.phases import returning
from tests.rules.six import ANNA, BORIS, CHLOE, DARIO, ELISE, FARID, FIVE, Six, six
from tests.rules.written import filled

REFUSED = "call-not-allowed"
BIDS = ("prop", "stand", "take", "take-without", "take-against")
# No honour, and each honour alone.
POOR = filled("T2 T3 T4", "S", players=6)
WITH = {honour: filled(f"{honour} T4", "S", players=6) for honour in ("T1", "T21", "F")}


def with_play() -> Six:
    return six(auction_direction="with-play")


def played(told: Six) -> tuple[int | None, str | None, int]:
    """Who plays what for which stakes."""
    assert told.outcome.phase in ("exchange", "announcements"), told.outcome
    state = told.state
    bid = state.contract.key if state.contract else None
    return state.taker, bid, returning.stakes(state)


# ---- whose turn it is (B12) --------------------------------------------------------------------


def test_turns_go_to_the_right_against_the_play() -> None:
    for dealer in range(6):
        told = six(dealer=dealer)
        for step in range(6):
            assert told.outcome.turn == (dealer + 1 - step) % 6
            told = told.says("take" if not step else "pass")


def test_turns_may_go_to_the_left_with_the_play() -> None:
    told = with_play()
    for seat in range(6):
        assert told.outcome.turn == seat
        told = told.says("take" if not seat else "pass")


def test_nobody_speaks_out_of_turn() -> None:
    problem = six().says("pass pass@4").refused("not-your-turn", "B12", seat=FARID)
    assert str(problem) == "It is Farid’s turn to speak."
    with_play().says("pass take@0").refused("not-your-turn", "B12", seat=BORIS)
    six().says("take contra:take@1").refused("not-your-turn", "B12", seat=FARID)


# ---- bids (B11, B13) ---------------------------------------------------------------------------


@pytest.mark.parametrize("height", range(5))
def test_a_bid_goes_over_every_earlier_one(height: int) -> None:
    told = six().says(BIDS[height]).says("pass")
    assert returning.legal(told.state) == ("pass", *BIDS[height + 1 :], "contra")
    for bid in BIDS[height + 1 :]:
        told.says(bid).stands()
    for bid in BIDS[: height + 1]:
        told.says(bid).refused("bid-too-low", "B13", seat=ELISE)


def test_the_sentence_names_both_bids() -> None:
    problem = six().says("take stand").problem
    assert str(problem) == "Stand is not higher than We'll Take, the last bid."


def test_before_any_bid_there_is_nothing_to_challenge() -> None:
    assert returning.legal(six().state) == ("pass", *BIDS)
    problem = six().says("contra:take").refused(REFUSED, "B20", seat=ANNA)
    assert str(problem) == "There is no bid to challenge yet."
    six().says("contra:take!").refused(REFUSED, "B20")


def test_a_bid_let_stand_is_the_last_one_from_then_on() -> None:
    told = six().says("take-without take! stand")
    told.refused("bid-too-low", "B13", seat=ELISE)
    assert played(six().says("take-without take!" + FIVE)) == (FARID, "take", 1)


# ---- when it ends (B14, B16, B18) --------------------------------------------------------------


@pytest.mark.rule("B14")
def test_who_has_passed_may_bid_again() -> None:
    """Example 6."""
    told = with_play().says("pass pass pass pass pass take pass pass pass take-against" + FIVE)
    assert played(told) == (DARIO, "take-against", 1)


def test_five_passes_in_a_row_end_it() -> None:
    """Example 1."""
    told = with_play().says("prop pass pass take pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", CHLOE)
    assert played(told.says("pass")) == (DARIO, "take", 1)


@pytest.mark.rule("B18")
def test_without_a_bid_all_six_have_to_pass() -> None:
    """Example 2, B18."""
    told = six().says("pass pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", BORIS)
    told = told.says("pass")
    assert (told.outcome.status, told.outcome.turn) == ("passed-out", None)
    assert told.scores == [0] * 6
    assert told.outcome.sides is None


@pytest.mark.parametrize("signals", ["prop", "stand", "prop stand"])
def test_signals_alone_throw_the_hand_in(signals: str) -> None:
    """Example 3, B18: nobody has bid for the cards, and nobody is named as if he had."""
    told = six().says(signals + FIVE)
    assert (told.outcome.status, told.outcome.phase) == ("passed-out", "over")
    assert told.scores == [0] * 6
    assert (told.state.taker, told.state.contract) == (None, None)


def test_nobody_speaks_once_it_is_over() -> None:
    told = six().says("take-without" + FIVE)
    assert told.outcome.phase == "announcements"
    problem = told.does("call", seat=ANNA, call="pass").refused("wrong-phase", "B16", seat=ANNA)
    assert str(problem) == "The auction is over."
    told.says("contra:take-without").refused("wrong-phase", "B16")
    told.says("recontra:take-without@3").refused("wrong-phase", "B16")


def test_a_remark_is_no_call() -> None:
    told = six().says("take contra:take").remarks().says("recontra:take@3")
    assert played(told.says(FIVE)) == (ANNA, "take", 4)


# ---- signals need an honour (B15) --------------------------------------------------------------


@pytest.mark.parametrize("signal", ["prop", "stand"])
def test_a_signal_needs_an_honour_among_the_cards_dealt(signal: str) -> None:
    told = six(deal={0: POOR}).says(signal)
    problem = told.refused("honour-required", "B15", seat=ANNA)
    label = signal.capitalize()
    assert str(problem) == f"{label} needs one of T1, T21 and F; Anna was dealt none of them."
    six(deal={0: POOR}).says(f"{signal}!").stands()
    for dealt in WITH.values():
        six(deal={0: dealt}).says(signal).stands()


def test_the_bids_that_win_need_nothing() -> None:
    for bid in BIDS[2:]:
        six(deal={0: POOR}).says(bid).stands()


def test_of_a_hand_that_nobody_wrote_down_an_honour_is_taken_on_trust() -> None:
    """Also where all three lie in another hand."""
    told = six(deal={1: filled("T1 T21 F", "S", players=6)})
    told.says("prop").stands()
    told.says("take contra:take").stands()


def test_the_height_is_judged_before_the_hand() -> None:
    six(deal={5: POOR}).says("take stand").refused("bid-too-low", "B13", seat=FARID)


# ---- contra (B19 to B21) -----------------------------------------------------------------------


def test_a_contra_doubles() -> None:
    assert played(six().says("take pass contra:take" + FIVE)) == (ANNA, "take", 2)


def test_a_contra_is_no_pass_and_restarts_the_count() -> None:
    """B21: also after four passes."""
    told = six().says("take pass pass pass pass contra:take pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", CHLOE)
    assert played(told.says("pass")) == (ANNA, "take", 2)


def test_only_the_highest_bid_is_challenged() -> None:
    told = six().says("take take-without contra:take")
    problem = told.refused(REFUSED, "B20", seat=ELISE)
    assert str(problem) == "Only the highest bid can be challenged: Without the Stock."
    six().says("take take-without contra:take!").refused(REFUSED, "B20")
    six().says("take contra:stand").refused(REFUSED, "B20")


def test_nobody_challenges_the_bid_of_the_own_pair() -> None:
    told = six().says("take pass pass")
    problem = told.says("contra:take").refused(REFUSED, "B20", seat=DARIO)
    assert str(problem) == "We'll Take is the bid of Dario’s own side."
    told.says("contra:take!").stands()


def test_a_bid_is_challenged_once() -> None:
    told = six().says("take contra:take contra:take")
    problem = told.refused(REFUSED, "B21", seat=ELISE)
    assert str(problem) == "We'll Take has been challenged already."


def test_a_second_contra_let_stand_changes_the_count_not_the_stakes() -> None:
    told = six().says("take contra:take pass pass pass contra:take!" + " pass" * 4)
    assert told.outcome.phase == "auction"
    assert played(told.says("pass")) == (ANNA, "take", 2)


def test_a_contra_dies_with_the_bid() -> None:
    """Example 5, B23."""
    told = with_play().says("take pass contra:take take-without" + FIVE)
    assert played(told) == (DARIO, "take-without", 1)
    again = with_play().says("take contra:take take-without contra:take-without" + FIVE)
    assert played(again) == (CHLOE, "take-without", 2)


def test_a_signal_may_be_challenged() -> None:
    """Example 7, B20."""
    told = with_play().says("stand contra:stand pass pass take" + FIVE)
    assert played(told) == (ELISE, "take", 1)
    passed = six().says("stand contra:stand recontra:stand@3" + FIVE)
    assert passed.outcome.status == "passed-out"


def test_a_contra_needs_an_honour() -> None:
    """B19."""
    told = six(deal={5: POOR}).says("take contra:take")
    problem = told.refused("honour-required", "B19", seat=FARID)
    assert str(problem) == "Contra needs one of T1, T21 and F; Farid was dealt none of them."
    six(deal={5: WITH["T1"]}).says("take contra:take").stands()
    six(deal={5: POOR}).says("take contra:take!").stands()


def test_what_no_reason_excuses_comes_before_the_honour() -> None:
    six(deal={5: POOR}).says("take contra:stand!").refused(REFUSED, "B20", seat=FARID)


# ---- re-contra (B22) ---------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [ANNA, DARIO])
def test_the_bidder_or_their_partner_answers_out_of_turn(seat: int) -> None:
    """Example 4."""
    told = six().says("take contra:take")
    assert returning.out_of_turn(told.state) == (ANNA, DARIO)
    told = told.says(f"recontra:take@{seat}")
    assert told.outcome.turn == ELISE
    assert returning.out_of_turn(told.state) == ()
    assert played(told.says(FIVE)) == (ANNA, "take", 4)


def test_a_recontra_takes_no_turn_and_neither_counts_as_a_pass_nor_interrupts_passes() -> None:
    told = six().says("take pass contra:take recontra:take@0 pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", FARID)
    assert played(told.says("pass")) == (ANNA, "take", 4)


@pytest.mark.parametrize("seat", [BORIS, CHLOE, ELISE, FARID])
def test_only_the_bidder_s_side_answers_a_contra(seat: int) -> None:
    told = six().says(f"take contra:take recontra:take@{seat}")
    problem = told.refused(REFUSED, "B22", seat=seat)
    assert "is not the bid of" in str(problem)
    six().says(f"take contra:take recontra:take!@{seat}").stands()


def test_a_recontra_comes_directly_after_the_contra() -> None:
    told = six().says("take contra:take pass")
    problem = told.says("recontra:take@0").refused(REFUSED, "B22", seat=ANNA)
    assert str(problem) == "It must come directly after the Contra, before the next call."
    assert played(told.says("recontra:take!@0 pass pass pass pass")) == (ANNA, "take", 4)


def test_a_contra_is_answered_once() -> None:
    told = six().says("take contra:take recontra:take@0 recontra:take@3")
    problem = told.refused(REFUSED, "B22", seat=DARIO)
    assert str(problem) == "The Contra has been answered already."


def test_without_a_contra_there_is_nothing_to_answer() -> None:
    for told in (six().says("take"), six().says("take contra:take take-without")):
        of = told.state.contract.key if told.state.contract else ""
        problem = told.says(f"recontra:{of}@0").refused(REFUSED, "B22", seat=ANNA)
        assert str(problem) == "There is no Contra to answer."
        told.says(f"recontra:{of}!@0").refused(REFUSED, "B22")
    six().says("recontra:take").refused(REFUSED, "B22")


def test_the_bid_that_was_challenged_is_the_one_to_name() -> None:
    told = six().says("take contra:take recontra:stand@0")
    told.refused(REFUSED, "B22", seat=ANNA)
    six().says("take contra:take recontra:stand!@0").refused(REFUSED, "B22")


def test_a_recontra_needs_an_honour() -> None:
    told = six(deal={3: POOR}).says("take contra:take recontra:take@3")
    problem = told.refused("honour-required", "B22", seat=DARIO)
    assert str(problem).startswith("Re-contra needs one of")


# ---- how calls are written ---------------------------------------------------------------------


@pytest.mark.parametrize("call", ["contra", "recontra"])
def test_a_challenge_names_a_bid(call: str) -> None:
    told = six().says("take")
    told.says(f"{call}@5").refused("malformed", action=1)
    for of in ("pass", "contra", "guard", "Take"):
        told.says(f"{call}:{of}@5").refused("unknown-call", "B11", seat=FARID)


def test_other_calls_ignore_what_they_would_challenge() -> None:
    six().says("take:guard pass:guard").stands()


def test_calls_of_other_games_are_none_of_this() -> None:
    six().says("guard").refused("unknown-call", "B11", seat=ANNA)
