"""Taroux of Six, what is scored besides the contract, and the Fool: Abundance, Sparrow, Slam,
settlement, claims (sheet B27 to B37, B43 to B46; fine points, Claim and Taroux).

Anna bids, Dario is her partner; Boris, Chloe, Elise and Farid defend.
"""

from typing import Any

import pytest

from games.rules import card_id
from tests.rules.counted import counted
from tests.rules.six import (
    ANNA,
    BORIS,
    CHLOE,
    COURT,
    DARIO,
    DECLARERS,
    ELISE,
    FARID,
    FIVE,
    Six,
    comes_to,
    contract,
    six,
    with_abundance,
    won,
)
from tests.rules.table import NAMES, said
from tests.rules.written import ids

# The Declarers have two honours and 56 card points, 15 over, from six tricks; the rest is Boris's.
MINE, THEIRS = "T21 SK HK DK SQ HQ DQ SN HN SJ HJ", "T1 CK CQ DN CN DJ CJ"
HALF = "0" * 6 + "1" * 6
STAKE = 25 + 15


def half(told: Six | None = None, **facts: Any) -> Six:
    facts.setdefault("fool", (DARIO, 1))
    return won(told or contract(), HALF, {0: MINE, 1: THEIRS}, **facts)


def line(told: Six, label: str) -> tuple[object, ...]:
    """How a line of the sheet is explained, its points, its rule."""
    return next(row[1:] for row in said(told) if row[0] == label)


# ---- Abundance (B32, B33) ------------------------------------------------------------------------


@pytest.mark.parametrize(("shown", "size", "points"), [
    (6, None, 20), (7, None, 20), (8, None, 30), (9, None, 30), (10, None, 40), (11, None, 40),
    (8, 6, 20), (10, 8, 30), (10, 10, 40), (11, 6, 20),
])  # fmt: skip
def test_the_tier_is_the_highest_reached_or_a_lower_one_claimed(
    shown: int, size: int | None, points: int
) -> None:
    """B33: the table is reconstructed."""
    told = won(contract(), "0" * 11 + "1", {0: f"T1 {COURT}", 1: "T21"}, fool=(DARIO, 1))
    before = told.pays("Each Defender") or 0
    fields = {} if size is None else {"size": size}
    told = with_abundance(told, ANNA, shown, **fields)
    assert line(told, f"Abundance of {shown}") == ("shown by Anna", points, "B33")
    assert told.pays("Each Defender") == before + points


def test_each_abundance_is_scored_for_its_side_and_never_doubled() -> None:
    """B33: for the own side, or for the side that wins the hand."""
    # Anna and Boris show one each.
    for credit, both in (("declaring-side", 0), ("hand-winner", 40)):
        told = half(contract(abundance_credit=credit))
        told = with_abundance(with_abundance(told, ANNA, 6), BORIS, 6)
        assert told.pays("Each Defender") == 2 * STAKE + both

    # No Contra doubles it.
    for scope in ["all", "contract"]:
        told = half(contract("take contra:take recontra:take@0", contra_scope=scope))
        assert with_abundance(told, BORIS, 6).pays("Each Defender") == 8 * STAKE - 20

    # A club may edit the tiers.
    tiers = [[3, 7], [5, 0], [6, 99]]
    for shown, points in ((3, 7), (4, 7), (5, 0), (6, 99)):
        told = with_abundance(half(contract(abundance=tiers)), BORIS, shown)
        assert told.pays(f"Abundance of {shown}") == -points


# ---- Sparrow (B34, B36, B37) ---------------------------------------------------------------------


@pytest.mark.parametrize("winner", [ANNA, DARIO, BORIS, FARID])
def test_an_unannounced_sparrow_is_ten_for_the_side_that_does_it(winner: int) -> None:
    """B36."""
    winners = "0" * 6 + "1" * 5 + str(winner)
    theirs = THEIRS.replace("T1 ", "")
    told = won(contract(), winners, {0: MINE, 1: theirs}, fool=(DARIO, 1), last="T1")
    side, points = ("a Declarer", 10) if winner in DECLARERS else ("a Defender", -10)
    assert line(told, "Sparrow") == (f"{NAMES[winner]}, {side}", points, "B36")


@pytest.mark.rule("B37")
def test_a_sparrow_announced_is_twenty_and_the_magician_has_to_be_the_card_that_wins() -> None:
    """B34, B36, B37."""
    # Won by Boris, who announced it, or not won because Chloe did and plays it earlier.
    theirs = THEIRS.replace("T1 ", "")
    told = contract().declares("sparrow", seat=BORIS)
    told = won(told, HALF, {0: MINE, 1: theirs}, fool=(DARIO, 1), last="T1")
    assert line(told, "Sparrow, announced and won") == ("Boris, a Defender", -20, "B34")
    told = contract().declares("sparrow", seat=CHLOE)
    told = won(told, HALF, {0: MINE, 1: THEIRS}, fool=(DARIO, 1), by={"T1": CHLOE})
    assert line(told, "Sparrow, announced and failed") == ("Chloe, a Defender", 20, "B34")

    # It lies in the last trick under another trump, and nobody is paid.
    pips = [f"{suit}{number}" for suit in "SHC" for number in range(4, 11)] + ["C1", "C2"]
    theirs = " ".join([theirs, *pips, "T1"])
    told = won(contract(), HALF, {0: MINE, 1: theirs}, fool=(DARIO, 1))
    assert card_id("T1") in told.state.tricks[-1].cards
    comes_to(told, 56, 2 * STAKE)


def test_who_announced_a_sparrow_has_room_for_eleven_other_cards() -> None:
    """B34, B9: the Magician is in that hand, not in the stock, so a twelfth other card is not."""
    told = contract("take-without").declares("sparrow", seat=ANNA)
    piles = {0: MINE, 1: THEIRS.replace("T1 ", "")}
    told = counted(told, HALF, piles, fool=(DARIO, 1), aside="S1 S2 S3 H1 H2 T1")
    refused = told.problem
    assert (refused.code, refused.seat) == ("not-in-hand", ANNA)
    assert len(told.state.winners) == 11


# ---- Slam (B35, B36) -----------------------------------------------------------------------------


def test_a_slam_is_all_twelve_tricks_of_the_whole_side() -> None:
    """B35: announced by Elise, who wins no trick; eleven are no slam."""
    told = contract().declares("slam", seat=ELISE)
    told = won(told, "1" * 6 + "2" * 6, {1: f"T21 T1 {COURT}"}, fool=(CHLOE, 1))
    assert told.pays("Slam, announced and made") == -400
    told = won(contract(), "0" * 11 + "1", {0: f"T21 T1 {COURT}"}, fool=(DARIO, 1))
    assert [row for row in said(told) if "Slam" in str(row[0])] == []


@pytest.mark.parametrize(
    ("announcers", "slams"),
    [
        ([], [("Slam", "by the Defenders", -200, "B36")]),
        ([CHLOE], [("Slam, announced and made", "by the Defenders", -400, "B35")]),
        (
            [ANNA],
            [
                ("Slam, announced and missed", "by the Declarers", -400, "B35"),
                ("Slam", "by the Defenders", -200, "B36"),
            ],
        ),
        (
            [DARIO, FARID],
            [
                ("Slam, announced and missed", "by the Declarers", -400, "B35"),
                ("Slam, announced and made", "by the Defenders", -400, "B35"),
            ],
        ),
    ],
)
def test_each_side_s_slam_is_judged_for_itself(
    announcers: list[int], slams: list[tuple[object, ...]]
) -> None:
    """Fine points: P and L judge each side for itself and add up."""
    told = contract()
    for seat in announcers:
        told = told.declares("slam", seat=seat)
    told = won(told, "1" * 6 + "5" * 6, {1: f"T21 T1 {COURT}"}, fool=(CHLOE, 1))
    assert [row for row in said(told) if "Slam" in str(row[0])] == slams
    comes_to(told, 0, -162 + sum(int(str(points)) for _, _, points, _ in slams))


# ---- the Fool (B43 to B46) -----------------------------------------------------------------------


@pytest.mark.rule("B45")
def test_the_fool_moves_nothing_within_a_side_and_is_paid_from_tricks_alone() -> None:
    """B45: no matter who played it, and without a trick of his own."""
    assert "The Fool" not in half(fool=(DARIO, 1)).lines
    assert "The Fool" not in half(fool=(CHLOE, 7)).lines

    # Dario has no trick, and what he laid away does not pay.
    told = half(fool=(DARIO, 8))
    assert line(told, "The Fool")[1:] == (0, "B44")


def test_a_defender_s_fool_is_saved_by_tricks_of_the_scope() -> None:
    """B43, B44: Chloe and Farid win all tricks of the Defenders; Elise and Boris none."""
    for scope, how, points, rule in (
        ("player", "lost: Elise had no trick to pay Anna from", 0, "B44"),
        ("partnership", "lost: Elise had no trick to pay Anna from", 0, "B44"),
        ("side", "Elise keeps it and gives Anna ", -4, "B43"),
    ):
        told = contract(fool_surrender_scope=scope)
        told = won(told, "0" * 6 + "2" * 3 + "5" * 3, {0: MINE, 2: THEIRS}, fool=(ELISE, 2))
        found, said_points, cited = line(told, "The Fool")
        assert (said_points, cited) == (points, rule)
        assert str(found).startswith(how)
    for scope in ("partnership", "side"):
        told = contract(fool_surrender_scope=scope)
        told = won(told, "0" * 6 + "4" * 6, {0: MINE, 4: THEIRS}, fool=(BORIS, 2))
        assert line(told, "The Fool")[1:] == (-4, "B43")
        comes_to(told, 52, 2 * (25 + 1))


def test_without_an_empty_card_a_king_is_paid_before_an_honour() -> None:
    """B43: the Fool's player has nothing but honours and kings, each worth 4½."""
    mine = "SQ HQ DQ SN HN SJ HJ"
    piles = {3: "T21 T1 SK HK DK CK", 0: mine, 1: "CQ DN CN DJ CJ"}
    told = won(contract(), "3" + "0" * 5 + "1" * 6, piles, fool=(DARIO, 8))
    assert line(told, "The Fool") == ("Dario keeps it and gives Boris SK", 0, "B43")
    assert told.lines["Honours"].facts["cards"] == ids("T1 T21 F")


@pytest.mark.rule("B46")
@pytest.mark.parametrize(("bid", "rule"), [("take-without", "B28"), ("take-against", "B29")])
def test_a_fool_in_the_stock_counts_for_the_side_that_gets_it(bid: str, rule: str) -> None:
    """B46."""
    told = won(contract(bid), HALF, {0: MINE, 1: THEIRS}, aside="S1 S2 S3 H1 H2 F")
    assert "The Fool" not in told.lines
    honours = {"take-without": "T21 F", "take-against": "T21"}
    assert told.lines["Honours"].facts["cards"] == ids(honours[bid])
    assert told.lines["Stock"].rule == rule


# ---- claims (fine points, Claim) -----------------------------------------------------------------

# Every hand is written down: Anna has all the high trumps, Dario the Magician.
DEAL = {
    0: "T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21",
    1: "SK SQ SN SJ S10 S9 S8 S7 S6 S5 S4 F",
    2: "HK HQ HN HJ H10 H9 H8 H7 H6 H5 H4 S3",
    3: "T1 T2 T3 T4 T5 T6 T7 T8 T9 S1 S2 H3",
    4: "DK DQ DN DJ D10 D9 D8 D7 D6 D5 D4 D3",
    5: "CK CQ CN CJ C10 C9 C8 C7 C6 C5 C4 C3",
}
LEFT = "D1 D2 H1 H2 C1 C2"
KNOWN = six(deal=DEAL, stock=LEFT).says("take-without" + FIVE)


def test_a_claim_gives_all_remaining_tricks_to_the_side_that_claims() -> None:
    """Anna wins a trick and claims: a Slam, and Boris's Fool is lost with the rest."""
    told = KNOWN.plays("T21 F S3 T2 D3 C3").claims(ANNA)
    comes_to(told, 91, 4 * (25 + 55) + 200)
    assert line(told, "Tricks of Anna and Dario")[0] == ", ".join(map(str, range(1, 13)))

    # There is none before the first card.
    KNOWN.claims(ANNA).refused("wrong-phase", "B38", seat=ANNA)
    KNOWN.plays("T21").claims(CHLOE).stands()

    # No Sparrow is won in it, and an announced one has failed.
    told = KNOWN.declares("sparrow", seat=DARIO).plays("T21 S4 S3 T2 D3 C3").claims(DARIO)
    assert line(told, "Sparrow, announced and failed") == ("Dario, a Declarer", -20, "B34")
    assert "Sparrow" not in KNOWN.plays("T21 S4 S3 T2 D3 C3").claims(DARIO).lines


def test_a_fool_at_a_claim_is_lost_or_paid_as_if_the_tricks_were_played() -> None:
    """Fine points, Claim."""
    # Boris has won nothing: lost. His own side's claim changes nothing.
    told = KNOWN.plays("T21 S4 S3 T2 D3 C3").claims(ANNA)
    assert line(told, "The Fool") == ("lost: Boris had no trick to pay Anna from", 0, "B44")
    told = KNOWN.plays("T21 S4 S3 T2 D3 C3").claims(CHLOE)
    assert "The Fool" not in told.lines

    # A Fool on the table belongs to the claimed trick.
    told = KNOWN.plays("T21 F").claims(ANNA)
    assert line(told, "The Fool")[1:] == (0, "B44")

    # One played earlier is paid from claimed tricks, too.
    told = KNOWN.plays("T21 F S3 T2 D3 C3").claims(BORIS)
    assert line(told, "The Fool")[1:] == (-4, "B43")


@pytest.mark.rule("B30")
def test_who_claims_has_not_won_no_trick() -> None:
    """B28, B30: a Declarer's claim keeps the stock."""
    told = six(deal=DEAL, stock=LEFT).says("take-without" + FIVE).plays("T10").claims(DARIO)
    assert line(told, "Stock")[1:] == (3, "B28")
    told = KNOWN.plays("T10").claims(CHLOE)
    assert line(told, "Stock") == ("to the Defenders, the Declarers having no trick", 0, "B28")


def test_a_claim_is_scored_only_where_it_is_known_which_cards_are_left() -> None:
    """Fine points: even if all of them would go to one side."""
    for bid in ("take-without", "take-against"):
        told = six().says(bid + FIVE).plays("T21 S4 S3 T2 D3 C3")
        for seat in (ANNA, CHLOE):
            outcome = told.claims(seat).outcome
            assert (outcome.status, outcome.phase, outcome.turn) == ("in-progress", "over", None)
            assert (outcome.scores, outcome.sides, outcome.card_points) == (None, None, None)

    # Discards that were seen are enough, but for the Fool.
    told = contract().plays("T21 S4 S5 T2 D3 C3").claims(ANNA)
    assert told.outcome.scores is None
    told = contract().plays("T21 F S5 T2 D3 C3").claims(ANNA)
    comes_to(told, 91, 2 * (25 + 55) + 200)

    # One discard unseen is enough to know nothing.
    halved = six(deal=DEAL, stock=LEFT).says("take" + FIVE).takes().lays_away("D1 D2 H1")
    trick = "T21 S4 S3 T2 D3 C3"
    assert halved.lays_away(None).plays(trick).claims(ANNA).outcome.scores is None
    assert halved.lays_away("H2 C1 C2").plays(trick).claims(ANNA).outcome.scores is not None


# ---- on the way ----------------------------------------------------------------------------------


def test_the_points_so_far_and_a_ruling_that_sums_to_zero() -> None:
    """B47, B48: the stock is known and Anna's; Boris's Fool would be lost."""
    told = KNOWN.plays("T21 F S3 T2 D3 C3")
    standing = told.state.variant.points_so_far(told.state)
    assert standing is not None
    # T21 and the Fool 4½ each, four empty cards, six in the stock.
    assert (standing.takers, standing.others) == (9 + 9 + 4 + 6, 0)
    assert (standing.needed, standing.targets) == (41, (56, 51, 41, 36))
    assert dict(standing.bouts) == {card_id("T21"): 0, card_id("F"): 0}

    told = half().rules(-10, 10, 0, 0, 0, 0)
    each = 2 * STAKE
    assert told.scores == [2 * each - 10, -each + 10, -each, 2 * each, -each, -each]
    half().rules(10, 0, 0, 0, 0, 0).refused("unbalanced-ruling", "B51")
