"""Droggn, the score of a hand (sheet 2.9, 2.10): the examples of the sheet as whole hands."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.rules.cards import FOOL_CARD, T1, T21
from games.rules.game.settlement import PointsSoFar
from games.rules.variants.droggn import DROGGN
from tests.rules import sheet
from tests.rules.stubai import (
    ANNA,
    BORIS,
    CHLOE,
    Stubai,
    Wanted,
    contract,
    court_worth,
    documented,
    made_up,
)

EXAMPLES = {row[0]: row for row in sheet.rows("droggn-score")}
TRICKS = 21
# Printed with 70 points, which no such hand can have: besides the 4 for their fool the defenders
# have the stock, a point at least. A slam is flat.
AS_DEALT = {"DO8": 69, "DO10": 69}


def example(name: str) -> Stubai:
    """A hand with the inputs of an example.

    Anna bids. The fool is played by one defender to a trick of the other, unless Anna wins all;
    the pagat falls early to its own side where the example says nothing of it.
    """
    _, preset, bid, points, ultimo, early, slam, matsch, *_ = EXAMPLES[name]
    options = documented() if preset == "documented" else {}
    all_tricks = slam == "made" or matsch == "yes"
    won = TRICKS if all_tricks else TRICKS - 1 if slam == "failed" else 10
    aside = "SK S4 S5" if name in ("DO6", "DO7") else "S4 S5 S6"
    told = contract(bid, aside=aside, **options)
    if ultimo.startswith("ann"):
        told = told.announces("pagat-ultimo")
    last_is_mine = all_tricks or ultimo.endswith("+") or (slam != "failed" and ultimo == "-")
    winners = [ANNA] * won + [BORIS] * (TRICKS - won)
    if not all_tricks and last_is_mine:
        winners = [BORIS] * (TRICKS - won) + [ANNA] * won
    pagat = (ANNA, winners.index(ANNA) + 1)
    if ultimo != "-":
        pagat = (ANNA, TRICKS)
    elif early == "def":
        pagat = (CHLOE, winners.index(ANNA) + 1)
    fool_by, fool_in = CHLOE, winners.index(BORIS) + 1 if BORIS in winners else 2
    if name == "DO14":
        fool_in = TRICKS  # by the documented rules it is the winner's there (2.8.6e)
    return made_up(
        told,
        Wanted(
            "".join(map(str, winners)),
            court_of(int(points), name, winners, pagat, aside=aside),
            (fool_by, fool_in),
            pagat,
            aside,
        ),
    )


def court_of(
    points: int, name: str, winners: list[int], pagat: tuple[int, int], *, aside: str
) -> str:
    """2.3.6: a card counts its value less one, three cards a point more; what courts are needed."""
    bid = EXAMPLES[name][2]
    preset = EXAMPLES[name][1]
    mine = winners.count(ANNA)
    counted = points - mine
    if bid in ("ansager", "solo") or preset == "documented":
        counted -= 1 + (4 if "SK" in aside else 0)
    if winners[pagat[1] - 1] == ANNA:
        counted -= 4
    if BORIS not in winners:
        # Everything is hers, the fool counting 4 for the defenders but in the last trick.
        return " ".join(["T21", court_worth(40)])
    if name == "DO9":
        # All but a knight, the one card with trump and fool in the trick that she loses.
        return " ".join(["T21", court_worth(38, but="CN")])
    return " ".join(["T21", court_worth(counted - 4, but=aside)])


@pytest.mark.rule("2.10.5", "D14")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_sheet(name: str) -> None:
    """2.10.1 to 2.10.5."""
    row = EXAMPLES[name]
    told, points, value = example(name), AS_DEALT.get(name, int(row[3])), int(row[8])
    declarer, defender = map(int, row[9].split(";"))
    assert told.outcome.card_points == (points, 74 - points)
    assert told.pays("Each opponent") == value
    assert told.pays("Anna") == declarer == 2 * value
    assert told.scores == [declarer, defender, defender]


# ---- part by part ----------------------------------------------------------------------------

# Anna has 10 tricks: 10 + 1 for the discard + 26 above the empty card are 37. The fool is played by
# one defender to the other's trick, the pagat by herself to a trick of hers.
LAST_HERS = "1" * 11 + "0" * 10
LAST_BORIS = "0" * 10 + "1" * 11
LAST_CHLOE = "0" * 10 + "1" * 10 + "2"


def solo(
    winners: str = LAST_HERS,
    pagat: tuple[int, int] = (ANNA, 13),
    *,
    fool: tuple[int, int] | None = None,
    court: str = f"T21 {court_worth(18)}",
    announced: str = "",
    bid: str = "solo",
    **options: Any,
) -> Stubai:
    """A hand of Anna's; the fool goes from Chloe to the second trick that Boris wins."""
    told = contract(bid, **options)
    if announced:
        told = told.announces(announced)
    seconds = [number for number, seat in enumerate(winners, 1) if seat == "1"][1:2]
    return made_up(told, Wanted(winners, court, fool or (CHLOE, seconds[0]), pagat))


@pytest.mark.rule("D3", "D4")
@pytest.mark.parametrize(
    ("needed", "points", "each", "won"),
    [(37, 37, 40, True), (38, 37, -40, False), (38, 38, 41, True), (38, 36, -41, False)],
)
def test_thirty_seven_or_thirty_eight_to_win(
    needed: int, points: int, each: int, *, won: bool
) -> None:
    """2.9.6, 2.10.2, 2.10.5, D3, D4: points are paid from 37 in both; the declarer from each."""
    told = solo(court=f"T21 {court_worth(18 + points - 37)}", points_to_win=needed)
    assert told.outcome.card_points == (points, 74 - points)
    assert (told.pays("Each opponent"), told.outcome.won) == (each, won)
    assert told.scores == [2 * each, -each, -each]
    assert told.outcome.margin == points - needed
    assert told.pays("Needed") == needed


PAGATS = {
    "the declarer's, beating all": (LAST_HERS, (ANNA, 21)),
    "the declarer's, beaten": (LAST_BORIS, (ANNA, 21)),
    "a defender's, beating all": (LAST_CHLOE, (CHLOE, 21)),
    "a defender's, beaten by the other": (LAST_BORIS, (CHLOE, 21)),
    "a defender's, beaten by the declarer": (LAST_HERS, (CHLOE, 21)),
}


@pytest.mark.rule("D8", "D9", "D11", "D12", "D13")
@pytest.mark.parametrize("whose", PAGATS)
def test_a_pagat_in_the_last_trick_that_nobody_announced(whose: str) -> None:
    """2.9.1, D8, D9, D11, D12, D13."""
    wins, hers = whose.endswith("all"), whose.startswith("the declarer")
    for by, failed in product(("declarer", "anyone"), ("never", "announced-pays", "pays")):
        told = solo(*PAGATS[whose], ultimo_failed=failed, ultimo_by=by)
        expected = 0
        if hers or by == "anyone":
            expected = 10 if wins else -10 if failed == "pays" else 0
        found = told.lines.get("Pagat ultimo")
        assert (found.points if found else 0) == (expected if hers else -expected), (by, failed)


@pytest.mark.rule("D7")
def test_an_announced_pagat_wins_or_fails_in_the_last_trick() -> None:
    """2.8.1, 2.9.1, D7."""
    for whose, failed, points in (
        ("the declarer's, beating all", "never", 20),
        ("the declarer's, beating all", "pays", 20),
        ("the declarer's, beaten", "never", None),
        ("the declarer's, beaten", "announced-pays", -20),
        ("the declarer's, beaten", "pays", -20),
    ):
        told = solo(*PAGATS[whose], announced="pagat-ultimo", ultimo_failed=failed)
        line = told.lines.get("Pagat ultimo, announced")
        assert (line.points if line else None) == points, (whose, failed)


def test_an_announced_pagat_that_falls_early_has_failed_and_may_be_lost_beside() -> None:
    """2.9.1, 2.9.2, D10: 40, less 20, less 5."""
    told = solo(
        LAST_BORIS,
        (ANNA, 14),
        announced="pagat-ultimo",
        ultimo_failed="announced-pays",
        early_pagat=5,
        court=f"T21 {court_worth(22)}",
    )
    assert told.outcome.card_points == (37, 37)
    assert told.pays("Pagat ultimo, announced") == -20
    assert told.pays("Pagat lost") == -5
    assert told.scores == [30, -15, -15]


@pytest.mark.rule("D10")
def test_a_pagat_lost_before_the_last_trick_to_the_other_side_costs_five() -> None:
    """2.9.2, D10: no matter who may score an ultimo."""
    for winners, pagat, points in (
        (LAST_HERS, (ANNA, 5), -5),
        (LAST_HERS, (CHLOE, 14), 5),
        (LAST_HERS, (ANNA, 14), None),
        (LAST_HERS, (CHLOE, 5), None),
        (LAST_BORIS, (ANNA, 21), None),
    ):
        line = solo(winners, pagat, early_pagat=5).lines.get("Pagat lost")
        assert (line.points if line else None) == points, pagat
    assert "Pagat lost" not in solo(LAST_HERS, (ANNA, 5)).lines


def test_a_pagat_in_claimed_tricks_is_neither_won_nor_lost() -> None:
    """2.9.1, 2.9.2."""
    told = contract("solo", **documented()).announces("pagat-ultimo")
    told = told.plays("SK S7 S8 F H5 H4 T20")
    for end in (told.claims(ANNA), told.claims(BORIS), told.plays("T1").claims(BORIS)):
        assert end.outcome.status == "scored"
        assert not {"Pagat ultimo, announced", "Pagat lost"} & set(end.lines)


ALL_TRICKS = "0" * 21


@pytest.mark.rule("D26", "D30")
@pytest.mark.parametrize(
    ("bid", "matsch", "each"),
    [("solo", 0, 73), ("solo", 37, 77), ("super", 0, 112), ("super", 37, 117)],
)
def test_all_tricks_without_a_slam_bid(bid: str, matsch: int, each: int) -> None:
    """2.9.4, 2.8.6c, D26, D30: the defenders' fool counts 4 for them, and at Super the stock 1."""
    told = made_up(
        contract(bid, matsch=matsch),
        Wanted(ALL_TRICKS, f"T21 {court_worth(40)}", (CHLOE, 4), (ANNA, 3)),
    )
    assert told.outcome.card_points == ((70, 4) if bid == "solo" else (69, 5))
    assert told.pays("Each opponent") == each
    assert ("Matsch: all tricks" in told.lines) == (matsch == 37)


@pytest.mark.rule("D15")
@pytest.mark.parametrize(("bonus", "each"), [(0, 167), (20, 187)])
def test_a_slam_with_the_fool_displayed(bonus: int, each: int) -> None:
    """2.9.3, D15."""
    told = made_up(
        contract("slam", slam_display_bonus=bonus).announces("fool-last"),
        Wanted(ALL_TRICKS, f"T21 {court_worth(40)}", (ANNA, 21), (ANNA, 3)),
    )
    assert told.pays("Each opponent") == each
    assert told.pays("Slam") == 167
    assert ("Fool displayed" in told.lines) == (bonus == 20)


@pytest.mark.rule("2.8.6a", "2.8.6e", "D27")
def test_a_fool_in_the_last_trick_is_its_side_s_or_the_winner_s_and_earlier_its_side_s() -> None:
    """2.8.6, 2.8.6a, 2.8.6e, D27: what it adds to Anna's points, where it lies or moved."""
    for winners, fool, kept, to_winner in (
        (LAST_HERS, (CHLOE, 21), 0, 4),
        (LAST_BORIS, (ANNA, 21), 4, 0),
        (LAST_BORIS, (CHLOE, 21), 0, 0),
        (LAST_BORIS, (ANNA, 20), 4, 4),
        (LAST_HERS, (CHLOE, 20), -4, -4),
    ):
        stays, goes = (
            solo(winners, fool=fool, fool_last=option).outcome.card_points
            for option in ("kept", "to-winner")
        )
        assert stays is not None and goes is not None
        assert goes[0] - stays[0] == to_winner - kept, fool


@pytest.mark.rule("2.8.6b", "2.8.6c")
def test_the_fool_goes_back_for_an_empty_card_also_to_a_side_without_a_trick() -> None:
    """2.8.6, 2.8.6b, 2.8.6c: with the fool in the trick 5 + 1 + 1 - 2; an empty card in its place
    makes 1."""
    told = solo(fool=(ANNA, 5))
    assert told.pays("The fool") == 4
    assert told.outcome.card_points == (41, 33)
    assert solo(fool=(CHLOE, 15)).pays("The fool") == -4

    # Anna wins nothing; her discard is a point, and her fool four.
    told = solo("1" * 21, (CHLOE, 3), fool=(ANNA, 4), court="")
    assert told.outcome.card_points == (5, 69)
    # V = -(40 + 32).
    assert told.scores == [-144, 72, 72]


def test_the_lines_of_a_sheet_in_their_order() -> None:
    """2.10: what was counted, what it makes, what is paid, each with its rule; of a lost hand what
    is below 37."""
    told = solo(
        LAST_HERS,
        (ANNA, 21),
        fool=(ANNA, 5),
        announced="pagat-ultimo",
        court=f"T21 {court_worth(20)}",
    )
    lines = [line.as_json(["Anna", "Boris", "Chloe"]) for line in told.outcome.lines]
    assert [(line["label"], line["points"], line["rule"]) for line in lines] == [
        ("Anna’s tricks", 38, "2.10.1"),
        ("Discard", 1, "2.6.1"),
        ("The fool", 4, "2.8.6"),
        ("Card points", 43, "2.3.5"),
        ("Needed", 37, "2.10.2"),
        ("Above 37 by", 6, "2.10.3"),
        ("Solo", 40, "2.5.3"),
        ("Points above 37", 6, "2.10.3"),
        ("Pagat ultimo, announced", 20, "2.8.1"),
        ("Each opponent", 66, "2.10.3"),
        ("Anna", 132, "2.10.4"),
    ]
    assert lines[0]["how"] == "12, 13, 14, 15, 16, 17, 18, 19, 20, 21"
    assert lines[1]["how"] == "S4, S5 and S6"
    assert lines[2]["how"] == "back to the declarer for an empty card"

    lost = solo(court="T21")
    assert lost.outcome.card_points == (19, 55)
    assert lost.pays("Below 37 by") == 18
    assert (lost.pays("Solo"), lost.pays("Points below 37")) == (-40, -18)
    assert lost.scores == [-116, 58, 58]


def test_the_points_on_the_way() -> None:
    """2.6.5, 2.10.1, 2.10.2, D1: the closed stock is in those of its side from the beginning."""
    so_far = DROGGN.points_so_far
    assert so_far(contract("slam").state) is None
    assert so_far(solo().state) == PointsSoFar(
        74, 74, ((T1, 0), (T21, 0), (FOOL_CARD, 1)), 37, (37,)
    )
    told = contract("solo").plays("SK S7 S8 F D4 D5")
    points = so_far(told.state)
    # A trick of 5 + 1 + 1 - 2, the discard 1, the fool 4; the fool's trick is left with 1.
    assert points is not None
    assert (points.takers, points.others) == (2 * 10, 2 * 1)
    for by, owner in (("defenders", 1), ("declarer", 0)):
        begun = so_far(contract("super", stock_unexchanged=by).state)
        assert begun is not None
        assert (begun.owner, begun.takers, begun.others) == (owner, 2 - 2 * owner, 2 * owner)
