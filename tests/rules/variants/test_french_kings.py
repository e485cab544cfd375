"""Five players: called card, partner, opening lead (sheet 1.6; fine points 11 to 13, 22)."""

from games.rules.phases import exchange
from games.rules.phases.play import legal
from tests.rules.table import Hand, hand
from tests.rules.written import filled, said

DEALT = hand(5)
TAKEN = DEALT.says("guard pass pass pass pass")
KINGS = "SK HK DK CK"
COURT = [f"{suit}{rank}" for suit in "SHDC" for rank in "QNJ"]


def taker_with(cards: str, stock: str | None = None) -> Hand:
    """A guard by Anna, whose hand is known: these cards and low pips."""
    known = filled(cards, "SH", players=5, but=f"{stock} SJ SN SQ SK HJ HN HQ HK")
    return hand(5, deal={0: known}, stock=stock).says("guard pass pass pass pass")


def refused(told: Hand, card: str, missing: str = "", *, legal: str = KINGS) -> None:
    told.names(card).refused("call-not-allowed", "1.6.2", cards=missing, legal=legal, seat=0)


# ---- which card may be called ----------------------------------------------------------------


def test_a_king_may_always_be_called_one_s_own_as_well() -> None:
    for king in KINGS.split():
        TAKEN.names(king).stands()
        taker_with(KINGS).names(king).stands()
        taker_with("").names(king).stands()


def test_a_queen_needs_all_four_kings_a_knight_the_queens_as_well_and_a_jack_the_knights() -> None:
    """1.6.2."""
    queens, knights = "SQ HQ DQ CQ", "SN HN DN CN"
    taker_with(KINGS).names("HQ").stands()
    refused(taker_with("SK HK DK"), "HQ", missing="CK")
    refused(taker_with(""), "SQ", missing=KINGS)
    taker_with(f"{KINGS} {queens}").names("DN").stands()
    refused(taker_with(KINGS), "DN", missing=queens, legal=f"{KINGS} {queens}")
    refused(taker_with(""), "DN", missing=f"{KINGS} {queens}")
    taker_with(f"{KINGS} {queens} {knights}").names("CJ").stands()
    may = f"{KINGS} {queens} {knights}"
    refused(taker_with(f"{KINGS} {queens}"), "CJ", missing=knights, legal=may)
    refused(taker_with(""), "CJ", missing=may)


def test_pips_trumps_and_the_fool_are_never_called() -> None:
    """1.6.2: not even if the table would let it stand."""
    for card in ("S10", "H1", "T1", "T21", "F"):
        refused(TAKEN, card, legal=" ".join([*KINGS.split(), *COURT]))
        refused(taker_with(KINGS), card, legal=f"{KINGS} SQ HQ DQ CQ")
    told = TAKEN.does("king", seat=0, card="T1", irregular="they agreed")
    assert told.problem.code == "call-not-allowed"


def test_of_a_taker_whose_cards_nobody_knows_no_court_card_is_refused() -> None:
    assert exchange.awaits(TAKEN.state) == "king"
    every = "SJ SN SQ SK HJ HN HQ HK DJ DN DQ DK CJ CN CQ CK"
    assert said(exchange.legal(TAKEN.state)) == every
    assert said(exchange.legal(taker_with("SK").state)) == KINGS
    for card in COURT:
        TAKEN.names(card).stands()


def test_a_king_known_elsewhere_or_in_the_dog_is_not_the_taker_s() -> None:
    """Judged on the dealt hand; and what comes later never proves a call wrong."""
    elsewhere = hand(5, deal={3: filled("DK", "CT", players=5, but="CK")})
    refused(elsewhere.says("guard pass pass pass pass"), "HQ", missing="DK")
    in_dog = hand(5, stock="CK S1 S2").says("guard pass pass pass pass")
    refused(in_dog, "HQ", missing="CK")
    refused(taker_with("SK HK DK", stock="CK C1 C2"), "HQ", missing="CK")
    told = TAKEN.names("HQ").turns_up("CK C1 C2").stands()
    told.lays_away("C1 C2 C3").stands()


# ---- when it is called -----------------------------------------------------------------------


def test_the_taker_names_a_card_once_before_anything_but_announcements() -> None:
    """Fine point 12."""
    TAKEN.does("king", seat=1, card="HK").refused("not-your-turn", "1.6.1", seat=0)

    TAKEN.turns_up("S1 S2 S3").refused("wrong-phase", "1.7.1", seat=0)
    TAKEN.lays_away("S1 S2 S3").refused("wrong-phase", "1.7.1", seat=0)
    TAKEN.lays_away(None).refused("wrong-phase", "1.7.1", seat=0)
    TAKEN.plays("S1").refused("wrong-phase", "1.7.1", seat=0)
    TAKEN.claims(0).refused("wrong-phase", "1.7.1", seat=0)
    TAKEN.calls_slam().shows("T1 T2 T3 T4 T5 T6 T7 T8").remarks().names("HK").stands()

    TAKEN.names("HK").names("SK").refused("wrong-phase", "1.7.1", seat=0)
    closed = DEALT.says("guard-without pass pass pass pass").names("HK")
    closed.names("SK").refused("wrong-phase", "1.9.1", seat=0)
    DEALT.names("HK").refused("wrong-phase", "1.5.2", seat=0)


def test_a_king_is_called_with_a_closed_dog_too_and_a_known_dog_joins_after_it() -> None:
    """Fine point 10."""
    told = DEALT.says("pass guard-against pass pass pass")
    assert (told.outcome.phase, told.outcome.turn) == ("exchange", 1)
    told = told.names("HK")
    assert (told.outcome.phase, told.outcome.turn) == ("announcements", 0)

    told = hand(5, stock="S1 S2 S3").says("guard pass pass pass pass")
    assert said(told.state.held(0)) == ""
    assert said(told.names("HK").state.held(0)) == "S1 S2 S3"


# ---- who the partner is ----------------------------------------------------------------------

FOOL_TRICK = "F SK S1 S2 S3"  # Anna leads the fool, Boris wins


def claimed(told: Hand) -> tuple[tuple[int, ...], ...] | None:
    """The sides after one trick and the taker's claim of the rest."""
    return told.plays(FOOL_TRICK).claims(told.taker).outcome.sides


def test_who_has_or_plays_the_called_card_is_the_partner() -> None:
    """Sides are in seat order, the taker first."""
    closed = DEALT.says("guard-without pass pass pass pass")
    assert claimed(closed.names("SK")) == ((0, 1), (2, 3, 4))

    known = hand(5, deal={3: filled("HK S2", "CT", players=5)})
    told = known.says("guard-without pass pass pass pass").names("HK")
    assert claimed(told) == ((0, 3), (1, 2, 4))

    told = DEALT.says("pass pass pass pass guard-without").names("SK")
    assert claimed(told) == ((4, 1), (0, 2, 3))


def test_who_calls_an_own_card_one_of_the_dog_or_one_that_nobody_plays_is_alone() -> None:
    """F25: Fine point 22."""
    # 1.6.3, 1.6.5, F25.
    own = hand(5, deal={0: filled("F HK", "DC", players=5)})
    told = own.says("guard-without pass pass pass pass").names("HK")
    assert claimed(told) == ((0,), (1, 2, 3, 4))
    shown = DEALT.says("guard-without pass pass pass pass").names("HK")
    sides = shown.plays("HK H1 H2 H3 F").claims(0).outcome.sides
    assert sides == ((0,), (1, 2, 3, 4))

    in_dog = hand(5, stock="HK H1 H2")
    told = in_dog.says("guard-without pass pass pass pass").names("HK")
    assert claimed(told) == ((0,), (1, 2, 3, 4))
    turned_up = TAKEN.names("HK").turns_up("HK H1 H2").lays_away("H1 H2 H3")
    assert claimed(turned_up) == ((0,), (1, 2, 3, 4))

    # A called queen may be laid away.
    for dog in ("HQ H1 H2", "H1 H2 H3"):
        told = TAKEN.names("HQ").turns_up(dog).lays_away("HQ H1 H2")
        assert claimed(told) == ((0,), (1, 2, 3, 4))

    # It lay in the dog.
    known = full_table()
    told = known.says("guard-without pass pass pass pass").names("HK").plays_on(75)
    assert told.outcome.sides == ((0,), (1, 2, 3, 4))
    assert told.knowing().outcome.sides == ((0,), (1, 2, 3, 4))


def full_table() -> Hand:
    """Five known hands; HK, T20 and T21 lie in the dog."""
    deal = {
        0: "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN SQ SK F",
        1: "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ T1 T2",
        2: "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DN DQ DK T3",
        3: "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CN CQ CK T4",
        4: "T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19",
    }
    return hand(5, deal=deal, stock="HK T20 T21")


# ---- the opening lead (1.6.6, fine point 13) -------------------------------------------------

CALLED = DEALT.says("guard-without pass pass pass pass").names("HK")


def test_the_opening_lead_is_not_of_the_called_suit_but_for_the_called_card() -> None:
    """1.6.6: unless the table lets it stand; every other lead is free."""
    may = said(legal(CALLED.state))
    assert [card for card in may.split() if card[0] == "H"] == ["HK"]
    for card in ("H1", "HQ"):
        problem = CALLED.plays(card).refused(
            "lead-not-allowed", "1.6.6", cards="HK", legal=may, seat=0
        )
    assert str(problem) == "Anna may not lead hearts to the first trick: HK was called."
    CALLED.plays("H1!").stands()
    for card in ("HK", "S1", "T1", "F"):
        CALLED.plays(card).stands()
    queen = DEALT.says("guard-without pass pass pass pass").names("DQ")
    queen.plays("DQ").stands()
    may = said(legal(queen.state))
    queen.plays("DK").refused("lead-not-allowed", "1.6.6", cards="DQ", legal=may)


def test_the_ban_is_for_the_lead_to_the_first_trick_alone() -> None:
    """1.6.6: also after a lead of the fool the next player is free; three and four have none."""
    CALLED.plays("F H1").stands()
    CALLED.plays("S1 S2 S3 S4 S5").plays("H1").stands()
    for players in (3, 4):
        told = hand(players).says("guard-without " + "pass " * (players - 1))
        told.does("king", seat=0, card="HK").refused("wrong-phase", "1.9.1")
        told.plays("H1").stands()


def test_a_known_hand_has_another_lead_and_no_card_of_others() -> None:
    """F24: F24: fifteen cards cannot all be of the thirteen that are banned."""
    known = hand(5, deal={0: filled("", "HS", players=5)})
    told = known.says("guard-without pass pass pass pass").names("HK")
    assert said(legal(told.state)) == "S1 HK"
    told.plays("H1").refused("lead-not-allowed", "1.6.6", cards="HK", legal="S1 HK")

    known = hand(5, deal={2: filled("H1", "CT", players=5)})
    told = known.says("guard-without pass pass pass pass").names("HK")
    told.plays("H1").refused("not-in-hand", "1.4", cards="H1", seat=0)
