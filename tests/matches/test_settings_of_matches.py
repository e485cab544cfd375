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


def test_a_match_keeps_what_differs_from_its_game(cast: Cast) -> None:
    match = opened(cast, "taros-1659", target=50, finish_rule="shared", direction="clockwise")
    assert match.settings == {"finish_rule": "shared"}
    assert opened(cast, "taros-1659").settings == {}


def test_no_setting_comes_into_the_options_of_a_record(cast: Cast) -> None:
    hand = open_hand(cast.scorer, opened(cast, "taros-1659", target=100, finish_rule="shared"))
    record = records.record_of(hand, [])
    assert record.options == record.variant.default_options()


def test_the_other_way_round_stands_in_the_texts_of_a_record(cast: Cast) -> None:
    """For the picture of the table alone: A-c, D2."""
    other = open_hand(cast.scorer, opened(cast, "droggn", direction="clockwise"))
    usual = open_hand(cast.scorer, opened(cast, "droggn", direction="counter-clockwise"))
    assert records.record_of(other, []).meta["direction"] == "clockwise"
    assert "direction" not in records.record_of(usual, []).meta


@pytest.mark.parametrize(
    ("variant", "settings"),
    [
        ("taros-1659", {"target": "50"}),
        ("taros-1659", {"target": 0}),
        ("taros-1659", {"target": True}),
        ("taros-1659", {"finish_rule": "lowest"}),
        ("taros-1659", {"passed_hand_counts": True}),
        ("sca-tarok", {"direction": "clockwise"}),
        ("scarto", {"target": 100}),
        ("droggn", {"direction": "up"}),
    ],
)
def test_what_the_game_does_not_leave_to_a_match_is_refused(
    cast: Cast, variant: str, settings: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError) as caught:
        opened(cast, variant, **settings)
    assert [error.code for error in caught.value.error_dict["settings"]] == ["unknown-option"]
    assert not Match.objects.exists()
