"""Claims: all remaining tricks go to one seat (fine points, "Claim" and French 7)."""

from games.rules.hand.claims import can_be, facts_of_claim, lacking
from games.rules.hand.whereabouts import ASIDE
from tests.rules.published import published, tricks
from tests.rules.table import Hand, hand
from tests.rules.written import filled

# TM17, trick 1: H1 HQ HK H3 to Chloe, ½ + 3½ + 4½ + ½ = 9 points. Anna has the fool, Dario the
# petit.
AFTER_ONE = published().plays(tricks(1, 1))


def unknown(outcome_of: Hand) -> bool:
    """The claim stands but cannot be scored."""
    found = outcome_of.stands().outcome
    return (found.status, found.phase, found.turn, found.scores, found.sides) == (
        "in-progress", "over", None, None, None,
    )  # fmt: skip


def test_any_seat_claims_after_the_first_card_and_then_only_notes_and_rulings_follow() -> None:
    """1.9.1, 1.11.1."""
    published().claims(1).refused("wrong-phase", "1.9.1", seat=0)
    published(laid=False).claims(1).refused("wrong-phase", "1.7.1", seat=1)
    hand().claims(1).refused("wrong-phase", "1.5.2", seat=0)
    for seat in range(4):
        assert AFTER_ONE.claims(seat).outcome.status == "scored"
        assert AFTER_ONE.plays("H8 H7").claims(seat).outcome.status == "scored"
    told = AFTER_ONE.claims(1).remarks().rules(0, 0, 0, 0).stands()
    told.does("play", seat=2, card="H8").refused("wrong-phase", "1.11.1")
    told.claims(1).refused("wrong-phase", "1.11.1")


def test_taker_or_defender_claims_the_rest_the_open_trick_among_it() -> None:
    told = AFTER_ONE.claims(1)
    # All but trick 1, and 4 points for Anna's fool, which stays hers: 91 - 9 - 4 = 78 with T21 and
    # T1.
    assert told.outcome.card_points == (91 - 9 - 4, 9 + 4)
    assert told.pays("Bouts") == 2
    each = (25 + 78 - 41) * 1
    assert told.scores == [-each, 3 * each, -each, -each]

    told = AFTER_ONE.claims(3)
    # Boris keeps what he laid away, six cards of half a point; the defence has won every trick
    # (200).
    assert told.outcome.card_points == (3, 88)
    each = -(25 + 56 - 3) * 1 - 200
    assert told.scores == [-each, 3 * each, -each, -each]

    # H8 H7 lie on the table; Dario's H7 and Chloe's H8 go to Boris like all the rest.
    assert AFTER_ONE.plays("H8 H7").claims(1).outcome.card_points == (78, 13)

    # Chloe won trick 1, Boris 2 and 3; he claims 4 to 18.
    told = published().plays(tricks(1, 3)).claims(1)
    assert told.lines["Boris’s tricks"].facts["tricks"] == list(range(2, 19))

    # There is no petit in the last trick of a claim.
    told = published().plays(tricks(1, 17)).claims(1)
    assert [label for label in told.lines if label.startswith("Petit ")] == []


def test_a_fool_on_the_table_stays_with_its_player_s_side_whatever_a_slam_does_with_it() -> None:
    """Fine point 7: Anna leads it, and Boris or Chloe claims this trick and all others."""
    assert published().plays("F HQ").claims(2).outcome.card_points == (3, 88)
    for where in ("transfers", "stays"):
        told = published(fool_last_in_slam=where).plays("F HQ").claims(1)
        assert told.pays("Slam") == 200
        assert told.outcome.card_points == (87, 4)


def test_claimed_tricks_count_for_a_slam_that_was_called() -> None:
    """Boris has T21 and leads: he wins trick 1 and claims the other seventeen, or Anna does."""
    slam = published(laid=False).calls_slam().lays_away("S10 S1 S3 H6 C3 C4").plays("T21 T2 T1 T3")
    told = slam.claims(1)
    assert told.pays("Slam, called and made") == 400
    # 91 less 4 for Anna's fool.
    assert told.outcome.card_points == (87, 4)
    each = (25 + 87 - 41) * 1 + 400
    assert told.scores == [-each, 3 * each, -each, -each]
    missed = slam.claims(0)
    assert missed.pays("Slam, called and missed") == -200
    assert "Slam by the defence" not in missed.lines  # Boris has won trick 1


# ---- what is not known -----------------------------------------------------------------------

DOG = "D1 D2 D3 D4 D5 D6"
BLIND = hand().says("guard pass pass pass").turns_up(DOG).lays_away(None)


def test_unseen_cards_are_counted_where_they_all_go_to_one_side() -> None:
    # The fool is played and stays Dario's; the rest, discard included, is the taker's: 91 - 4.
    told = BLIND.plays("SK S1 S2 F").claims(0)
    assert told.outcome.card_points == (87, 4)

    # The discard is Anna's, the rest Boris's, and nobody knows which cards are which.
    assert unknown(BLIND.plays("SK S1 S2 F").claims(1))

    # With the discard seen the same claim is scored.
    told = hand().says("guard pass pass pass").turns_up(DOG).lays_away(DOG).plays("SK S1 S2 F")
    # 4½ + ½ + ½ + 4½ - 4 for the fool + 3 laid away.
    assert told.claims(1).outcome.card_points == (10 - 4 + 3, 91 - 9)

    # Not so where nobody knows who has the fool.
    assert unknown(BLIND.plays("SK S1 S2 S3").claims(0))


def test_a_fool_of_the_taker_or_of_who_else_can_have_it_counts_with_its_side() -> None:
    """1.7.1, 1.7.4, fine point 7: by the quick guide the fool may be laid away."""
    # In the taker's hand or in the discard.
    in_hand = hand(deal={0: filled("F SK", "SHC")}).says("guard pass pass pass").turns_up(DOG)
    from_dog = hand().says("guard pass pass pass").turns_up("F D2 D3 D4 D5 D6")
    for known in (in_hand, from_dog):
        told = known.lays_away(None).plays("SK")
        assert told.claims(0).outcome.card_points == (91, 0)
        assert unknown(told.claims(1))

    # Anna's hand and discard are known without it: it moves no points for Boris.
    told = hand(deal={0: filled("SK", "SHC")}).says("guard pass pass pass").turns_up(DOG)
    assert told.lays_away(DOG).plays("SK").claims(1).outcome.card_points == (3, 88)
    # Of what Anna claims, 4 points stay theirs.
    assert told.lays_away(DOG).plays("SK").claims(0).outcome.card_points == (87, 4)

    # Neither in hand nor dog, it is with the defence, and 4 points stay there.
    known = hand(deal={0: filled("SK", "SHC")}).says("guard pass pass pass").turns_up(DOG)
    assert known.lays_away(None).plays("SK").claims(0).outcome.card_points == (87, 4)

    # Laid away and shown it is the taker's.
    told = hand().says("guard pass pass pass").turns_up(DOG).lays_away(None, shown="F").plays("SK")
    assert told.claims(0).outcome.card_points == (91, 0)


def test_a_closed_dog_goes_to_whom_the_contract_says_and_may_be_written_down() -> None:
    """1.7.2, 1.7.3."""
    start = "SK S1 S2 F"
    without = hand().says("guard-without pass pass pass").plays(start)
    against = hand().says("guard-against pass pass pass").plays(start)
    assert without.claims(0).outcome.card_points == (87, 4)
    assert unknown(without.claims(1))
    # Garde contre: the dog is the defence's like the rest that Boris claims. 10 - 4 is Anna's.
    assert against.claims(1).outcome.card_points == (6, 85)
    assert unknown(against.claims(0))

    against = hand(stock="SQ HQ DQ CQ S3 S4").says("guard-against pass pass pass")
    # Four queens of 3½ and two halves are 15 for the defence, and 4 for the fool.
    assert against.plays("SK S1 S2 F").claims(0).outcome.card_points == (91 - 15 - 4, 19)


# ---- what the table is asked: what nobody has seen decides (fine points 7) ----------------------


def asked(told: Hand, **answers: int) -> str:
    """The questions after a claim, with those answers to who has which card."""
    return " ".join(lacking(told.state, answers))


def scored(told: Hand, **answers: int) -> Hand:
    """The hand with the result that follows from what the table answers."""
    facts = facts_of_claim(told.state, answers)
    assert facts is not None
    return told.results(**facts)


# Anna takes a dog with the petit, which she may lay away (1.7.4, kings-only).
PETIT = hand().says("small pass pass pass").turns_up("T1 S1 S2 H3 H4 D5")
FIRST_TRICKS = "T21 T2 T3 T4 SK S7 S8 S9 H2 F HK H6"
# 1 + 4 points in tricks 1 and 2, and 7 laid away, the petit among them or two queens.
SEVEN = {"laid": 14}


def test_how_many_bouts_lie_in_the_discard_decides_and_is_asked() -> None:
    """1.7.4, 1.11.2: where only kings stay, 7 points may be with the petit or without; with one
    bout 51 are needed."""
    told = PETIT.lays_away(None).plays(FIRST_TRICKS).claims(2)
    assert unknown(told)
    assert asked(told) == "laid honours"
    assert facts_of_claim(told.state, SEVEN) is None
    seen = PETIT.lays_away("T1 S1 S2 H3 H4 D5").plays(FIRST_TRICKS).claims(2)
    assert seen.scores == [-141, 47, 47, 47]
    assert scored(told, **SEVEN, honours=1).scores == seen.scores

    queens = PETIT.lays_away("SQ HQ S1 S2 H3 H4").plays(FIRST_TRICKS).claims(2)
    told = PETIT.lays_away(None).plays(FIRST_TRICKS).claims(2)
    assert scored(told, laid=18, honours=0).scores == queens.scores

    # More bouts than the points allow cannot lie there.
    told = PETIT.lays_away(None).plays(FIRST_TRICKS).claims(2)
    assert facts_of_claim(told.state, {"laid": 6, "honours": 1}) is None
    assert not can_be(told.state, {"laid": 6, "honours": 1})

    # Where none may be laid away none is asked about.
    strict = hand(discard="strict").says("small pass pass pass").turns_up("T1 S1 S2 H3 H4 D5")
    assert asked(strict.lays_away(None).plays(FIRST_TRICKS).claims(2)) == "laid"


def test_bouts_are_named_only_where_it_is_sure_which_they_are() -> None:
    """1.3.3: of petit and 21 one lies in the discard; or the petit alone can lie there."""
    either = PETIT.lays_away(None).plays("SK S7 S8 F").claims(2)
    facts = facts_of_claim(either.state, SEVEN | {"honours": 1})
    assert facts is not None
    assert facts["bouts"] == 1
    petit = PETIT.lays_away(None).plays(FIRST_TRICKS).claims(2)
    facts = facts_of_claim(petit.state, SEVEN | {"honours": 1})
    assert facts is not None
    assert facts["bouts"] == ["T1", "T21"]


def test_the_excuse_may_lie_in_the_discard_and_is_one_of_its_bouts() -> None:
    """1.7.4: there it counts with the discard; for one in a hand 4 points come back."""
    dog = "F S1 S2 H3 H4 D5"
    start = hand().says("small pass pass pass").turns_up(dog)
    seen = start.lays_away(dog).plays("T21 T2 T3 T4").claims(1)
    told = start.lays_away(None).plays("T21 T2 T3 T4").claims(1)
    assert seen.scores == [-159, 53, 53, 53]
    assert asked(told) == "fool laid honours"
    assert scored(told, fool=ASIDE, laid=14, honours=1).scores == seen.scores
    # In Anna's hand the same 7 points lie there without a bout or with the petit.
    in_hand = scored(told, fool=0, laid=14, honours=1)
    assert in_hand.outcome.card_points == (17, 74)

    told = hand().says("small pass pass pass").turns_up("F S1 S2 H3 H4 D5").lays_away(None)
    told = told.plays("T21 T2 T3 T4").claims(1)
    assert not can_be(told.state, {"fool": ASIDE, "laid": 14, "honours": 0})


def test_what_lies_in_a_closed_dog_is_asked_unless_it_goes_to_the_claimant_s_side() -> None:
    """1.7.2, 1.7.3: bouts and kings may lie there, too."""
    for bid, claimant in (("guard-without", 1), ("guard-against", 0)):
        start = "SK S1 S2 F"
        told = hand().says(f"{bid} pass pass pass").plays(start).claims(claimant)
        assert asked(told) == "laid honours"
        dog = "T1 HK D2 D3 D4 D5"
        seen = hand(stock=dog).says(f"{bid} pass pass pass").plays(start).claims(claimant)
        assert scored(told, laid=22, honours=1).scores == seen.scores

    for bid, claimant in (("guard-without", 0), ("guard-against", 1)):
        told = hand().says(f"{bid} pass pass pass").plays("SK S1 S2 F").claims(claimant)
        assert asked(told) == ""
        assert told.scores is not None


def test_a_result_after_a_claim_stands_where_nobody_knows_who_has_the_fool() -> None:
    """Fine point 7: a result may say what the claim scores by itself."""
    told = hand().says("guard pass pass pass").turns_up("F D2 D3 D4 D5 D6").lays_away(None)
    told = told.plays("SK").claims(0)
    assert told.results(points=91, bouts=3, slam="declarers").stands().scores == told.scores
    known = hand().says("guard pass pass pass").turns_up(DOG).lays_away(None).plays("SK S1 S2 F")
    known.claims(0).results(points=87, bouts=3, slam="declarers").refused("wrong-phase", "1.11.1")


# ---- five players ----------------------------------------------------------------------------

FIVE = hand(5).says("guard pass pass pass pass").names("HK").turns_up("D1 D2 D3").lays_away(None)


def test_a_claim_with_the_partner_unknown_asks_who_has_the_called_king() -> None:
    """1.6.4, 1.7.1: it says whose tricks count; with a defender the discard is asked about, too."""
    told = FIVE.plays("SK S1 S2 S3 F").claims(0)
    assert unknown(told)
    assert asked(told) == "called"
    partner = scored(told, called=1)
    assert partner.outcome.sides == ((0, 1), (2, 3, 4))
    assert partner.outcome.card_points == (87, 4)
    assert scored(told, called=0).outcome.sides == ((0,), (1, 2, 3, 4))

    told = FIVE.plays("SK S1 S2 S3 F").claims(1)
    assert asked(told) == "called"
    assert asked(told, called=1) == "called"
    assert asked(told, called=2) == "called laid honours"


def test_a_called_king_that_no_hand_can_have_needs_no_question() -> None:
    """1.6.5: Boris's hand is known, the others have no hearts: Anna plays alone."""
    boris = "SK H2 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DN DQ"
    begun = hand(5, deal={1: boris}).says("guard-without pass pass pass pass").names("HK")
    told = begun.plays("S2 SK S3 S4 F H2 C1 C2 C3 C4").claims(0)
    assert unknown(told)
    assert asked(told) == ""
    stated = scored(told)
    assert stated.outcome.sides == ((0,), (1, 2, 3, 4))
    assert stated.outcome.card_points == (91 - 10.5 - 2.5, 13)


def test_a_called_king_may_lie_in_a_closed_dog() -> None:
    """1.6.5: the taker plays alone."""
    told = hand(5).says("guard-without pass pass pass pass").names("HK").plays("SK S1 S2 S3 F")
    alone = scored(told.claims(0), called=ASIDE)
    assert alone.outcome.sides == ((0,), (1, 2, 3, 4))
    assert alone.outcome.card_points == (87, 4)
    assert not can_be(told.claims(1).state, {"called": ASIDE, "laid": 3, "honours": 0})
    dog = scored(told.claims(1), called=ASIDE, laid=11, honours=0)
    # Trick 1 without 4 for the Excuse, and the dog.
    assert dog.outcome.card_points == (10.5 - 4 + 5.5, 91 - 12)


def test_a_partner_who_has_shown_claims_for_the_side_and_with_none_the_taker_is_alone() -> None:
    """Four hands are known without the king: it is the taker's, in the dog or in the discard."""
    for seat in [0, 1]:
        # Boris takes trick 2 with the called king; everything is theirs but the 4 points of Elise's
        # fool.
        told = FIVE.plays("SK S1 S2 S3 F").plays("HQ HK H1 H2 H3").claims(seat)
        assert told.outcome.sides == ((0, 1), (2, 3, 4))
        assert told.outcome.card_points == (87, 4)

    hands = {
        1: "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN SQ SK T1 T2",
        2: "D4 D5 D6 D7 D8 D9 D10 DJ DN DQ DK T3 T4 T5 T6",
        3: "C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CN CQ CK T7 T8",
        4: "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN T9 T10 T11",
    }
    told = hand(5, deal=hands).says("guard-without pass pass pass pass").names("HK")
    assert told.plays("F S2").claims(0).outcome.sides == ((0,), (1, 2, 3, 4))


# ---- what follows by subtraction -------------------------------------------------------------


def test_what_follows_by_subtraction_is_counted() -> None:
    """The discard is what is left, a closed dog is known once every hand is, and the fool is in the
    one hand that is not known."""
    # Trick 18: Boris leads his last card, CJ; the other hands are written down, so Chloe's CQ wins.
    told = published(laid=False).lays_away(None).plays(tricks(1, 17)).plays("CJ")
    assert told.claims(2).scores == [34, -102, 34, 34]  # as printed

    # Boris and Chloe have played their last card.
    told = published(call="guard-against").plays_on(70)
    scores = told.claims(1).scores
    assert scores is not None
    assert told.knowing(0, 1, 3).claims(1).scores == scores
    assert unknown(told.knowing(0, 1, 2).claims(1))  # Dario has a card that nobody has seen

    # Three hands and the whole discard are known: the taker has the rest, with the fool.
    others = {
        1: filled("", "ST"),
        2: filled("", "HT", but="T1 T2 T3 T4"),
        3: filled("", "DT", but="T1 T2 T3 T4 T5 T6 T7 T8"),
    }
    told = hand(deal=others).says("guard pass pass pass").lays_away(None, shown="C1 C2 C3 C4 C5 C6")
    # Boris claims; Anna keeps six cards of half a point, and her fool for 4.
    assert told.plays("CK T1").claims(1).outcome.card_points == (3 + 4, 84)
