"""Slams (1.5.6, 1.8.10 to 1.8.14; `slam_lead`, `defence_slam`; fine points 17, 21)."""

from dataclasses import replace

import pytest

from tests.rules.made_up import Wanted, made_up
from tests.rules.table import Hand, hand

NOT_NOW = "announcement-not-allowed"
TAKEN = hand().says("pass guard pass pass")
DOG = "S1 S2 S3 S4 S5 S6"
READY = TAKEN.turns_up(DOG).lays_away(DOG)


# ---- who may call it, and when ---------------------------------------------------------------


def test_only_the_taker_calls_a_slam() -> None:
    for seat in (0, 2, 3):
        problem = READY.calls_slam(seat=seat).refused(NOT_NOW, "1.5.6", seat=seat)
    assert str(problem) == "Only the taker may call a slam."


def test_a_slam_is_called_from_the_end_of_the_auction_to_the_first_card() -> None:
    hand().says("pass guard pass").calls_slam().refused("wrong-phase", "1.5.2", seat=3)
    TAKEN.calls_slam().turns_up(DOG).stands()
    TAKEN.turns_up(DOG).calls_slam().lays_away(DOG).stands()
    READY.calls_slam().stands()
    problem = READY.plays("S7").calls_slam().refused(NOT_NOW, "1.5.6", seat=1)
    assert str(problem) == "A slam is called before the first card."
    hand(5).says("guard pass pass pass pass").calls_slam().names("HK").stands()


def test_a_slam_is_called_once() -> None:
    READY.calls_slam().calls_slam().refused(NOT_NOW, "1.5.6", seat=1)


# ---- who leads (1.8.11) ----------------------------------------------------------------------


def test_by_the_quick_guide_the_dealer_s_right_leads_to_a_called_slam() -> None:
    told = READY.calls_slam()
    assert told.outcome.turn == 0
    told.does("play", seat=1, card="S7").refused("not-your-turn", "1.9.1", seat=0)


@pytest.mark.rule("1.8.11")
def test_with_the_option_the_caller_leads() -> None:
    caller = hand(slam_lead="caller").says("pass guard pass pass").turns_up(DOG)
    for told in (caller.calls_slam().lays_away(DOG), caller.lays_away(DOG).calls_slam()):
        assert told.outcome.turn == 1
        told.does("play", seat=0, card="S7").refused("not-your-turn", "1.9.1", seat=1)
        assert told.plays("S7 S8 S9 SK").state.tricks[0].leader == 1
    assert caller.lays_away(DOG).outcome.turn == 0  # nothing was called


# ---- what it pays (1.8.10, 1.8.13) -----------------------------------------------------------


def hand_of(points: float, *, won: int, called: bool, bouts: str, **options: int) -> Hand:
    """Anna's garde with that many points and tricks; the fool is Dario's."""
    told = Wanted("guard", points, bouts, won=won, last=won > 16, slam_called=called, fool_by=3)
    return made_up(replace(told, options=options))


def test_a_slam_that_was_not_called() -> None:
    told = hand_of(91, won=18, called=False, bouts="T21 T1 F")
    # The defence's fool stays theirs: 87 with two bouts.
    each = (25 + 87 - 41) * 2 + 200
    assert told.pays("Slam") == 200
    assert told.scores == [3 * each, -each, -each, -each]


def test_a_slam_that_was_called() -> None:
    told = hand_of(91, won=18, called=True, bouts="T21 T1 F")
    each = (25 + 87 - 41) * 2 + 400
    assert told.pays("Slam, called and made") == 400
    assert told.scores == [3 * each, -each, -each, -each]


def test_a_called_slam_that_was_missed_in_a_hand_that_was_won() -> None:
    told = hand_of(85, won=17, called=True, bouts="T21 T1")
    each = (25 + 85 - 41) * 2 - 200
    assert told.pays("Slam, called and missed") == -200
    assert told.scores == [3 * each, -each, -each, -each]


def test_a_called_slam_that_was_missed_in_a_hand_that_was_lost() -> None:
    told = hand_of(30, won=7, called=True, bouts="T21")
    each = -(25 + 51 - 30) * 2 - 200
    assert told.scores == [3 * each, -each, -each, -each]


def test_seventeen_tricks_are_no_slam() -> None:
    told = hand_of(85, won=17, called=False, bouts="T21 T1")
    assert [label for label in told.lines if label.startswith("Slam")] == []


@pytest.mark.parametrize(("option", "points"), [(0, 0), (200, -200)])
def test_a_slam_by_the_defence(option: int, points: int) -> None:
    # Anna has nothing but what she laid away, 3 points.
    told = hand_of(3, won=0, called=False, bouts="", defence_slam=option)
    assert ("Slam by the defence" in told.lines) == bool(points)
    each = -(25 + 56 - 3) * 2 + points
    assert told.scores == [3 * each, -each, -each, -each]


@pytest.mark.parametrize(("option", "points"), [(0, -200), (200, -400)])
def test_a_called_slam_that_the_defence_makes_costs_both(option: int, points: int) -> None:
    """F9, fine point 21."""
    told = hand_of(3, won=0, called=True, bouts="", defence_slam=option)
    each = -(25 + 56 - 3) * 2 + points
    assert told.scores == [3 * each, -each, -each, -each]


@pytest.mark.parametrize("contract", ["small", "guard", "guard-without", "guard-against"])
def test_a_slam_is_not_multiplied(contract: str) -> None:
    dog = 3 if contract == "guard-against" else 0
    told = made_up(Wanted(contract, 91 - dog, "T21 T1 F", won=18, last=True, fool_by=1))
    assert told.pays("Slam") == 200


@pytest.mark.parametrize(("players", "partner"), [(3, None), (5, 2)])
def test_three_players_and_five_with_a_partner(players: int, partner: int | None) -> None:
    every = {3: 24, 5: 15}[players]
    fool_by = players - 1
    told = made_up(
        Wanted(
            "guard", 91, "T21 T1 F", players=players, partner=partner, won=every, last=True,
            fool_by=fool_by,
        )
    )  # fmt: skip
    each = (25 + 87 - 41) * 2 + 200
    assert told.pays("Each opponent") == each
    assert told.outcome.card_points == (87, 4)
