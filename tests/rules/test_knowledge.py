"""Proven revokes, and what is known of hands in the end (fine points, "What is known")."""

from games.rules.hand.knowledge import dealt, laid_away
from games.rules.phases.play import legal
from tests.rules.published import DISCARD, TRICKS, published, tricks
from tests.rules.table import Hand, hand
from tests.rules.written import PACK, filled, in_order, said

# Nothing is known; Anna leads. The first card is action 4.
BLIND = hand().says("guard-without pass pass pass")
FIRST = 4


def others(cards: str) -> str:
    """Every card but these."""
    return in_order(" ".join(card for card in PACK if card not in cards.split()))


def denied(told: Hand, seat: int) -> str:
    """The cards that a seat's plays have shown it not to hold, and that are still out."""
    return said(told.state.lacks[seat] & told.state.unplayed)


# ---- what a play denies ----------------------------------------------------------------------


def test_a_play_denies_what_its_duty_asked_for_unless_it_is_the_fool_or_was_let_stand() -> None:
    # Who follows denies nothing; who trumps the suit; who throws off suit and trumps.
    assert denied(BLIND.plays("S5 S1"), 1) == ""
    told = BLIND.plays("S5 T3")
    assert denied(told, 1) == "S1 S2 S3 S4 S6 S7 S8 S9 S10 SJ SN SQ SK"
    told = BLIND.plays("S10 H1")
    trumps = " ".join(f"T{number}" for number in range(1, 22))
    assert denied(told, 1) == f"S1 S2 S3 S4 S5 S6 S7 S8 S9 SJ SN SQ SK {trumps}"

    # Who stays below denies every higher trump.
    assert denied(BLIND.plays("T18 T2"), 1) == "T19 T20 T21"
    assert (
        denied(BLIND.plays("S5 T18 T2"), 2) == "S1 S2 S3 S4 S6 S7 S8 S9 S10 SJ SN SQ SK T19 T20 T21"
    )

    assert denied(BLIND.plays("S5 F"), 1) == ""
    assert denied(BLIND.plays("F S5"), 1) == ""
    assert denied(BLIND.plays("S5 H1!"), 1) == ""


# ---- proven revokes --------------------------------------------------------------------------


def test_a_later_card_proves_a_revoke_of_suit_trump_or_higher_trump() -> None:
    """1.9.3."""
    # Boris throws H1 under Anna's spades, trick 1, and plays S1 in trick 2.
    told = BLIND.plays("SK H1 S3 S4").plays("SQ S1")
    may = others("SK H1 S3 S4 SQ " + denied(BLIND.plays("SK H1"), 1))
    problem = told.refused(
        "revoke", "1.9.3a", cards="H1", legal=may, earlier=FIRST + 1, action=FIRST + 5, seat=1
    )
    assert str(problem) == "Boris plays S1 but did not follow spades in trick 1."

    told = BLIND.plays("SK H1 S3 S4").plays("DK T1")
    problem = told.problem
    assert (problem.code, problem.earlier, problem.rule) == ("revoke", FIRST + 1, "french/1.9.3b")
    assert str(problem) == "T1 now means that Boris failed to trump in trick 1."

    told = BLIND.plays("T18 T2 T19 T1").plays("T21 T20")
    # Chloe has gone over Anna's T18 and leads; Dario's T1 stayed below T19.
    problem = told.problem
    assert (problem.code, problem.earlier, problem.seat) == ("revoke", FIRST + 3, 3)
    assert str(problem) == "T20 now means that Dario failed to beat trump 19 in trick 1."

    # Boris throws H1, wins trick 2 with a diamond and leads a spade.
    told = BLIND.plays("SK H1 S3 S4").plays("D1 DK D2 D3").plays("S1")
    assert (told.problem.code, told.problem.earlier) == ("revoke", FIRST + 1)


def test_other_cards_prove_nothing_and_those_that_would_are_not_legal() -> None:
    # A trump between the two, a card of another player, the fool.
    BLIND.plays("T18 T2 T19 T1").plays("T10 T11 T12 T13").stands()
    BLIND.plays("SK H1 S3 S4").plays("SQ H2 S1 S5").stands()
    BLIND.plays("SK H1 S3 S4").plays("SQ F").stands()

    told = BLIND.plays("SK H1 S3 S4").plays("SQ")
    assert "S1" not in said(legal(told.state)).split()
    assert "T1" not in said(legal(told.state)).split()
    assert {"H2", "CK", "F"} <= set(said(legal(told.state)).split())


def test_the_earliest_play_that_broke_the_duty_is_named() -> None:
    told = BLIND.plays("SK H1 S3 S4").plays("SQ H2 S5 S6").plays("SN S1")
    assert told.problem.earlier == FIRST + 1

    # Boris trumps spades, follows hearts, throws C1 under diamonds, and then has a trump after all.
    told = BLIND.plays("SK T1 S3 S4").plays("H1 H2 H3 HK").plays("DK C1 D2 D3").plays("DQ T2")
    assert (told.problem.code, told.problem.earlier) == ("revoke", FIRST + 9)

    # A reason has to stand on that play.
    BLIND.plays("SK H1! S3 S4").plays("SQ S1").stands()
    told = BLIND.plays("SK H1 S3 S4").plays("SQ S1!")
    assert told.problem.code == "revoke"

    told = BLIND.plays("SK H1! S3 S4").plays("SQ H2 S5 S6").plays("SN S1")
    assert (told.problem.code, told.problem.earlier) == ("revoke", FIRST + 5)


# ---- cards that are known to be in a hand ----------------------------------------------------


def test_a_card_that_is_surely_in_a_hand_is_judged_at_once() -> None:
    """A hand written down, a king of the dog that may not have gone, a trump that was shown."""
    told = hand(deal={1: filled("S1", "HD")}).says("guard-without pass pass pass").plays("SK")
    told.plays("H1").refused("must-follow-suit", "1.9.3a", cards="S1", legal="S1", seat=1)

    told = hand().says("pass guard pass pass").turns_up("SK H2 H3 H4 H5 H6").lays_away(None)
    told = told.plays("S1")
    problem = told.plays("D1").problem
    assert (problem.code, said(1 << problem.cards[0])) == ("must-follow-suit", "SK")
    # It is the only spade that is sure; another may well be there.
    told.plays("SQ").stands()

    shown = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10"
    told = hand().says("pass guard-without pass pass").shows(shown).plays("S5")
    problem = told.plays("H1").problem
    assert (problem.code, problem.rule) == ("must-trump", "french/1.9.3b")
    assert said(sum(1 << card for card in problem.cards)) == shown
    told.plays("T11").stands()

    shown = "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10"
    told = hand().says("pass guard-without pass pass").shows(shown)
    told.plays("T5").refused("not-in-hand", "1.4", cards="T5", seat=0)


# ---- once everything is played ---------------------------------------------------------------


def test_hands_and_discard_are_known_from_the_deal_or_once_all_is_played() -> None:
    told = published(known=False).plays(" ".join(TRICKS["TM17"]))
    known = published()
    kept = " ".join(
        card for card in f"{known.deal[1]} {known.stock}".split() if card not in DISCARD.split()
    )
    assert [said(one) for one in dealt(told.state)] == [
        in_order(known.deal[0]),
        in_order(kept),
        in_order(known.deal[2]),
        in_order(known.deal[3]),
    ]
    assert said(laid_away(told.state)) == in_order(DISCARD)

    told = published(known=False).plays(tricks(1, 17))
    assert dealt(told.state) == (None,) * 4
    assert laid_away(told.state) is None
    assert published().knowing(0, stock=True).stands().outcome.knowledge == "partial"

    told = published()
    assert said(dealt(told.state)[0]) == in_order(told.deal[0])
    assert said(laid_away(told.state)) == in_order(DISCARD)


def test_a_closed_dog_is_known_from_the_deal_or_at_the_end() -> None:
    for bid in ["guard-without", "guard-against"]:
        told = published(call=bid)
        assert said(laid_away(told.state)) == in_order(told.stock or "")
        everything = told.plays_on(72)
        assert said(laid_away(everything.knowing().state)) == in_order(told.stock or "")
        assert everything.knowing().scores == everything.scores

    assert laid_away(published(laid=False).state) is None
    assert laid_away(published(laid=False).knowing().state) is None
