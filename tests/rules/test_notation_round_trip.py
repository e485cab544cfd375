"""Text and JSON are the same hand: whatever a record holds, good or bad, comes back as it was. For
generated records see properties/test_records.py, for samples test_samples.py."""

from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import Record, format_record
from games.rules.notation import (
    NotationError,
    format_text,
    parse_object,
    parse_text,
)
from games.rules.notation.actions import parse_actions, write_actions
from games.rules.replaying.foresight import FILLED
from tests.rules.notated import assert_same_hand
from tests.rules.properties.playing import hands
from tests.thorough import amount

RULES = Path(__file__).parents[2] / "games" / "rules"


@settings(max_examples=amount(15, thorough=40))
@given(record=hands(), data=st.data())
def test_hands_played_by_the_rules_and_cut_anywhere(record: Record, data: st.DataObject) -> None:
    text = format_text(record)
    assert parse_text(text) == record
    assert format_record(parse_text(text)) == format_record(record)
    lines = text.splitlines(keepends=True)
    begun = lines.index("\n")
    cut = "".join(lines[: data.draw(st.integers(begun, len(lines)))])
    shorter = parse_text(cut)
    assert record.actions[: len(shorter.actions)] == shorter.actions


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
CARDS = st.sampled_from("SK h10 T21 f C1 D7 T3 HN X ? -".split())
KINDS = st.sampled_from(
    "call stock take discard buy king announce play claim ruling note lead".split()
)
WORDS = st.sampled_from("pass contra of cards note - ? A abundance Slam sparrow first".split())
ACTION = st.fixed_dictionaries(
    {},
    optional={
        "kind": KINDS | JSON,
        "seat": st.integers(-1, 30) | JSON,
        "call": WORDS | JSON,
        "of": WORDS | JSON,
        "cards": st.lists(CARDS, max_size=5) | JSON,
        "half": WORDS | JSON,
        "shown": st.lists(CARDS, max_size=3) | JSON,
        "card": CARDS | JSON,
        "pay": CARDS | JSON,
        "from": st.integers(-1, 30) | JSON,
        "what": WORDS | JSON,
        "size": st.integers() | JSON,
        "text": st.text() | JSON,
        "points": st.lists(st.integers() | st.floats(allow_nan=False, allow_infinity=False)) | JSON,
        "note": st.text() | JSON,
        "at": st.sampled_from(["2026-11-20T20:15:00Z", "noon"]) | JSON,
        "irregular": st.text() | JSON,
        "_own": JSON,
        "{": JSON,
    },
)
SIMPLE_PLAY = st.fixed_dictionaries(
    {"kind": st.just("play"), "seat": st.integers(0, 6), "card": st.sampled_from(["SK", "T1", "F"])}
)
RECORD = st.fixed_dictionaries(
    {"actions": st.lists(SIMPLE_PLAY | ACTION | JSON, max_size=5)},
    optional={
        "format": st.just("tarot-hand/1") | JSON,
        "variant": WORDS | JSON,
        "options": st.dictionaries(WORDS | st.text(), WORDS | JSON, max_size=4) | JSON,
        "players": st.lists(st.text(), max_size=7) | JSON,
        "dealer": st.integers(-1, 30) | JSON,
        "deal": st.fixed_dictionaries(
            {},
            optional={
                "hands": st.lists(st.none() | st.lists(CARDS, max_size=3), max_size=7) | JSON,
                "stock": st.lists(CARDS, max_size=3) | JSON,
                "_own": JSON,
                "A": JSON,
            },
        )
        | JSON,
        "meta": st.dictionaries(st.text(), st.text() | JSON, max_size=4) | JSON,
        "_own": JSON,
        "option": JSON,
    },
)


@settings(max_examples=amount(15, thorough=150))
@given(record=RECORD)
def test_whatever_json_holds_comes_back_as_it_was(record: dict[str, Any]) -> None:
    assert_same_hand(record)


@settings(max_examples=amount(50, thorough=300))
@given(
    text=st.text()
    | st.lists(
        WORDS
        | CARDS
        | KINDS
        | st.sampled_from(["\n", "A:", '"', "{", "deal", "player A x", "\ndeal A", "record", "#"])
    ).map(" ".join)
)
def test_any_text_is_a_hand_or_refused_with_a_line(text: str) -> None:
    try:
        record = parse_object(text)
    except NotationError as error:
        line = error.line
    else:
        line = 1
        assert_same_hand(record)
    assert 1 <= line <= text.count("\n") + 1


def test_a_card_that_was_filled_in_keeps_its_mark_in_both_forms() -> None:
    """The key with an underscore is nobody's to judge; it goes with the card for ever."""
    filled = [
        {"kind": "play", "seat": seat, "card": card, FILLED: True}
        for seat, card in ((0, "S4"), (1, "SK"), (2, "H7"), (3, "F"))
    ]
    text = "".join(f"{line}\n" for line in write_actions(filled, 4))
    assert text.splitlines()[0] == 'A: S4 {"_inferred":true}'
    assert [entry.action for entry in parse_actions(text, 4)] == filled
    assert '`D: CQ {"_inferred":true}`' in (RULES / "notation.md").read_text()
