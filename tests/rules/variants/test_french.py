"""What French Tarot is: tables, calls, options, presets (sheet, Decisions, 1.3 to 1.5)."""

import pytest

from games.display.rulesheets import rule_anchor, rule_sheet
from games.rules import VARIANTS, find_variant
from tests.rules.table import FRENCH

# Option, its values with the default first (the quick guide's), the federation's second.
DECISIONS = {
    "passed_deal": ("next", "same"),
    "petit": ("taker", "either-side", "nobody"),
    "handful_by": ("taker", "anyone"),
    "handful_excuse": ("free", "last-resort"),
    "slam_lead": ("dealers-right", "caller"),
    "petit_sec": (False, True),
    "defence_slam": (0, 200),
    "discard": ("kings-only", "strict"),
    "fool_last_in_slam": ("transfers", "stays"),
    "handful_pays": ("20-30-40", "20-40-60"),
    "misere": (0, 10),
}
# Older ways of counting, in neither preset.
OLDER = ("handful_pays", "misere")


def test_the_game_is_found_by_its_key() -> None:
    assert find_variant("french") is FRENCH
    assert FRENCH in VARIANTS
    assert find_variant("French") is None
    assert find_variant("") is None


@pytest.mark.parametrize(("players", "cards", "dog"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_the_tables(players: int, cards: int, dog: int) -> None:
    assert (FRENCH.hand_size(players), FRENCH.stock_size(players)) == (cards, dog)
    assert players * cards + dog == 78


def test_three_tables_and_no_other() -> None:
    assert FRENCH.seats == (3, 4, 5)


def test_the_bids_from_low_to_high_and_what_they_multiply() -> None:
    assert [(bid.key, bid.factor) for bid in FRENCH.bids] == [
        ("small", 1),
        ("guard", 2),
        ("guard-without", 4),
        ("guard-against", 6),
    ]
    assert [bid.least for bid in FRENCH.bids] == [25 * bid.factor for bid in FRENCH.bids]


def test_play_goes_counter_clockwise() -> None:
    assert FRENCH.direction == "counter-clockwise"


def test_the_options_and_their_values() -> None:
    found = {one.key: tuple(choice.value for choice in one.choices) for one in FRENCH.options}
    assert found == DECISIONS
    assert FRENCH.default_options() == {key: values[0] for key, values in DECISIONS.items()}


def test_an_option_takes_its_values_in_exactly_their_type() -> None:
    petit_sec = next(one for one in FRENCH.options if one.key == "petit_sec")
    assert [petit_sec.read(value) for value in (True, False)] == [True, False]
    for value in (1, 0, "true", None):
        with pytest.raises(ValueError, match="petit_sec"):
            petit_sec.read(value)


def test_the_presets_are_complete_and_are_the_two_columns() -> None:
    quick, federation = FRENCH.presets
    assert (quick.key, federation.key) == ("quick-guide", "fft")
    assert dict(quick.options) == {key: values[0] for key, values in DECISIONS.items()}
    assert dict(federation.options) == {
        key: values[key not in OLDER] for key, values in DECISIONS.items()
    }


def test_every_text_that_a_scorer_reads_is_there() -> None:
    texts = [FRENCH.name, *(bid.label for bid in FRENCH.bids)]
    for option in FRENCH.options:
        texts += [option.label, option.help, *(choice.label for choice in option.choices)]
    for preset in FRENCH.presets:
        texts += [preset.label, preset.help]
    assert all(text.strip() for text in texts)


def test_every_rule_that_the_game_cites_is_on_its_sheet() -> None:
    anchors = rule_sheet("french", "en").anchors
    cited = [*FRENCH.rules.values(), *(option.rule for option in FRENCH.options)]
    assert [rule for rule in cited if rule_anchor(rule) not in anchors] == []
    assert FRENCH.cite("follow") == "french/1.9.3a"
