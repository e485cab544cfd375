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


def test_turns_go_against_the_play_or_with_it_and_nobody_speaks_out_of_turn() -> None:
    """B12."""
    for dealer in range(6):
        told = six(dealer=dealer)
        for step in range(6):
            assert told.outcome.turn == (dealer + 1 - step) % 6
            told = told.says("take" if not step else "pass")

    told = with_play()
    for seat in range(6):
        assert told.outcome.turn == seat
        told = told.says("take" if not seat else "pass")

    problem = six().says("pass pass@4").refused("not-your-turn", "B12", seat=FARID)
    assert str(problem) == "It is Farid’s turn to speak."
    with_play().says("pass take@0").refused("not-your-turn", "B12", seat=BORIS)
    six().says("take contra:take@1").refused("not-your-turn", "B12", seat=FARID)


# ---- bids (B11, B13) ---------------------------------------------------------------------------


def test_a_bid_goes_over_every_earlier_one() -> None:
    """B13: the height is judged before the hand."""
    for height, bid in enumerate(BIDS):
        told = six().says(bid).says("pass")
        assert returning.legal(told.state) == ("pass", *BIDS[height + 1 :], "contra")
        for higher in BIDS[height + 1 :]:
            told.says(higher).stands()
        for lower in BIDS[: height + 1]:
            told.says(lower).refused("bid-too-low", "B13", seat=ELISE)
    problem = six(deal={5: POOR}).says("take stand").refused("bid-too-low", "B13", seat=FARID)
    assert str(problem) == "Stand is not higher than We'll Take, the last bid."
    let_stand = six().says("take-without take! stand")
    let_stand.refused("bid-too-low", "B13", seat=ELISE)
    assert played(six().says("take-without take!" + FIVE)) == (FARID, "take", 1)


def test_only_the_highest_bid_of_another_pair_is_challenged_and_once() -> None:
    """B20, B21."""
    assert returning.legal(six().state) == ("pass", *BIDS)
    problem = six().says("contra:take").refused(REFUSED, "B20", seat=ANNA)
    assert str(problem) == "There is no bid to challenge yet."
    six().says("contra:take!").refused(REFUSED, "B20")

    told = six().says("take take-without contra:take")
    problem = told.refused(REFUSED, "B20", seat=ELISE)
    assert str(problem) == "Only the highest bid can be challenged: Without the Stock."
    six().says("take take-without contra:take!").refused(REFUSED, "B20")
    six().says("take contra:stand").refused(REFUSED, "B20")

    told = six().says("take pass pass")
    problem = told.says("contra:take").refused(REFUSED, "B20", seat=DARIO)
    assert str(problem) == "We'll Take is the bid of Dario’s own side."
    told.says("contra:take!").stands()

    told = six().says("take contra:take contra:take")
    problem = told.refused(REFUSED, "B21", seat=ELISE)
    assert str(problem) == "We'll Take has been challenged already."


# ---- when it ends (B14, B16, B18) --------------------------------------------------------------


@pytest.mark.rule("B14")
def test_five_passes_in_a_row_end_it_and_until_then_who_has_passed_may_bid_again() -> None:
    # Example 6.
    told = with_play().says("pass pass pass pass pass take pass pass pass take-against" + FIVE)
    assert played(told) == (DARIO, "take-against", 1)

    # Example 1.
    told = with_play().says("prop pass pass take pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", CHLOE)
    assert played(told.says("pass")) == (DARIO, "take", 1)

    # Nobody speaks once it is over.
    told = six().says("take-without" + FIVE)
    assert told.outcome.phase == "announcements"
    problem = told.does("call", seat=ANNA, call="pass").refused("wrong-phase", "B16", seat=ANNA)
    assert str(problem) == "The auction is over."
    told.says("contra:take-without").refused("wrong-phase", "B16")
    told.says("recontra:take-without@3").refused("wrong-phase", "B16")


@pytest.mark.rule("B18")
def test_where_nobody_bids_for_the_cards_the_hand_is_thrown_in() -> None:
    """B18: examples 2 and 3; all six have to pass, and signals alone name nobody as the taker."""
    told = six().says("pass pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", BORIS)
    told = told.says("pass")
    assert (told.outcome.status, told.outcome.turn) == ("passed-out", None)
    assert (told.scores, told.outcome.sides) == ([0] * 6, None)
    for signals in ("prop", "stand", "prop stand"):
        told = six().says(signals + FIVE)
        assert (told.outcome.status, told.outcome.phase) == ("passed-out", "over")
        assert told.scores == [0] * 6
        assert (told.state.taker, told.state.contract) == (None, None)


# ---- signals need an honour (B15) --------------------------------------------------------------


def test_a_signal_needs_an_honour_among_the_cards_dealt() -> None:
    """B15: bids that win need none; of a hand that nobody wrote down it is taken on trust."""
    for signal in ("prop", "stand"):
        told = six(deal={0: POOR}).says(signal)
        problem = told.refused("honour-required", "B15", seat=ANNA)
        label = signal.capitalize()
        assert str(problem) == f"{label} needs one of T1, T21 and F; Anna was dealt none of them."
        six(deal={0: POOR}).says(f"{signal}!").stands()
        for dealt in WITH.values():
            six(deal={0: dealt}).says(signal).stands()
    for bid in BIDS[2:]:
        six(deal={0: POOR}).says(bid).stands()
    unknown = six(deal={1: filled("T1 T21 F", "S", players=6)})
    unknown.says("prop").stands()
    unknown.says("take contra:take").stands()


# ---- contra (B19 to B21) -----------------------------------------------------------------------


def test_a_contra_doubles_and_restarts_the_count_of_passes() -> None:
    """B21: also after four passes."""
    assert played(six().says("take pass contra:take" + FIVE)) == (ANNA, "take", 2)

    told = six().says("take pass pass pass pass contra:take pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", CHLOE)
    assert played(told.says("pass")) == (ANNA, "take", 2)

    # A second one that is let stand changes the count, not the stakes.
    told = six().says("take contra:take pass pass pass contra:take!" + " pass" * 4)
    assert told.outcome.phase == "auction"
    assert played(told.says("pass")) == (ANNA, "take", 2)


def test_a_contra_may_challenge_a_signal_and_dies_with_the_bid() -> None:
    # Example 5.
    told = with_play().says("take pass contra:take take-without" + FIVE)
    assert played(told) == (DARIO, "take-without", 1)
    again = with_play().says("take contra:take take-without contra:take-without" + FIVE)
    assert played(again) == (CHLOE, "take-without", 2)

    # Example 7.
    told = with_play().says("stand contra:stand pass pass take" + FIVE)
    assert played(told) == (ELISE, "take", 1)
    passed = six().says("stand contra:stand recontra:stand@3" + FIVE)
    assert passed.outcome.status == "passed-out"


def test_a_contra_needs_an_honour() -> None:
    """B19: what no reason excuses comes first."""
    told = six(deal={5: POOR}).says("take contra:take")
    problem = told.refused("honour-required", "B19", seat=FARID)
    assert str(problem) == "Contra needs one of T1, T21 and F; Farid was dealt none of them."
    six(deal={5: WITH["T1"]}).says("take contra:take").stands()
    six(deal={5: POOR}).says("take contra:take!").stands()

    six(deal={5: POOR}).says("take contra:stand!").refused(REFUSED, "B20", seat=FARID)


# ---- re-contra (B22) ---------------------------------------------------------------------------


def test_the_bidder_or_their_partner_answers_out_of_turn_without_a_pass() -> None:
    """Example 4."""
    for seat in [ANNA, DARIO]:
        told = six().says("take contra:take")
        assert returning.out_of_turn(told.state) == (ANNA, DARIO)
        told = told.says(f"recontra:take@{seat}")
        assert told.outcome.turn == ELISE
        assert returning.out_of_turn(told.state) == ()
        assert played(told.says(FIVE)) == (ANNA, "take", 4)

    # It takes no turn, counts as no pass and interrupts none; nor does a remark.
    told = six().says("take pass contra:take").remarks().says("recontra:take@0 pass pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("auction", FARID)
    assert played(told.says("pass")) == (ANNA, "take", 4)


def test_a_recontra_is_for_the_bidder_s_side_and_needs_a_contra_and_an_honour() -> None:
    """B22."""
    for seat in [BORIS, CHLOE, ELISE, FARID]:
        told = six().says(f"take contra:take recontra:take@{seat}")
        problem = told.refused(REFUSED, "B22", seat=seat)
        assert "is not the bid of" in str(problem)
        six().says(f"take contra:take recontra:take!@{seat}").stands()

    for told in (six().says("take"), six().says("take contra:take take-without")):
        of = told.state.contract.key if told.state.contract else ""
        problem = told.says(f"recontra:{of}@0").refused(REFUSED, "B22", seat=ANNA)
        assert str(problem) == "There is no Contra to answer."
        told.says(f"recontra:{of}!@0").refused(REFUSED, "B22")
    six().says("recontra:take").refused(REFUSED, "B22")

    told = six(deal={3: POOR}).says("take contra:take recontra:take@3")
    problem = told.refused("honour-required", "B22", seat=DARIO)
    assert str(problem).startswith("Re-contra needs one of")


def test_a_contra_is_answered_once_directly_after_it() -> None:
    """B22."""
    told = six().says("take contra:take pass")
    problem = told.says("recontra:take@0").refused(REFUSED, "B22", seat=ANNA)
    assert str(problem) == "It must come directly after the Contra, before the next call."
    assert played(told.says("recontra:take!@0 pass pass pass pass")) == (ANNA, "take", 4)

    told = six().says("take contra:take recontra:take@0 recontra:take@3")
    problem = told.refused(REFUSED, "B22", seat=DARIO)
    assert str(problem) == "The Contra has been answered already."

    told = six().says("take contra:take recontra:stand@0")
    told.refused(REFUSED, "B22", seat=ANNA)
    six().says("take contra:take recontra:stand!@0").refused(REFUSED, "B22")


# ---- how calls are written ---------------------------------------------------------------------


def test_a_challenge_names_a_bid_and_other_calls_ignore_what_they_would_challenge() -> None:
    for call in ["contra", "recontra"]:
        told = six().says("take")
        told.says(f"{call}@5").refused("malformed", action=1)
        for of in ("pass", "contra", "guard", "Take"):
            told.says(f"{call}:{of}@5").refused("unknown-call", "B11", seat=FARID)

    six().says("take:guard pass:guard").stands()

    six().says("guard").refused("unknown-call", "B11", seat=ANNA)
