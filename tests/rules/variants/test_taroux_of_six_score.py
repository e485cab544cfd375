"""Taroux of Six, the score of a hand: the worked examples of the sheet as whole hands, and every
line of the score sheet (B27 to B37, B43 to B52).

Anna bids, Dario is her partner; Boris, Chloe, Elise and Farid defend. The piles are those that lie
before the Fool is settled; all cards that are named for nobody are empty.
"""

from typing import Any

import pytest

from tests.rules.six import (
    ANNA,
    BORIS,
    COURT,
    DARIO,
    Six,
    comes_to,
    contract,
    with_abundance,
    won,
)
from tests.rules.table import said  # fmt: skip

# B-Ex1: H2 K3 Q2 C3 J2 against H1 K1 Q2 C1 J2. The Fool lies in a trick of its own side.
EX1 = {0: "T21 SK HK DK SQ HQ SN HN DN SJ HJ", 1: "T1 CK DQ CQ CN DJ CJ"}
SEVEN = "0" * 7 + "1" * 5
# B-Ex2: H1 K2 Q1 C1 J1 against H2 K2 Q3 C3 J3.
EX2 = {0: "SK HK SQ SN SJ", 1: "T21 T1 DK CK HQ DQ CQ HN DN CN HJ DJ CJ"}


def ex1(told: Six | None = None, **options: Any) -> Six:
    return won(told or contract(**options), SEVEN, EX1, fool=(DARIO, 1))


def ex2(told: Six | None = None, **options: Any) -> Six:
    return won(told or contract(**options), "0" * 5 + "1" * 7, EX2, fool=(DARIO, 1))


# ---- the worked examples of the sheet ------------------------------------------------------------


def test_a_take_that_was_made() -> None:
    """B-Ex1 (B6, B47 to B51)."""
    told = ex1()
    comes_to(told, 58, 84)
    assert said(told) == [
        ("Tricks of Anna and Dario", "1, 2, 3, 4, 5, 6, 7", 55, "B47"),
        ("Discards", "S1, S2, S3, H1, H2 and H3", 3, "B27"),
        ("Card points", "of 91", 58, "B6"),
        ("Honours", "T21 and F", 2, "B47"),
        ("Needed", "with two honours", 41, "B48"),
        ("Over by", "58 against 41", 17, "B48"),
        ("Contract", "the same for every bid", 25, "B49"),
        ("Margin", "a point for each over or short", 17, "B49"),
        ("We'll Take", "(25 + 17) × 2", 84, "B50"),
        ("Each Defender", "what one Defender pays", 84, "B49"),
        ("Anna", "2 × 84", 168, "B51"),
        ("Dario", "2 × 84", 168, "B51"),
    ]


def test_a_take_that_was_lost() -> None:
    """B-Ex2."""
    told = ex2()
    comes_to(told, 36, -80)
    assert said(told)[4:9] == [
        ("Needed", "with one honour", 51, "B48"),
        ("Short by", "36 against 51", 15, "B48"),
        ("Contract", "the same for every bid", 25, "B49"),
        ("Margin", "a point for each over or short", 15, "B49"),
        ("We'll Take", "(−25 − 15) × 2", -80, "B50"),
    ]


@pytest.mark.parametrize(("honours_and_court", "points", "each"), [
    ("T21 SK HK SQ SJ", 41, 50),
    ("T21 SK HK SQ", 40, -52),
])  # fmt: skip
def test_just_made_and_one_short(honours_and_court: str, points: int, each: int) -> None:
    """B-Ex3 (B48): forty-two cards and two honours."""
    theirs = [card for card in COURT.split() if card not in honours_and_court.split()]
    piles = {0: honours_and_court, 1: " ".join(["T1", *theirs])}
    told = won(contract(), "0" * 6 + "1" * 6, piles, fool=(DARIO, 1))
    comes_to(told, points, each)
    assert told.pays("Over by" if each > 0 else "Short by") == (0 if each > 0 else 1)


def test_without_the_stock_with_a_sparrow_and_a_contra() -> None:
    """B-Ex4 (B23, B28, B36): the Declarers win the last trick with the Magician."""
    mine = "T21 SK HK DK SQ HQ DQ SN HN SJ HJ"
    piles = {0: mine, 1: "CK CQ DN CN DJ CJ"}
    told = contract("take-without contra:take-without")
    told = won(told, "0" * 4 + "1" * 4 + "0" * 4, piles, fool=(DARIO, 1), last="T1")
    comes_to(told, 66, 520)
    assert said(told)[1] == ("Stock", "S1, S2, S3, H1, H2 and H3", 3, "B28")
    assert said(told)[6:12] == [
        ("Contract", "the same for every bid", 25, "B49"),
        ("Margin", "a point for each over or short", 30, "B49"),
        ("Sparrow", "Anna, a Declarer", 10, "B36"),
        ("Without the Stock", "(25 + 30 + 10) × 4", 260, "B50"),
        ("Contra", "260 × 2", 520, "B23"),
        ("Each Defender", "what one Defender pays", 520, "B49"),
    ]


def test_against_with_a_defender_s_announced_sparrow() -> None:
    """B-Ex5 (B29, B34)."""
    piles = {0: "T21 SK HK DK SQ HQ SN HN SJ", 1: "CK DQ CQ DN CN HJ DJ CJ"}
    told = contract("take-against").declares("sparrow", seat=BORIS)
    told = won(told, SEVEN, piles, fool=(DARIO, 1), last="T1")
    comes_to(told, 52, 96)
    assert said(told)[1] == ("Stock", "to the Defenders", 0, "B29")
    assert said(told)[8:10] == [
        ("Sparrow, announced and won", "Boris, a Defender", -20, "B34"),
        ("Against the Stock", "(25 + 11 − 20) × 6", 96, "B50"),
    ]


def test_a_slam_announced_and_made() -> None:
    """B-Ex6 (B35)."""
    told = won(
        contract().declares("slam", seat=DARIO),
        "0" * 6 + "3" * 6, {0: f"T21 T1 {COURT}"}, fool=(DARIO, 1),
    )  # fmt: skip
    comes_to(told, 91, 560)
    assert said(told)[8:10] == [
        ("We'll Take", "(25 + 55) × 2", 160, "B50"),
        ("Slam, announced and made", "by the Declarers", 400, "B35"),
    ]


def test_the_stock_comes_over_from_a_side_without_a_trick() -> None:
    """B-Ex6b (B28, B29, B30, B36): from the Defenders with a slam, from the Declarers with none."""
    told = won(contract("take-against"), "0" * 12, {0: f"T21 T1 {COURT}"}, fool=(DARIO, 1))
    comes_to(told, 91, 680)
    how = "S1, S2, S3, H1, H2 and H3, the Defenders having no trick"
    assert said(told)[1] == ("Stock", how, 3, "B29")
    assert ("Slam", "by the Declarers", 200, "B36") in said(told)
    told = won(contract("take-without"), "1" * 12, {1: f"T21 T1 {COURT}"}, fool=(DARIO, 3))
    comes_to(told, 0, -4 * 81 - 200)
    how = "to the Defenders, the Declarers having no trick"
    assert said(told)[1] == ("Stock", how, 0, "B28")


@pytest.mark.parametrize("scope", ["player", "partnership", "side"])
def test_no_trick_at_all(scope: str) -> None:
    """B-Ex7 (B27, B30, B36, B44): the discards go over, with the Fool that a Declarer played."""
    told = contract(fool_surrender_scope=scope)
    told = won(told, "1" * 6 + "2" * 6, {1: f"T21 T1 {COURT}"}, fool=(DARIO, 3))
    comes_to(told, 0, -362)
    assert said(told) == [
        ("Tricks of Anna and Dario", "none", 0, "B47"),
        ("Discards", "to the Defenders, the Declarers having no trick", 0, "B27"),
        ("The Fool", "lost: Dario had no trick to pay Boris from", 0, "B44"),
        ("Card points", "of 91", 0, "B6"),
        ("Honours", "none", 0, "B47"),
        ("Needed", "without an honour", 56, "B48"),
        ("Short by", "0 against 56", 56, "B48"),
        ("Contract", "the same for every bid", 25, "B49"),
        ("Margin", "a point for each over or short", 56, "B49"),
        ("We'll Take", "(−25 − 56) × 2", -162, "B50"),
        ("Slam", "by the Defenders", -200, "B36"),
        ("Each Defender", "what one Defender pays", -362, "B49"),
        ("Anna", "2 × −362", -724, "B51"),
        ("Dario", "2 × −362", -724, "B51"),
    ]


@pytest.mark.parametrize(("credit", "each"), [("declaring-side", 64), ("hand-winner", 104)])
def test_a_defender_s_abundance_in_a_hand_that_is_won(credit: str, each: int) -> None:
    """B-Ex8 (B32, B33): the Defenders win six tricks with trumps here."""
    piles = {0: "T21 SK HK DK SQ HQ DQ SN HN DN CN", 1: "T1 CK CQ SJ HJ DJ CJ"}
    told = won(contract(abundance_credit=credit), "0" * 6 + "1" * 6, piles, fool=(DARIO, 1))
    assert told.outcome.card_points == (58, 33)
    told = with_abundance(told, BORIS, 6)
    comes_to(told, 58, each)
    how = "shown by Boris" + (", to the side that wins the hand" if credit == "hand-winner" else "")
    assert said(told)[9] == ("Abundance of 6", how, each - 84, "B33")


@pytest.mark.parametrize(("credit", "each"), [("declaring-side", -50), ("hand-winner", -110)])
def test_a_declarer_s_abundance_in_a_hand_that_is_lost(credit: str, each: int) -> None:
    """B-Ex8b: eight trumps, shown by Anna, who wins eight tricks and few points."""
    piles = {0: "SK HK", 1: "T21 T1 DK CK SQ HQ DQ CQ SN HN DN CN SJ HJ DJ CJ"}
    told = won(contract(abundance_credit=credit), "0" * 8 + "1" * 4, piles, fool=(DARIO, 1))
    points, _ = told.outcome.card_points or (0, 0)
    assert points == 27 + 3 * 4
    stake = -2 * (25 + 51 - 39)
    comes_to(with_abundance(told, ANNA, 8), 39, stake + 30 if each == -50 else stake - 30)


def test_the_fool_of_a_declarer_without_a_trick_of_his_own() -> None:
    """B-Ex9 (B43, B44): Dario plays it to a trick of Boris; by the option Anna's tricks pay."""
    told = won(contract(), SEVEN, EX1, fool=(DARIO, 9))
    comes_to(told, 54, 56)
    assert said(told)[2] == ("The Fool", "lost: Dario had no trick to pay Boris from", 0, "B44")
    for scope in ("partnership", "side"):
        told = won(contract(fool_surrender_scope=scope), SEVEN, EX1, fool=(DARIO, 9))
        comes_to(told, 58, 84)
        assert said(told)[2] == ("The Fool", "Dario keeps it and gives Boris S4", 4, "B43")


@pytest.mark.rule("B52")
def test_a_contract_made_with_a_slam_that_fails_costs_points() -> None:
    """B-Ex10 (B49, B52): it fails by a trick of a queen and five empty cards; then with a Contra
    that doubles all, or the contract alone."""
    slam = ("Slam, announced and missed", "by the Declarers", -400, "B35")
    piles = {0: f"T21 T1 {COURT.replace('CQ ', '')}", 1: "CQ"}

    def played(calls: str, **options: Any) -> Six:
        told = contract(calls, **options).declares("slam", seat=ANNA)
        return won(told, "0" * 11 + "1", piles, fool=(DARIO, 1))

    comes_to(played("take"), 85, -252)
    assert said(played("take"))[9] == slam
    told = played("take contra:take", contra_scope="all")
    comes_to(told, 85, -504)
    assert said(told)[9:11] == [slam, ("Contra", "(148 − 400) × 2", -504, "B23")]
    told = played("take contra:take", contra_scope="contract")
    comes_to(told, 85, -104)
    assert said(told)[9:11] == [("Contra", "148 × 2", 296, "B23"), slam]


def test_against_lost_with_contra_and_re_contra() -> None:
    """B-Ex11 (B23)."""
    piles = {0: "T21 SK SQ SN SJ HJ", 1: "T1 HK DK CK HQ DQ CQ HN DN CN DJ CJ"}
    told = contract("take-against contra:take-against recontra:take-against@3")
    told = won(told, "0" * 6 + "1" * 6, piles, fool=(DARIO, 1))
    comes_to(told, 37, -696)
    assert said(told)[9] == ("Contra and Re-contra", "−174 × 4", -696, "B23")


def test_an_announced_sparrow_that_fails() -> None:
    """B-Ex12 (B34): Anna has to play the Magician to a trick of Boris."""
    told = contract().declares("sparrow", seat=ANNA)
    told = won(told, SEVEN, EX1, fool=(DARIO, 1), by={"T1": ANNA})
    comes_to(told, 58, 44)
    assert said(told)[8:10] == [
        ("Sparrow, announced and failed", "Anna, a Declarer", -20, "B34"),
        ("We'll Take", "(25 + 17 − 20) × 2", 44, "B50"),
    ]
    told = contract().declares("sparrow", seat=ANNA)
    told = won(told, "0" * 5 + "1" * 7, EX2, fool=(DARIO, 1), by={"T1": ANNA})
    comes_to(told, 36, -120)
    assert said(told)[9] == ("We'll Take", "(−25 − 15 − 20) × 2", -120, "B50")


def test_a_jack_is_paid_where_no_card_is_empty() -> None:
    """B-Ex13 (B43): Dario's one trick has none."""
    mine = "SK HK DK SQ SJ"
    piles = {3: f"T21 {mine}", 0: "HQ SN HN DN HJ", 1: "T1 CK DQ CQ CN DJ CJ"}
    told = won(contract(), "3" + "0" * 6 + "1" * 5, piles, fool=(DARIO, 9))
    comes_to(told, 57, 82)
    assert said(told)[2] == ("The Fool", "Dario keeps it and gives Boris SJ", 3, "B43")


@pytest.mark.parametrize(
    ("multipliers", "each"),
    [((2, 4, 6), (84, 168, 252)), ((1, 4, 6), (42, 168, 252)), ((1, 2, 3), (42, 84, 126))],
)
def test_the_multipliers_may_be_edited(multipliers: tuple[int, ...], each: tuple[int, ...]) -> None:
    """B-Ex14 (B50): 17 over, at each of the three bids."""
    assert ex1(multipliers=list(multipliers)).pays("We'll Take") == each[0]
    without = contract("take-without", multipliers=list(multipliers))
    assert ex1(without).pays("Without the Stock") == each[1]
    against = contract("take-against", multipliers=list(multipliers))
    # Against the Stock the six empty cards are missing: one queen's place for a king's makes it up.
    told = won(against, SEVEN, {0: EX1[0], 1: EX1[1]}, fool=(DARIO, 1))
    assert told.outcome.card_points == (55, 36)
    assert told.pays("Against the Stock") == multipliers[2] * (25 + 14)
