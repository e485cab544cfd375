"""French Tarot: what the sheet says between its large chapters (presets, turns, ranks, who plays
alone, the lead card), each number a ruling."""

import pytest

from games.rules.phases.play import legal
from tests.rules.made_up import Wanted, made_up
from tests.rules.table import FRENCH, hand
from tests.rules.written import filled, in_order, said

CLOSED = hand().says("guard-without pass pass pass")
FIVE = hand(5).says("guard pass pass pass pass")


@pytest.mark.rule("1.2.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_speaking_and_playing_go_round_from_the_dealer_s_neighbour(players: int) -> None:
    """1.2.1: seats are numbered to the right, so seat 2 follows the dealer in seat 1."""
    order = [(2 + place) % players for place in range(players)]
    dealt = hand(players, dealer=1)
    calls = ["guard-without", *["pass"] * (players - 1)]
    heard = [dealt.says(" ".join(calls[:spoken])).state.turn for spoken in range(players)]
    assert heard == order
    opened = dealt.says(" ".join(calls))
    opened = opened.names("HK") if players == 5 else opened
    cards = "S1 S2 S3 S4 S5".split()
    played = [opened.plays(" ".join(cards[:lie])).state.turn for lie in range(players)]
    assert played == order


@pytest.mark.rule("1.3.2", "1.9.7")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("SN SK SQ SJ", 1),
        ("SJ SN S10 SQ", 3),
        ("S10 SJ SN S9", 2),
        ("S2 S9 S10 S3", 2),
        ("H1 H3 H2 D10", 1),
        ("T1 T9 T10 T2", 2),
        ("T20 T21 T19 T2", 1),
        ("SK T1 SQ SJ", 1),
        ("S1 HK DK CK", 0),  # no other suit
        ("T21 T20 F T1", 0),
        ("S1 F SK T1", 3),
        ("F S1 HK S2", 3),  # the fool is no lead card
        ("F T1 SK HK", 1),
        ("S2 F S1 HK", 0),
    ],
)
def test_what_beats_what(trick: str, winner: int) -> None:
    """1.3.2, 1.9.7: king, queen, knight, jack, 10 to 1; trumps by number; any trump a suit."""
    assert CLOSED.plays(trick).stands().state.turn == winner


@pytest.mark.rule("1.3.5")
def test_card_points_are_kept_in_halves() -> None:
    """1.3.5: 182 of them, and every value a whole number of halves."""
    assert (FRENCH.pack.total, FRENCH.pack.unit, sum(FRENCH.pack.worth)) == (182, 2, 182)


@pytest.mark.rule("1.5.4", "1.5.5")
def test_the_highest_bidder_plays_what_was_bid_and_where_nobody_bids_nobody_scores() -> None:
    """1.5.4, 1.5.5: who deals next is the match's to say."""
    told = hand().says("small pass guard guard-against")
    assert told.state.contract == FRENCH.bid("guard-against")
    assert told.state.taker == 3
    for players in (3, 4, 5):
        told = hand(players).says(" ".join(["pass"] * players))
        assert (told.outcome.status, told.outcome.phase) == ("passed-out", "over")
        assert told.scores == [0] * players


# ---- five players: alone, or with whom (1.6) -------------------------------------------------

# All tricks, 87 points with the Excuse gone (1.8.14), two bouts: (25 + 87 − 41) × 2 + 200.
EVERYTHING = 342


@pytest.mark.rule("1.6.3", "1.6.5")
@pytest.mark.parametrize(
    ("dog", "trick"),
    [("C1 C2 C3", "HK F H2 H3 H4"), ("HK C1 C2", "SK F S2 S3 S4")],
    ids=["of their own", "in the dog"],
)
def test_with_the_named_card_of_their_own_or_in_the_dog_the_taker_plays_alone(
    dog: str, trick: str
) -> None:
    """1.6.3, 1.6.5, 1.6.6: against four; and may lead it."""
    told = FIVE.names("HK").turns_up(dog).lays_away("C1 C2 C3")
    told = told.plays(trick).claims(0).stands()
    assert told.outcome.sides == ((0,), (1, 2, 3, 4))
    assert told.scores == [4 * EVERYTHING, *[-EVERYTHING] * 4]


@pytest.mark.rule("1.6.4")
def test_the_partner_is_known_by_playing_the_named_card_and_not_before() -> None:
    """1.6.4: the holder of the king of hearts is nobody's partner in the record until it falls."""
    told = FIVE.names("HK").turns_up("C1 C2 C3").lays_away("C1 C2 C3").plays("SK F S2 S3 S4")
    assert told.outcome.sides is None
    told = told.plays("H10 H2 H3 HK H4")
    assert told.claims(0).outcome.sides == ((0, 3), (1, 2, 4))


# ---- following (1.9) -------------------------------------------------------------------------


@pytest.mark.rule("1.9.2", "1.9.3c")
def test_the_first_card_that_is_not_the_excuse_is_followed_and_who_cannot_plays_any() -> None:
    """1.9.2, 1.9.3c: after the Excuse hearts are led by Boris, and Chloe has them."""
    hearts = "H1 H2 H3 H4 H6 H7 H8 H9 H10 HJ HN HQ HK"
    dealt = hand(deal={2: filled("", "HDS", but="H5")}).says("guard-without pass pass pass")
    assert said(legal(dealt.plays("F H5").state)) == in_order(hearts)
    neither = filled("", "SD")
    dealt = hand(deal={1: neither}).says("guard-without pass pass pass")
    assert said(legal(dealt.plays("H5").state)) == in_order(neither)


@pytest.mark.rule("1.7.6")
def test_the_discard_is_over_with_the_first_card() -> None:
    """1.7.6: until then an entry is corrected; afterwards nothing is laid away any more."""
    told = hand().says("guard pass pass pass").turns_up("C1 C2 C3 C4 C5 C6")
    told = told.lays_away("C1 C2 C3 C4 C5 C6").plays("S1")
    assert told.lays_away("C1 C2 C3 C4 C5 C7").problem.code == "wrong-phase"


# ---- the short formula (1.11.7) --------------------------------------------------------------


@pytest.mark.rule("1.11.7")
@pytest.mark.parametrize(("contract", "each"), [("small", 62), ("guard", 104)])
def test_the_formula_of_the_quick_guide_gives_the_same(contract: str, each: int) -> None:
    """1.11.7: (25 + 7 over + 10 for the petit) × 1 or 2, + 20 for the handful."""
    told = made_up(Wanted(contract, 48, "T21 T1", last=True, petit="last", handfuls=((0, 10),)))
    assert told.pays("Each opponent") == each
    assert told.scores == [3 * each, -each, -each, -each]
