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


def test_options_deal_and_meta_may_be_left_out_and_nothing_else() -> None:
    record = read(options=ABSENT, deal=ABSENT, meta=ABSENT)
    assert record.options == FRENCH.default_options()
    assert record.hands == (None,) * 4
    assert record.stock is None
    assert record.meta == {}

    for deal in [None, {}, {"hands": [None] * 4}, {"stock": None}]:
        assert read(deal=deal) == read(deal=ABSENT)

    for field in ["format", "variant", "players", "dealer", "actions"]:
        problem = fault(**{field: ABSENT})
        assert problem.code == "malformed"
        assert field in str(problem)


# ---- types -----------------------------------------------------------------------------------

WRONG: dict[str, list[Any]] = {
    "format": ["tarot-hand/3", 1],
    "variant": [None, ["french"]],
    "options": [None, []],
    "players": [
        "Anna Boris",
        None,
        ["Anna", "Boris", "Chloe", None],
        ["Anna", "Boris", "Chloe", 4],
    ],
    "dealer": [None, "3", 3.0, True, -1, 4],
    "deal": [
        [],
        "unknown",
        {"hands": None},
        {"hands": {}},
        {"hands": [None] * 3},
        {"hands": [None] * 5},
        {"hands": ["S1", None, None, None]},
        {"hands": [[1], None, None, None]},
        {"hands": [[None], None, None, None]},
        {"stock": "S1"},
        {"stock": [["S1"]]},
        {"dog": []},
    ],
    "actions": [None, {}],
    "meta": [None, [], {"table": 2}, {"table": None}, {"table": ["2"]}],
    "weather": ["rain"],
    "Meta": [{}],
}


def test_a_field_of_the_wrong_type_is_malformed() -> None:
    accepted = [
        (field, value)
        for field, values in WRONG.items()
        for value in values
        if code(**{field: value}) != "malformed"
    ]
    assert accepted == []
    others: list[Any] = [None, [], "record", 1, True]
    for raw in others:
        with pytest.raises(RecordError):
            read_record(raw)


def test_keys_of_one_s_own_are_kept_in_the_object_the_deal_and_meta() -> None:
    record = read(_app="x", deal={"hands": [None] * 4, "_scan": [1.5]}, meta={"weather": "rain"})
    assert record.extra == {"_app": "x"}
    assert record.deal_extra == {"_scan": [1.5]}
    assert record.meta == {"weather": "rain"}
    assert read_record(json.loads(format_record(record))) == record


# ---- limits ----------------------------------------------------------------------------------


def test_each_limit_is_kept_exactly() -> None:
    """400 actions; 32 keys of meta, of 64 characters each, with values of 2,000."""
    note = {"kind": "note", "text": ""}
    assert verify(json.dumps(changed(actions=[note] * 400)))["ok"]
    assert code(actions=[note] * 401) == "malformed"
    assert len(read(meta={f"key {number}": "" for number in range(32)}).meta) == 32
    assert code(meta={f"key {number}": "" for number in range(33)}) == "malformed"
    assert read(meta={"é" * 64: "x"}).meta == {"é" * 64: "x"}
    assert code(meta={"é" * 65: "x"}) == "malformed"
    assert read(meta={"comment": "♠" * 2_000}).meta["comment"] == "♠" * 2_000
    assert code(meta={"comment": "♠" * 2_001}) == "malformed"


def seated(name: str) -> dict[str, Any]:
    return {"players": [name, "Boris", "Chloe", "Dario"]}


def test_a_name_has_up_to_eighty_characters_and_something_to_see() -> None:
    """Two players may have the same."""
    for name in ("A", "A" * 80, "🃏" * 80, "花子", "O'Neil", " x ", "-", "a\u200bb", "\u00a0x"):
        assert read(**seated(name)).players[0] == name
    others = ["", "A" * 81, " ", "\u00a0", "\u3000 \u2003", "\u200b", "\u3164", "\u2800"]
    inside = "\n \t \x7f \x85 \u2028 \u2029 \0 \ud800".split(" ")
    for name in (*others, *(f"a{character}b" for character in inside)):
        assert code(**seated(name)) == "malformed", repr(name)
    assert read(players=["Anna"] * 4).players == ("Anna",) * 4


# ---- names of the game -----------------------------------------------------------------------


def test_a_variant_an_option_or_a_value_that_nobody_knows() -> None:
    """An option set to its default is no fault."""
    for variant in ("", "French", "french ", "whist", "droggn2"):
        assert code(variant=variant) == "unknown-variant"
    unknown: list[dict[str, Any]] = [
        {"colour": "red"},
        {"_own": 1},
        *({"petit": value} for value in ("defence", "Taker", None)),
        *({"petit_sec": value} for value in (1, 0, "true")),
        *({"defence_slam": value} for value in (200.0, True, False, 100)),
    ]
    for options in unknown:
        assert code(options=options) == "unknown-option", options
    record = read(options={"petit": "taker", "petit_sec": False, "defence_slam": 0})
    assert record == read()
    assert b'"options":{}' in format_record(record)


def test_french_tarot_is_for_three_four_and_five_and_somebody_there_deals() -> None:
    for number in (1, 2, 6, 7):
        problem = fault(players=list("ABCDEFG"[:number]), deal=ABSENT, dealer=0)
        assert (problem.code, problem.rule) == ("wrong-player-count", "french/1.2.4")
    for enough in (3, 4, 5):
        assert read(players=list("ABCDE"[:enough]), deal=ABSENT, dealer=0)
    assert code(players=[], deal=ABSENT, dealer=0) == "malformed"


# ---- the order of the table of codes ---------------------------------------------------------


def test_of_several_faults_the_first_of_the_table_is_named_and_the_object_comes_first() -> None:
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

    broken = [{"kind": "dance"}]
    assert verify(json.dumps(changed(actions=broken)))["error"]["action"] == 0
    assert code(actions=broken, variant="whist") == "unknown-variant"
    assert code(actions=broken, options={"colour": "red"}) == "unknown-option"
