"""What Tarok is: pack, order of the cards, tables, options (sheet C1 to C6, C13)."""

import pytest

from games.display.rulesheets import rule_sheet
from games.rules import VARIANTS, find_variant
from games.rules.cards import ALL
from games.rules.variants.sca_tarok import TAROK
from tests.rules.table import hand
from tests.rules.written import PACK, SUITS

OPTIONS = {"fool_rank": ("low", "high"), "short_draw": ("partial", "none")}
COURT = {"J": 15, "N": 15, "Q": 20, "K": 25}


def test_the_game_is_found_by_its_key() -> None:
    assert find_variant("sca-tarok") is TAROK
    assert TAROK in VARIANTS


@pytest.mark.parametrize(("players", "pile", "tricks"), [(2, 48, 39), (3, 33, 26), (4, 18, 19)])
def test_fifteen_cards_each_and_the_rest_is_drawn(players: int, pile: int, tricks: int) -> None:
    """C5, C11."""
    assert (TAROK.hand_size(players), TAROK.stock_size(players)) == (15, pile)
    assert hand(players, variant="sca-tarok").state.tricks_in_all == tricks


def test_two_to_four_play() -> None:
    """C1."""
    assert TAROK.seats == (2, 3, 4)


def test_what_the_cards_count() -> None:
    """C13: Majors 330, kings 100, queens 80, knights and pages 120, the rest 220."""
    worth = {code: TAROK.pack.worth[card] for card, code in enumerate(PACK)}
    assert all(worth[code] == 15 for code in PACK if code[0] in "TF")
    for suit in SUITS:
        assert {rank: worth[suit + rank] for rank in COURT} == COURT
        assert [worth[f"{suit}{number}"] for number in range(1, 11)] == list(range(1, 11))
    assert TAROK.pack.total == 2 * 850
    assert (
        TAROK.pack.points(ALL)
        == TAROK.pack.points_of(range(78))
        == 2 * (330 + 100 + 80 + 120 + 220)
    )


def test_no_card_decides_anything_by_itself() -> None:
    """C14: there are no honours."""
    assert TAROK.pack.honours == 0
    assert (TAROK.bids, TAROK.announcements) == ((), ())


def test_to_the_left_and_not_zero_sum() -> None:
    """C6, C13."""
    assert TAROK.direction == "clockwise"
    assert TAROK.zero_sum is False


def test_the_options_and_their_values() -> None:
    found = {one.key: tuple(choice.value for choice in one.choices) for one in TAROK.options}
    assert found == OPTIONS
    assert TAROK.default_options() == {key: values[0] for key, values in OPTIONS.items()}


def test_both_options_are_marked_as_reconstructed() -> None:
    assert [option.mark for option in TAROK.options] == ["reconstructed"] * 2


def test_the_preset_is_the_description() -> None:
    (described,) = TAROK.presets
    assert dict(described.options) == TAROK.default_options()


def test_every_rule_of_the_sheet_is_on_the_page() -> None:
    anchors = rule_sheet("sca-tarok", "en").anchors
    assert [number for number in range(1, 16) if f"r-C{number}" not in anchors] == []


@pytest.mark.rule("C6")
@pytest.mark.parametrize("players", TAROK.seats)
def test_the_player_on_the_dealer_s_left_leads(players: int) -> None:
    """C6."""
    for dealer in range(players):
        told = hand(players, dealer=dealer, variant="sca-tarok")
        assert told.outcome.turn == (dealer + 1) % players
        assert (told.outcome.phase, told.outcome.status) == ("play", "in-progress")


def test_a_deal_of_another_size_is_refused() -> None:
    """C1, C5."""
    short = " ".join(SUITS["S"])
    hand(2, variant="sca-tarok", deal={0: short}).refused("wrong-card-count", "C5", action=None)
    hand(3, variant="sca-tarok", stock=short).refused("wrong-card-count", "C5", action=None)
    twice = " ".join([*SUITS["S"], "H1"])
    dealt = hand(2, variant="sca-tarok", deal={0: twice, 1: twice})
    assert dealt.problem.code == "duplicate-card"
