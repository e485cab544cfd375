"""The text notation, as a player writes it at the table and as the club prints it."""

import json
from textwrap import dedent

from games.rules import format_record, parse_record, replay
from games.rules.notation import (
    format_object,
    format_text,
    parse_actions,
    parse_object,
    parse_text,
)
from tests.rules.notated import assert_same_hand, means, play, said
from tests.rules.published import TRICKS, published
from tests.rules.table import hand

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


def test_a_published_hand_has_the_same_score_from_its_text() -> None:
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


def test_a_trick_is_a_line_that_begins_with_its_leader_and_may_be_interrupted() -> None:
    plays = [play(2, "C7"), play(3, "CK"), play(0, "C1"), play(1, "F"), play(3, "T4")]
    assert said(*plays) == ["C: C7 CK C1 F", "D: T4"]
    assert means("C: C7 CK C1 F\nD: T4") == plays

    # A note on a card ends the line, and the trick goes on indented.
    plays = [play(0, "H3"), play(1, "S2", irregular="a revoke"), play(2, "H7"), play(3, "H8")]
    assert said(*plays) == ['A: H3 S2 irregular "a revoke"', "  C: H7 H8"]
    assert means('A: H3 S2 irregular "a revoke"\n  C: H7 H8') == plays

    # So it does after a comment in its middle.
    told = [play(3, "H3"), {"kind": "note", "text": "a glass fell"}, play(0, "H4"), play(1, "HK")]
    lines = ["D: H3", 'note "a glass fell"', "  A: H4 HK"]
    assert said(*told) == lines
    assert means("\n".join(lines)) == told


def test_who_sits_out_is_passed_over_and_a_card_out_of_turn_kept_where_it_fell() -> None:
    plays = [play(1, "H3"), play(2, "H4"), play(0, "H5"), play(0, "T1"), play(1, "T2")]
    assert said(*plays) == ["B: H3 H4 - H5", "A: T1 T2"]
    assert means("B: H3 H4 - H5\nA: T1 T2") == plays
    plays = [play(0, "H3"), play(0, "H4"), play(3, "H5"), play(1, "H6")]
    assert said(*plays) == ["A: H3", "A: H4 - - H5", "B: H6"]
    assert means("\n".join(said(*plays))) == plays


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
    for deal in ({"hands": "?"}, {"hands": [["SK"], [7]], "stock": None}):
        assert_same_hand(record | {"deal": deal})


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
