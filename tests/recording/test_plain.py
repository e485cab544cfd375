"""The screen as plain data: nothing of it is lost, and equal screens have equal bytes."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import pytest

from games.recording.screen import (
    canonical,
    entry_of,
    parts_of,
    plain,
    preview_of,
    refusal_of,
    result_form,
    screen_of,
)
from games.rules import Sentence, Variant, replay, say, say_counted
from tests.games import EVERY_TABLE, record_by_chance
from tests.recording.positions import positions
from tests.rules.table import hand


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What stands at the ends of a value, each with the way to it."""
    if isinstance(value, Sentence):
        yield from leaves({**value._asdict(), "facts": dict(value.facts)}, path)
    elif hasattr(value, "_fields"):
        yield from leaves({name: getattr(value, name) for name in value._fields}, path)
    elif is_dataclass(value):
        yield from leaves({one.name: getattr(value, one.name) for one in fields(value)}, path)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}")
    elif isinstance(value, frozenset):
        yield from leaves(sorted(value), path)
    elif isinstance(value, tuple | list):
        for place, part in enumerate(value):
            yield from leaves(part, f"{path}.{place}")
    else:
        yield path, value


@pytest.mark.thorough
@EVERY_TABLE
def test_nothing_of_a_screen_is_lost(variant: Variant, players: int) -> None:
    for replayed in positions(record_by_chance(variant, players, seed=5)):
        screen = screen_of(replayed)
        data = json.loads(canonical(screen))
        assert dict(leaves(data)) == dict(leaves(screen))
        assert set(data) == set(screen._fields)


@pytest.mark.thorough
@EVERY_TABLE
def test_each_entry_leads_to_other_bytes_and_the_same_hand_to_the_same(
    variant: Variant, players: int
) -> None:
    record = record_by_chance(variant, players, seed=5)
    screens = [canonical(screen_of(replayed)) for replayed in positions(record)]
    assert len(set(screens)) == len(screens)
    assert screens == [canonical(screen_of(replayed)) for replayed in positions(record)]


def test_nothing_of_a_panel_is_lost() -> None:
    begun = hand(4).says("petite pass pass pass").replay
    out_of_turn = {"kind": "play", "seat": 2, "card": "SK"}
    broken = replay(begun.record._replace(actions=(*begun.record.actions, out_of_turn)))
    assert broken.problem is not None
    change = {"op": "act", "action": out_of_turn}
    panels = (
        entry_of(begun, 0),
        parts_of(begun),
        preview_of(begun, broken, change),
        refusal_of(begun, broken.problem, change),
        result_form(replay(begun.record._replace(actions=()))),
    )
    for panel in panels:
        assert dict(leaves(plain(panel))) == dict(leaves(panel))


def test_a_sentence_is_its_template_its_facts_and_its_plural() -> None:
    assert plain(say("{player} to play.", player=2)) == {
        "template": "{player} to play.",
        "facts": {"player": 2},
        "plural": "",
    }
    assert plain(say_counted("{count} card", "{count} cards", count=2))["plural"] == "{count} cards"


def test_the_order_in_which_things_were_put_together_does_not_show() -> None:
    assert canonical({"b": frozenset({"T21", "F"}), "a": 1}) == b'{"a":1,"b":["F","T21"]}'
    assert canonical(say("{a}{b}", a=1, b=2)) == canonical(say("{a}{b}", b=2, a=1))


def test_names_are_written_as_they_are() -> None:
    class Named(NamedTuple):
        name: str

    assert canonical(Named("Zoé")) == '{"name":"Zoé"}'.encode()


def test_a_kind_of_value_that_is_not_known_is_no_plain_data() -> None:
    with pytest.raises(TypeError, match="no plain form"):
        plain({"at": object()})
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))
