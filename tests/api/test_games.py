"""What everybody may know of the games, and what a record may hold."""

import json
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client

from games import rules
from games.display.rulesheets import SHEETS
from games.rules import VARIANTS, Variant, as_result, format_record, parse_record, replay, start
from games.rules.cards import CODES
from games.rules.record import strict
from games.rules.record.json_schema import CARD, DEAL, record_schema
from games.rules.record.shape import DEAL_KEYS, KEYS, MAX_ACTIONS, MAX_META, MAX_META_KEY, MAX_NAME
from tests.games import EVERY_TABLE, EVERY_VARIANT, record_by_chance, wild_record

pytestmark = pytest.mark.django_db
RECORD = record_schema()
VALID = jsonschema_rs.Draft202012Validator(RECORD)


def get(path: str, **headers: str) -> Any:
    """What anybody gets, decoded."""
    response = Client().get(f"/api/v1/{path}", headers=headers)
    assert response.status_code == 200, response.content
    return response.json()


def test_a_game_tells_what_may_be_chosen_and_its_rules_can_be_read() -> None:
    listed = {found["key"]: found for found in get("variants")["results"]}
    assert list(listed) == [variant.key for variant in VARIANTS]
    for variant in VARIANTS:
        found = get(f"variants/{variant.key}")
        assert found == listed[variant.key]
        assert [table["players"] for table in found["tables"]] == list(variant.seats)
        assert len(found["cards"]) == variant.pack.cards.bit_count()
        assert [call["key"] for call in found["calls"]] == [bid.key for bid in variant.bids]
        defaults = {option["key"]: option["default"] for option in found["options"]}
        assert json.dumps(defaults) == json.dumps(variant.default_options())
        for option in found["options"]:
            choices = [one["value"] for one in option["choices"]]
            assert option["label"] and (option["edited"] or option["default"] in choices)
        assert all(preset["options"].keys() == defaults.keys() for preset in found["presets"])
        sheet = get(f"variants/{variant.key}/sheet")
        assert sheet["title"]
        for rule in variant.rules.values():
            assert f"r-{rule}" in sheet["anchors"] or rule[-1].isalpha()
        anchors = {f"r-{fact['rule'].partition('/')[2]}" for fact in found["facts"]}
        assert anchors <= set(sheet["anchors"])
        for language, end in (("en", ".md"), ("fr", ".fr.md")):
            headers = {"accept-language": language}
            text = Client().get(f"/api/v1/variants/{variant.key}/sheet.md", headers=headers)
            assert text.headers["Content-Type"] == "text/markdown; charset=utf-8"
            assert text.headers["Content-Language"] == language
            assert text.content == (SHEETS / f"{variant.key}{end}").read_bytes()


@EVERY_VARIANT
def test_a_game_tells_the_facts_of_a_result(variant: Variant) -> None:
    """With three or four players nobody asks who the partner is, though of five it is needed."""
    found = get(f"variants/{variant.key}")
    facts = {fact["key"]: fact for fact in found["facts"]}
    assert list(facts) == [fact.key for fact in variant.stating.facts]
    assert all(fact["label"] and fact["kind"] for fact in facts.values())
    needed = {key for key, fact in facts.items() if fact["required"]}
    for table in found["tables"]:
        valid = jsonschema_rs.Draft202012Validator(table["facts"])
        bare = as_result(replay(record_by_chance(variant, table["players"])))
        assert bare is not None
        (stated,) = (action["facts"] for action in bare.actions if action["kind"] == "result")
        open_facts = {fact.key for fact in variant.stating.wanted(start(bare))}
        assert valid.is_valid(stated) and needed & open_facts <= stated.keys()
        assert valid.is_valid({key: one["default"] for key, one in facts.items()} | stated)
        assert not valid.is_valid({"luck": 1})


PUBLIC = ["", "variants", "variants/french", "variants/french/sheet", "schemas/tarot-hand-1"]


def test_pages_of_other_sites_may_read_what_is_public_and_nothing_else() -> None:
    headers = {"origin": "https://elsewhere.example"}
    for path in (*PUBLIC, "problems/not-found"):
        response = Client().get(f"/api/v1/{path}", headers=headers)
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in response.headers["Access-Control-Expose-Headers"]
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "Access-Control-Allow-Credentials" not in response.headers
        asked = Client().options(f"/api/v1/{path}", headers=headers)
        assert asked.status_code == 200
        assert asked.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    for path in ("hands", "clubs", "records/verify"):
        response = Client().get(f"/api/v1/{path}", headers=headers)
        assert "Access-Control-Allow-Origin" not in response.headers
        assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_schema_of_a_record_stays_at_its_address() -> None:
    found = get("schemas/tarot-hand-1.json")
    assert found["$id"] == "http://testserver/api/v1/schemas/tarot-hand-1"
    assert {key: found[key] for key in RECORD} == json.loads(json.dumps(RECORD))
    jsonschema_rs.validator_for(found)


@EVERY_TABLE
def test_every_record_that_the_engine_writes_fits_the_schema(
    variant: Variant, players: int
) -> None:
    for seed in (1, 2):
        for record in (
            record_by_chance(variant, players, seed=seed),
            wild_record(variant, players, seed),
        ):
            VALID.validate(json.loads(format_record(record)))


GOOD: dict[str, Any] = {
    "format": "tarot-hand/1",
    "variant": "french",
    "players": ["Anna", "Boris", "Chloé", "Dario"],
    "dealer": 3,
    "actions": [{"kind": "call", "seat": 0, "call": "pass", "note": "so", "_x": [1]}],
    "meta": {"date": "2026-11-20"},
    "_mine": {"a": None},
}


SHAPES: list[dict[str, Any]] = [
    {"format": "tarot-hand/9"},
    {"players": ["Anna", "Boris", "Chloé", ""]},
    {"players": ["Anna", "Boris", "Chloé", "D" * (MAX_NAME + 1)]},
    {"players": "Anna"},
    {"dealer": "3"},
    {"dealer": 3.5},
    {"dealer": -1},
    {"actions": None},
    {"actions": [{"kind": "jump"}]},
    {"actions": [{"seat": 0, "call": "pass"}]},
    {"actions": [{"kind": "play", "seat": 0, "card": "T22"}]},
    {"actions": [{"kind": "note", "text": "a", "colour": "red"}]},
    {"actions": [{"kind": "note", "text": "a" * (strict.MAX_TEXT + 1)}]},
    {"actions": [{"kind": "note", "text": "a"}] * (MAX_ACTIONS + 1)},
    {"meta": {str(key): "" for key in range(MAX_META + 1)}},
    {"meta": {"k" * (MAX_META_KEY + 1): ""}},
    {"meta": {"k": 5}},
    {"deal": {"hands": [["SX"], None, None, None]}},
    {"deal": {"cards": []}},
    {"mine": 1},
]


def test_the_schema_and_the_engine_refuse_the_same_shapes() -> None:
    VALID.validate(GOOD)
    parse_record(json.dumps(GOOD))
    for facts in SHAPES:
        broken = {**GOOD, **facts}
        assert not VALID.is_valid(broken), facts
        assert not rules.verify(json.dumps(broken))["ok"], facts


# A hand at a game that has the kind and the word, up to the action in question.
BEFORE: dict[str, dict[str, Any]] = {
    "call": {"variant": "taroux-of-six", "players": list("ABCDEF"), "dealer": 5},
    "buy": {"variant": "droggn", "players": list("ABC"), "dealer": 2},
    "announce": {},
}
PASSED = {"kind": "call", "seat": 0, "call": "pass"}
GUARD = [PASSED | {"call": "guard"}, *(PASSED | {"seat": seat} for seat in (1, 2, 3))]
DOG = ["S1", "S2", "S3", "S4", "S5", "S6"]
LAID_AWAY: list[dict[str, Any]] = [
    *GUARD,
    {"kind": "stock", "cards": DOG},
    {"kind": "discard", "seat": 0, "cards": DOG},
]


def with_action(action: dict[str, Any], before: list[dict[str, Any]]) -> dict[str, Any]:
    """A record whose last action is this one."""
    return {**GOOD, **BEFORE[action["kind"]], "actions": [*before, action]}


def test_what_an_action_does_not_use_may_be_anything() -> None:
    """A pass names no bid, a slam shows no cards, a purchase of nothing is paid with anything."""
    slam = {"kind": "announce", "seat": 0, "what": "slam"}
    nothing = {"kind": "buy", "seat": 0, "card": None}
    bids = [PASSED | {"call": "ansager"}, PASSED | {"seat": 1}, PASSED | {"seat": 2}]
    laid_away = {"kind": "discard", "seat": 0, "cards": None}
    cases: list[tuple[dict[str, Any], list[str], list[dict[str, Any]]]] = [
        (PASSED, ["of", "card", "points", "half"], []),
        (slam, ["cards", "size", "shown"], GUARD),
        (nothing, ["pay", "from"], [*bids, laid_away]),
    ]
    for action, unused, before in cases:
        for junk in (None, False, 7, "T99", ["T99"], {"a": "b"}):
            record = with_action(action | dict.fromkeys(unused, junk), before)
            VALID.validate(record)
            assert rules.verify(json.dumps(record))["ok"], (action, junk)


def test_what_an_action_uses_is_looked_at_by_both() -> None:
    cases: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
        ({"kind": "call", "call": "contra"}, []),
        ({"kind": "call", "call": "contra", "of": None}, []),
        ({"kind": "buy", "card": "SK", "pay": 7}, []),
        ({"kind": "buy", "card": "SK", "pay": "T99"}, []),
        ({"kind": "buy", "card": "SK", "from": None}, []),
        ({"kind": "buy"}, []),
        ({"kind": "announce", "what": "handful"}, LAID_AWAY),
        ({"kind": "announce", "what": "handful", "cards": ["T99"]}, LAID_AWAY),
        ({"kind": "announce", "what": "handful", "cards": ["T1"], "size": "big"}, LAID_AWAY),
    ]
    for action, before in cases:
        record = with_action({"seat": 0} | action, before)
        assert not VALID.is_valid(record), action
        problem = rules.verify(json.dumps(record))["error"]
        assert problem["code"] in ("malformed", "unknown-card"), action
        assert problem["action"] == len(before)


def test_the_schema_names_the_fields_that_the_reader_takes() -> None:
    assert RECORD["properties"].keys() == KEYS
    assert DEAL["properties"].keys() == DEAL_KEYS


def test_the_schema_has_room_for_the_largest_table() -> None:
    most = max(players for variant in VARIANTS for players in variant.seats)
    assert RECORD["properties"]["players"]["maxItems"] == most
    assert RECORD["properties"]["dealer"]["anyOf"][0]["maximum"] == most - 1
    assert DEAL["properties"]["hands"]["maxItems"] == most


def test_the_schema_knows_every_card() -> None:
    card = jsonschema_rs.Draft202012Validator(CARD)
    assert all(card.is_valid(code) and card.is_valid(code.lower()) for code in CODES)
    assert not any(card.is_valid(code) for code in ("T22", "T0", "H11", "SX", "10H", "", "Т1"))
