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


def test_the_taker_calls_a_slam_once_between_the_auction_and_the_first_card() -> None:
    """1.5.6."""
    for seat in (0, 2, 3):
        problem = READY.calls_slam(seat=seat).refused(NOT_NOW, "1.5.6", seat=seat)
    assert str(problem) == "Only the taker may call a slam."

    hand().says("pass guard pass").calls_slam().refused("wrong-phase", "1.5.2", seat=3)
    TAKEN.calls_slam().turns_up(DOG).stands()
    TAKEN.turns_up(DOG).calls_slam().lays_away(DOG).stands()
    READY.calls_slam().stands()
    problem = READY.plays("S7").calls_slam().refused(NOT_NOW, "1.5.6", seat=1)
    assert str(problem) == "A slam is called before the first card."
    hand(5).says("guard pass pass pass pass").calls_slam().names("HK").stands()

    READY.calls_slam().calls_slam().refused(NOT_NOW, "1.5.6", seat=1)


# ---- who leads (1.8.11) ----------------------------------------------------------------------


@pytest.mark.rule("1.8.11")
def test_the_dealer_s_right_leads_to_a_called_slam_or_with_the_option_the_caller() -> None:
    told = READY.calls_slam()
    assert told.outcome.turn == 0
    told.does("play", seat=1, card="S7").refused("not-your-turn", "1.9.1", seat=0)

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


@pytest.mark.parametrize(
    ("points", "won", "called", "bouts", "each", "label", "slam"),
    [
        # The defence's fool stays theirs: 87 with two bouts.
        (91, 18, False, "T21 T1 F", (25 + 87 - 41) * 2 + 200, "Slam", 200),
        (91, 18, True, "T21 T1 F", (25 + 87 - 41) * 2 + 400, "Slam, called and made", 400),
        (85, 17, True, "T21 T1", (25 + 85 - 41) * 2 - 200, "Slam, called and missed", -200),
        (30, 7, True, "T21", -(25 + 51 - 30) * 2 - 200, "Slam, called and missed", -200),
        (85, 17, False, "T21 T1", (25 + 85 - 41) * 2, "", None),
    ],
)
def test_a_slam_pays_called_or_not_and_costs_where_it_is_missed(
    points: float, won: int, called: bool, bouts: str, each: int, label: str, slam: int | None
) -> None:
    """1.8.10, 1.8.13: seventeen tricks are none."""
    told = hand_of(points, won=won, called=called, bouts=bouts)
    slams = {one: line.points for one, line in told.lines.items() if one.startswith("Slam")}
    assert slams == ({label: slam} if label else {})
    assert told.scores == [3 * each, -each, -each, -each]


@pytest.mark.parametrize(("option", "points"), [(0, 0), (200, -200)])
def test_a_slam_by_the_defence_pays_by_the_option_and_one_that_was_called_costs_both(
    option: int, points: int
) -> None:
    """F9, fine point 21: Anna has nothing but what she laid away, 3 points."""
    each = -(25 + 56 - 3) * 2 + points
    told = hand_of(3, won=0, called=False, bouts="", defence_slam=option)
    assert ("Slam by the defence" in told.lines) == bool(points)
    assert told.scores == [3 * each, -each, -each, -each]
    called = hand_of(3, won=0, called=True, bouts="", defence_slam=option)
    each -= 200
    assert called.scores == [3 * each, -each, -each, -each]


def test_a_slam_is_not_multiplied_and_is_the_same_for_three_and_five() -> None:
    """1.8.10."""
    for contract in ["small", "guard", "guard-without", "guard-against"]:
        dog = 3 if contract == "guard-against" else 0
        told = made_up(Wanted(contract, 91 - dog, "T21 T1 F", won=18, last=True, fool_by=1))
        assert told.pays("Slam") == 200

    for players, partner in [(3, None), (5, 2)]:
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
