"""The petit in the last trick (sheet 1.8.12, 1.8.15, 1.8.16; option `petit`; fine point 20), petit
sec announced (18)."""

from typing import Any

import pytest

from tests.rules.made_up import Wanted, made_up
from tests.rules.published import published
from tests.rules.table import Hand, hand
from tests.rules.written import filled

TAKER, EITHER = {"petit": "taker"}, {"petit": "either-side"}
FOR, AGAINST = "Petit in the last trick", "Petit in the last trick, for the defence"


def bonus(options: dict[str, str], **wanted: Any) -> dict[str, int | float | None]:
    """What the score sheet of a garde says of the petit."""
    told = made_up(Wanted("guard", options=options, **wanted))
    return {label: line.points for label, line in told.lines.items() if label in (FOR, AGAINST)}


# ---- the last trick --------------------------------------------------------------------------


@pytest.mark.rule("1.8.16")
def test_the_taker_wins_the_last_trick_with_the_petit_or_with_the_petit_in_it() -> None:
    """F4: "with the 1" by the quick guide, a trick that contains it by the federation's rules."""
    won: dict[str, Any] = {"points": 50, "bouts": "T21 T1", "last": True, "petit": "last"}
    assert bonus(TAKER, **won) == bonus(EITHER, **won) == {FOR: 10 * 2}
    assert bonus(TAKER, over_petit=True, **won) == {}
    assert bonus(EITHER, over_petit=True, **won) == {FOR: 10 * 2}
    partner: dict[str, Any] = {"points": 60, "players": 5, "partner": 2}
    assert bonus(TAKER, **won | partner) == {FOR: 10 * 2}


def test_the_defence_wins_the_last_trick_with_the_petit_where_either_side_may() -> None:
    """1.8.16."""
    won: dict[str, Any] = {"points": 50, "bouts": "T21", "last": False, "petit": "last"}
    assert bonus(TAKER, **won) == {}
    assert bonus(EITHER, **won) == {AGAINST: -10 * 2}
    assert bonus(EITHER, over_petit=True, **won) == {AGAINST: -10 * 2}


def test_in_any_other_trick_it_counts_nothing() -> None:
    """1.8.15: nor before the last one, with a fool in that which does not win it."""
    won: dict[str, Any] = {"points": 50, "bouts": "T21 T1", "last": True}
    for options in (TAKER, EITHER):
        assert bonus(options, petit="early", **won) == {}
        assert bonus(options, petit="before-last", **won) == {}
    won["bouts"] = "T21 T1 F"
    assert bonus(EITHER, petit="before-last", fool="last", fool_by=1, **won) == {}


# ---- a slam whose last trick the fool wins (1.8.12) ------------------------------------------


def slam(petit: str, **more: Any) -> dict[str, Any]:
    """Anna wins all tricks, the last one with the fool."""
    return {
        "points": 91, "bouts": "T21 T1 F", "won": 18, "last": True,
        "fool": "last", "fool_by": 0, "petit": petit, **more,
    }  # fmt: skip


@pytest.mark.rule("1.8.12")
def test_before_or_under_the_last_fool_of_a_slam_the_petit_counts_for_either_side() -> None:
    """1.8.12: an earlier one counts for nobody."""
    assert bonus(EITHER, **slam("before-last")) == {FOR: 20}
    assert bonus(TAKER, **slam("before-last")) == {}

    assert bonus(EITHER, **slam("last")) == {FOR: 20}
    assert bonus(TAKER, **slam("last")) == {}

    assert bonus(EITHER, **slam("early")) == {}

    # The same before the last fool of the defence's slam.
    wanted: dict[str, Any] = {"points": 3, "won": 0, "fool": "last", "fool_by": 1}
    assert bonus(EITHER, petit="before-last", **wanted) == {AGAINST: -20}
    assert bonus(EITHER, petit="last", **wanted) == {AGAINST: -20}
    assert bonus(TAKER, petit="before-last", **wanted) == {}


# ---- petit sec, announced (fine point 18) ----------------------------------------------------


def says_petit_sec(told: Hand, seat: int) -> Hand:
    return told.does("announce", seat=seat, what="petit-sec")


def test_a_petit_sec_that_any_seat_announces_before_the_first_call_annuls_the_hand() -> None:
    """1.4.2."""
    told = says_petit_sec(hand(petit_sec=True), 2)
    outcome = told.outcome
    assert (outcome.status, outcome.phase, outcome.turn) == ("annulled", "over", None)
    assert (told.scores, outcome.sides, outcome.card_points) == ([0, 0, 0, 0], None, None)
    told.says("pass").refused("wrong-phase", "1.11.1")
    told.remarks().rules(1, -1, 0, 0).stands()

    for seat in range(4):
        says_petit_sec(hand(petit_sec=True), seat).stands()
    called = hand(petit_sec=True).says("pass")
    problem = says_petit_sec(called, 2).refused("announcement-not-allowed", "1.4.2", seat=2)
    assert str(problem) == "A petit sec is announced before the auction."
    over = hand(petit_sec=True).says("guard-without pass pass pass")
    says_petit_sec(over, 2).refused("announcement-not-allowed", "1.4.2", seat=2)


def test_a_petit_sec_annuls_only_where_it_is_played_and_can_be_one() -> None:
    """1.4.2: the federation plays it."""
    for told in (hand(), hand(petit_sec=False)):
        problem = says_petit_sec(told, 2).refused("announcement-not-allowed", "1.4.2", seat=2)
    assert str(problem) == "In this match a petit sec does not annul the hand."

    bare = hand(deal={2: filled("T1", "SHD")}, petit_sec=True)
    says_petit_sec(bare, 2).stands()
    for cards in ("T1 F", "T1 T2", "T2", "F"):
        told = hand(deal={2: filled(cards, "SHD")}, petit_sec=True)
        says_petit_sec(told, 2).refused("announcement-not-allowed", "1.4.2", seat=2)

    elsewhere = hand(deal={0: filled("T1 T2", "SHD")}, petit_sec=True)
    says_petit_sec(elsewhere, 2).refused("announcement-not-allowed", "1.4.2", seat=2)
    in_dog = hand(stock="T1 T2 T3 T4 T5 T6", petit_sec=True)
    says_petit_sec(in_dog, 2).refused("announcement-not-allowed", "1.4.2", seat=2)

    assert published().record.options["petit_sec"] is True
