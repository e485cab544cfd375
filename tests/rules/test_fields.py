"""The fields of an action: types, limits, cards. A fault in one answers that action's index."""

import json
from typing import Any

import pytest

from games.rules import verify
from tests.rules.table import hand

TOLD = hand().says("guard pass pass pass").turns_up("S1 S2 S3 S4 S5 S6")
PLAYED = TOLD.lays_away("S1 S2 S3 S4 S5 S6").plays("H1")


def test_an_action_is_an_object_of_a_known_kind() -> None:
    others: list[Any] = [None, [], "note", 7, True]
    for action in others:
        record = hand().remarks().json
        record["actions"].append(action)
        error = verify(json.dumps(record))["error"]
        assert (error["code"], error["action"]) == ("malformed", 1)
    kinds: list[Any] = ["", "Note", "deal", "undo", None, 3, ["note"], {}]
    for kind in kinds:
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


def test_cards_are_a_list_of_texts_and_only_a_discard_may_have_none() -> None:
    taken = hand().says("guard pass pass pass")
    lists: list[Any] = ["S1", [1], [None], [["S1"]], {"S1": 1}, 6, True]
    for cards in lists:
        taken.does("stock", cards=cards).refused("malformed")
        TOLD.does("discard", seat=0, cards=cards).refused("malformed")
        TOLD.does("announce", seat=0, what="handful", cards=cards).refused("malformed")
        TOLD.does("discard", seat=0, cards=None, shown=cards).refused("malformed")
    taken.does("stock", cards=None).refused("malformed")
    TOLD.does("announce", seat=0, what="handful", cards=None).refused("malformed")
    TOLD.lays_away(None).stands()
    TOLD.does("discard", seat=0, cards=None, shown=None).refused("malformed")


def test_a_card_is_a_text_that_names_one_and_is_in_a_list_once() -> None:
    """1.3.1."""
    five = hand(5).says("guard pass pass pass pass")
    for card in (None, 13, ["SK"], True):
        PLAYED.does("play", seat=1, card=card).refused("malformed")
    for word in ("", "S11", "EX", "KS", "T0", "T22", "S 1", "Sk "):
        PLAYED.does("play", seat=1, card=word).refused("unknown-card", "1.3.1")
        five.names(word).refused("unknown-card", "1.3.1")
        TOLD.lays_away(None, shown=[word]).refused("unknown-card", "1.3.1")
    dog = hand().says("guard pass pass pass").turns_up("S1 S2 S3 S4 S5 S1")
    dog.refused("duplicate-card", cards="S1")
    TOLD.lays_away("S1 S2 S3 S4 S5 s1").refused("duplicate-card", cards="S1")
    TOLD.lays_away(None, shown="T1 t1").refused("duplicate-card", cards="T1")
    TOLD.shows("T1 T2 T3 T4 T5 T6 T7 T8 T9 T1").refused("duplicate-card", cards="T1")


def test_texts_have_up_to_two_thousand_characters() -> None:
    """Also where the field is not used; those of a comment and a ruling may be empty."""
    for text in ("x", "♠", "🃏"):
        hand().remarks(text * 2_000).stands()
        hand().remarks(text * 2_001).refused("malformed")
        for field in ("note", "irregular", "text"):
            hand().does("call", seat=0, call="pass", **{field: text * 2_000}).stands()
            hand().does("call", seat=0, call="pass", **{field: text * 2_001}).refused("malformed")
    broken: list[Any] = [None, 7, []]
    for other in broken:
        hand().does("note", text=other).refused("malformed")
        hand().does("ruling", text=other, points=[0, 0, 0, 0]).refused("malformed")
        hand().does("call", seat=0, call="pass", note=other).refused("malformed")
    hand().does("note", text="").stands()
    hand().does("ruling", text="", points=[0, 0, 0, 0]).stands()


def test_what_is_let_stand_needs_a_reason_and_a_time_a_zone() -> None:
    for reason in ("", None, True, 1):
        hand().does("call", seat=0, call="pass", irregular=reason).refused("malformed")
        TOLD.lays_away(None, irregular=reason).refused("malformed")
        PLAYED.does("play", seat=1, card="H2", irregular=reason).refused("malformed")
    hand().does("call", seat=0, call="pass", irregular=" ").stands()
    for at in ("2026-11-20", "2026-11-20T19:30:00", "", 1, None):
        hand().does("call", seat=0, call="pass", at=at).refused("malformed")
    hand().does("call", seat=0, call="pass", at="2026-11-20T19:30:00Z").stands()


def test_the_points_of_a_ruling_are_whole_or_half_numbers_one_a_seat() -> None:
    for points in [
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
    ]:
        hand().does("ruling", text="", points=points).refused("malformed")

    hand().rules(0.5, -0.5, 0, 0).stands()
    hand().rules(-10.5, 21, -10.5, 0).stands()
    hand().rules(999_999_999_999_999, -999_999_999_999_999, 0, 0).stands()
    hand().rules(1_000_000_000_000_000, -1_000_000_000_000_000, 0, 0).refused("malformed")


@pytest.mark.parametrize("size", [None, "10", 10.0, True])
def test_the_size_of_a_handful_is_a_whole_number(size: Any) -> None:
    TOLD.shows("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10", size=size).refused("malformed")
