"""Taroux of Six: the facts of the sheet, declarations and play (B1 to B6, B9, B31 to B42)."""

from typing import Any

import pytest

from games.rules.phases import announcements
from games.rules.variants.taroux_of_six import TAROUX_OF_SIX
from tests.rules.six import ANNA, BORIS, CHLOE, DARIO, ELISE, FARID, FIVE, Six, six
from tests.rules.table import hand
from tests.rules.written import PACK, filled, said

REFUSED = "announcement-not-allowed"
READY = six().says("take-without" + FIVE)
SIX = "T2 T3 T4 T5 T6 T7"


def holding(seat: int, cards: str, **options: Any) -> Six:
    """One hand is known, Anna plays without the stock."""
    return six(deal={seat: cards}, **options).says("take-without" + FIVE)


# ---- facts ---------------------------------------------------------------------------------------


@pytest.mark.rule("B8", "B10", "B17")
def test_six_play_in_three_pairs_and_the_bidder_s_pair_are_the_declarers() -> None:
    """B1, B8, B9, B10, B17: anybody deals; how the stock was taken no record can show."""
    assert [TAROUX_OF_SIX.team(6, seat) for seat in range(6)] == [(0, 3), (1, 4), (2, 5)] * 2
    for players in (3, 4, 5):
        told = hand(players, variant="taroux-of-six")
        told.refused("wrong-player-count", "B1", action=None)
    six(stock="T17 T18 T19 T20 T21 F").stands()
    for bidder in range(6):
        told = six(dealer=(bidder + 5) % 6).says("take" + FIVE).turns_up("S1 S2 S3 S4 S5 S6")
        told = told.takes().lays_away("S1 S2 S3").lays_away("S4 S5 S6").plays("F").claims(bidder)
        pair = tuple(sorted((bidder, (bidder + 3) % 6)))
        others = tuple(seat for seat in range(6) if seat not in pair)
        assert told.outcome.sides == (pair, others)
        assert told.state.taker == bidder


@pytest.mark.rule("B4", "B5")
def test_what_the_cards_count() -> None:
    """B2, B4 to B6: 130 in values, 39 off, 91."""
    pack = TAROUX_OF_SIX.pack
    values = {"T1": 5, "T21": 5, "F": 5} | {
        suit + rank: value
        for suit in "SHDC"
        for rank, value in (("K", 5), ("Q", 4), ("N", 3), ("J", 2))
    }
    assert sum(values.get(card, 1) for card in PACK) == 130
    for number, card in enumerate(PACK):
        assert pack.worth[number] == 2 * values.get(card, 1) - 1
    assert pack.total == 2 * 91
    assert said(pack.honours) == "T1 T21 F"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("multipliers", [2, 4]), ("multipliers", [0, 4, 6]), ("multipliers", [2.0, 4, 6]),
        ("abundance", []), ("abundance", [[6, 20], [6, 30]]), ("abundance", [[6, -1]]),
        ("abundance", [[0, 20]]), ("abundance_credit", "winner"), ("abundance_fool", 0),
        ("overtrump_on_trump_lead", 1), ("contra_scope", "ALL"), ("auction_direction", None),
        ("fool_surrender_scope", "pair"), ("hands", 6), ("passed_hand_counts", True),
    ],
)  # fmt: skip
def test_no_other_options(option: str, value: object) -> None:
    """Fine points; the last two are settings of a match, not of a record."""
    options: dict[str, Any] = {option: value}
    six(**options).refused("unknown-option", action=None)


# ---- when declarations come (B31) ----------------------------------------------------------------


def test_declarations_come_in_any_order_between_the_exchange_and_the_first_lead() -> None:
    """B31: and change no turn."""
    exchanging = six().says("take" + FIVE)
    stages = (
        six().says("take-without"),
        exchanging,
        exchanging.turns_up("C1 C2 C3 C4 C5 C6").takes(),
    )
    for what in ("abundance", "sparrow", "slam"):
        for told in stages:
            assert told.declares(what, SIX, seat=ANNA).problem.code == "wrong-phase"
        for seat in range(6):
            READY.declares(what, SIX, seat=seat).stands()
        late = READY.plays("S1").declares(what, SIX, seat=BORIS).refused(REFUSED, "B31", seat=BORIS)
        assert str(late) == f"{what.capitalize()} is declared before the first lead."
    told = READY.declares("slam", seat=ELISE).declares("abundance", SIX, seat=CHLOE)
    told = told.declares("slam", seat=DARIO).declares("sparrow", seat=FARID)
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", ANNA)
    told.plays("S1").stands()
    READY.declares("handful", seat=ANNA).refused("unknown-announcement", "B31", seat=ANNA)


def test_what_is_offered() -> None:
    offered = announcements.legal(READY.state)
    assert offered == tuple(
        (seat, what) for what in ("abundance", "sparrow", "slam") for seat in range(6)
    )
    told = READY.declares("slam", seat=ELISE).declares("sparrow", seat=ANNA)
    told = told.declares("abundance", SIX, seat=CHLOE)
    offered = announcements.legal(told.state)
    assert [seat for seat, what in offered if what == "abundance"] == [0, 1, 3, 4, 5]
    assert [seat for seat, what in offered if what == "sparrow"] == []
    assert [seat for seat, what in offered if what == "slam"] == [ANNA, DARIO]
    assert announcements.legal(told.plays("S1").state) == ()


# ---- Abundance (B32, B33) ------------------------------------------------------------------------


def test_an_abundance_is_six_trumps_or_more_shown_once_by_a_player() -> None:
    """B32, B33."""
    READY.declares("abundance", SIX, seat=ANNA).stands()
    few = READY.declares("abundance", "T2 T3 T4 T5 T6", seat=ANNA).refused(REFUSED, "B33")
    assert str(few) == "An Abundance needs 6 trumps; Anna showed 5."
    READY.declares("abundance", "", seat=ANNA).refused(REFUSED, "B33", seat=ANNA)
    plain = READY.declares("abundance", f"{SIX} SK", seat=ANNA).refused(REFUSED, "B32")
    assert str(plain) == "An Abundance consists of trumps, not SK."
    fool = READY.declares("abundance", f"{SIX} F", seat=ANNA).refused(REFUSED, "B32", seat=ANNA)
    assert str(fool) == "An Abundance consists of trumps, not F."
    told = READY.declares("abundance", SIX, seat=BORIS)
    twice = told.declares("abundance", "T8 T9 T10 T11 T12 T13", seat=BORIS)
    sentence = "Boris has shown an Abundance already."
    assert str(twice.refused(REFUSED, "B32", seat=BORIS)) == sentence
    told.declares("abundance", "T8 T9 T10 T11 T12 T13", seat=CHLOE).stands()


def test_the_size_of_an_abundance_is_a_tier_that_was_reached() -> None:
    """B33; and cards are named."""
    for size in (7, 5, 0, 8, 10, -6):
        shown = READY.declares("abundance", f"{SIX} T8", seat=ANNA, size=size)
        problem = shown.refused(REFUSED, "B33", seat=ANNA)
        assert str(problem) == f"7 trumps cannot be claimed as an Abundance of {size}."
    READY.declares("abundance", f"{SIX} T8", seat=ANNA, size=6).stands()
    READY.declares("abundance", SIX, seat=ANNA, size="6").refused("malformed")
    READY.does("announce", seat=ANNA, what="abundance").refused("malformed")
    READY.declares("abundance", f"{SIX} T2", seat=ANNA).refused("duplicate-card", cards="T2")


def test_an_abundance_shows_trumps_of_one_s_own_hand() -> None:
    """B32: only of the twelve cards that are played."""
    # Before everything else, also too late.
    told = holding(DARIO, filled("T2", "S", players=6))
    shown = told.declares("abundance", SIX, seat=BORIS)
    problem = shown.refused("not-in-hand", "B9", cards="T2", seat=BORIS)
    assert str(problem) == "Boris cannot have T2: Dario holds it."
    told.plays("T20").declares("abundance", SIX, seat=BORIS).refused(
        "not-in-hand", "B9", cards="T2", seat=BORIS
    )

    # What was laid away is not shown again.
    told = six().says("take" + FIVE).turns_up("T2 T3 T4 C1 C2 C3").takes()
    told = told.lays_away("T2 T3 T4", shown="T2 T3 T4").lays_away("C1 C2 C3")
    told.declares("abundance", SIX, seat=ANNA).refused("not-in-hand", "B9", cards="T2")

    # What was shown is known from then on.
    told = READY.declares("abundance", SIX, seat=BORIS)
    assert said(told.state.sure[BORIS]) == SIX
    told.does("play", seat=ANNA, card="T2").refused("not-in-hand", "B9", cards="T2")


def test_the_fool_counts_only_if_no_trump_is_kept_back() -> None:
    """B-m (`abundance_fool`)."""
    trumps = "T2 T3 T4 T5 T6"
    told = holding(ANNA, filled(f"{trumps} T7 F", "S", players=6), abundance_fool=True)
    problem = told.declares("abundance", f"{trumps} F", seat=ANNA).refused(REFUSED, "B32")
    assert str(problem) == "The Fool may be shown only with every trump; Anna keeps back T7."
    told.declares("abundance", f"{trumps} T7 F", seat=ANNA).stands()
    told.declares("abundance", f"{trumps} T7", seat=ANNA).stands()


# ---- Sparrow and Slam (B34, B35) -----------------------------------------------------------------


def test_a_sparrow_is_announced_once_by_who_may_hold_the_magician_and_shows_where_it_is() -> None:
    """B34."""
    told = holding(CHLOE, filled("T1", "S", players=6))
    problem = told.declares("sparrow", seat=ANNA).refused(REFUSED, "B34", seat=ANNA)
    assert str(problem) == "Anna does not hold T1, which has to win the last trick."
    told = told.declares("sparrow", seat=CHLOE)
    again = told.declares("sparrow", seat=CHLOE).refused(REFUSED, "B34", seat=CHLOE)
    assert str(again) == "A Sparrow has been announced already."

    told = READY.declares("sparrow", seat=BORIS)
    assert said(told.state.sure[BORIS]) == "T1"
    told.does("play", seat=ANNA, card="T1").refused("not-in-hand", "B9", cards="T1")
    told.declares("abundance", "T1 T2 T3 T4 T5 T6", seat=ANNA).refused(
        "not-in-hand", "B9", cards="T1"
    )


def test_each_side_announces_a_slam_once() -> None:
    told = READY.declares("slam", seat=DARIO)
    for seat in (ANNA, DARIO):
        problem = told.declares("slam", seat=seat).refused(REFUSED, "B35", seat=seat)
    assert str(problem) == "Dario’s side has announced a Slam already."
    told = told.declares("slam", seat=CHLOE)
    for seat in (BORIS, CHLOE, ELISE, FARID):
        told.declares("slam", seat=seat).refused(REFUSED, "B35", seat=seat)


# ---- play (B38 to B42) ---------------------------------------------------------------------------


def test_the_bidding_declarer_leads_then_who_wins() -> None:
    """B38: with the play, clockwise."""
    told = six().says("pass pass take-without" + FIVE)
    assert told.outcome.turn == ELISE
    told.does("play", seat=ANNA, card="S1").refused("not-your-turn", "B38", seat=ELISE)
    told = told.plays("S5 S6 S9 S7")
    assert told.outcome.turn == CHLOE
    assert told.plays("S8 S10").outcome.turn == DARIO


@pytest.mark.rule("B3", "B42")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("S1 S2 S3 S10 SJ SN", FARID), ("SK SQ SN SJ S10 S1", ANNA), ("S1 HK HQ HN HJ H10", ANNA),
        ("S1 SK T2 T1 HK DK", CHLOE), ("T5 T4 T21 T20 F SK", CHLOE), ("F S2 S3 HK S4 DK", ELISE),
        ("F T1 SK HK DK CK", BORIS), ("SK F HK DK CK D1", ANNA),
    ],
)  # fmt: skip
def test_who_wins_a_trick(trick: str, winner: int) -> None:
    """B3, B41, B42: kings high, aces low, the Fool never."""
    assert READY.plays(trick).state.winners == [winner]


HELD = filled("H5 HK T4 T9 F", "C", players=6)


def test_suit_is_followed_with_any_card_and_who_is_void_trumps() -> None:
    """B39: with neither suit nor trump any card goes."""
    told = holding(BORIS, HELD).plays("H9")
    problem = told.does("play", seat=BORIS, card="T4").refused(
        "must-follow-suit", "B39", cards="H5 HK", legal="H5 HK F"
    )
    assert str(problem) == "Boris must follow hearts: Boris holds H5 and HK."
    told.plays("H5").stands()
    told.plays("F").stands()
    void = holding(BORIS, HELD).plays("S9")
    void.does("play", seat=BORIS, card="C1").refused(
        "must-trump", "B39", cards="T4 T9", legal="T4 T9 F"
    )
    void.plays("T4").stands()
    neither = holding(BORIS, filled("H5", "C", players=6)).plays("S9")
    neither.plays("C1").stands()
    neither.plays("H5").stands()


def test_over_the_best_trump_if_possible() -> None:
    """B40, void in the suit led."""
    told = holding(CHLOE, HELD).plays("S9 T6")
    problem = told.does("play", seat=CHLOE, card="T4").refused(
        "must-overtrump", "B40", cards="T9", legal="T9 F"
    )
    assert str(problem) == "Chloe must beat trump 6: Chloe holds T9."
    told.plays("T9").stands()
    told = holding(CHLOE, HELD).plays("S9 T20")
    told.plays("T4").stands()
    told.does("play", seat=CHLOE, card="C1").refused(
        "must-trump", "B39", cards="T4 T9", legal="T4 T9 F"
    )


@pytest.mark.parametrize("always", [True, False])
def test_a_trump_lead_has_to_be_beaten_or_only_followed(always: bool) -> None:
    """B40 (`overtrump_on_trump_lead`)."""
    told = holding(BORIS, HELD, overtrump_on_trump_lead=always).plays("T6")
    told.does("play", seat=BORIS, card="C1").refused(
        "must-follow-suit", "B39", cards="T4 T9", legal="T9 F" if always else "T4 T9 F"
    )
    low = told.does("play", seat=BORIS, card="T4")
    if always:
        low.refused("must-overtrump", "B40", cards="T9", legal="T9 F")
    else:
        low.stands()
        void = holding(CHLOE, HELD, overtrump_on_trump_lead=False).plays("S9 T6")
        void.does("play", seat=CHLOE, card="T4").refused(
            "must-overtrump", "B40", cards="T9", legal="T9 F"
        )


@pytest.mark.rule("B41")
def test_after_the_fool_the_next_card_sets_the_suit_and_a_later_card_proves_a_revoke() -> None:
    """B41."""
    told = holding(CHLOE, filled("H5 HK", "C", players=6)).plays("F H9")
    told.does("play", seat=CHLOE, card="C1").refused(
        "must-follow-suit", "B39", cards="H5 HK", legal="H5 HK"
    )

    # Nobody's cards are known: Boris has not followed, and yet he plays a spade later.
    told = READY.plays("S9 C5 S1 S2 S3 S4").plays("H9")
    problem = told.does("play", seat=BORIS, card="S5").problem
    assert (problem.code, problem.rule) == ("revoke", "taroux-of-six/B39")
    assert problem.earlier == 7
    assert "T2" not in said(sum(1 << card for card in problem.legal or ()))
