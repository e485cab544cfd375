"""The fields of an action: types, limits, cards. A fault in one answers that action's index."""

import json
from typing import Any

import pytest

from games.rules import verify
from tests.rules.table import hand

TOLD = hand().says("guard pass pass pass").turns_up("S1 S2 S3 S4 S5 S6")
PLAYED = TOLD.lays_away("S1 S2 S3 S4 S5 S6").plays("H1")


@pytest.mark.parametrize("action", [None, [], "note", 7, True])
def test_an_action_is_an_object(action: Any) -> None:
    record = hand().remarks().json
    record["actions"].append(action)
    error = verify(json.dumps(record))["error"]
    assert (error["code"], error["action"]) == ("malformed", 1)


@pytest.mark.parametrize("kind", ["", "Note", "deal", "undo", None, 3, ["note"], {}])
def test_a_kind_that_nobody_knows(kind: Any) -> None:
    hand().does("note", text="").does(kind, text="").refused("malformed")


def test_a_key_that_no_kind_knows() -> None:
    hand().does("note", text="", mood="good").refused("malformed")
    hand().does("note", text="", _mood="good").stands()
    hand().does("call", seat=0, call="pass", Seat=0).refused("malformed")
    PLAYED.does("play", seat=1, card="H2", Seat=0).refused("malformed")
    PLAYED.does("play", seat=1, card="H2", note="", Seat=0).refused("malformed")
    PLAYED.does("claim", seat=1, Seat=0).refused("malformed")
    five = hand(5).says("guard pass pass pass pass")
    five.does("king", seat=0, card="HK", Seat=0).refused("malformed")
    TOLD.does("announce", seat=0, what="slam", Seat=0).refused("malformed")
    TOLD.does("discard", seat=0, cards=None, Seat=0).refused("malformed")


def test_known_fields_that_an_action_does_not_use_are_ignored() -> None:
    told = hand().does("call", seat=0, call="guard", of=7, cards="all of them", shown=None, half=[])
    told.says("pass pass pass").calls_slam().stands()
    TOLD.does("note", text="", seat="nobody", card="EX", points=[1]).stands()
    PLAYED.does("claim", seat=2, irregular="", what={}).stands()
    TOLD.does("announce", seat=0, what="slam", cards=["EX", 1], size="large").stands()


@pytest.mark.parametrize("seat", [None, "0", 0.0, True, False, -1, 4, [0]])
def test_a_seat_is_a_whole_number_below_the_number_of_players(seat: Any) -> None:
    hand().does("call", seat=seat, call="pass").refused("malformed")
    PLAYED.does("play", seat=seat, card="H2").refused("malformed")
    PLAYED.does("claim", seat=seat).refused("malformed")
    TOLD.does("discard", seat=seat, cards=None).refused("malformed")
    problem = TOLD.does("announce", seat=seat, what="slam").refused("malformed")
    assert str(problem) == "“seat” must be a whole number from 0 to 3."


def test_a_field_that_is_missing() -> None:
    hand().does("call", call="pass").refused("malformed")
    hand().does("call", seat=0).refused("malformed")
    hand().says("guard pass pass pass").does("stock").refused("malformed")
    TOLD.does("discard", seat=0).refused("malformed")
    TOLD.does("announce", seat=0).refused("malformed")
    TOLD.does("announce", seat=0, what="handful").refused("malformed")
    PLAYED.does("play", seat=1).refused("malformed")
    PLAYED.does("claim").refused("malformed")
    PLAYED.does("ruling", text="").refused("malformed")
    PLAYED.does("ruling", points=[0, 0, 0, 0]).refused("malformed")
    hand().does("note").refused("malformed")
    hand(5).says("guard pass pass pass pass").does("king", seat=0).refused("malformed")


@pytest.mark.parametrize("cards", ["S1", [1], [None], [["S1"]], {"S1": 1}, 6, True])
def test_cards_are_a_list_of_texts(cards: Any) -> None:
    hand().says("guard pass pass pass").does("stock", cards=cards).refused("malformed")
    TOLD.does("discard", seat=0, cards=cards).refused("malformed")
    TOLD.does("announce", seat=0, what="handful", cards=cards).refused("malformed")
    TOLD.does("discard", seat=0, cards=None, shown=cards).refused("malformed")


def test_only_a_discard_may_have_no_cards() -> None:
    hand().says("guard pass pass pass").does("stock", cards=None).refused("malformed")
    TOLD.does("announce", seat=0, what="handful", cards=None).refused("malformed")
    TOLD.lays_away(None).stands()
    TOLD.does("discard", seat=0, cards=None, shown=None).refused("malformed")


@pytest.mark.parametrize("card", [None, 13, ["SK"], True])
def test_a_card_is_a_text(card: Any) -> None:
    PLAYED.does("play", seat=1, card=card).refused("malformed")


@pytest.mark.parametrize("card", ["", "S11", "EX", "KS", "T0", "T22", "S 1", "Sk "])
def test_a_word_that_is_no_card(card: str) -> None:
    PLAYED.does("play", seat=1, card=card).refused("unknown-card", "1.3.1")
    hand(5).says("guard pass pass pass pass").names(card).refused("unknown-card", "1.3.1")
    TOLD.lays_away(None, shown=[card]).refused("unknown-card", "1.3.1")


def test_a_card_twice_in_one_list() -> None:
    hand().says("guard pass pass pass").turns_up("S1 S2 S3 S4 S5 S1").refused(
        "duplicate-card", cards="S1"
    )
    TOLD.lays_away("S1 S2 S3 S4 S5 s1").refused("duplicate-card", cards="S1")
    TOLD.lays_away(None, shown="T1 t1").refused("duplicate-card", cards="T1")
    TOLD.shows("T1 T2 T3 T4 T5 T6 T7 T8 T9 T1").refused("duplicate-card", cards="T1")


def test_texts_of_two_thousand_characters_and_one_more() -> None:
    for text in ("x", "♠", "🃏"):
        hand().remarks(text * 2_000).stands()
        hand().remarks(text * 2_001).refused("malformed")
        hand().does("call", seat=0, call="pass", note=text * 2_000).stands()
        hand().does("call", seat=0, call="pass", note=text * 2_001).refused("malformed")
        hand().does("call", seat=0, call="pass", irregular=text * 2_000).stands()
        hand().does("call", seat=0, call="pass", irregular=text * 2_001).refused("malformed")


def test_the_limit_of_texts_holds_where_the_field_is_not_used() -> None:
    PLAYED.does("claim", seat=0, text="x" * 2_001).refused("malformed")
    hand().does("call", seat=0, call="pass", text="x" * 2_000).stands()


@pytest.mark.parametrize("note", [None, 1, ["x"]])
def test_a_remark_on_an_action_is_a_text(note: Any) -> None:
    hand().does("call", seat=0, call="pass", note=note).refused("malformed")


@pytest.mark.parametrize("text", [None, 7, []])
def test_a_comment_and_a_ruling_need_a_text_that_may_be_empty(text: Any) -> None:
    hand().does("note", text=text).refused("malformed")
    hand().does("ruling", text=text, points=[0, 0, 0, 0]).refused("malformed")
    hand().does("note", text="").stands()
    hand().does("ruling", text="", points=[0, 0, 0, 0]).stands()


@pytest.mark.parametrize("reason", ["", None, True, 1])
def test_what_is_let_stand_needs_a_reason(reason: Any) -> None:
    hand().does("call", seat=0, call="pass", irregular=reason).refused("malformed")
    TOLD.lays_away(None, irregular=reason).refused("malformed")
    PLAYED.does("play", seat=1, card="H2", irregular=reason).refused("malformed")


def test_a_reason_of_one_blank_is_a_reason() -> None:
    hand().does("call", seat=0, call="pass", irregular=" ").stands()


@pytest.mark.parametrize("at", ["2026-11-20", "2026-11-20T19:30:00", "", 1, None])
def test_a_time_is_a_date_time_with_a_zone(at: Any) -> None:
    hand().does("call", seat=0, call="pass", at=at).refused("malformed")
    hand().does("call", seat=0, call="pass", at="2026-11-20T19:30:00Z").stands()


@pytest.mark.parametrize(
    "points",
    [
        None,
        "0 0 0 0",
        [],
        [0, 0, 0],
        [0, 0, 0, 0, 0],
        [10.0, -10, 0, 0],
        [0.25, -0.25, 0, 0],
        ["1", "-1", 0, 0],
        [True, -1, 0, 0],
        [None, 0, 0, 0],
        [1e15, 0, 0, 0],
        [0.1, -0.1, 0, 0],
    ],
)
def test_the_points_of_a_ruling_are_whole_or_half_numbers_one_a_seat(points: Any) -> None:
    hand().does("ruling", text="", points=points).refused("malformed")


def test_halves_and_large_numbers_are_points() -> None:
    hand().rules(0.5, -0.5, 0, 0).stands()
    hand().rules(-10.5, 21, -10.5, 0).stands()
    hand().rules(999_999_999_999_999, -999_999_999_999_999, 0, 0).stands()
    hand().rules(1_000_000_000_000_000, -1_000_000_000_000_000, 0, 0).refused("malformed")


@pytest.mark.parametrize("size", [None, "10", 10.0, True])
def test_the_size_of_a_handful_is_a_whole_number(size: Any) -> None:
    TOLD.shows("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10", size=size).refused("malformed")
