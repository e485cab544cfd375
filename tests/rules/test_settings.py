"""What a club may settle for a match: which games leave it what, and which values it can have."""

import pytest

from games.rules import VARIANTS, Variant, find_variant
from games.rules.game.settings import TargetPoints
from tests.games import EVERY_VARIANT

# What the sheets leave to a match, besides the number of hands.
SETTINGS = {
    "french": [],
    "droggn": ["direction"],
    "taros-1659": ["target", "finish_rule", "direction"],
    "taroux-of-six": ["passed_hand_counts"],
    "sca-tarok": ["target"],
    "scarto": [],
}


@EVERY_VARIANT
def test_each_game_leaves_to_a_match_what_its_sheet_does(variant: Variant) -> None:
    """A-c, A-i, A-j, B-k, C-g, D2: no option of a record; usually it is what the game says."""
    settings = [setting.key for setting in variant.settings]
    assert settings == SETTINGS[variant.key]
    assert not {option.key for option in variant.options} & {*settings}
    usual = variant.complete_settings({})
    assert usual.get("target", variant.ending.target) == variant.ending.target
    assert variant.turns(usual) == variant.turns({}) == variant.direction


def test_a_match_may_go_the_other_way_round() -> None:
    """A7, 2.2.2."""
    for key, other in (("taros-1659", "counter-clockwise"), ("droggn", "clockwise")):
        variant = find_variant(key)
        assert variant is not None
        assert variant.turns({"direction": other}) == other != variant.direction


def test_points_to_play_for_are_whole_and_some() -> None:
    points = TargetPoints()
    for text in ("1", "50", " 1000 ", "100000"):
        assert points.text(points.parse(text)) == text.strip()
        assert points.read(points.parse(text)) == int(text)
    for text in ("", "0", "-5", "fifty", "50.0", "½", "1" * 16, "100001"):
        with pytest.raises(ValueError, match="no"):
            points.parse(text)
    for raw in (True, 50.0, "50", None, 0, [50]):
        with pytest.raises(ValueError, match="no number of points"):
            points.read(raw)


@pytest.mark.rule("1.2.5")
def test_who_may_sit_down_to_which_game() -> None:
    """2.2.1: a fourth sits in; 1.2.5: a fifth at a table for four."""
    sits_out = {
        variant.key: [(one.people, one.players) for one in variant.seatings if one.dealer_sits_out]
        for variant in VARIANTS
    }
    assert {key: found for key, found in sits_out.items() if found} == {
        "french": [(5, 4)],
        "droggn": [(4, 3)],
    }
    for variant in VARIANTS:
        everybody = [one.people for one in variant.seatings if not one.dealer_sits_out]
        assert tuple(everybody) == variant.seats
