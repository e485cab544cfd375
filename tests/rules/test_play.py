"""Play: turn, the duties, who wins (sheet 1.9), in the hands of TM17 unless others are given."""

import pytest

from games.rules import card_code, card_id, cards_of
from games.rules.phases.play import legal
from tests.rules.published import published, tricks
from tests.rules.table import hand
from tests.rules.written import filled, ids, said

START = published()
BORIS_TRUMPS = "T4 T7 T9 T11 T14 T19 T21"


# ---- turn ------------------------------------------------------------------------------------


def test_the_dealer_s_right_leads_and_then_who_won_between_discard_and_end() -> None:
    """1.9.1."""
    assert START.outcome.turn == 0
    problem = START.does("play", seat=1, card="T21").refused("not-your-turn", "1.9.1", seat=0)
    assert str(problem) == "It is Anna’s turn to play, not Boris’s."
    for dealer in range(4):
        told = hand(dealer=dealer).says("guard-without pass pass pass")
        assert told.outcome.turn == (dealer + 1) % 4

    turns = []
    told = START
    for card in "H1 HQ HK H3 H8".split():
        turns.append(told.outcome.turn)
        told = told.plays(card)
    assert turns == [0, 1, 2, 3, 2]
    told.does("play", seat=0, card="H9").refused("not-your-turn", "1.9.1", seat=3)

    published(laid=False).plays("H1").refused("wrong-phase", "1.7.1", seat=1)
    over = START.plays(tricks(1, 18))
    assert (over.outcome.phase, over.outcome.turn) == ("over", None)
    over.plays("H1").refused("wrong-phase", "1.11.1")


# ---- whose card ------------------------------------------------------------------------------


def test_a_card_is_played_once_by_who_has_it() -> None:
    """1.4: before the duties; what is elsewhere cannot be let stand."""
    told = START.plays(tricks(1, 1))
    problem = told.plays("H1").refused("not-in-hand", "1.4", cards="H1", seat=2, earlier=5)
    assert str(problem) == "H1 was already played by Anna in trick 1."
    told.plays("HK").refused("not-in-hand", "1.4", cards="HK", earlier=7)

    problem = START.plays("H1 HK").refused("not-in-hand", "1.4", cards="HK", seat=1)
    assert str(problem) == "Boris cannot have HK: Chloe holds it."
    told = hand(deal={0: filled("", "SH")}).says("guard-without pass pass pass")
    problem = told.plays("CK").refused("not-in-hand", "1.4", cards="CK", seat=0)
    assert str(problem) == "CK is not among the cards of Anna."
    START.plays("H1 H8").refused("not-in-hand", "1.4", cards="H8", seat=1)
    START.plays("H1 HK!").refused("not-in-hand", "1.4", cards="HK")
    START.plays("H1 HQ HK H1!").refused("not-in-hand", "1.4", cards="H1", earlier=5)


# ---- the duties (1.9.3) ----------------------------------------------------------------------


def test_the_suit_led_is_followed_with_any_rank_and_who_is_void_trumps() -> None:
    """1.9.3, 1.9.4."""
    told = START.plays("H1")
    assert said(legal(told.state)) == "HN HQ"
    told.plays("CK").refused("must-follow-suit", "1.9.3a", cards="HN HQ", legal="HN HQ", seat=1)
    problem = told.plays("T21").refused("must-follow-suit", "1.9.3a", cards="HN HQ", legal="HN HQ")
    assert str(problem) == "Boris must follow hearts: Boris holds HN and HQ."

    told = START.plays("S8")
    problem = told.plays("CK").refused(
        "must-trump", "1.9.3b", cards=BORIS_TRUMPS, legal=BORIS_TRUMPS
    )
    assert str(problem).startswith("Boris has no spades and must trump: Boris holds T4, T7")
    for card in BORIS_TRUMPS.split():
        told.plays(card).stands()

    # Who follows need beat nothing, also when the trick has been trumped.
    START.plays("S8 T4 S7 S2").stands()

    # Who is void of suit and trumps plays anything.
    told = hand(deal={1: filled("", "HD")}).says("guard-without pass pass pass").plays("S1")
    assert said(legal(told.state)) == said(told.state.held(1))
    told.plays("H1").stands()
    told.plays("D1").stands()


@pytest.mark.rule("1.9.4")
def test_who_trumps_goes_over_if_possible_also_over_a_partner_and_on_a_trump_lead() -> None:
    """1.9.4: Chloe and Dario are both defenders; fine point 4."""
    told = START.plays("T3 T4")
    over = "T5 T6 T16 T20"
    problem = told.plays("T2").refused("must-overtrump", "1.9.3b", cards=over, legal=over, seat=2)
    assert str(problem).startswith("Chloe must beat trump 4: Chloe holds T5, T6")

    # A partner's trump is beaten too.
    told = START.plays("T3 T4 T5")
    over = "T8 T12 T15"
    told.plays("T1").refused("must-overtrump", "1.9.3b", cards=over, legal=over, seat=3)

    told = START.plays("T3 T21")
    assert said(legal(told.state)) == "T2 T5 T6 T16 T20"
    told.plays("T2 T1").stands()

    # A trump lead that is not followed is a suit that is not followed.
    told = START.plays("T10")
    over = "T11 T14 T19 T21"
    told.plays("CK").refused("must-follow-suit", "1.9.3a", cards=BORIS_TRUMPS, legal=over)
    told.plays("T9").refused("must-overtrump", "1.9.3b", cards=over, legal=over)


# ---- the fool (1.9.5, 1.9.6) -----------------------------------------------------------------


@pytest.mark.rule("1.9.5")
def test_the_fool_is_played_whatever_else_is_held_and_is_no_trump() -> None:
    START.plays("F").stands()
    followed = hand(deal={1: filled("S1 T5 F", "HD")}).says("guard-without pass pass pass")
    followed.plays("SK F").stands()
    followed.plays("T1 F").stands()

    told = hand(deal={1: filled("F", "HD")}).says("guard-without pass pass pass").plays("T1")
    told.plays("H1").stands()


@pytest.mark.rule("1.9.6")
def test_after_the_fool_is_led_the_next_card_decides() -> None:
    told = START.plays("F")
    assert told.state.led == -1
    for card in ("DK", "T4", "HQ"):
        told.plays(card).stands()
    hearts = "H4 H8 HK"
    told.plays("HQ CQ").refused("must-follow-suit", "1.9.3a", cards=hearts, legal=hearts, seat=2)
    over = "T16 T20"
    told.plays("T9 T6").refused("must-overtrump", "1.9.3b", cards=over, legal=over, seat=2)

    assert START.plays("F").state.tricks[0].led is None


# ---- the winner (1.9.7) ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5])
def test_three_and_five_play_by_the_same_rules(players: int) -> None:
    told = hand(players).says("guard-against " + "pass " * (players - 1))
    if players == 5:
        told = told.names("CK")
    assert told.plays(" ".join("H1 HK T3 T2 H2".split()[:players])).outcome.turn == min(2, players)


# ---- the table as it is read -----------------------------------------------------------------


def test_the_tricks_of_a_hand_can_be_read_and_every_card_knows_its_action() -> None:
    state = START.plays(tricks(1, 1)).plays("H8 H7").state
    first, second = state.tricks
    assert (first.number, first.leader, first.cards) == (
        1,
        0,
        tuple(map(card_id, "H1 HQ HK H3".split())),
    )
    assert (first.winner, first.led, first.points, first.actions) == (2, 1, 18, (5, 6, 7, 8))
    assert (second.number, second.leader, second.winner, second.led) == (2, 2, None, 1)
    assert state.on_table() == {2: ids("H8")[0], 3: ids("H7")[0]}
    assert [state.in_hand(seat) for seat in range(4)] == [17, 17, 16, 16]

    # Also between comments and rulings, and with remarks on a card.
    told = START.plays(tricks(1, 2)).remarks().plays(tricks(3, 6)).rules(0, 0, 0, 0)
    told = (
        told.does("play", seat=1, card="D5", note="at last")
        .plays("T16 T1 DJ")
        .remarks()
        .plays(tricks(8, 18))
    )
    assert len(told.stands().state.tricks) == 18
    for trick in told.state.tricks:
        assert [told.actions[at]["card"] for at in trick.actions] == [
            card_code(card) for card in trick.cards
        ]


def test_every_card_that_is_legal_is_accepted_and_no_other() -> None:
    told = START.plays(tricks(1, 8)).plays("D6")
    allowed = cards_of(legal(told.state))
    assert said(legal(told.state)) == "T5 T6 T20"
    for card in range(78):
        problem = told.does("play", seat=2, card=said(1 << card)).replay.problem
        assert (problem is None) == (card in allowed)
