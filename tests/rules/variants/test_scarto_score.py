"""Scarto, the score of a hand: whole hands, counted by hand (sheet E18 to E24).

A trick is a point, the discard one for Anna, who deals; besides 4 for each king, trump 21, trump 1
and the Matto, 3 for a queen, 2 for a knight, 1 for a jack (E5).
"""

from typing import Any, NamedTuple

import pytest

from games.rules.game.settlement import Line
from tests.rules.piedmont import ANNA, BORIS, CHLOE, known, made_up, scarto
from tests.rules.table import Hand, said

KINGS, QUEENS, KNIGHTS, JACKS = (" ".join(suit + rank for suit in "SHDC") for rank in "KQNJ")


def results(told: Hand) -> list[Line]:
    return [line for line in told.outcome.lines if line.weight == "result"]


def comes_to(told: Hand, points: list[int]) -> None:
    """Card points, 78 together; scores, the lines that end with them, and no sum (E24)."""
    assert sum(points) == 78
    assert told.outcome.card_points == tuple(points)
    assert told.scores == [own - 26 for own in points]
    assert [line.points for line in results(told)] == told.scores
    assert told.outcome.sides == ((ANNA,), (BORIS,), (CHLOE,))
    assert told.outcome.status == "scored"


class Whole(NamedTuple):
    """A hand: who wins the tricks, what lies in them, who plays the Matto to which trick."""

    winners: str
    piles: dict[int, str]
    fool: tuple[int, int] | None
    points: list[int]
    facts: dict[str, Any] = {}


WHOLE = {
    # E5, E19: 8 + 1 + kings 16, Matto 4 = 29; 8 + queens 12 + 21 and 1 8 = 28; 9 + 8 + 4 = 21.
    "the Matto to a trick of Boris": Whole(
        "1" * 8 + "0" * 8 + "2" * 9,
        {ANNA: KINGS, BORIS: f"{QUEENS} T21 T1", CHLOE: f"{KNIGHTS} {JACKS}"},
        (ANNA, 3),
        [29, 28, 21],
    ),
    # E20: Chloe has no card to give: 4 of the Matto are Boris's. 12 + 1 + 24, 13 + 24 + 4.
    "the Matto lost": Whole(
        "0" * 12 + "1" * 13,
        {ANNA: f"{KINGS} {KNIGHTS}", BORIS: f"{QUEENS} {JACKS} T21 T1"},
        (CHLOE, 20),
        [37, 41, 0],
    ),
    # E19, E23: the dealer without a trick pays with what was laid away, and is left with 1 + 4.
    "the dealer pays from the discard": Whole(
        "1" * 12 + "2" * 13,
        {BORIS: f"{KINGS} {KNIGHTS}", CHLOE: f"{QUEENS} {JACKS} T21 T1"},
        (ANNA, 5),
        [5, 36, 37],
    ),
    # E19: nothing but queens before the dealer, 10 points: one goes for the Matto, 13 - 10 thirds.
    "the dealer pays with a queen": Whole(
        "1" * 12 + "2" * 13,
        {BORIS: f"{KINGS} {KNIGHTS}", CHLOE: f"CQ {JACKS} T21 T1"},
        (ANNA, 5),
        [10 + 1, 12 + 24 + 4 - 1, 13 + 3 + 4 + 8],
        {"laid": "SQ HQ DQ"},
    ),
    # E18, E21: the last trick is like any other. 9 + 1 + 16, 8 + 20, 8 + 12 + 4.
    "the Matto to the last trick": Whole(
        "0" * 9 + "2" * 8 + "1" * 8,
        {ANNA: KINGS, BORIS: f"{QUEENS} T21 T1", CHLOE: f"{KNIGHTS} {JACKS}"},
        (CHLOE, 25),
        [26, 28, 24],
    ),
    # E20, E-Ex6: all the tricks, and the Matto of Chloe, who has nothing to give.
    "all tricks": Whole(
        "1" * 25,
        {BORIS: f"{KINGS} {QUEENS} {KNIGHTS} {JACKS} T21 T1"},
        (CHLOE, 7),
        [1, 77, 0],
    ),
    # E19: the same, but the Matto is Anna's, who has a discard to pay with.
    "all tricks but for the Matto": Whole(
        "1" * 25,
        {BORIS: f"{KINGS} {QUEENS} {KNIGHTS} {JACKS} T21 T1"},
        (ANNA, 7),
        [5, 73, 0],
    ),
    # E23: three counting cards laid away: 8 + 1 + 3 + 2 + 1, and the kings 16.
    "court cards laid away": Whole(
        "1" * 8 + "0" * 8 + "2" * 9,
        {ANNA: KINGS, BORIS: "HQ DQ CQ T21 T1", CHLOE: "HN DN CN HJ DJ CJ"},
        (CHLOE, 3),
        [31, 8 + 17, 9 + 9 + 4],
        {"laid": "SQ SN SJ"},
    ),
    # E4, E6: trump 20 wins trick 1 and counts nothing more.
    "a trick won by the Angel": Whole(
        "2" + "1" * 12 + "0" * 12,
        {ANNA: f"{QUEENS} DK CK T1", BORIS: f"{KNIGHTS} {JACKS} T21", CHLOE: "SK HK"},
        (BORIS, 20),
        [12 + 1 + 12 + 12, 12 + 12 + 4 + 4, 1 + 8],
    ),
}


@pytest.mark.rule("E18")
@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("unseen", [False, True], ids=["seen", "unseen"])
def test_a_whole_hand(name: str, unseen: bool) -> None:
    """E18, E22 to E24: the same whether the discard was seen or nobody saw it."""
    winners, piles, fool, points, facts = WHOLE[name]
    comes_to(made_up(winners, piles, fool=fool, unseen=unseen, **facts), points)


def whole(name: str, **more: Any) -> Hand:
    winners, piles, fool, _points, facts = WHOLE[name]
    return made_up(winners, piles, fool=fool, **facts, **more)


def test_trump_20_counts_by_the_option_and_an_empty_card_is_given_before_it() -> None:
    """E6, E19: 4 of Boris's go with trump 21, and Chloe has them for trump 20."""
    told = whole("a trick won by the Angel", counting_trump="20")
    comes_to(told, [37, 32 - 4, 9 + 4])

    # Nothing but counting cards before the dealer; trump 21 is empty and goes.
    facts: dict[str, Any] = {"laid": "SQ HQ T21", "counting_trump": "20"}
    piles = {BORIS: f"{KINGS} {KNIGHTS}", CHLOE: f"DQ CQ {JACKS} T1"}
    told = made_up("1" * 12 + "2" * 13, piles, fool=(ANNA, 5), **facts)
    assert ("The Matto", "kept; Boris gets the least valuable card", 4, "E19") in said(told)


def numbers(first: int, last: int) -> str:
    return ", ".join(map(str, range(first, last + 1)))


def test_the_sheet_of_a_hand_with_the_matto_kept_lost_or_paid_with_a_queen() -> None:
    """E19, E20, E22 to E24, E-Ex5, E-Ex8: as it lay Anna has 8 + 16, Boris 28 and the Matto."""
    assert said(whole("the Matto to a trick of Boris")) == [
        ("Anna’s tricks", numbers(9, 16), 24, "E22"),
        ("Laid away", "", 1, "E23"),
        ("The Matto", "kept; Boris gets the least valuable card", 4, "E19"),
        ("Anna", "29 − 26", 3, "E24"),
        ("Boris’s tricks", numbers(1, 8), 32, "E22"),
        ("The Matto", "goes to Anna for the least valuable card", -4, "E19"),
        ("Boris", "28 − 26", 2, "E24"),
        ("Chloe’s tricks", numbers(17, 25), 21, "E22"),
        ("Chloe", "21 − 26", -5, "E24"),
    ]

    assert said(whole("the Matto lost"))[-3:] == [
        ("Chloe’s tricks", "none", 0, "E22"),
        ("The Matto", "lost to Boris: there is no card to give for it", 0, "E20"),
        ("Chloe", "0 − 26", -26, "E24"),
    ]

    # Of 13 and 10 thirds a point is left.
    told = said(whole("the dealer pays with a queen"))
    assert ("The Matto", "kept; Chloe gets the least valuable card", 1, "E19") not in told
    assert ("The Matto", "kept; Boris gets the least valuable card", 1, "E19") in told


@pytest.mark.rule("E21")
def test_a_matto_laid_away_stays_there() -> None:
    """E12, E21: 1 + 4 for the discard; nobody plays it, and nobody gives a card."""
    told = made_up(
        "1" * 8 + "0" * 8 + "2" * 9,
        {ANNA: KINGS, BORIS: f"{QUEENS} T21 T1", CHLOE: f"{KNIGHTS} {JACKS}"},
        laid="F S1 H1",
        honour_discard="fool",
    )
    comes_to(told, [29, 28, 21])
    assert ("Laid away", "", 5, "E23") in said(told)
    assert "The Matto" not in [line[0] for line in said(told)]


# ---- claims --------------------------------------------------------------------------------------

EMPTY = "S10 D10 C1"
DEALT = known().lays_away(EMPTY).plays("SQ S3 SK")


def test_a_claim_brings_all_that_is_left_also_the_matto() -> None:
    """E19, E22, E23: Anna has it all, the Matto in her hand among it."""
    comes_to(DEALT.claims(ANNA), [78, 0, 0])
    # Boris has not a trick before; Anna gives an empty card of hers for the Matto.
    comes_to(DEALT.claims(BORIS), [1 + 1 + 4 + 3 + 4, 78 - 13, 0])

    # A dealer's claim needs no discard: 25 tricks and what was laid away are all cards there are.
    told = known().lays_away(None).plays("SQ S3 SK").claims(ANNA)
    comes_to(told, [78, 0, 0])
    assert said(told)[0][::3] == ("Anna’s tricks, and the discard", "E22")

    # A Matto on the table belongs to the claim.
    comes_to(DEALT.plays("F").claims(BORIS), [13, 65, 0])

    # No score where a discard that nobody saw decides, or a Matto that nobody has.
    assert known().lays_away(None).plays("SQ S3 SK").claims(BORIS).scores is None
    blind = scarto().lays_away(EMPTY).plays("SQ S3 SK")
    assert blind.claims(ANNA).scores is None
    comes_to(blind.plays("F S4 S5").claims(ANNA), [77, 0, 1])

    told = whole("all tricks").rules(-2, 1, 1)
    assert told.scores == [-27, 52, -25]
