"""The canonical line of a record: the same bytes, however it was written."""

import json

from games.rules import Record, format_record, parse_record, read_record
from tests.rules.objects import read
from tests.rules.published import TRICKS, published
from tests.rules.table import FRENCH, hand


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


def test_the_canonical_line_is_the_same_however_a_record_was_written() -> None:
    told = published().plays(" ".join(TRICKS["TM17"]))
    mixed = json.dumps(dict(reversed(told.json.items())), indent=1)
    assert format_record(parse_record(mixed)) == format_record(told.record)
    for told in (hand(), published(), published().plays(" ".join(TRICKS["TM17"]))):
        line = format_record(told.record)
        assert format_record(parse_record(line)) == line

    # A record can be made without text.
    options = FRENCH.default_options() | {"petit": "either-side"}
    record = Record(FRENCH, options, ("A", "B", "C"), 2, (None, None, None))
    assert parse_record(format_record(record)) == record


def test_the_canonical_line_keeps_what_is_not_read_and_is_utf_8_as_it_is() -> None:
    odd = {"kind": "announce", "seat": 0, "what": "slam", "cards": ["s1", 7], "of": {"x": "y"}}
    record = read(actions=[odd])
    assert json.loads(format_record(record))["actions"] == [odd | {"cards": ["S1", 7]}]

    # What is no card of the format is left in small letters.
    own = {"kind": "note", "text": "sk", "_cards": ["sk"], "_card": "sk", "note": "h1"}
    record = read(actions=[own], _cards=["t1"])
    written = json.loads(format_record(record))
    assert (written["actions"], written["_cards"]) == ([own], ["t1"])

    assert "Zoë 🃏".encode() in format_record(read(meta={"event": "Zoë 🃏"}))
