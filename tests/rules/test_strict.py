"""What is no JSON text within the limits of the format: each just kept and just broken."""

import json
from typing import Any

import pytest

from games.rules import RecordError, parse_record, verify
from games.rules.record.strict import decode, is_time
from tests.rules.table import hand

PLAIN = hand().json
LINE = json.dumps(PLAIN)


def with_field(text: str) -> str:
    """The record with one more piece of JSON text in it."""
    return f"{LINE[:-1]}, {text}}}"


def fault(line: str | bytes) -> tuple[str, int | None]:
    """The code and the action of a refusal; the sentence must say something."""
    error = verify(line)["error"]
    assert error["message"]
    return error["code"], error["action"]


def is_broken_text(line: str | bytes) -> bool:
    return fault(line) == ("malformed", None)


def stands(line: str | bytes) -> bool:
    return bool(verify(line)["ok"])


def test_a_record_is_one_json_object_as_text_or_as_bytes() -> None:
    assert stands(LINE)
    assert stands(LINE.encode())
    broken = ["", "{", "{}", "[]", "null", "7", '"text"', "{1: 2}"]
    for text in (*broken, LINE + LINE, LINE + ",", LINE.replace('"', "'")):
        assert is_broken_text(text), text


def test_the_text_is_utf_8_of_256_kilobytes_at_most() -> None:
    """Without a byte order mark; bytes are counted, not characters."""
    named = LINE.replace("Anna", "Zoë")
    assert stands(named.encode("utf-8"))
    assert is_broken_text(named.encode("latin-1"))
    assert is_broken_text(LINE.encode("utf-8-sig"))
    assert is_broken_text(LINE.encode("utf-16"))
    assert is_broken_text(LINE.replace("Anna", "\ud800"))

    assert stands(LINE.ljust(262_144))
    assert is_broken_text(LINE.ljust(262_145))

    half = "ë" * 1_000
    record = PLAIN | {"_padding": [half] * 131}
    text = json.dumps(record, ensure_ascii=False)
    assert len(text) < 262_144 < len(text.encode())
    assert is_broken_text(text)


def nested(depth: int, inside: str = "") -> str:
    return "[" * depth + inside + "]" * depth


def test_sixteen_objects_and_lists_deep_and_no_deeper() -> None:
    """The record itself is the first; objects count like lists, also those of an action."""
    for inside in ("", "1", '"text"', "null", '"a", 1, null'):
        assert stands(with_field(f'"_deep": {nested(15, inside)}'))
        assert is_broken_text(with_field(f'"_deep": {nested(16, inside)}'))
    for inside in ("{}", '{"a": 1}', '{"a": 1}, {"a": 2}'):
        assert stands(with_field(f'"_deep": {nested(14, inside)}'))
        assert is_broken_text(with_field(f'"_deep": {nested(15, inside)}'))
    assert stands(with_field('"_deep": ' + '{"a":' * 14 + "{}" + "}" * 14))
    assert is_broken_text(with_field('"_deep": ' + '{"a":' * 15 + "{}" + "}" * 15))
    note = '{"kind": "note", "text": "", "_deep": %s}'
    assert stands(LINE.replace('"actions": []', f'"actions": [{note % nested(13)}]'))
    assert is_broken_text(LINE.replace('"actions": []', f'"actions": [{note % nested(14)}]'))
    # A text that would exhaust the reader.
    assert is_broken_text(with_field(f'"_deep": {nested(100_000)}'))


def test_no_key_twice_in_one_object() -> None:
    for text in [
        '"dealer": 3',
        '"_own": 1, "_own": 1',
        '"_own": {"a": 1, "a": 2}',
        '"_own": {"a": 1, "\\u0061": 2}',
        '"_own": [{"b": [{"a": 1, "a": 2}]}]',
        '"meta": {"date": "x", "date": "y"}',
    ]:
        assert is_broken_text(with_field(text))

    twice = '{"kind": "note", "text": "a", "text": "a"}'
    assert is_broken_text(LINE.replace('"actions": []', f'"actions": [{twice}]'))

    # The same key in two objects is no fault.
    assert stands(with_field('"_own": [{"a": 1}, {"a": {"a": "a:{[,a:"}}]'))


def test_a_number_is_one_of_fifteen_digits_at_most() -> None:
    for number in ["NaN", "Infinity", "-Infinity", "1e400", "-1e999"]:
        assert is_broken_text(with_field(f'"_own": {number}'))
        ruling = '{"kind": "ruling", "text": "", "points": [%s, 0, 0, 0]}'
        assert is_broken_text(LINE.replace('"actions": []', f'"actions": [{ruling % number}]'))

    for sign in ("", "-"):
        assert stands(with_field(f'"_own": {sign}999999999999999'))
        assert is_broken_text(with_field(f'"_own": {sign}1000000000000000'))
    assert is_broken_text(with_field(f'"_own": {"9" * 5_000}'))

    # The message names what was written.
    assert "NaN" in verify(with_field('"_own": NaN'))["error"]["message"]
    assert "_own" in verify(with_field('"_own": 1, "_own": 2'))["error"]["message"]


def test_no_nul_and_no_lone_surrogate_but_pairs_are_one_character() -> None:
    for character in ["\\u0000", "\\ud800", "\\udfff", "\\udc00\\ud800"]:
        assert is_broken_text(with_field(f'"_own": "a{character}b"'))
        assert is_broken_text(with_field(f'"_own{character}": 1'))
        assert is_broken_text(with_field(f'"_own": [{{"{character}": 1}}]'))
        assert is_broken_text(with_field(f'"meta": {{"event": "{character}"}}'))
        assert is_broken_text(with_field(f'"meta": {{"{character}": ""}}'))

    assert stands(with_field('"_own": "\\ud83c\\udccf"'))
    assert decode('["\\ud83c\\udccf"]') == ["🃏"]


def test_a_refusal_says_where_and_other_values_are_kept_under_a_key_of_one_s_own() -> None:
    actions = [{"kind": "note", "text": "fine"}, {"kind": "note", "text": "no\0t"}]
    assert fault(json.dumps(PLAIN | {"actions": actions})) == ("malformed", 1)
    actions[1] = {"kind": "note", "text": "", "_x": [{"\0": 1}]}  # type: ignore[dict-item]
    assert fault(json.dumps(PLAIN | {"actions": actions})) == ("malformed", 1)

    with pytest.raises(RecordError) as refused:
        parse_record("{}")
    assert refused.value.problem.code == "malformed"
    assert str(refused.value) == str(refused.value.problem)

    values: list[Any] = [None, True, 0, -1, 1.5, "text", [], {}, [None, [1.5]], {"": {"a": []}}]
    for value in values:
        assert parse_record(json.dumps(PLAIN | {"_own": value})).extra == {"_own": value}


def test_a_time_is_as_rfc_3339_writes_it_and_no_other() -> None:
    times: list[object] = [
        "2026-11-20T19:30:00Z",
        "2026-11-20t19:30:00z",
        "2026-11-20T19:30:00.123456789+01:00",
        "2024-02-29T00:00:00-05:30",
        "2000-02-29T00:00:00Z",
        "2026-12-31T23:59:60Z",
        "0001-01-01T00:00:00Z",
        "2026-11-20T19:30:00+23:59",
    ]
    assert [text for text in times if not is_time(text)] == []
    others: list[object] = [
        "",
        "2026-11-20",
        "2026-11-20T19:30Z",
        "2026-11-20T19:30:00",
        "2026-11-20 19:30:00Z",
        "2026-11-20T19:30:00+01",
        "2026-11-20T19:30:00+0100",
        "2026-11-20T19:30:00.Z",
        "2026-11-20T24:00:00Z",
        "2026-11-20T19:60:00Z",
        "2026-11-20T19:30:61Z",
        "2026-11-20T19:30:00+24:00",
        "2026-11-20T19:30:00+01:60",
        "2026-11-31T19:30:00Z",
        "2026-13-01T19:30:00Z",
        "2026-00-01T19:30:00Z",
        "2026-01-00T19:30:00Z",
        "2025-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",
        "26-11-20T19:30:00Z",
        "2026-11-20T19:30:00Z ",
        "２０２６-11-20T19:30:00Z",
        20261120,
        None,
    ]
    assert [text for text in others if is_time(text)] == []
