"""The text notation, as a player writes it at the table and as the club prints it."""

import json
from textwrap import dedent
from typing import Any

import pytest

from games.rules import format_record, parse_record, replay
from games.rules.notation import (
    format_object,
    format_text,
    parse_actions,
    parse_object,
    parse_text,
)
from tests.rules.published import TRICKS, published
from tests.rules.table import hand


def said(*actions: Any, seats: int = 4) -> list[str]:
    """The lines of some actions at a table."""
    players = ["Anna", "Boris", "Chloe", "Dario", "Elise", "Farid"][:seats]
    record = {"players": players, "actions": list(actions)}
    return format_object(record).split("\n\n", 1)[1].splitlines()


def means(text: str, seats: int = 4) -> list[Any]:
    """The actions of lines that somebody wrote."""
    return [entry.action for entry in parse_actions(dedent(text), seats)]


def assert_says(line: str, action: dict[str, Any], seats: int = 4) -> None:
    """A line and an action are the same thing."""
    assert (said(action, seats=seats), means(line, seats)) == ([line], [action])


def play(seat: int, card: str, **more: Any) -> dict[str, Any]:
    return {"kind": "play", "seat": seat, "card": card, **more}


CLUB_EVENING = """\
format tarot-hand/1
variant french
option defence_slam 200
option discard strict
meta club "Tarot du Marais"
meta date "2026-11-20"
player A "Anna Müller"
player B "Boris"
player C "Chloé"
dealer B
deal C SK SQ SJ S4 HQ HN H1 DK D7 D6 CK CJ C2 T21 T20 T18 T16 T15 T12 T10 T9 T8 T2 F

C: call guard
A: call pass
B: call pass
stock S1 S2 H2 H3 D1 C1
C: discard S1 S2 H2 H3 D1 C1
C: announce handful T21 T20 T18 T16 T15 T12 T10 T9 T8 T2 size 8
C: SK S3 S5
C: HQ H4 HK irregular "he took it for a queen"
note "Boris asked for the score"
B: D2 D3 D6
"""


def test_a_hand_as_the_club_keeps_it_is_read_and_written_the_same() -> None:
    assert format_text(parse_text(CLUB_EVENING)) == CLUB_EVENING
    record = json.loads(format_record(parse_text(CLUB_EVENING)))
    assert record["players"] == ["Anna Müller", "Boris", "Chloé"]
    assert (record["dealer"], record["options"]) == (1, {"defence_slam": 200, "discard": "strict"})
    assert record["deal"]["hands"][:2] == [None, None] and record["deal"]["stock"] is None
    assert record["actions"][0] == {"kind": "call", "seat": 2, "call": "guard"}
    assert record["actions"][6:9] == [play(2, "SK"), play(0, "S3"), play(1, "S5")]
    assert record["actions"][11]["irregular"] == "he took it for a queen"


def test_a_published_hand_comes_to_the_same_score_from_its_text() -> None:
    told = published().plays(" ".join(TRICKS["TM17"]))
    text = format_text(told.record)
    assert parse_text(text) == parse_record(format_record(told.record))
    assert replay(parse_text(text)).outcome.scores == told.outcome.scores
    assert len(text.splitlines()) < 50


def test_a_hand_written_with_a_quick_hand_is_the_same_hand() -> None:
    hasty = """\
        # the second table
        FORMAT tarot-hand/1
        Variant french
          option discard "strict"
        option defence_slam   200
        Meta date 2026-11-20
        meta club Tarot du Marais
        player a Anna Müller
        player B: Boris
        player C Chloé

        dealer b   # he came late
        deal c: sk,sq,sj,s4  hq hn h1  dk d7 d6  ck cj c2; t21 t20 t18 t16 t15 t12 t10 t9 t8 t2 f
        c:CALL guard
        A call pass
        b: call pass
        Stock s1 s2 h2 h3 d1 c1
        c: discard s1 s2 h2 h3 d1 c1
        c: announce handful t21 t20 t18 t16 t15 t12 t10 t9 t8 t2 size 8
        c: play sk s3 s5
        c: hq h4 hk irregular he took it for a queen
        note Boris asked for the score
        b: d2 d3 d6
    """
    assert format_text(parse_text(dedent(hasty))) == CLUB_EVENING


def test_a_trick_is_a_line_that_begins_with_its_leader() -> None:
    plays = [play(2, "C7"), play(3, "CK"), play(0, "C1"), play(1, "F"), play(3, "T4")]
    assert said(*plays) == ["C: C7 CK C1 F", "D: T4"]
    assert means("C: C7 CK C1 F\nD: T4") == plays


def test_what_is_said_of_a_card_ends_the_line_and_the_trick_goes_on_indented() -> None:
    plays = [play(0, "H3"), play(1, "S2", irregular="a revoke"), play(2, "H7"), play(3, "H8")]
    assert said(*plays) == ['A: H3 S2 irregular "a revoke"', "  C: H7 H8"]
    assert means('A: H3 S2 irregular "a revoke"\n  C: H7 H8') == plays


def test_so_it_does_after_a_comment_in_the_middle_of_the_trick() -> None:
    told = [play(3, "H3"), {"kind": "note", "text": "a glass fell"}, play(0, "H4"), play(1, "HK")]
    lines = ["D: H3", 'note "a glass fell"', "  A: H4 HK"]
    assert said(*told) == lines
    assert means("\n".join(lines)) == told


def test_who_sits_the_hand_out_is_passed_over_with_a_stroke() -> None:
    plays = [play(1, "H3"), play(2, "H4"), play(0, "H5"), play(0, "T1"), play(1, "T2")]
    assert said(*plays) == ["B: H3 H4 - H5", "A: T1 T2"]
    assert means("B: H3 H4 - H5\nA: T1 T2") == plays


def test_a_card_out_of_turn_is_kept_where_it_fell() -> None:
    plays = [play(0, "H3"), play(0, "H4"), play(3, "H5"), play(1, "H6")]
    assert said(*plays) == ["A: H3", "A: H4 - - H5", "B: H6"]
    assert means("\n".join(said(*plays))) == plays


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


def test_a_text_without_quotes_runs_to_the_end_of_the_line() -> None:
    assert means('note he said "no" # twice, at 9') == [
        {"kind": "note", "text": 'he said "no" # twice, at 9'}
    ]


def test_a_text_in_quotes_keeps_everything_and_stays_in_its_line() -> None:
    text = ' two\nlines,\ta \\ and a "quote" \u2028 # \u202eoverwritten\x85'
    (line,) = said({"kind": "note", "text": text})
    assert means(line) == [{"kind": "note", "text": text}]
    assert len(line.splitlines()) == 1 and "\u202e" not in line


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


def test_a_name_of_the_wrong_case_or_with_blanks_is_kept_in_quotes() -> None:
    assert_says('A: call "Guard "', {"kind": "call", "seat": 0, "call": "Guard "})


def test_the_head_keeps_what_the_tags_cannot_say() -> None:
    record = {
        "format": "tarot-hand/1",
        "variant": "tarok ",
        "options": {"abundance": [[6, 20]], "own key": "true", "petit": True},
        "players": ["Anna", "Boris"],
        "dealer": 7,
        "deal": {"hands": [["SK"], []], "stock": None, "_by": "hand"},
        "actions": [],
        "meta": {"": "", "table 2": "x"},
        "_source": {"pages": [1, 2.0]},
    }
    text = format_object(record)
    assert text.splitlines() == [
        "format tarot-hand/1",
        'variant "tarok "',
        "option abundance [[6,20]]",
        'option "own key" "true"',
        "option petit true",
        'meta "" ""',
        'meta "table 2" "x"',
        'player A "Anna"',
        'player B "Boris"',
        "dealer H",
        "deal A SK",
        "deal B -",
        'deal {"_by":"hand"}',
        'record {"_source":{"pages":[1,2.0]}}',
    ]
    assert json.dumps(parse_object(text)) == json.dumps(record)


def test_a_hand_that_nobody_wrote_down_may_be_left_out_or_given_as_unknown() -> None:
    record = hand(deal={0: "SK"}).json | {"actions": []}
    text = format_object({**record, "deal": {"hands": [["SK"], None, None, None]}})
    assert "deal A SK\n" in text and "deal B" not in text
    assert parse_object(text + "deal B ?\ndeal stock ?\n") == parse_object(text)


def test_actions_alone_can_be_read_and_know_their_lines() -> None:
    entries = parse_actions("A: call pass\n\n# later\nB: H3 H4", seats=4, first_line=12)
    assert [(entry.line, entry.action["kind"]) for entry in entries] == [
        (12, "call"),
        (15, "play"),
        (15, "play"),
    ]
