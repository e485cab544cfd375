"""The object around the actions: its fields, limits and names, and its canonical line."""

import json
from typing import Any

import pytest

from games.rules import (
    RecordError,
    format_record,
    read_record,
    verify,
)
from tests.rules.objects import ABSENT, changed, code, fault, read
from tests.rules.table import FRENCH

# ---- what may be left out --------------------------------------------------------------------


def test_options_deal_and_meta_may_be_left_out() -> None:
    record = read(options=ABSENT, deal=ABSENT, meta=ABSENT)
    assert record.options == FRENCH.default_options()
    assert record.hands == (None,) * 4
    assert record.stock is None
    assert record.meta == {}


@pytest.mark.parametrize("deal", [None, {}, {"hands": [None] * 4}, {"stock": None}])
def test_a_deal_of_nothing_is_as_left_out(deal: Any) -> None:
    assert read(deal=deal) == read(deal=ABSENT)


@pytest.mark.parametrize("field", ["format", "variant", "players", "dealer", "actions"])
def test_everything_else_must_be_there(field: str) -> None:
    problem = fault(**{field: ABSENT})
    assert problem.code == "malformed"
    assert field in str(problem)


# ---- types -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "tarot-hand/3"),
        ("format", 1),
        ("variant", None),
        ("variant", ["french"]),
        ("options", None),
        ("options", []),
        ("players", "Anna Boris Chloe Dario"),
        ("players", None),
        ("players", ["Anna", "Boris", "Chloe", None]),
        ("players", ["Anna", "Boris", "Chloe", 4]),
        ("dealer", None),
        ("dealer", "3"),
        ("dealer", 3.0),
        ("dealer", True),
        ("dealer", -1),
        ("dealer", 4),
        ("deal", []),
        ("deal", "unknown"),
        ("deal", {"hands": None}),
        ("deal", {"hands": {}}),
        ("deal", {"hands": [None] * 3}),
        ("deal", {"hands": [None] * 5}),
        ("deal", {"hands": ["S1", None, None, None]}),
        ("deal", {"hands": [[1], None, None, None]}),
        ("deal", {"hands": [[None], None, None, None]}),
        ("deal", {"stock": "S1"}),
        ("deal", {"stock": [["S1"]]}),
        ("deal", {"dog": []}),
        ("actions", None),
        ("actions", {}),
        ("meta", None),
        ("meta", []),
        ("meta", {"table": 2}),
        ("meta", {"table": None}),
        ("meta", {"table": ["2"]}),
        ("weather", "rain"),
        ("Meta", {}),
    ],
)
def test_a_field_of_the_wrong_type_is_malformed(field: str, value: Any) -> None:
    assert code(**{field: value}) == "malformed"


@pytest.mark.parametrize("raw", [None, [], "record", 1, True])
def test_a_record_is_an_object(raw: Any) -> None:
    with pytest.raises(RecordError):
        read_record(raw)


def test_keys_of_one_s_own_are_kept_in_the_object_and_in_the_deal() -> None:
    record = read(_app="x", deal={"hands": [None] * 4, "_scan": [1.5]})
    assert record.extra == {"_app": "x"}
    assert record.deal_extra == {"_scan": [1.5]}
    assert read_record(json.loads(format_record(record))) == record


# ---- limits ----------------------------------------------------------------------------------


def test_four_hundred_actions_and_one_more() -> None:
    note = {"kind": "note", "text": ""}
    assert verify(json.dumps(changed(actions=[note] * 400)))["ok"]
    assert code(actions=[note] * 401) == "malformed"


def test_thirty_two_keys_of_meta_and_one_more() -> None:
    assert len(read(meta={f"key {number}": "" for number in range(32)}).meta) == 32
    assert code(meta={f"key {number}": "" for number in range(33)}) == "malformed"


def test_keys_of_meta_of_sixty_four_characters_and_one_more() -> None:
    assert read(meta={"é" * 64: "x"}).meta == {"é" * 64: "x"}
    assert code(meta={"é" * 65: "x"}) == "malformed"


def test_values_of_meta_of_two_thousand_characters_and_one_more() -> None:
    assert read(meta={"comment": "♠" * 2_000}).meta["comment"] == "♠" * 2_000
    assert code(meta={"comment": "♠" * 2_001}) == "malformed"


def test_unknown_keys_of_meta_are_kept() -> None:
    assert read(meta={"weather": "rain", "_x": ""}).meta == {"weather": "rain", "_x": ""}


def seated(name: str) -> dict[str, Any]:
    return {"players": [name, "Boris", "Chloe", "Dario"]}


@pytest.mark.parametrize(
    "name",
    ["A", "A" * 80, "🃏" * 80, "花子", "O'Neil", "J. K.", " x ", "-", "é", "a\u200bb", "\u00a0x"],
)
def test_a_name_has_up_to_eighty_characters_and_something_to_see(name: str) -> None:
    assert read(**seated(name)).players[0] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A" * 81,
        " ",
        "\u00a0",
        "\u3000 \u2003",
        "a\nb",
        "a\tb",
        "a\x7fb",
        "a\x85b",
        "a\u2028b",
        "a\u2029b",
        "\u200b",
        "\u3164",
        "\u2800",
        "a\0",
        "a\ud800",
    ],
)
def test_no_other_name(name: str) -> None:
    assert code(**seated(name)) == "malformed"


def test_two_players_may_have_the_same_name() -> None:
    assert read(players=["Anna"] * 4).players == ("Anna",) * 4


# ---- names of the game -----------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["", "French", "french ", "whist", "tarot", "droggn2"])
def test_a_variant_that_nobody_knows(variant: str) -> None:
    assert code(variant=variant) == "unknown-variant"


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"petit": "defence"},
        {"petit": "Taker"},
        {"petit": None},
        {"petit_sec": 1},
        {"petit_sec": 0},
        {"petit_sec": "true"},
        {"defence_slam": 200.0},
        {"defence_slam": True},
        {"defence_slam": False},
        {"defence_slam": 100},
        {"_own": 1},
    ],
)
def test_an_option_or_value_that_the_game_does_not_have(options: dict[str, Any]) -> None:
    assert code(options=options) == "unknown-option"


def test_an_option_set_to_its_default_is_no_fault() -> None:
    record = read(options={"petit": "taker", "petit_sec": False, "defence_slam": 0})
    assert record == read()
    assert b'"options":{}' in format_record(record)


@pytest.mark.parametrize("number", [1, 2, 6, 7])
def test_french_tarot_is_for_three_four_and_five(number: int) -> None:
    problem = fault(players=list("ABCDEFG"[:number]), deal=ABSENT, dealer=0)
    assert (problem.code, problem.rule) == ("wrong-player-count", "french/1.2.4")
    for enough in (3, 4, 5):
        assert read(players=list("ABCDE"[:enough]), deal=ABSENT, dealer=0)


def test_nobody_at_the_table_can_be_the_dealer() -> None:
    assert code(players=[], deal=ABSENT, dealer=0) == "malformed"


# ---- the order of the table of codes ---------------------------------------------------------


def test_of_several_faults_the_table_s_first_is_named() -> None:
    every: dict[str, Any] = {
        "variant": "whist",
        "options": {"colour": "red"},
        "players": ["Anna", "Boris"],
        "dealer": 0,
        "deal": {"hands": [["S0", "H1", "H1"], None], "stock": None},
    }
    assert code(**every, meta=[]) == "malformed"
    assert code(**every) == "unknown-variant"
    every["variant"] = "french"
    assert code(**every) == "unknown-option"
    every["options"] = {}
    assert code(**every) == "wrong-player-count"
    every |= {"players": list("ABCD"), "deal": {"hands": [["S0", "H1", "H1"], None, None, None]}}
    assert code(**every) == "unknown-card"
    every["deal"] = {"hands": [["H1", "H1"], None, None, None]}
    assert code(**every) == "duplicate-card"
    every["deal"] = {"hands": [["H1", "H2"], None, None, None]}
    assert code(**every) == "wrong-card-count"


def test_faults_of_the_object_come_before_faults_of_the_actions() -> None:
    broken = [{"kind": "dance"}]
    assert verify(json.dumps(changed(actions=broken)))["error"]["action"] == 0
    assert code(actions=broken, variant="whist") == "unknown-variant"
    assert code(actions=broken, options={"colour": "red"}) == "unknown-option"
