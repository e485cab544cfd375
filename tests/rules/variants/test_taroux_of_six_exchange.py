"""Taroux of Six: the halves of the stock and the discards (sheet B24 to B26)."""

import pytest

from games.rules.hand.knowledge import laid_away
from games.rules.phases import exchange
from tests.rules.six import ANNA, ASIDE, BORIS, DARIO, FIVE, Six, six
from tests.rules.written import PACK, filled, said

STOCK = "C1 C2 C3 C4 C5 C6"
# Anna bids; Dario, opposite, is her partner. Nobody's cards are known.
TAKEN = six().says("take" + FIVE)
SHOWN = TAKEN.turns_up(STOCK)
HALVED = SHOWN.takes("first")


def dealt(hand: str, stock: str = STOCK, *, half: str = "first") -> Six:
    """Anna's hand and the stock are known, and she has taken a half."""
    return six(deal={0: hand}, stock=stock).says("take" + FIVE).takes(half)


# Small plain cards to lay away; none; one; two (with the half of three kings that she takes).
RICH = filled("T5 T6", "S", players=6)
KINGS = "SK HK DK CJ CN CQ"
COURT = "SK SQ SN SJ HK HQ HN HJ DK DQ DN DJ CK CQ CN CJ"
TRUMPS = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13".split()


def with_small(*small: str) -> Six:
    """Anna holds that many small cards, and trumps for the rest, and takes three kings."""
    return dealt(" ".join([*small, *TRUMPS][:12]), KINGS)


# ---- the stock (B24) -----------------------------------------------------------------------------


def test_an_unknown_stock_is_turned_up_first_and_a_known_one_is_not() -> None:
    """Six cards of it."""
    told = TAKEN
    assert (told.outcome.phase, told.outcome.turn, exchange.awaits(told.state)) == (
        "exchange", ANNA, "stock",
    )  # fmt: skip
    told.takes().refused("wrong-phase", "B24", seat=ANNA)
    told.lays_away("S1 S2 S3").refused("wrong-phase", "B24", seat=ANNA)
    told.lays_away(None).refused("wrong-phase", "B24", seat=ANNA)
    told.plays("S1").refused("wrong-phase", "B24")
    assert exchange.awaits(SHOWN.state) == "take"

    # What is written down, or was turned up, is known already.
    told = six(stock=STOCK).says("take" + FIVE)
    assert exchange.awaits(told.state) == "take"
    problem = told.turns_up(STOCK).refused("wrong-phase", "B24", seat=ANNA)
    assert str(problem) == "The stock is known already."
    SHOWN.turns_up(STOCK).refused("wrong-phase", "B24")

    TAKEN.turns_up("C1 C2 C3 C4 C5").refused("wrong-card-count", "B24", cards="C1 C2 C3 C4 C5")
    TAKEN.turns_up("C1 C2 C3 C4 C5 C5").refused("duplicate-card", cards="C5")


@pytest.mark.parametrize("bid", ["take-without", "take-against"])
def test_at_the_two_higher_bids_it_stays_as_it_lies(bid: str) -> None:
    """B28, B29."""
    told = six().says(bid + FIVE)
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", ANNA)
    told.turns_up(STOCK).refused("wrong-phase", "B38")
    told.takes().refused("wrong-phase", "B38")
    told.lays_away("S1 S2 S3").refused("wrong-phase", "B38")


def test_written_hands_tell_the_stock_but_not_how_it_lies() -> None:
    """Fine points: a `stock` action comes first where `deal.stock` is null."""
    deal = {seat: filled("", suit, players=6) for seat, suit in enumerate("SHD")}
    deal[3] = filled("SQ SK HQ HK DQ DK", "C", players=6)
    deal[4] = "C7 C8 C9 C10 CJ CN CQ CK T1 T2 T3 T4"
    last = "T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16"
    five = six(deal=deal).says("take" + FIVE).turns_up("T17 T18 T19 T20 T21 F")
    assert said(five.state.dealt[5]) == last
    told = six(deal={**deal, 5: last}).says("take" + FIVE)
    assert exchange.awaits(told.state) == "stock"
    told.turns_up("T17 T18 T19 T20 T21 F").takes().stands()
    problem = told.turns_up("T17 T18 T19 T20 T21 S1").refused("not-in-hand", "B9", cards="S1")
    assert str(problem) == "S1 cannot be in the stock: Anna holds it."


# ---- the halves (B24) ----------------------------------------------------------------------------


def test_the_bidder_takes_a_half_as_the_stock_lies_and_the_partner_gets_the_other() -> None:
    for seat in (BORIS, DARIO):
        problem = SHOWN.takes(seat=seat).refused("not-your-turn", "B24", seat=ANNA)
    assert str(problem) == "Anna takes one half of the stock."
    HALVED.takes(seat=ANNA).refused("wrong-phase", "B24")
    SHOWN.does("take", seat=ANNA, half="third").refused("malformed")
    SHOWN.does("take", seat=ANNA).refused("malformed")

    for half, own, partners in [
        ("first", "C1 C2 C3", "C4 C5 C6"),
        ("second", "C4 C5 C6", "C1 C2 C3"),
    ]:
        state = SHOWN.takes(half).state
        assert (said(state.sure[ANNA]), said(state.sure[DARIO])) == (own, partners)
        assert not state.may[BORIS] & (state.sure[ANNA] | state.sure[DARIO])

    told = TAKEN.turns_up("C6 C1 T5 C2 SK C3").takes("first")
    assert said(told.state.sure[ANNA]) == "C1 C6 T5"


# ---- who lays away, and how many (B24) -----------------------------------------------------------


def test_the_bidder_lays_away_then_the_partner() -> None:
    assert (HALVED.outcome.turn, exchange.awaits(HALVED.state)) == (ANNA, "discard")
    HALVED.lays_away("C4 C5 C6", seat=DARIO).refused("not-your-turn", "B24", seat=ANNA)
    told = HALVED.lays_away("C1 C2 C3")
    assert (told.outcome.phase, told.outcome.turn) == ("exchange", DARIO)
    told.lays_away("S1 S2 S3", seat=ANNA).refused("not-your-turn", "B24", seat=DARIO)
    told.plays("S1").refused("wrong-phase", "B24", seat=DARIO)
    done = told.lays_away("C4 C5 C6")
    assert (done.outcome.phase, done.outcome.turn) == ("announcements", ANNA)
    done.lays_away("S1 S2 S3").refused("wrong-phase", "B38")


def test_each_lays_three_of_their_own_cards_away() -> None:
    HALVED.lays_away("C1 C2").refused("wrong-card-count", "B24", cards="C1 C2")
    HALVED.lays_away("C1 C2 C3 S1").refused("wrong-card-count", "B24", cards="C1 C2 C3 S1")
    HALVED.lays_away(None, shown="C1 C2 C3 S1").refused(
        "wrong-card-count", "B24", cards="C1 C2 C3 S1"
    )

    HALVED.lays_away("C1 C2 C4").refused("not-in-hand", "B9", cards="C4")
    dealt(RICH).lays_away("C1 C2 H1").refused("not-in-hand", "B9", cards="H1")


# ---- kings and honours (B25) ---------------------------------------------------------------------


def test_kings_and_honours_are_never_laid_away() -> None:
    """B25: also where nobody saw the rest; only the table may let it stand."""
    for king in ("SK", "HK", "DK", "CK"):
        problem = HALVED.lays_away(f"C1 C2 {king}").problem
        assert (problem.code, problem.rule) == ("discard-king", "taroux-of-six/B25")
        assert str(problem) == f"A king may not be discarded: {king}."
    HALVED.does("discard", seat=ANNA, cards=["C1", "C2", "SK"], irregular="unseen").stands()
    for honour in ("T1", "T21", "F"):
        problem = HALVED.lays_away(f"C1 C2 {honour}", shown=honour).problem
        assert (problem.code, problem.rule) == ("discard-honour", "taroux-of-six/B25")
        assert str(problem) == f"An honour may not be discarded: {honour}."
    assert HALVED.lays_away(None, shown="SK").problem.code == "discard-king"
    assert HALVED.lays_away(None, shown="T1").problem.code == "discard-honour"
    assert HALVED.lays_away(None, shown="T1 SK").problem.code == "discard-king"


# ---- trumps only if forced (B26) -----------------------------------------------------------------


def test_trumps_are_laid_away_only_where_small_cards_are_missing_and_are_shown() -> None:
    # With three small cards no trump goes.
    told = with_small("S4", "S5", "S6")
    told.lays_away("S4 S5 S6").stands()
    problem = told.lays_away("S4 S5 T2", shown="T2").problem
    assert (problem.code, problem.rule) == ("discard-trump", "taroux-of-six/B26")
    assert said(exchange.legal(told.state)) == "S4 S5 S6"
    assert str(problem) == (
        "A trump may be discarded only when no plain card below the king is left: T2."
    )

    # With two, all of them go and one trump, which is shown.
    told = with_small("S4", "S5")
    told.lays_away("S4 S5 T2", shown="T2").stands()
    problem = told.lays_away("S4 S5 T2").problem
    assert (problem.code, problem.rule) == ("discard-not-shown", "taroux-of-six/B26")
    assert str(problem) == "A discarded trump must be shown: T2."
    assert told.lays_away("S4 T2 T3", shown="T2 T3").problem.code == "discard-trump"
    assert told.lays_away("S4 T2 T3").problem.code == "discard-trump"

    # Without any, three trumps.
    told = with_small()
    told.lays_away("T2 T3 T4", shown="T2 T3 T4").stands()
    assert told.lays_away("T2 T3 T4", shown="T2 T3").problem.cards == (59,)


def test_cards_shown_are_of_those_laid_away_and_may_be_more_than_need_be() -> None:
    with_small("S4", "S5").lays_away("S4 S5 T2", shown="S4 T2").stands()
    with_small("S4", "S5").lays_away(None, shown="S4 S5 T2").stands()
    with_small("S4", "S5").lays_away("S4 S5 T2", shown="T3").refused("malformed")
    with_small("S4", "S5").lays_away("S4 S5 T2", shown=None).refused("malformed")


def test_in_a_hand_half_known_a_trump_is_refused_with_a_small_card_kept() -> None:
    """The half that she took is known: C3 stays in her hand."""
    problem = HALVED.lays_away("C1 C2 T5", shown="T5").problem
    assert problem.code == "discard-trump"
    HALVED.lays_away("C1 C2 C3").stands()
    TAKEN.turns_up("T5 T6 T7 C1 C2 C3").takes().lays_away("T5 T6 T7", shown="T5 T6 T7").stands()


# ---- laid away unseen (B26, fine points) ---------------------------------------------------------


def test_unseen_discards_show_just_the_trumps_that_are_forced() -> None:
    """B26: of an unknown hand their number is not judged."""
    told = with_small("S4")
    told.lays_away(None, shown="T2 T3").stands()
    few = told.lays_away(None, shown="T2").problem
    assert (few.code, few.rule) == ("discard-not-shown", "taroux-of-six/B26")
    assert str(few).startswith("Anna has too few plain cards below the king: a discarded trump")
    assert told.lays_away(None).problem.code == "discard-not-shown"
    many = told.lays_away(None, shown="T2 T3 T4").problem
    assert (many.code, many.rule) == ("discard-trump", "taroux-of-six/B26")
    sentence = "Anna has plain cards below the king to discard instead of T2, T3 and T4."
    assert str(many) == sentence

    told = dealt(RICH)
    told.lays_away(None).stands()
    assert told.lays_away(None, shown="T5").problem.code == "discard-trump"

    for shown in ("", "T5", "T5 T6", "T5 T6 T7", "S5 T6"):
        HALVED.lays_away(None, shown=shown).stands()


def test_what_lies_face_down_is_small_and_plain_unless_it_is_irregular() -> None:
    """Small plain cards are only possibly in that hand from then on; the rest is surely there."""
    told = dealt(filled("SK T1 T5", "S", players=6)).lays_away(None)
    assert said(told.state.sure[ANNA]) == "SK T1 T5"
    told = told.lays_away("C4 C5 C6")
    told.does("play", seat=ANNA, card="S1").stands()
    told.does("play", seat=ANNA, card="C4").refused("not-in-hand", "B9", cards="C4")

    told = dealt(filled("SK T1 T5", "S", players=6))
    let_stand = told.lays_away(None, irregular="nobody looked")
    assert said(let_stand.state.sure[ANNA]) == ""
    with_small().lays_away(None, irregular="nobody looked").stands()


def test_an_unseen_discard_is_not_judged_when_the_last_card_has_been_played() -> None:
    """Only French Tarot and Droggn do: what nobody played here are two discards in one."""
    trumps = "T2 T3 T4 T5 T6 T7"
    told = TAKEN.turns_up(ASIDE).takes().lays_away(None).lays_away(None)
    taken = {ANNA: ASIDE.split()[:3], DARIO: ASIDE.split()[3:]}
    others = [card for card in PACK if card not in {*trumps.split(), *ASIDE.split()}]
    for _ in range(72):
        own = taken.get(told.state.turn or 0) or others
        told = told.plays(f"{own.pop()}!")
    assert told.outcome.status == "scored"
    assert said(laid_away(told.state)) == trumps
