"""A dealer who sits out has a chair in the replay; the table goes round as it was played."""

from typing import Any

import pytest

from games.display.chairs import Chairs, chairs_of
from games.replay import ALL, film, view_of
from games.rules import Record, entering, read_record
from tests.games import hand_by_chance

PLAYERS = ("Anna", "Chloé", "Dario")


def droggn(dealer: int = 0, **meta: str) -> Record:
    """A hand of three that Boris dealt; the texts of its record."""
    deal, actions = entering.fold(hand_by_chance("droggn", 3, dealer=dealer))
    whole: dict[str, Any] = {
        "format": "tarot-hand/1",
        "variant": "droggn",
        "players": list(PLAYERS),
        "dealer": dealer,
        "deal": deal,
        "actions": actions,
        "meta": meta,
    }
    return read_record(whole)


def test_without_anybody_there_are_as_many_chairs_as_seats() -> None:
    assert chairs_of(droggn()) == Chairs(3, 1)


def test_the_chair_of_the_dealer_stands_before_the_first_to_speak() -> None:
    """Droggn 2.5.1: Anna is the seat before, Chloé speaks first."""
    chairs = chairs_of(droggn(0, sits_out="Boris"))
    assert chairs == Chairs(4, 1, empty=1, out="Boris")
    assert [chairs.slot(seat) for seat in range(3)] == [0, 2, 3]
    assert chairs.slot_of(1) == 1


def test_the_place_in_the_match_says_more_than_the_record() -> None:
    """The first of four deals: on the tablet everybody keeps the chair from hand to hand."""
    record = droggn(2, sits_out="Boris")
    assert [chairs_of(record, empty=0).slot(seat) for seat in range(3)] == [1, 2, 3]
    assert [chairs_of(record).slot(seat) for seat in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("direction", "slots"),
    [
        ("clockwise", [0, 2, 1]),
        ("counter-clockwise", [0, 1, 2]),
        ("", [0, 1, 2]),
        ("up", [0, 1, 2]),
    ],
)
def test_the_table_goes_round_as_it_was_played(direction: str, slots: list[int]) -> None:
    """Droggn 2.2.2; what is no direction is that of the game."""
    chairs = chairs_of(droggn(direction=direction))
    assert [chairs.slot(seat) for seat in range(3)] == slots


def test_the_film_shows_who_deals_and_does_not_play() -> None:
    shown = film(droggn(0, sits_out="Boris"), ALL)
    assert (shown.course.chairs.out, shown.slot_out) == ("Boris", 1)
    assert [(seat.name, seat.slot) for seat in shown.seats] == [
        ("Anna", 0),
        ("Chloé", 2),
        ("Dario", 3),
    ]
    assert shown.steps[0].words.startswith("Boris has dealt and sits out. Chloé")
    assert not any(chip.text == "deals" for seat in shown.seats for chip in seat.plate.marks)


def test_the_table_is_turned_with_the_chair() -> None:
    view = view_of("2", 3)
    assert view is not None
    shown = film(droggn(0, sits_out="Boris"), view)
    assert [seat.slot for seat in shown.seats] == [1, 3, 0]
    assert shown.slot_out == 2


def test_a_hand_that_nobody_sits_out_is_dealt_by_a_player() -> None:
    shown = film(droggn(0), ALL)
    assert shown.slot_out is None
    assert shown.steps[0].words.startswith("Anna has dealt. Chloé")
