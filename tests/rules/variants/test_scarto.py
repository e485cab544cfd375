"""What Scarto is: pack, ranks, table, options (sheet E1 to E8, E13, E24, E25)."""

import pytest

from games.rules import card_id
from games.rules.cards import ALL, mask_of
from games.rules.game.endings import Ending, finish
from games.rules.game.tricks import TrickPosition
from games.rules.variants.scarto import SCARTO
from tests.rules.piedmont import scarto
from tests.rules.written import PACK, ids


def taken_by(row: str, highest_trump: str = "20") -> str:
    """The card that takes a trick."""
    lying: TrickPosition = SCARTO.tricks({"highest_trump": highest_trump}).opening
    taking = ""
    for code in row.split():
        after = lying.after[card_id(code)]
        lying, taking = after, taking if after is lying else code
    return taking


def test_what_the_cards_count_in_thirds() -> None:
    """E5, E6: 78 points; trump 20 is an empty card."""
    by_rank = {"K": 13, "Q": 10, "N": 7, "J": 4}
    court = {suit + rank: worth for suit in "SHDC" for rank, worth in by_rank.items()}
    worth = {code: SCARTO.pack.worth[card] for card, code in enumerate(PACK)}
    counting = {code: points for code, points in worth.items() if points != 1}
    assert counting == {"F": 13, "T21": 13, "T1": 13, **court}
    assert SCARTO.pack.total == 2 * 78


@pytest.mark.rule("E6")
def test_with_the_option_trump_20_counts_what_trump_21_did() -> None:
    """E4, E6: the total and the cards are the same; which trump is the highest does not matter."""
    pack = SCARTO.pack_of(SCARTO.default_options() | {"counting_trump": "20"})
    worth = {code: pack.worth[card] for card, code in enumerate(PACK)}
    assert (worth["T20"], worth["T21"], worth["T1"], worth["F"]) == (13, 1, 13, 13)
    assert (pack.total, pack.cards) == (2 * 78, ALL)
    assert pack.honours == mask_of(ids("T1 T20 F"))

    for highest in ("20", "21"):
        told = scarto(counting_trump="20", highest_trump=highest)
        assert told.state.trick_rules is SCARTO.tricks({"highest_trump": highest})
        assert told.state.pack is SCARTO.pack_of({"counting_trump": "20"})
    assert scarto().state.pack is SCARTO.pack


@pytest.mark.rule("E5")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("S1 S2 T20", 1),  # E-Ex1
        ("SK S2 S3", 5),  # E-Ex2
        ("SK HK S3", 9),  # E-Ex3
        ("SK SQ SN SJ S2 S3", 12),  # E-Ex4
        ("T21 S2 S3", 5),
        ("SQ S2 T5", 4),
        ("SN S2 T5", 3),
        ("SJ S2 T5", 2),
    ],
)
def test_three_cards_are_counted_together(cards: str, points: int) -> None:
    """E5."""
    assert SCARTO.pack.points(mask_of(ids(cards))) == 2 * points


@pytest.mark.rule("E3", "E16")
@pytest.mark.parametrize(
    ("row", "taking"),
    [
        ("S10 S1 S9", "S10"),  # E3: black pips count up
        ("C2 C1 C3", "C3"),
        ("H10 H1 H9", "H1"),  # and red ones down
        ("D2 D10 D3", "D2"),
        ("H1 HJ H2", "HJ"),
        ("DN DQ DK", "DK"),
        ("SK T2 T1", "T2"),  # E4, E16
        ("T19 T21 T20", "T20"),
        ("T20 T21 T19", "T20"),
        ("T19 T18 T21", "T21"),
        ("S5 HK DK", "S5"),
        ("F S1 HK", "S1"),  # E17
    ],
)
def test_which_card_takes_the_trick(row: str, taking: str) -> None:
    assert taken_by(row) == taking


@pytest.mark.rule("E4")
def test_by_the_option_trumps_rank_by_their_number() -> None:
    """E4."""
    assert taken_by("T20 T21 T19", "21") == taken_by("T21 T20 T19", "21") == "T21"
    assert taken_by("T19 T20 T18", "21") == "T20"


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealer_lays_away_and_the_next_player_leads(dealer: int) -> None:
    """E8, E9, E13."""
    told = scarto(dealer=dealer)
    assert (told.outcome.phase, told.outcome.turn) == ("exchange", dealer)
    told = told.does("discard", seat=dealer, cards=None)
    assert told.outcome.turn == (dealer + 1) % 3
    assert told.plays("S1").outcome.phase == "play"


@pytest.mark.rule("E25")
def test_everybody_deals_once() -> None:
    """E25: over after three hands; who is level at the top wins together."""
    assert SCARTO.ending == Ending(hands=3, shared=True)
    two = [[5, -5, 0], [8, -8, 0]]
    assert not finish(two, [True] * 2, SCARTO.ending).over
    assert finish([*two, [6, 0, -6]], [True] * 3, SCARTO.ending).winners == (0,)
    assert finish([*two, [6, 6, -12]], [True] * 3, SCARTO.ending).winners == (0, 1)
