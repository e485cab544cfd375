"""Each thing that can happen, as a line of the notation."""

from typing import Any

import pytest

from tests.rules.notated import assert_says, means, play, said


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("B: call pass", {"kind": "call", "seat": 1, "call": "pass"}),
        (
            "C: call contra of take-without",
            {"kind": "call", "seat": 2, "call": "contra", "of": "take-without"},
        ),
        (
            'D: call small irregular "heard too late"',
            {"kind": "call", "seat": 3, "call": "small", "irregular": "heard too late"},
        ),
        ("stock S1 T5 F", {"kind": "stock", "cards": ["S1", "T5", "F"]}),
        ("A: take second", {"kind": "take", "seat": 0, "half": "second"}),
        ("B: discard S1 S2 S3", {"kind": "discard", "seat": 1, "cards": ["S1", "S2", "S3"]}),
        ("B: discard ?", {"kind": "discard", "seat": 1, "cards": None}),
        (
            "B: discard ? shown T3 T2",
            {"kind": "discard", "seat": 1, "cards": None, "shown": ["T3", "T2"]},
        ),
        ("B: discard - shown -", {"kind": "discard", "seat": 1, "cards": [], "shown": []}),
        (
            "A: buy HK from C pay D5",
            {"kind": "buy", "seat": 0, "card": "HK", "from": 2, "pay": "D5"},
        ),
        ("A: buy HK pay ?", {"kind": "buy", "seat": 0, "card": "HK", "pay": None}),
        ("A: buy HK", {"kind": "buy", "seat": 0, "card": "HK"}),
        ("A: buy -", {"kind": "buy", "seat": 0, "card": None}),
        ("D: king SK", {"kind": "king", "seat": 3, "card": "SK"}),
        ("C: announce slam", {"kind": "announce", "seat": 2, "what": "slam"}),
        (
            "C: announce abundance T3 T4 F size 2",
            {
                "kind": "announce",
                "seat": 2,
                "what": "abundance",
                "cards": ["T3", "T4", "F"],
                "size": 2,
            },
        ),
        ("F: F", {"kind": "play", "seat": 5, "card": "F"}),
        ("D: claim", {"kind": "claim", "seat": 3}),
        (
            'D: claim note "laid open" at 2026-11-20T20:15:00Z',
            {"kind": "claim", "seat": 3, "note": "laid open", "at": "2026-11-20T20:15:00Z"},
        ),
        (
            'ruling 10 -5.5 -4.5 0 "slow play"',
            {"kind": "ruling", "points": [10, -5.5, -4.5, 0], "text": "slow play"},
        ),
        ('note "Zoë: \\"no!\\" 🃏"', {"kind": "note", "text": 'Zoë: "no!" 🃏'}),
        ('note ""', {"kind": "note", "text": ""}),
    ],
)
def test_each_thing_that_can_happen_has_its_line(line: str, action: dict[str, Any]) -> None:
    assert_says(line, action, seats=6)


def test_cards_may_be_written_as_on_the_recording_screen() -> None:
    assert means("A: h1 HA hv Hr\nB: x EX sc dd") == [
        *(play(seat, card) for seat, card in enumerate(("H1", "H1", "HJ", "HK"))),
        *(play((1 + at) % 4, card) for at, card in enumerate(("F", "F", "SN", "DQ"))),
    ]


def test_a_text_runs_to_the_end_of_the_line_or_stands_in_quotes() -> None:
    assert means('note he said "no" # twice, at 9') == [
        {"kind": "note", "text": 'he said "no" # twice, at 9'}
    ]

    text = ' two\nlines,\ta \\ and a "quote" \u2028 # \u202eoverwritten\x85'
    (line,) = said({"kind": "note", "text": text})
    assert means(line) == [{"kind": "note", "text": text}]
    assert len(line.splitlines()) == 1 and "\u202e" not in line

    assert_says('A: call "Guard "', {"kind": "call", "seat": 0, "call": "Guard "})


def test_fields_that_no_word_says_stand_as_json_at_the_end_of_the_line() -> None:
    assert_says('A: H3 {"_clock":12.5,"size":5.0}', play(0, "H3", _clock=12.5, size=5.0))
    assert_says('stock - {"seat":3}', {"kind": "stock", "seat": 3, "cards": []})
    assert_says(
        'A: announce slam {"cards":["SK",7]}',
        {"kind": "announce", "seat": 0, "what": "slam", "cards": ["SK", 7]},
    )


@pytest.mark.parametrize(
    "odd",
    [
        {"kind": "lead", "seat": 0, "card": "H3"},
        {"kind": "play", "seat": 0},
        {"kind": "play", "seat": True, "card": "H3"},
        {"kind": "play", "seat": 0, "card": "H11"},
        {"kind": "discard", "seat": 0},
        {"kind": "ruling", "points": [1, None], "text": "x"},
        {"kind": ["play"]},
        {},
        7,
        None,
    ],
)
def test_an_action_that_no_line_says_is_kept_as_json_for_the_verifier_to_refuse(odd: Any) -> None:
    (line,) = said(odd)
    assert line.startswith("action ")
    assert means(line) == [odd]
