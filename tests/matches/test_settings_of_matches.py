"""What a match settles for itself, and what it cannot settle."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.book import records
from games.models import Match
from tests.cast import Cast
from tests.factories import open_hand, open_match

pytestmark = pytest.mark.both_databases


def opened(cast: Cast, variant: str, people: int = 3, **settings: Any) -> Match:
    return open_match(
        cast.scorer,
        cast.club,
        cast.players[:people],
        variant=variant,
        first_dealer=0,
        settings=settings,
    )


def test_a_match_keeps_what_differs_from_its_game_and_its_records_none_of_it(cast: Cast) -> None:
    match = opened(cast, "taros-1659", target=100, finish_rule="shared", direction="clockwise")
    assert match.settings == {"target": 100, "finish_rule": "shared"}
    assert opened(cast, "taros-1659", target=50).settings == {}
    record = records.record_of(open_hand(cast.scorer, match), [])
    assert record.options == record.variant.default_options()


def test_the_other_way_round_stands_in_the_texts_of_a_record(cast: Cast) -> None:
    """For the picture of the table alone: A-c, D2."""
    other = open_hand(cast.scorer, opened(cast, "droggn", direction="clockwise"))
    usual = open_hand(cast.scorer, opened(cast, "droggn", direction="counter-clockwise"))
    assert records.record_of(other, []).meta["direction"] == "clockwise"
    assert "direction" not in records.record_of(usual, []).meta


def test_what_the_game_does_not_leave_to_a_match_is_refused(cast: Cast) -> None:
    cases: list[tuple[str, dict[str, Any]]] = [
        ("taros-1659", {"target": "50"}),
        ("taros-1659", {"target": 0}),
        ("taros-1659", {"target": True}),
        ("taros-1659", {"finish_rule": "lowest"}),
        ("taros-1659", {"passed_hand_counts": True}),
        ("sca-tarok", {"direction": "clockwise"}),
        ("scarto", {"target": 100}),
        ("droggn", {"direction": "up"}),
    ]
    for variant, settings in cases:
        with pytest.raises(ValidationError) as caught:
            opened(cast, variant, **settings)
        codes = [error.code for error in caught.value.error_dict["settings"]]
        assert codes == ["unknown-option"], (variant, settings)
    assert not Match.objects.exists()
