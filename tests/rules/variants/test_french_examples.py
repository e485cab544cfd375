"""The worked examples of the sheet (4), each as a whole hand from the auction to the score."""

from typing import Any

import pytest

from tests.rules import sheet
from tests.rules.made_up import Wanted, made_up
from tests.rules.table import Hand, preset

CALLS = {
    "petite": "small",
    "garde": "guard",
    "garde-sans": "guard-without",
    "garde-contre": "guard-against",
}
EXAMPLES = {row[0]: row for row in sheet.rows("french-score")}
# A petit that the defence wins last is no bout of the taker's: FO4 and FO5 are printed with three
# bouts and 44 points, which no hand can have. Two bouts and 49 are the same 8 above what is
# needed.
AS_DEALT = {"FO4": (2, 49.0), "FO5": (2, 49.0)}
HANDFULS = {4: {20: 10, 30: 13, 40: 15}, 5: {20: 8, 30: 10, 40: 13}}
# Bouts in the taker's pile at the end, by their number and by who wins the petit last.
BOUTS = {
    (0, "def"): "",
    (0, "-"): "",
    (1, "def"): "T21",
    (1, "-"): "T1",
    (1, "att"): "T1",
    (2, "def"): "T21 F",
    (2, "-"): "T21 T1",
    (2, "att"): "T21 T1",
    (3, "-"): "T21 T1 F",
    (3, "att"): "T21 T1 F",
}


def dealt(name: str, *, taker: int = 0) -> Hand:
    """A hand with the inputs of an example."""
    _, key, seats, contract, bouts, points, petit, handfuls, slam, partner, *_ = EXAMPLES[name]
    players = int(seats)
    number, in_points = AS_DEALT.get(name, (int(bouts), float(points)))
    # In FO4 the defence wins the petit last, which the quick guide does not count.
    owned = BOUTS[number, "def" if name == "FO4" else petit].split()
    made = slam in ("called+", "made")
    plan: dict[str, Any] = {
        "contract": CALLS[contract],
        "players": players,
        "taker": taker,
        "partner": (taker + 2) % players if partner == "yes" else None,
        "last": petit == "att" or made,
        "petit": "last" if petit != "-" or name == "FO4" else "early",
        "slam_called": slam.startswith("called"),
        "options": preset("fft") if key == "fft" else {},
    }
    plan |= bouts_and_tricks(name, owned, in_points, players, taker=taker, slam=slam)
    if handfuls != "-":
        shown = [HANDFULS[players][int(one)] for one in handfuls.split("+")]
        # FP4 has the defence's handful; two handfuls are the taker's and a defender's.
        seats_showing = [(taker + 1) % players] if name == "FP4" else [taker, (taker + 1) % players]
        plan["handfuls"] = tuple(zip(seats_showing, shown, strict=False))
    return made_up(Wanted(**plan))


def bouts_and_tricks(
    name: str, owned: list[str], points: float, players: int, *, taker: int, slam: str
) -> dict[str, Any]:
    """What lies in the taker's pile before the fool moves (1.10), and who plays it."""
    defender = (taker + players - 1) % players
    every = {3: 24, 4: 18, 5: 15}[players]
    if slam == "def":
        # The taker's fool lies in a trick of the defence and brings 4 points: FO15.
        mine = [bout for bout in owned if bout != "F"] if name != "FO15" else []
        less = 4 if name == "FO15" else 0
        fool_by = taker if name == "FO15" else defender
        return {"bouts": " ".join(mine), "points": points - less, "won": 0, "fool_by": fool_by}
    if slam in ("called+", "made") and "F" in owned:
        # The fool wins the last trick (1.10.6), the petit lies in the one before.
        place = {"fool": "last", "fool_by": taker, "petit": "before-last"}
        return {"bouts": "T21 T1 F", "points": points, "won": every, **place}
    if slam in ("called+", "made"):
        # The defence's fool lies in a trick of the slam and stays theirs: 91 - 4 = 87 (FP5).
        return {"bouts": "T21 T1 F", "points": points + 4, "won": every, "fool_by": defender}
    if "F" in owned:
        mine = [bout for bout in owned if bout != "F"]
        return {"bouts": " ".join(mine), "points": points - 4, "fool_by": taker}
    return {"bouts": " ".join(owned), "points": points}


def printed(text: str) -> list[int | None]:
    """ "318 ; - ; -106": taker, partner, each defender."""
    return [None if part.strip() == "-" else int(part) for part in text.split(";")]


@pytest.mark.rule("1.11.6")
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_worked_example_scores_what_is_printed(name: str) -> None:
    """1.11.4, 1.11.6, F1: contract, margin and petit are multiplied in hands won and lost, and the
    bonuses and the contract are what each opponent pays."""
    _, _, seats, _, bouts, points, _, _, _, partner, each, shares, _ = EXAMPLES[name]
    told = dealt(name).stands()
    number, in_points = AS_DEALT.get(name, (int(bouts), float(points)))
    assert told.outcome.card_points == (in_points, 91 - in_points)
    assert told.pays("Bouts") == number
    assert told.pays("Each opponent") == int(each)
    taker, mate, defender = printed(shares)
    expected = [defender] * int(seats)
    expected[0] = taker
    if partner == "yes":
        expected[2] = mate
    assert told.scores == expected
    lines = list(told.outcome.lines)
    labels = [line.label for line in lines]
    paid = lines[labels.index("Margin") + 1 : labels.index("Each opponent")]
    assert sum(line.points or 0 for line in paid) == int(each)


@pytest.mark.rule("1.11.8")
def test_the_federation_s_score_sheet_of_five_hands() -> None:
    """1.11.8 and FFT 2012, p. 10: one table, five hands, every column sums to zero."""
    *played, totals = [line.split() for line in sheet.block("french-session").splitlines()]
    seats = ["S", "E", "N", "W"]
    sums = dict.fromkeys(seats, 0.0)
    for example, letter in played:
        scores = dealt(example, taker=seats.index(letter)).scores
        assert scores is not None
        for seat, score in zip(seats, scores, strict=True):
            sums[seat] += score
    assert sums == {seat: int(total) for seat, total in (one.split("=") for one in totals[1:])}
    assert sum(sums.values()) == 0
