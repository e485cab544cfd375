"""Taroux of Six: the facts of the sheet, declarations and play (B1 to B6, B9, B31 to B42)."""

from typing import Any

import pytest

from games.display.rulesheets import rule_anchor, rule_sheet
from games.rules import VARIANTS, find_variant
from games.rules.phases import announcements
from games.rules.variants.taroux_of_six import TAROUX_OF_SIX
from tests.rules.six import ANNA, BORIS, CHLOE, DARIO, ELISE, FARID, FIVE, Six, six
from tests.rules.table import hand
from tests.rules.written import PACK, filled, said

REFUSED = "announcement-not-allowed"
READY = six().says("take-without" + FIVE)
SIX = "T2 T3 T4 T5 T6 T7"
OPTIONS = {
    "multipliers": (2, 4, 6),
    "abundance": ((6, 20), (8, 30), (10, 40)),
    "abundance_credit": "declaring-side",
    "abundance_fool": False,
    "fool_surrender_scope": "player",
    "overtrump_on_trump_lead": True,
    "contra_scope": "all",
    "auction_direction": "against-play",
}


def holding(seat: int, cards: str, **options: Any) -> Six:
    """One hand is known, Anna plays without the stock."""
    return six(deal={seat: cards}, **options).says("take-without" + FIVE)


# ---- facts ---------------------------------------------------------------------------------------


def test_taroux_of_six_is_among_the_games() -> None:
    assert find_variant("taroux-of-six") is TAROUX_OF_SIX
    assert TAROUX_OF_SIX in VARIANTS


def test_six_play_in_three_pairs() -> None:
    """B1, B9."""
    assert TAROUX_OF_SIX.seats == (6,)
    assert [TAROUX_OF_SIX.team(6, seat) for seat in range(6)] == [(0, 3), (1, 4), (2, 5)] * 2
    assert (TAROUX_OF_SIX.hand_size(6), TAROUX_OF_SIX.stock_size(6)) == (12, 6)
    for players in (3, 4, 5):
        told = hand(players, variant="taroux-of-six")
        told.refused("wrong-player-count", "B1", action=None)


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


def test_the_options_and_their_defaults() -> None:
    assert TAROUX_OF_SIX.default_options() == OPTIONS
    (described,) = TAROUX_OF_SIX.presets
    assert dict(described.options) == OPTIONS


def test_the_two_lost_tables_and_the_reading_of_a_trump_lead_are_marked() -> None:
    """B33, B40, B50: the club has to know that they are reconstructed."""
    marked = {option.key: option.mark for option in TAROUX_OF_SIX.options if option.mark}
    assert marked == {
        "multipliers": "reconstructed",
        "abundance": "reconstructed",
        "overtrump_on_trump_lead": "partly reconstructed",
    }


def test_every_rule_cited_can_be_looked_up() -> None:
    cited = [*TAROUX_OF_SIX.rules.values(), *(option.rule for option in TAROUX_OF_SIX.options)]
    anchors = rule_sheet("taroux-of-six", "en").anchors
    assert [rule for rule in cited if rule_anchor(rule) not in anchors] == []
    assert [f"B{number}" for number in range(1, 54) if f"r-B{number}" not in anchors] == []


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


@pytest.mark.rule("B8", "B10")
def test_anybody_deals_and_any_six_cards_are_the_stock() -> None:
    """B8, B10: how the stock was taken from the pack no record can show."""
    for dealer in range(6):
        for stock in ("S1 S2 S3 S4 S5 S6", "T17 T18 T19 T20 T21 F"):
            six(dealer=dealer, stock=stock).stands()


@pytest.mark.rule("B17")
@pytest.mark.parametrize("bidder", range(6))
def test_the_bidder_and_his_partner_are_the_declarers(bidder: int) -> None:
    """B17; the seats of a side in rising order."""
    told = six(dealer=(bidder + 5) % 6).says("take" + FIVE).turns_up("S1 S2 S3 S4 S5 S6").takes()
    told = told.lays_away("S1 S2 S3").lays_away("S4 S5 S6").plays("F").claims(bidder)
    pair = tuple(sorted((bidder, (bidder + 3) % 6)))
    others = tuple(seat for seat in range(6) if seat not in pair)
    assert told.outcome.sides == (pair, others)
    assert told.state.taker == bidder


# ---- when declarations come (B31) ----------------------------------------------------------------


def test_declarations_come_between_the_exchange_and_the_first_lead() -> None:
    bidding = six().says("take-without")
    exchanging = six().says("take" + FIVE)
    for told in (bidding, exchanging, exchanging.turns_up("C1 C2 C3 C4 C5 C6").takes()):
        for what in ("abundance", "sparrow", "slam"):
            assert told.declares(what, SIX, seat=ANNA).problem.code == "wrong-phase"
    for seat in range(6):
        for what in ("abundance", "sparrow", "slam"):
            READY.declares(what, SIX, seat=seat).stands()


@pytest.mark.parametrize("what", ["abundance", "sparrow", "slam"])
def test_after_the_first_lead_it_is_too_late(what: str) -> None:
    problem = READY.plays("S1").declares(what, SIX, seat=BORIS).refused(REFUSED, "B31", seat=BORIS)
    assert str(problem) == f"{what.capitalize()} is declared before the first lead."


def test_announcements_change_no_turn_and_come_in_any_order() -> None:
    told = READY.declares("slam", seat=ELISE).declares("abundance", SIX, seat=CHLOE)
    told = told.declares("slam", seat=DARIO).declares("sparrow", seat=FARID)
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", ANNA)
    told.plays("S1").stands()


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


def test_announcements_of_other_games_are_none() -> None:
    READY.declares("handful", seat=ANNA).refused("unknown-announcement", "B31", seat=ANNA)


# ---- Abundance (B32, B33) ------------------------------------------------------------------------


def test_six_trumps_at_least() -> None:
    problem = READY.declares("abundance", "T2 T3 T4 T5 T6", seat=ANNA).refused(REFUSED, "B33")
    assert str(problem) == "An Abundance needs 6 trumps; Anna showed 5."
    READY.declares("abundance", SIX, seat=ANNA).stands()
    READY.declares("abundance", "", seat=ANNA).refused(REFUSED, "B33", seat=ANNA)


def test_trumps_only() -> None:
    problem = READY.declares("abundance", f"{SIX} SK", seat=ANNA).refused(REFUSED, "B32")
    assert str(problem) == "An Abundance consists of trumps, not SK."
    READY.declares("abundance", f"{SIX} F", seat=ANNA).refused(REFUSED, "B32", seat=ANNA)


def test_once_a_player() -> None:
    told = READY.declares("abundance", SIX, seat=BORIS)
    problem = told.declares("abundance", "T8 T9 T10 T11 T12 T13", seat=BORIS)
    sentence = "Boris has shown an Abundance already."
    assert str(problem.refused(REFUSED, "B32", seat=BORIS)) == sentence
    told.declares("abundance", "T8 T9 T10 T11 T12 T13", seat=CHLOE).stands()


@pytest.mark.parametrize("size", [7, 5, 0, 8, 10, -6])
def test_a_size_is_a_tier_not_above_the_number_shown(size: int) -> None:
    shown = READY.declares("abundance", f"{SIX} T8", seat=ANNA, size=size)
    problem = shown.refused(REFUSED, "B33", seat=ANNA)
    assert str(problem) == f"7 trumps cannot be claimed as an Abundance of {size}."
    READY.declares("abundance", f"{SIX} T8", seat=ANNA, size=6).stands()


def test_cards_must_be_named_and_the_size_a_number() -> None:
    READY.does("announce", seat=ANNA, what="abundance").refused("malformed")
    READY.declares("abundance", SIX, seat=ANNA, size="6").refused("malformed")
    READY.declares("abundance", f"{SIX} T2", seat=ANNA).refused("duplicate-card", cards="T2")


def test_a_card_that_is_elsewhere_comes_before_everything_else() -> None:
    """Order of the table: also too late, or for the second time."""
    told = holding(DARIO, filled("T2", "S", players=6))
    shown = told.declares("abundance", SIX, seat=BORIS)
    problem = shown.refused("not-in-hand", "B9", cards="T2", seat=BORIS)
    assert str(problem) == "Boris cannot have T2: Dario holds it."
    told.plays("T20").declares("abundance", SIX, seat=BORIS).refused(
        "not-in-hand", "B9", cards="T2", seat=BORIS
    )


def test_trumps_that_were_laid_away_are_not_shown_again() -> None:
    """B32: only of the twelve cards that are played."""
    told = six().says("take" + FIVE).turns_up("T2 T3 T4 C1 C2 C3").takes()
    told = told.lays_away("T2 T3 T4", shown="T2 T3 T4").lays_away("C1 C2 C3")
    told.declares("abundance", SIX, seat=ANNA).refused("not-in-hand", "B9", cards="T2")


def test_the_fool_counts_only_if_no_trump_is_kept_back() -> None:
    """B-m (`abundance_fool`)."""
    trumps = "T2 T3 T4 T5 T6"
    told = holding(ANNA, filled(f"{trumps} T7 F", "S", players=6), abundance_fool=True)
    problem = told.declares("abundance", f"{trumps} F", seat=ANNA).refused(REFUSED, "B32")
    assert str(problem) == "The Fool may be shown only with every trump; Anna keeps back T7."
    told.declares("abundance", f"{trumps} T7 F", seat=ANNA).stands()
    told.declares("abundance", f"{trumps} T7", seat=ANNA).stands()


def test_what_is_shown_is_known_from_then_on() -> None:
    told = READY.declares("abundance", SIX, seat=BORIS)
    assert said(told.state.sure[BORIS]) == SIX
    told.does("play", seat=ANNA, card="T2").refused("not-in-hand", "B9", cards="T2")


# ---- Sparrow and Slam (B34, B35) -----------------------------------------------------------------


def test_a_sparrow_is_announced_once_by_who_may_hold_the_magician() -> None:
    told = holding(CHLOE, filled("T1", "S", players=6))
    problem = told.declares("sparrow", seat=ANNA).refused(REFUSED, "B34", seat=ANNA)
    assert str(problem) == "Anna does not hold T1, which has to win the last trick."
    told = told.declares("sparrow", seat=CHLOE)
    again = told.declares("sparrow", seat=CHLOE).refused(REFUSED, "B34", seat=CHLOE)
    assert str(again) == "A Sparrow has been announced already."


def test_an_announced_sparrow_shows_where_the_magician_is() -> None:
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


def test_suit_is_followed_with_any_card() -> None:
    """B39."""
    told = holding(BORIS, HELD).plays("H9")
    problem = told.does("play", seat=BORIS, card="T4").refused(
        "must-follow-suit", "B39", cards="H5 HK", legal="H5 HK F"
    )
    assert str(problem) == "Boris must follow hearts: Boris holds H5 and HK."
    told.plays("H5").stands()
    told.plays("F").stands()


def test_a_player_void_in_the_suit_must_trump() -> None:
    """B39."""
    told = holding(BORIS, HELD).plays("S9")
    told.does("play", seat=BORIS, card="C1").refused(
        "must-trump", "B39", cards="T4 T9", legal="T4 T9 F"
    )
    told.plays("T4").stands()


def test_with_neither_any_card() -> None:
    told = holding(BORIS, filled("H5", "C", players=6)).plays("S9")
    told.plays("C1").stands()
    told.plays("H5").stands()


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
def test_after_the_fool_the_next_card_sets_the_suit() -> None:
    """B41."""
    told = holding(CHLOE, filled("H5 HK", "C", players=6)).plays("F H9")
    told.does("play", seat=CHLOE, card="C1").refused(
        "must-follow-suit", "B39", cards="H5 HK", legal="H5 HK"
    )


def test_a_revoke_is_proven_by_a_later_card() -> None:
    """Nobody's cards are known: Boris has not followed, and yet he plays a spade later."""
    told = READY.plays("S9 C5 S1 S2 S3 S4").plays("H9")
    problem = told.does("play", seat=BORIS, card="S5").problem
    assert (problem.code, problem.rule) == ("revoke", "taroux-of-six/B39")
    assert problem.earlier == 7
    assert "T2" not in said(sum(1 << card for card in problem.legal or ()))
