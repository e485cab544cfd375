"""A hand that surely holds all cards it has left holds no others (fine points, "What is known")."""

from typing import Any

from games.rules import Problem
from games.rules.hand.knowledge import is_known, laid_away
from games.rules.phases.play import legal
from tests.rules.published import published, tricks
from tests.rules.six import ANNA, ASIDE, contract, six
from tests.rules.table import hand
from tests.rules.written import codes, in_order, said

STRICT: Any = {"discard": "strict"}


def trumps(first: int, last: int) -> str:
    return " ".join(f"T{number}" for number in range(first, last + 1))


def full_of(problem: Problem, card: str, hand_held: str) -> None:
    """The refusal names the card and all those that fill the hand."""
    assert problem.code == "not-in-hand"
    assert str(problem).startswith(f"Anna cannot have {card} as well: ")
    held = problem.facts["cards"]
    assert isinstance(held, tuple)
    assert codes(held) == in_order(hand_held)


# ---- shown cards that fill a hand ----------------------------------------------------------------


def test_shown_trumps_of_the_whole_hand_leave_no_room_for_another_card() -> None:
    told = hand(5).says("guard-without pass pass pass pass").names("SK").shows(trumps(7, 21))
    told.plays("T21").stands()
    full_of(told.plays("H3").refused("not-in-hand", "1.4", cards="H3", seat=0), "H3", trumps(7, 21))

    # What may be played is what was shown.
    told = hand(5).says("guard-without pass pass pass pass").names("SK").shows(trumps(7, 21))
    assert said(legal(told.state)) == trumps(7, 21)
    assert said(told.state.possible(0)) == trumps(7, 21)
    assert is_known(told.state, 0) and not is_known(told.state, 1)

    # The same of an Abundance, also with a card of the stock.
    told = contract("take-without").declares("abundance", trumps(1, 12), seat=ANNA)
    told.plays("T5").stands()
    told.plays("S4").refused("not-in-hand", "B9", cards="S4", seat=ANNA)

    told = six().says("take" + " pass" * 5).turns_up("T1 T2 H3 S1 S2 S3").takes("first")
    told = told.lays_away("C1 C2 C3").lays_away("S1 S2 S3")
    told.declares("abundance", trumps(1, 11), seat=ANNA).stands()
    too_many = told.declares("abundance", trumps(1, 12), seat=ANNA)
    too_many.refused("not-in-hand", "B9", cards="T3", seat=ANNA)


def test_a_card_of_a_handful_has_to_be_played_while_there_is_room_for_it() -> None:
    """Anna shows ten of eighteen trumps at a Garde sans; she may have eight others, no ninth."""
    told = hand().says("guard-without pass pass pass").shows(trumps(1, 10))
    mine = "S1 S2 S3 S4 S5 S6 S7 S8 S9".split()
    for number, card in enumerate(mine):
        told = told.plays(f"{card} H{number + 1} D{number + 1} C{number + 1}")
        told = told if number == len(mine) - 1 else told.stands()
    problem = told.problem
    assert (problem.code, problem.action) == ("not-in-hand", 5 + 4 * 8)
    full_of(problem, "S9", trumps(1, 10))


def test_a_handful_shown_before_the_discard_may_still_be_laid_away_face_down() -> None:
    """Kings only (the default): six of the trumps shown may lie in the discard, and the one card
    that nobody saw may be any."""
    told = hand().says("guard pass pass pass").turns_up("S1 S2 S3 S4 S5 S6").shows(trumps(1, 17))
    told = told.lays_away(None)
    told.plays("H3").stands()
    whole = hand().says("guard pass pass pass").turns_up("S1 S2 S3 S4 S5 S6").shows(trumps(1, 18))
    problem = whole.lays_away(None).plays("H3").refused("not-in-hand", "1.4", cards="H3")
    assert str(problem) == "H3 is not among the cards of Anna."


def test_a_full_hand_lays_away_what_it_has_and_one_that_was_played_holds_nothing() -> None:
    """Fifteen trumps shown and three cards of the dog are all that the taker has."""
    told = hand(5).says("guard pass pass pass pass").names("SK").shows(trumps(7, 21))
    told = told.turns_up("S1 S2 S3")
    told.lays_away("S1 S2 S3").stands()
    told.lays_away("S1 S2 H4").refused("not-in-hand", "1.4", cards="H4", seat=0)

    told = published(known=False).plays(tricks(1, 17)).plays(tricks(18, 18)[:2])
    leader = told.state.leader
    assert told.state.possible(leader) == 0
    assert told.state.possible((leader + 1) % 4) != 0


# ---- draws from a pile that nobody wrote down ------------------------------------------------


CUPS = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ HK D10"


def test_a_full_hand_is_open_again_once_it_has_drawn_a_card() -> None:
    """C9: Boris plays the one card that he has drawn, and draws again behind the trick."""
    told = hand(4, variant="sca-tarok", deal={1: CUPS}).plays("SK")
    assert said(told.state.possible(1)) == in_order(CUPS)
    told.plays("S1").refused("not-in-hand", "C5", cards="S1", seat=1)

    told = hand(4, variant="sca-tarok", deal={1: CUPS}).plays("SK H1 D1 C1").plays("SQ S1")
    assert said(told.state.possible(1)) == in_order(CUPS.replace("H1 ", ""))
    drawn = told.plays("D2 C2").stands()
    assert "S2" in said(drawn.state.possible(1))


# ---- a discard that follows ------------------------------------------------------------------


NOTHING_SMALL = "SK HK DK CK F " + trumps(2, 14)  # eighteen cards that may not go face down


def test_a_discard_that_follows_from_a_full_hand_is_known() -> None:
    """Strict, all six small cards of hand and dog went, since nothing else may lie face down; kings
    only, thirteen trumps shown with two kings are the whole hand."""
    small = "S1 S2 S3 S4 S5 S6"
    told = hand(deal={0: NOTHING_SMALL}, stock=small, **STRICT).says("guard pass pass pass")
    told = told.lays_away(None)
    assert said(laid_away(told.state)) == small
    told = told.plays("SK S7 S8 S9").claims(1)
    seen = hand(deal={0: NOTHING_SMALL}, stock=small, **STRICT).says("guard pass pass pass")
    seen = seen.lays_away(small).plays("SK S7 S8 S9").claims(1)
    assert told.scores is not None
    assert told.scores == seen.scores

    # A handful of what was kept tells the discard.
    mine = "SK HK " + trumps(2, 14)
    told = hand(5, deal={0: mine}, stock="S1 S2 S3").says("guard pass pass pass pass").names("DK")
    told = told.lays_away(None)
    assert laid_away(told.state) is None
    assert said(laid_away(told.shows(trumps(2, 14)).state)) == "S1 S2 S3"

    # In Taroux three small cards and no more are the discard.
    told = six(deal={ANNA: "SK HK DK " + trumps(2, 10)}, stock=ASIDE)
    told = told.says("take" + " pass" * 5).takes("first").lays_away(None)
    assert said(told.state.possible(ANNA)) == said(told.state.held(ANNA))


# ---- trumps shown from a discard that nobody saw ---------------------------------------------


def test_strict_a_trump_is_shown_from_a_face_down_discard_only_where_it_has_to_go() -> None:
    """1.7.5: thirteen small cards in the hand and six in the dog leave no room for a trump."""
    mine = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN SQ T4 T5 T6 T7 T8"
    told = hand(deal={0: mine}, stock="H1 H2 H3 H4 H5 H6", **STRICT).says("guard pass pass pass")
    told.lays_away(None).stands()
    problem = told.lays_away(None, shown="T4").problem
    assert (problem.code, problem.rule) == ("discard-trump", "french/1.7.5")

    mine = "SK HK DK CK S1 S2 S3 S4 S5 " + trumps(2, 10)
    told = hand(deal={0: mine}, stock=trumps(11, 16), **STRICT).says("guard pass pass pass")
    told.lays_away(None, shown="T2").stands()
    assert told.lays_away(None, shown="T2 T3").problem.code == "discard-trump"
