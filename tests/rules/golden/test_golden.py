"""The golden hands: counted by hand, and the same at every card as when they were checked."""

from collections import Counter
from pathlib import Path

import pytest

from games.display.rulesheets import rule_sheet
from games.rules import VARIANTS, find_variant, replay
from games.rules.notation import format_text, parse_text
from tests.rules.golden.playthrough import collection, positions, read

LEAST = 8
HANDS = pytest.mark.parametrize(
    "path", collection(), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
SHEETS = {variant.key: rule_sheet(variant.key, "en").anchors for variant in VARIANTS}
# Scarto is the proof of the guide to another game; its rulings stand in its own tests.
WITHOUT = {"scarto"}


@HANDS
def test_a_golden_hand_is_as_it_was_checked_and_counted_by_hand(path: Path) -> None:
    """At every position and in its score; it names rules of its sheet, and is written as the
    notation writes it."""
    golden = read(path)
    assert positions(golden.record) == golden.pins.read_text()
    found = replay(golden.record).outcome
    assert found.status == "scored"
    assert list(found.scores or ()) == golden.scores
    if golden.card_points is not None:
        assert list(found.card_points or ()) == golden.card_points
    assert golden.record.variant.key == path.parent.name
    anchors = SHEETS[golden.record.variant.key]
    assert [rule for rule in golden.rules if f"r-{rule}" not in anchors] == []
    text = path.read_text()
    written = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    assert written.lstrip("\n") == format_text(parse_text(text))


def test_every_game_has_eight() -> None:
    counted = Counter(path.parent.name for path in collection())
    assert set(counted) == {variant.key for variant in VARIANTS} - WITHOUT
    assert all(find_variant(key) is not None for key in counted)
    assert min(counted.values()) >= LEAST
