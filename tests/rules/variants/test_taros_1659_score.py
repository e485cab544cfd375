"""Le Jeu de Taros, the score of a hand: whole hands, the worked examples of the sheet among them.

Seat 0, Anna, deals and leads. The piles are those that lie before the Fool is settled.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from games.rules import Line
from games.rules.scoring.sides import cheapest
from games.rules.variants.taros_1659 import TAROS
from tests.rules.counted import counted
from tests.rules.table import NAMES, Hand, hand, said
from tests.rules.written import PACK, ids

ANNA, BORIS, CHLOE, DARIO = range(4)


def taros(players: int, **facts: Any) -> Hand:
    return hand(players, dealer=ANNA, variant="taros-1659", **facts)


def played(
    winners: str,
    piles: Mapping[int, str],
    *,
    players: int = 4,
    fool: tuple[int, int] | None = None,
    **options: Any,
) -> Hand:
    return counted(taros(players, **options), winners, piles, fool=fool).stands()


def results(told: Hand) -> list[Line]:
    return [line for line in told.outcome.lines if line.weight == "result"]


def comes_to(told: Hand, points: list[int], scores: list[int]) -> None:
    """Card points and scores, the lines that end with them, and their sum (A24)."""
    assert told.outcome.card_points == tuple(points)
    assert told.scores == scores
    assert [line.points for line in results(told)] == scores
    assert told.outcome.sides == tuple((seat,) for seat in range(told.players))
    assert sum(scores) == sum(points)


# ---- the worked examples of the sheet ----------------------------------------------------------


def test_card_points_and_a_point_for_each_card_above_twelve() -> None:
    """A-Ex1, A-Ex2: A-Ex1, A-Ex2 (A18, A23): 4 + 2 + 5 and fifteen cards; 3 points and four cards
    too few."""
    told = played("000001112222", {0: "SK SN"}, players=3, fool=(0, 7))
    comes_to(told, [11, 0, 0], [14, 9 - 12, 12 - 12])
    told = played("001111122223", {0: "SQ"})
    comes_to(told, [3, 0, 0, 0], [-1, 8, 4, -8])


def test_a_whole_hand_with_the_fool_kept() -> None:
    """A-Ex3 (A18, A23, A24): Anna plays it to a trick of Boris and gives him an empty card."""
    piles = {0: "T21 SK SQ SN", 1: "T1 HK HQ HJ", 2: "DK DN", 3: "CQ CN CJ"}
    told = played("000001111223", piles, fool=(ANNA, 7))
    comes_to(told, [18, 12, 6, 6], [26, 16, 2, -2])
    assert said(told) == [
        ("Anna’s tricks", "1, 2, 3, 4, 5", 13, "A5"),
        ("The Fool", "kept; Boris gets an empty card", 5, "A18"),
        ("Cards", "20 − 12", 8, "A23"),
        ("Anna", "18 + (20 − 12)", 26, "A24"),
        ("Boris’s tricks", "6, 7, 8, 9", 17, "A5"),
        ("The Fool", "goes to Anna for an empty card", -5, "A18"),
        ("Cards", "16 − 12", 4, "A23"),
        ("Boris", "12 + (16 − 12)", 16, "A24"),
        ("Chloe’s tricks", "10, 11", 6, "A5"),
        ("Cards", "8 − 12", -4, "A23"),
        ("Chloe", "6 + (8 − 12)", 2, "A24"),
        ("Dario’s tricks", "12", 6, "A5"),
        ("Cards", "4 − 12", -8, "A23"),
        ("Dario", "6 + (4 − 12)", -2, "A24"),
    ]


@pytest.mark.parametrize("settlement", ["immediate", "end-of-hand"])
def test_a_player_without_a_trick_loses_the_fool(settlement: str) -> None:
    """A-Ex4 (A19, A25): lost whenever it is settled, and twelve points with it."""
    piles = {0: "T21 T1 SK HK", 1: "DK SQ HQ", 2: "DQ SN HN DN SJ HJ"}
    told = played("000000111122", piles, fool=(DARIO, 3), fool_settlement=settlement)
    comes_to(told, [21, 10, 11, 0], [33, 14, 7, -12])
    assert said(told)[-3:] == [
        ("Dario’s tricks", "none", 0, "A5"),
        ("The Fool", "lost to Anna: there is no card to give for it", 0, "A19"),
        ("Dario", "no trick", -12, "A25"),
    ]


def test_six_players_with_six_cards_put_aside() -> None:
    """A-Ex5 (A1, A9, A24)."""
    piles = {
        0: "T21 SK HK SQ SN",
        1: "T1 DK SJ HJ",
        2: "CK HQ",
        3: "DQ HN DN",
        4: "CN DJ CJ",
    }
    told = played("000011122334", piles, players=6, fool=(ANNA, 5))
    comes_to(told, [22, 10, 7, 7, 4, 0], [34, 16, 7, 7, -2, -12])


def test_a_clean_sweep_of_two() -> None:
    """A-Ex6 (A25): Boris cannot keep the Fool that he played."""
    told = played("000000000000", {0: "T21 SK HK SQ SN"}, players=2, fool=(BORIS, 12))
    comes_to(told, [4 + 4 + 4 + 3 + 2 + 5, 0], [22 + 12, -12])
    without_a_fool_of_boris = played("0" * 12, {0: "T21 SK HK SQ SN"}, players=2)
    comes_to(without_a_fool_of_boris, [17, 0], [29, -12])


def test_a_fool_of_the_first_trick_is_lost_at_once_or_paid_for_at_the_end_of_the_hand() -> None:
    """A-Ex7 (A18, A19, A-a): Boris wins three tricks, but later."""
    seventh = {0: "T21 SK SQ", 1: "HK HJ", 2: "HQ", 3: "SN"}
    told = played("000011122233", seventh, fool=(BORIS, 1))
    comes_to(told, [16, 5, 3, 2], [20, 5, 3, -2])
    told = played("000011122233", seventh, fool=(BORIS, 1), fool_settlement="end-of-hand")
    comes_to(told, [11, 10, 3, 2], [15, 10, 3, -2])


@pytest.mark.parametrize("settlement", ["immediate", "end-of-hand"])
def test_without_an_empty_card_the_least_valuable_is_given(settlement: str) -> None:
    """A-Ex8 (A20): king and queen are all that Anna wins; she gives the queen."""
    rest = "T3 D1 T4 D2 T5 D3 T6 D4 T7 D5 T8 D6 T9 D7 T10 D8 T11 D9 T12 D10"
    told = taros(2, fool_settlement=settlement).plays(f"SK SQ F T2 {rest}").stands()
    comes_to(told, [9, 3], [-1, 3 + 22 - 12])
    assert said(told)[:3] == [
        ("Anna’s tricks", "1", 7, "A5"),
        ("The Fool", "kept; no card is empty, so Boris gets one worth 3", 2, "A20"),
        ("Cards", "2 − 12", -10, "A23"),
    ]
    assert ("The Fool", "goes to Anna for a card worth 3", -2, "A20") in said(told)


# ---- the Fool's settlement, further --------------------------------------------------------------


@pytest.mark.parametrize(
    ("settlement", "points", "scores"),
    [("immediate", [9, 3], [1, 11]), ("end-of-hand", [12, 0], [4, 8])],
)
def test_a_trick_won_later_brings_an_empty_card_at_the_end_only(
    settlement: str, points: list[int], scores: list[int]
) -> None:
    """A18, A20, A-a: when the Fool falls Anna has a king and a queen; her second trick is empty."""
    rest = "D1 D2 D3 T3 T4 D4 T5 D5 T6 D6 T7 D7 T8 D8 T9 D9 T10 D10 T11 H1"
    told = taros(2, fool_settlement=settlement).plays(f"SK SQ F T2 {rest}").stands()
    comes_to(told, points, scores)


@pytest.mark.rule("A21")
def test_a_fool_in_the_last_trick_is_settled_and_one_that_nobody_was_dealt_is_not() -> None:
    """A21, A9."""
    told = played("000001111223", {0: "SK"}, fool=(ANNA, 12))
    comes_to(told, [9, 0, 0, 0], [17, 4, -4, -8])

    told = played("000001111223", {0: "SK"})
    comes_to(told, [4, 0, 0, 0], [12, 4, -4, -8])
    assert "The Fool" not in [label for label, *_ in said(told)]


def said_now(hand: Hand) -> tuple[object, str] | None:
    """The notice at the table now, and the rule."""
    line = TAROS.notice(hand.state)
    return None if line is None else (line.as_json(NAMES)["label"], line.rule)


def test_the_settlement_is_shown_when_its_trick_is_gathered_or_as_open() -> None:
    """A18 to A20, A19, A22: at once: and only then; a trump gives no notice."""
    lost = taros(2).plays("S1 F")
    assert said_now(lost) == ("Boris loses the Fool to Anna: there is no card to give.", "A19")
    assert said_now(lost.plays("S2")) is None
    king = taros(2).plays("SK SQ F T2")
    assert said_now(king) == ("Anna keeps the Fool and gives Boris a card worth 3.", "A20")
    empty = taros(2).plays("SK S1 F T2")
    assert said_now(empty) == ("Anna keeps the Fool and gives Boris an empty card.", "A18")
    assert said_now(taros(3).plays("S1 F")) is None
    assert said_now(taros(2)) is None

    later = taros(2, fool_settlement="end-of-hand").plays("S1 F")
    assert said_now(later) == ("Boris’s Fool is settled at the end of the hand.", "A19")
    assert said_now(later.plays("S2")) is None
    assert said_now(taros(2, fool_mode="highest-trump").plays("S1 F")) is None


# ---- claims: Anna has 10 points in her hand, Boris 18, and the only trump ------------------------

ANNAS = "SK SQ SN SJ S1 S2 S3 S4 S5 S6 S7 S8"
BORIS_S = "F T21 HK HQ HN H1 H2 H3 H4 H5 H6 H7"


def two(dealer: int = ANNA, **options: Any) -> Hand:
    deal = {ANNA: ANNAS, BORIS: BORIS_S}
    return hand(2, dealer=dealer, deal=deal, variant="taros-1659", **options)


@pytest.mark.parametrize("settlement", ["immediate", "end-of-hand"])
def test_who_claims_with_the_fool_keeps_it_and_otherwise_a_card_is_given_for_it(
    settlement: str,
) -> None:
    """A18 to A20, A25, fine points, claim: in the hand or on the table it counts as played to a
    claimed trick; an empty card is given, or the least valuable before the claim, or it is lost."""
    for told in (
        two(fool_settlement=settlement),
        two(fool_settlement=settlement).plays("S1 T21"),
        two(dealer=BORIS, fool_settlement=settlement).plays("F"),
    ):
        claimed = told.claims(BORIS)
        comes_to(claimed, [0, 28], [-12, 40])
        assert "The Fool" not in [label for label, *_ in said(claimed)]
    told = two(fool_settlement=settlement)
    comes_to(told.claims(ANNA), [28, 0], [40, -12])
    led = two(dealer=BORIS, fool_settlement=settlement).plays("F").claims(ANNA)
    comes_to(led, [28, 0], [40, -12])
    empty = told.plays("S1 T21").claims(ANNA)
    comes_to(empty, [19, 9], [19 + 22 - 12, 9 + 2 - 12])
    assert said(empty)[1] == ("The Fool", "goes to Boris for an empty card", -5, "A18")
    king = told.plays("SK T21").claims(ANNA)
    comes_to(king, [19, 9], [29, -1])
    assert said(king)[1] == ("The Fool", "goes to Boris for a card worth 4", -1, "A20")


def test_claimed_cards_pay_for_an_earlier_fool_and_rulings_are_added() -> None:
    """A18, A19, A-a: a ruling need not add up to zero: the scores of this game do not either."""
    at_once = two().plays("S1 F").claims(BORIS)
    comes_to(at_once, [5, 23], [5 + 2 - 12, 23 + 22 - 12])
    at_the_end = two(fool_settlement="end-of-hand").plays("S1 F").claims(BORIS)
    comes_to(at_the_end, [0, 28], [-10, 38])
    claimed = "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"
    assert ("Boris’s tricks", claimed, 23, "A5") in said(at_the_end)

    told = two().claims(BORIS).rules(0, -5)
    assert told.scores == [-12, 35]


def unscored(told: Hand) -> bool:
    """The claim stands but cannot be scored."""
    found = told.stands().outcome
    assert found.lines == ()
    return (found.status, found.phase, found.turn, found.scores, found.sides) == (
        "in-progress", "over", None, None, None,
    )  # fmt: skip


def test_no_score_where_nobody_knows_what_was_left_or_who_has_the_fool() -> None:
    """Fine points, claim."""
    aside = [card for card in PACK if card not in {*ANNAS.split(), *BORIS_S.split()}]
    assert unscored(taros(2).plays("S1 T21").claims(ANNA))
    assert unscored(taros(2, deal={BORIS: BORIS_S}).claims(ANNA))
    third = taros(3, deal={CHLOE: BORIS_S}, stock=" ".join(aside[:42]))
    comes_to(third.claims(CHLOE), [0, 0, 53 - _aside(third)], [-12, -12, 77 - _aside(third)])
    without = taros(3, deal={CHLOE: ANNAS}, stock=" ".join(aside[:42]))
    assert unscored(without.claims(CHLOE))
    trump = taros(3, deal={CHLOE: ANNAS}, stock=" ".join(aside[:42]), fool_mode="highest-trump")
    assert trump.claims(CHLOE).outcome.card_points == (0, 0, 53 - _aside(trump))
    assert without.plays("F").claims(CHLOE).outcome.status == "scored"


def _aside(told: Hand) -> int:
    """The card points in the cards put aside (A5)."""
    worth = {"F": 5, "T21": 4, "T1": 4}
    court = {"K": 4, "Q": 3, "N": 2, "J": 1}
    cards = (told.stock or "").split()
    return sum(worth.get(card, court.get(card[1:], 0)) for card in cards)


# ---- the Fool as highest trump -------------------------------------------------------------------


def test_as_highest_trump_the_fool_counts_for_its_player_and_nothing_is_given() -> None:
    """A22: a whole hand. Boris takes the king with the Fool, and then everything."""
    hearts = "H1 S1 H2 S2 H3 S3 H4 S4 H5 S5 H6 S6 H7 S7 HN S8 HQ SJ HK SN T21 SQ"
    told = two(fool_mode="highest-trump").plays(f"SK F {hearts}").stands()
    comes_to(told, [0, 28], [-12, 40])
    assert said(told) == [
        ("Anna’s tricks", "none", 0, "A5"),
        ("Anna", "no trick", -12, "A25"),
        ("Boris’s tricks", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12", 28, "A5"),
        ("Cards", "24 − 12", 12, "A23"),
        ("Boris", "28 + (24 − 12)", 40, "A24"),
    ]
    excuse = two().plays("SK F")
    assert (excuse.state.winners, told.state.winners[:1]) == ([ANNA], [BORIS])

    # At a claim its holder does not matter.
    told = two(fool_mode="highest-trump")
    comes_to(told.plays("S1 T21").claims(ANNA), [24, 4], [24 + 22 - 12, 4 + 2 - 12])
    comes_to(told.claims(ANNA), [28, 0], [40, -12])


# ---- besides the cards ---------------------------------------------------------------------------


def test_the_card_that_counts_least() -> None:
    """A20."""
    assert cheapest(TAROS.pack, 0) is None
    assert cheapest(TAROS.pack, _mask("SK SQ T1 DQ")) == ids("SQ")[0]
    assert cheapest(TAROS.pack, _mask("SK D9 T2 T21")) == ids("D9")[0]


def _mask(cards: str) -> int:
    return sum(1 << card for card in ids(cards))
