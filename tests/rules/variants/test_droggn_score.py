"""Droggn, what a hand comes to (sheet 2.9, 2.10): the examples of the sheet as whole hands."""

from __future__ import annotations

import pytest

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
# Printed with 70 points, which no such hand can come to: beside the 4 for their fool the defenders
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
        # All but a knight, the one card beside trump and fool in the trick that she loses.
        return " ".join(["T21", court_worth(38, but="CN")])
    return " ".join(["T21", court_worth(counted - 4, but=aside)])


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
