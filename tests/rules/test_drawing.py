"""The draw pile: who draws, what is known of a hand that has drawn (sca-tarok C5, C9, C11)."""

from typing import Any

import pytest

from games.rules.hand.drawing import Draw, draws
from games.rules.hand.knowledge import dealt, hands_left, is_known
from games.rules.phases.play import legal
from tests.rules.table import Hand, hand
from tests.rules.written import PACK, ids, in_order, said

ANNA, BORIS, CHLOE, DARIO = range(4)


def tarok(players: int = 4, **facts: Any) -> Hand:
    return hand(players, variant="sca-tarok", **facts)


def written(players: int, *, first: str = "", **options: Any) -> Hand:
    """Everything written down: fifteen cards in the order of the pack for each, the rest is the
    pile; `first`: the cards on top of it."""
    top = first.split()
    rest = [card for card in PACK if card not in top]
    deal = {seat: " ".join(rest[15 * seat : 15 * seat + 15]) for seat in range(players)}
    pile = [*top, *rest[15 * players :]]
    return tarok(players, deal=deal, stock=" ".join(pile), **options)


def drawers(told: Hand) -> list[str]:
    """The seats that have drawn after each trick, in order."""
    tricks: dict[int, str] = {}
    for drawn in draws(told.state):
        tricks[drawn.trick] = tricks.get(drawn.trick, "") + str(drawn.seat)
    return list(tricks.values())


def sizes(told: Hand) -> list[int]:
    return [told.state.in_hand(seat) for seat in range(told.players)]


# ---- who draws (C9) --------------------------------------------------------------------------


def test_who_led_the_trick_draws_first_after_it_and_hands_stay_at_fifteen() -> None:
    """C9: Anna leads, Chloe wins; then Chloe leads and wins."""
    told = tarok().plays("S1 S2 SK S4")
    assert told.outcome.turn == CHLOE
    assert drawers(told) == ["0123"]
    assert drawers(told.plays("H10 H1 H2 H3")) == ["0123", "2301"]

    # Nobody draws before the trick is complete.
    assert drawers(tarok().plays("S1 S2 SK")) == []

    told = tarok().plays("S1 S2 SK S4")
    assert sizes(told) == [15, 15, 15, 15]
    assert sizes(told.plays("H10 H1")) == [15, 15, 14, 14]
    assert told.state.draw_pile is not None
    assert told.state.draw_pile.left == 14

    # A game without a pile draws nothing.
    state = hand().state
    assert (state.draw_pile, draws(state)) == (None, ())


@pytest.mark.parametrize(("players", "rounds", "tricks"), [(2, 24, 39), (3, 11, 26)])
def test_two_and_three_draw_the_pile_to_the_last_card(
    players: int, rounds: int, tricks: int
) -> None:
    """C11: everybody plays as many cards, and nothing is left over."""
    told = written(players).plays_on(78).stands()
    assert [len(drawn) for drawn in drawers(told)] == [players] * rounds
    assert sizes(told) == [0] * players
    assert len(told.state.winners) == tricks
    assert told.state.unwon == 0


def test_four_draw_the_last_two_cards_in_turn_from_the_leader() -> None:
    """C-Ex7 (C9): the dealer is seat 3 of 0 to 3; seat 2 leads trick 5 and seat 0 wins it."""
    told = tarok().plays("S1 S2 SK S4 H10 H1 H2 H3 H4 H5 H6 H9 H7 D1 D2 D3")
    assert told.outcome.turn == BORIS
    told = tarok().plays("S1 S2 SK S4 HJ H1 H2 H3 HQ H5 H6 H9 DJ D1 D2 D3 DQ D4 DK D5")
    assert drawers(told) == ["0123", "2301", "2301", "2301", "23"]
    assert told.outcome.turn == ANNA
    assert sizes(told) == [14, 14, 15, 15]
    last = told.plays("C2 C1 C3 C4").state
    assert [last.in_hand(seat) for seat in range(4)] == [13, 13, 14, 14]


def test_at_the_end_two_of_four_have_a_card_left_or_nobody_draws_the_last_two() -> None:
    """C11, C12, C9: nineteen tricks; the two that drew last keep one card, or they stay in the
    pile."""
    told = written(4).plays_on(76).stands()
    late = {int(seat) for seat in drawers(told)[4]}
    assert len(late) == 2
    assert {seat for seat, size in enumerate(sizes(told)) if size} == late
    assert told.state.unwon.bit_count() == 2
    assert (len(told.state.winners), told.outcome.phase) == (19, "over")

    told = written(4, short_draw="none").plays_on(76).stands()
    assert drawers(told)[4:] == []
    assert sizes(told) == [0, 0, 0, 0]
    assert told.state.draw_pile is not None
    assert told.state.draw_pile.left == 2
    assert said(told.state.stock) == said(told.state.unwon) == "T21 F"


# ---- a pile that was written down ------------------------------------------------------------


def test_a_card_that_is_drawn_is_in_the_hand_from_then_on_and_must_follow() -> None:
    """C7, C9."""
    told = written(2, first="CK T21")
    told.does("play", seat=ANNA, card="CK").refused("not-in-hand", "C5", cards="CK")
    assert str(told.does("play", seat=ANNA, card="CK").problem) == (
        "Anna cannot have CK: it has not been drawn yet."
    )
    told = told.plays("S1 H2")
    assert draws(told.state) == (Draw(1, ANNA, ids("CK")[0]), Draw(1, BORIS, ids("T21")[0]))
    assert told.plays("CK T21").stands().outcome.turn == ANNA

    # Boris has drawn the 21, his only Major.
    told = written(2, first="T20 T21").plays("S1 H2").plays("T20")
    assert said(legal(told.state)) == "T21"
    told.plays("H3").refused("must-follow-suit", "C7", cards="T21", legal="T21")

    # Draws are known even where hands are not.
    told = written(2, first="CK T21").knowing(stock=True).plays("S1 H2")
    assert [said(told.state.held(seat)) for seat in (ANNA, BORIS)] == ["CK", "T21"]
    told.plays("S2").does("play", seat=BORIS, card="CK").refused("not-in-hand", "C5", cards="CK")

    told = written(3)
    pile = (told.stock or "").split()
    told = told.plays("S1 H2 D3")
    assert said(told.state.stock) == in_order(" ".join(pile[3:]))


def test_the_dealt_hands_are_those_that_were_written_or_what_is_left_of_a_known_pile() -> None:
    told = written(3).plays_on(78)
    hands = [in_order(told.deal[seat]) for seat in range(3)]
    assert [said(hand) for hand in dealt(told.state)] == hands
    # Of the pile alone the hands follow once all is played, not before.
    assert [said(hand) for hand in dealt(told.knowing(stock=True).state)] == hands
    assert dealt(written(3).knowing(stock=True).state) == (None, None, None)

    told = written(2).plays_on(78)
    both = tuple(dealt(told.state))
    assert dealt(told.knowing(ANNA, BORIS).state) == both
    assert dealt(told.knowing(ANNA).state) == (both[0], None)
    assert dealt(told.knowing().state) == (None, None)

    # Once the pile is used up the last unknown hand is what is left.
    state = written(2).plays_on(77).knowing().state
    assert state.turn is not None
    assert hands_left(state)[state.turn] == state.unplayed
    assert state.unplayed.bit_count() == 1


# ---- a pile that nobody wrote down -----------------------------------------------------------


def test_of_an_unknown_pile_anybody_may_have_drawn_a_card_but_not_before_the_first_draw() -> None:
    """Fine points: with all hands written the pile is known, but not its order."""
    told = written(3).knowing(0, 1, 2)
    problem = told.does("play", seat=ANNA, card="T21").problem
    assert str(problem) == "Anna cannot have T21: it has not been drawn yet."

    told = written(3).knowing(ANNA, BORIS, CHLOE).plays("S1 H2 D3")
    pile = in_order(written(3).stock or "")
    unsure = [said(told.state.possible(seat) & ~told.state.held(seat)) for seat in range(3)]
    assert unsure == [pile] * 3
    told.plays("T21 T20 T19").stands()

    told = written(2).knowing(ANNA).plays("S1")
    told.does("play", seat=BORIS, card="S2").refused("not-in-hand", "C5", cards="S2", seat=BORIS)
    told = told.plays("C4")
    assert said(told.state.possible(ANNA)) == in_order(
        " ".join(card for card in PACK if card not in ("S1", "C4"))
    )


def test_what_was_dealt_is_still_there() -> None:
    """A hand is not known whole after its first draw; what was dealt and not played is in it."""
    told = written(3).knowing(ANNA, BORIS, CHLOE).plays("S1 H2 D3")
    assert [is_known(told.state, seat) for seat in range(3)] == [False] * 3
    assert [told.state.held(seat).bit_count() for seat in range(3)] == [14] * 3
    told.does("play", seat=ANNA, card="H3").refused("not-in-hand", "C5", cards="H3", seat=ANNA)
    hearts = "H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ HK"
    told = told.plays("H1 C4")
    told.refused("must-follow-suit", "C7", cards=hearts, legal=hearts, seat=BORIS)
