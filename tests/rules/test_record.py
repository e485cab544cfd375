"""The object around the actions: its fields, limits and names, and the canonical line of a
record."""

import json
from typing import Any

import pytest

from games.rules import (
    Problem,
    Record,
    RecordError,
    format_record,
    parse_record,
    read_record,
    verify,
)
from tests.rules.published import TRICKS, published
from tests.rules.table import FRENCH, PACK, assert_well_said, hand, ids

PLAIN = hand().json
ABSENT = object()


def changed(**fields: Any) -> dict[str, Any]:
    """The plain record with other fields, or without those that are ABSENT."""
    return {key: value for key, value in (PLAIN | fields).items() if value is not ABSENT}


def fault(**fields: Any) -> Problem:
    """Why the changed record is refused before any action is read."""
    with pytest.raises(RecordError) as refused:
        read_record(changed(**fields))
    problem = refused.value.problem
    assert problem.action is None
    assert_well_said(problem)
    return problem


def code(**fields: Any) -> str:
    return fault(**fields).code


def read(**fields: Any) -> Record:
    return read_record(changed(**fields))


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
        ("format", "tarot-hand/2"),
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


# ---- the deal --------------------------------------------------------------------------------

ROWS = {seat: cards.split() for seat, cards in published().deal.items()}
DOG = (published().stock or "").split()


def dealt(hands: dict[int, list[str]], stock: list[str] | None = None) -> dict[str, Any]:
    return {"deal": {"hands": [hands.get(seat) for seat in range(4)], "stock": stock}}


def test_a_hand_is_kept_in_the_order_in_which_it_was_written() -> None:
    record = read(**dealt(ROWS, DOG))
    assert record.hands[1] is not None
    assert sorted(record.hands[1]) == list(ids(" ".join(ROWS[1])))
    assert json.loads(format_record(record))["deal"] == {
        "hands": [ROWS[seat] for seat in range(4)],
        "stock": DOG,
    }


@pytest.mark.parametrize("word", ["S0", "S11", "T22", "EX", "", "s 1", "S1 "])
def test_a_word_that_is_no_card(word: str) -> None:
    problem = fault(**dealt({0: [word, *ROWS[0][1:]]}))
    assert (problem.code, problem.rule) == ("unknown-card", "french/1.3.1")
    assert code(**dealt({}, [word, *DOG[1:]])) == "unknown-card"


def test_a_card_dealt_twice() -> None:
    problem = fault(**dealt({0: [*ROWS[0][:-1], ROWS[0][0]]}))
    assert (problem.code, problem.cards) == ("duplicate-card", ids(ROWS[0][0]))
    assert code(**dealt({0: ROWS[0], 1: [ROWS[0][0], *ROWS[1][1:]]})) == "duplicate-card"
    assert code(**dealt({0: ROWS[0]}, [ROWS[0][0], *DOG[1:]])) == "duplicate-card"
    assert code(**dealt({0: ROWS[0]}, [ROWS[0][0].lower(), *DOG[1:]])) == "duplicate-card"


def test_a_hand_of_seventeen_or_nineteen_cards() -> None:
    problem = fault(**dealt({2: ROWS[2][:-1]}))
    assert (problem.code, problem.rule, problem.seat) == ("wrong-card-count", "french/1.4", 2)
    assert str(problem) == "seat 2 has 17 cards; 18 are dealt."
    assert code(**dealt({2: [*ROWS[2], "S3"]})) == "wrong-card-count"
    assert code(**dealt({2: []})) == "wrong-card-count"


def test_a_dog_of_five_or_seven_cards() -> None:
    assert code(**dealt({}, DOG[:-1])) == "wrong-card-count"
    assert code(**dealt({}, [*DOG, "S1"])) == "wrong-card-count"


@pytest.mark.parametrize(("players", "cards", "stock"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_how_many_cards_are_dealt(players: int, cards: int, stock: int) -> None:
    table: dict[str, Any] = {"players": list("ABCDE"[:players]), "dealer": 0}

    def first_hand(count: int, in_dog: int) -> dict[str, Any]:
        hands = [PACK[:count], *[None] * (players - 1)]
        return table | {"deal": {"hands": hands, "stock": PACK[count : count + in_dog]}}

    assert read(**first_hand(cards, stock)).stock is not None
    for count, in_dog in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
        assert code(**first_hand(cards + count, stock + in_dog)) == "wrong-card-count"


def test_cards_may_be_written_in_small_letters_and_come_out_in_capitals() -> None:
    small = {0: [card.lower() for card in ROWS[0]]}
    record = read(**dealt(small), actions=[{"kind": "play", "seat": 0, "card": "h1"}])
    assert json.loads(format_record(record))["deal"]["hands"][0] == ROWS[0]
    assert json.loads(format_record(record))["actions"][0]["card"] == "H1"


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


# ---- the canonical line ----------------------------------------------------------------------


def test_the_canonical_line_of_a_hand() -> None:
    told = hand(defence_slam=200, petit="taker").says("pass guard!")
    record = read_record(told.json | {"meta": {"table": "2", "date": "x"}, "_b": 1, "_a": 2})
    assert format_record(record).decode() == (
        '{"format":"tarot-hand/1","variant":"french","options":{"defence_slam":200},'
        '"players":["Anna","Boris","Chloe","Dario"],"dealer":3,'
        '"actions":[{"kind":"call","seat":0,"call":"pass"},'
        '{"kind":"call","seat":1,"call":"guard","irregular":"nobody noticed in time"}],'
        '"meta":{"date":"x","table":"2"},"_a":2,"_b":1}'
    )


def test_the_order_of_keys_and_blanks_of_the_input_do_not_matter() -> None:
    told = published().plays(" ".join(TRICKS["TM17"]))
    mixed = json.dumps(dict(reversed(told.json.items())), indent=1)
    assert format_record(parse_record(mixed)) == format_record(told.record)


def test_reading_the_canonical_line_gives_the_same_bytes() -> None:
    for told in (hand(), published(), published().plays(" ".join(TRICKS["TM17"]))):
        line = format_record(told.record)
        assert format_record(parse_record(line)) == line


def test_fields_that_an_action_does_not_use_are_kept_as_they_are() -> None:
    odd = {"kind": "announce", "seat": 0, "what": "slam", "cards": ["s1", 7], "of": {"x": "y"}}
    record = read(actions=[odd])
    assert json.loads(format_record(record))["actions"] == [odd | {"cards": ["S1", 7]}]


def test_the_canonical_line_is_utf_8_as_it_is() -> None:
    assert "Zoë 🃏".encode() in format_record(read(**seated("Zoë 🃏")))


def test_a_record_can_be_made_without_text() -> None:
    options = FRENCH.default_options() | {"petit": "either-side"}
    record = Record(FRENCH, options, ("A", "B", "C"), 2, (None, None, None))
    assert parse_record(format_record(record)) == record
