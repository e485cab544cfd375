"""A dealer who sits out has a chair in the replay; the table goes round as it was played."""

from typing import Any

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


def test_the_chair_of_the_dealer_stands_before_the_first_to_speak() -> None:
    """Droggn 2.5.1: Anna is the seat before, Chloé speaks first."""
    assert chairs_of(droggn()) == Chairs(3, 1)  # nobody sits out
    chairs = chairs_of(droggn(0, sits_out="Boris"))
    assert chairs == Chairs(4, 1, empty=1, out="Boris")
    assert [chairs.slot(seat) for seat in range(3)] == [0, 2, 3]
    assert chairs.slot_of(1) == 1
    # The place in the match says more: the first of four deals, and on the tablet everybody keeps
    # the chair from hand to hand.
    record = droggn(2, sits_out="Boris")
    assert [chairs_of(record, empty=0).slot(seat) for seat in range(3)] == [1, 2, 3]
    assert [chairs_of(record).slot(seat) for seat in range(3)] == [0, 1, 2]


def test_the_table_goes_round_as_it_was_played() -> None:
    """Droggn 2.2.2; what is no direction is that of the game."""
    for direction in ("counter-clockwise", "", "up"):
        chairs = chairs_of(droggn(direction=direction))
        assert [chairs.slot(seat) for seat in range(3)] == [0, 1, 2], direction
    chairs = chairs_of(droggn(direction="clockwise"))
    assert [chairs.slot(seat) for seat in range(3)] == [0, 2, 1]


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
    # The table is turned with the chair.
    view = view_of("2", 3)
    assert view is not None
    turned = film(droggn(0, sits_out="Boris"), view)
    assert [seat.slot for seat in turned.seats] == [1, 3, 0]
    assert turned.slot_out == 2
    # A hand that nobody sits out is dealt by a player.
    plain = film(droggn(0), ALL)
    assert plain.slot_out is None
    assert plain.steps[0].words.startswith("Anna has dealt. Chloé")
