"""What Le Jeu de Taros is: pack, tables, options (sheet A1 to A11, A22)."""

import pytest

from games.display.rulesheets import rule_anchor, rule_sheet
from games.rules import VARIANTS, find_variant
from games.rules.cards import ALL
from games.rules.variants.taros_1659 import TAROS
from tests.rules.table import hand
from tests.rules.written import PACK, ids

OPTIONS = {
    "fool_settlement": ("immediate", "end-of-hand"),
    "first_lead": ("dealer", "next"),
    "fool_mode": ("excuse", "highest-trump"),
}


def test_the_game_is_found_by_its_key() -> None:
    assert find_variant("taros-1659") is TAROS
    assert TAROS in VARIANTS


@pytest.mark.parametrize(("players", "aside"), [(2, 54), (3, 42), (4, 30), (5, 18), (6, 6)])
def test_twelve_cards_each_and_the_rest_put_aside(players: int, aside: int) -> None:
    """A1, A8, A9."""
    assert (TAROS.hand_size(players), TAROS.stock_size(players)) == (12, aside)


def test_two_to_six_play() -> None:
    """A1."""
    assert TAROS.seats == (2, 3, 4, 5, 6)


@pytest.mark.rule("A6")
def test_what_the_cards_count() -> None:
    """A5, A6: 53 points in 19 cards; the other 59 are empty."""
    worth = {code: TAROS.pack.worth[card] for card, code in enumerate(PACK)}
    counting = {code: points for code, points in worth.items() if points}
    by_rank = {"K": 4, "Q": 3, "N": 2, "J": 1}
    court = {suit + rank: points for suit in "SHDC" for rank, points in by_rank.items()}
    assert counting == {"F": 5, "T21": 4, "T1": 4, **court}
    assert (len(counting), len(worth) - len(counting)) == (19, 59)
    assert TAROS.pack.points(ALL) == 2 * TAROS.pack.points_of(ids("F T21 T1")) + 2 * 27 == 2 * 53


@pytest.mark.rule("A7")
def test_clockwise_and_not_zero_sum() -> None:
    """A7, A24."""
    assert TAROS.direction == "clockwise"
    assert TAROS.zero_sum is False


def test_the_options_and_their_values() -> None:
    found = {one.key: tuple(choice.value for choice in one.choices) for one in TAROS.options}
    assert found == OPTIONS
    assert TAROS.default_options() == {key: values[0] for key, values in OPTIONS.items()}


def test_the_presets_are_complete() -> None:
    short, others = TAROS.presets
    assert dict(short.options) == TAROS.default_options()
    assert dict(others.options) == {
        "fool_settlement": "end-of-hand",
        "first_lead": "next",
        "fool_mode": "excuse",
    }


def test_every_rule_that_the_game_cites_is_on_its_sheet() -> None:
    anchors = rule_sheet("taros-1659", "en").anchors
    cited = [*TAROS.rules.values(), *(option.rule for option in TAROS.options)]
    assert [rule for rule in cited if rule_anchor(rule) not in anchors] == []


def test_every_rule_of_the_sheet_is_on_the_page() -> None:
    anchors = rule_sheet("taros-1659", "en").anchors
    assert [number for number in range(1, 28) if f"r-A{number}" not in anchors] == []


@pytest.mark.parametrize("players", TAROS.seats)
def test_the_dealer_leads_or_the_next_player(players: int) -> None:
    """A11."""
    for dealer in range(players):
        first = hand(players, dealer=dealer, variant="taros-1659")
        after = hand(players, dealer=dealer, variant="taros-1659", first_lead="next")
        assert (first.outcome.turn, after.outcome.turn) == (dealer, (dealer + 1) % players)
        assert (first.outcome.phase, first.outcome.status) == ("play", "in-progress")
