"""The score (1.11): what is needed, the margin, what opponents pay, shares, lines."""

from typing import Any

import pytest

from tests.rules.made_up import Wanted, made_up
from tests.rules.published import TRICKS, published
from tests.rules.table import Hand, hand, said

# Bouts in Anna's pile as the cards lie, by their number; the third is her fool in a trick of the
# defence.
BOUTS = {0: "", 1: "T21", 2: "T21 T1", 3: "T21 T1"}


def garde(points: float, bouts: int, contract: str = "guard", **wanted: Any) -> Hand:
    """Anna's hand with that many points and bouts in the end."""
    if bouts == 3:
        return made_up(Wanted(contract, points - 4, BOUTS[3], fool_by=0, **wanted))
    return made_up(Wanted(contract, points, BOUTS[bouts], **wanted))


# ---- what is needed (1.11.2) -----------------------------------------------------------------


@pytest.mark.parametrize(("bouts", "needed"), [(0, 56), (1, 51), (2, 41), (3, 36)])
def test_the_bouts_set_what_is_needed(bouts: int, needed: int) -> None:
    made = garde(needed, bouts)
    assert (made.pays("Bouts"), made.pays("Needed"), made.pays("Over by")) == (bouts, needed, 0)
    assert made.pays("Each opponent") == (25 + 0) * 2
    missed = garde(needed - 1, bouts)
    assert missed.pays("Short by") == 1
    assert missed.pays("Each opponent") == -(25 + 1) * 2


# ---- half points (1.11.3) --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "label", "margin", "sign"),
    [
        (40.5, "Short by", 1, -1),
        (41, "Over by", 0, 1),
        (41.5, "Over by", 1, 1),
        (46.5, "Over by", 6, 1),
        (35.5, "Short by", 6, -1),
    ],
)
@pytest.mark.parametrize("players", [3, 5])
def test_half_a_point_goes_to_the_side_that_wins(
    players: int, points: float, label: str, margin: int, sign: int
) -> None:
    told = garde(points, 2, players=players)
    assert told.outcome.card_points == (points, 91 - points)
    assert told.pays(label) == margin
    assert told.pays("Each opponent") == sign * (25 + margin) * 2


def test_card_points_and_margin_are_halves_or_whole_numbers() -> None:
    """Fine point 23."""
    half, whole = garde(40.5, 2, players=3).outcome, garde(41, 2, players=3).outcome
    assert half.card_points == (40.5, 50.5)
    assert whole.card_points is not None
    assert [type(points) for points in whole.card_points] == [int, int]

    assert garde(40.5, 2, players=3).outcome.margin == -0.5
    assert garde(48, 2).outcome.margin == 7
    assert hand().says("pass pass pass pass").outcome.margin is None

    told = garde(40.5, 2, players=3)
    assert ("Short by", "40½ against 41", 1, "1.11.3") in said(told)


# ---- shares (1.11.5) -------------------------------------------------------------------------


def test_a_taker_alone_wins_from_or_pays_each_opponent() -> None:
    """1.11.5: two to one, three to one, four to one."""
    three = garde(41, 2, players=3)
    assert three.scores == [2 * 50, -50, -50]
    assert three.outcome.sides == ((0,), (1, 2))
    assert garde(41, 2).scores == [3 * 50, -50, -50, -50]
    assert garde(40, 2).scores == [3 * -52, 52, 52, 52]
    assert garde(41, 2, taker=2).scores == [-50, -50, 3 * 50, -50]
    alone = garde(41, 2, players=5)
    assert alone.scores == [4 * 50, -50, -50, -50, -50]
    assert alone.outcome.sides == ((0,), (1, 2, 3, 4))


def test_a_taker_with_a_partner_shares_two_and_one() -> None:
    """1.11.5: both are named on the score sheet."""
    told = garde(41, 2, players=5, partner=3)
    assert told.scores == [2 * 50, -50, -50, 50, -50]
    assert told.outcome.sides == ((0, 3), (1, 2, 4))
    labels = [line[0] for line in said(told)]
    assert labels[0] == "Tricks of Anna and Dario"
    assert labels[-2:] == ["Anna", "Dario"]
    assert told.pays("Dario") == 50
    lost = garde(40, 2, players=5, taker=4, partner=1)
    assert lost.scores == [52, -52, 52, 52, 2 * -52]
    assert lost.outcome.sides == ((4, 1), (0, 2, 3))


# ---- the lines -------------------------------------------------------------------------------


def test_the_score_sheet_of_a_published_hand() -> None:
    """TM17: tricks of 43, Anna keeps her fool (trick 4) for 4 of them, six halves laid away."""
    begun = published()
    assert (begun.outcome.lines, begun.outcome.card_points) == ((), None)
    lines = said(begun.plays(" ".join(TRICKS["TM17"])))
    assert lines == [
        ("Boris’s tricks", "2, 3, 4, 6, 8, 10, 12, 14, 16, 17", 43, "1.11.1"),
        ("Discard", "S1, S3, S10, H6, C3 and C4", 3, "1.7.1"),
        ("The Excuse", "goes to the defence", -4, "1.10"),
        ("Card points", "of 91", 42, "1.3.4"),
        ("Bouts", "T21", 1, "1.3.3"),
        ("Needed", "with one bout", 51, "1.11.2"),
        ("Short by", "42 against 51", 9, "1.11.3"),
        ("Contract", "the same for every bid", 25, "1.11.4"),
        ("Margin", "a point for each over or short", 9, "1.11.4"),
        ("Petite", "−(25 + 9) × 1", -34, "1.5.3"),
        ("Each opponent", "what one opponent pays Boris", -34, "1.11.4"),
        ("Boris", "3 × −34", -102, "1.11.5"),
    ]
    unseen = said(published(known=False).plays(" ".join(TRICKS["TM17"])))
    assert unseen[1] == ("Discard", "S1, S3, S10, H6, C3 and C4, inferred", 3, "1.7.1")


def test_a_closed_dog_is_a_line_where_it_is_the_taker_s() -> None:
    dog = "SQ S1 S2 S3 S4 S5"
    without = hand(stock=dog).says("guard-without pass pass pass").plays("F SK S6 S7").claims(0)
    assert without.pays("Dog") == 6
    assert without.lines["Dog"].rule == "1.7.2"
    against = hand(stock=dog).says("guard-against pass pass pass").plays("F SK S6 S7").claims(0)
    assert "Dog" not in against.lines


def test_the_lines_of_the_count_add_up_to_the_card_points() -> None:
    """1.11.1: also those of a side without a trick."""
    for told in (*(garde(45, bouts) for bouts in range(4)), made_up(Wanted("guard", 3, won=0))):
        lines = [line for line in told.outcome.lines if line.rule in ("1.11.1", "1.7.1", "1.10")]
        assert sum(line.points or 0 for line in lines) == told.pays("Card points")
    assert ("Anna’s tricks", "none", 0, "1.11.1") in said(told)
    assert ("Bouts", "none", 0, "1.3.3") in said(told)
