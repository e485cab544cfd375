"""A card that lay on the table, seen by all, and was taken back (record format, `tarot-hand/2`)."""

import json

import jsonschema_rs

from games.rules import card_id, format_record, json_schema, notation, parse_record, replay
from tests.rules.table import Hand, hand

# Boris takes; Anna, on the dealer's right, has led a heart.
LED = hand().says("pass guard pass pass").turns_up("D1 D2 D3 D4 D5 D6").lays_away(None).plays("H1")


def code_of(refused: Hand) -> str:
    problem = refused.replay.problem
    assert problem is not None
    return problem.code


def test_a_card_taken_back_was_seen_by_all_but_not_played_and_the_same_player_is_on_turn() -> None:
    state = LED.takes_back(1, "S3").stands().state
    assert (state.turn, len(state.played)) == (1, 1)
    LED.takes_back(1, "S3").plays("H2").stands()
    assert code_of(LED.takes_back(1, "S3").plays("H2 S3")) == "not-in-hand"
    refused = LED.takes_back(1, "H9").plays("S3").replay.problem
    assert refused is not None
    assert (refused.code, refused.cards) == ("must-follow-suit", (card_id("H9"),))
    assert code_of(LED.plays("S4 H3 H5 H6").takes_back(1, "H9")) == "revoke"


def test_only_a_card_on_the_table_is_taken_back() -> None:
    assert code_of(LED.plays("H2").takes_back(0, "H1")) == "not-in-hand"
    assert code_of(hand().says("pass guard").takes_back(2, "H9")) == "wrong-phase"


def test_it_is_written_and_read_like_any_other_action_in_the_second_format_alone() -> None:
    record = LED.takes_back(1, "S3").plays("H2").record
    line = format_record(record)
    assert b'"tarot-hand/2"' in line and format_record(parse_record(line)) == line
    text = notation.format_text(record)
    assert "B: takeback S3" in text
    assert format_record(notation.parse_text(text)) == line

    first = LED.takes_back(1, "S3").line.replace(b"tarot-hand/2", b"tarot-hand/1")
    problem = replay(parse_record(first)).problem
    assert problem is not None and problem.code == "malformed"

    valid = jsonschema_rs.Draft202012Validator(json_schema.record_schema()).is_valid
    told = LED.takes_back(1, "S3").record
    raw = json.loads(format_record(told))
    assert valid(raw)
    assert not valid({**raw, "format": "tarot-hand/1"})
    assert not valid({**raw, "actions": [{"kind": "takeback", "seat": 1}]})
