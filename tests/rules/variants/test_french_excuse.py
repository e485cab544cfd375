"""The Excuse after the trick, in Anna's garde (1.10, 1.8.14; `fool_last_in_slam`; point 19)."""

from typing import Any

import pytest

from tests.rules.made_up import Wanted, made_up
from tests.rules.table import Hand, hand

ANNA, BORIS, CHLOE, DARIO = range(4)


def garde(points: float, bouts: str, **wanted: Any) -> Hand:
    return made_up(Wanted("guard", points, bouts, **wanted))


def counts(told: Hand) -> tuple[Any, ...]:
    """Card points of both sides, and the taker's bouts."""
    assert told.outcome.card_points is not None
    return (*told.outcome.card_points, told.pays("Bouts"))


# ---- before the last trick (1.10.1 to 1.10.4) ------------------------------------------------


@pytest.mark.rule("1.10.1")
def test_a_fool_in_a_trick_of_the_other_side_is_kept_for_four_points() -> None:
    told = garde(45, "T21", fool_by=ANNA)
    assert counts(told) == (45 + 4, 46 - 4, 2)
    assert told.pays("The Excuse") == 4

    told = garde(45, "T21 F", fool_by=CHLOE)
    assert counts(told) == (45 - 4, 46 + 4, 1)
    assert told.pays("The Excuse") == -4

    # The trick before the last is like any other.
    told = garde(45, "T21 F", fool="before-last", last=True, fool_by=CHLOE)
    assert counts(told) == (45 - 4, 46 + 4, 1)


@pytest.mark.rule("1.10.4")
def test_a_fool_in_a_trick_of_its_own_side_moves_nothing() -> None:
    """A partner's fool is the side's."""
    told = garde(45, "T21", fool_by=CHLOE)
    assert counts(told) == (45, 46, 1)
    assert "The Excuse" not in told.lines

    own = garde(45.5, "T21 F", players=5, partner=2, fool_by=2)
    assert counts(own) == (45.5, 45.5, 2)
    lost = garde(45.5, "T21", players=5, partner=2, fool_by=2)
    assert counts(lost) == (45.5 + 4, 45.5 - 4, 2)


@pytest.mark.rule("1.10.2", "1.10.3")
def test_a_side_without_a_trick_has_its_fool_for_four_points() -> None:
    """1.10.3: the debt that is never paid; 4 points move all the same."""
    assert counts(garde(3, "", won=0, fool_by=ANNA)) == (3 + 4, 88 - 4, 1)
    assert counts(garde(91, "T21 T1 F", won=18, last=True, fool_by=DARIO)) == (91 - 4, 4, 2)


# ---- in the last trick (1.10.5) --------------------------------------------------------------


@pytest.mark.rule("1.10.5")
def test_a_fool_in_the_last_trick_changes_sides() -> None:
    """F18: 1.10.5, F18: also if its own side wins it: a card of half a point comes back."""
    told = garde(45, "T21", fool="last", fool_by=ANNA)
    assert counts(told) == (45, 46, 1)

    told = garde(45, "T21 F", fool="last", last=True, fool_by=BORIS)
    assert counts(told) == (45, 46, 2)

    defence = garde(45, "T21", fool="last", fool_by=DARIO)
    assert counts(defence) == (45 + 4, 46 - 4, 2)
    partner = garde(45.5, "T21 F", players=5, partner=2, fool="last", last=True, fool_by=2)
    assert counts(partner) == (45.5 - 4, 45.5 + 4, 1)


# ---- in the last trick of a slam (1.10.6, 1.8.14) --------------------------------------------


@pytest.mark.rule("1.10.6")
def test_a_fool_wins_the_last_trick_of_its_own_side_s_slam() -> None:
    """F19, F20: 1.10.6, F19, F20: a slam is a side's affair."""
    told = garde(91, "T21 T1 F", won=18, last=True, fool="last", fool_by=ANNA)
    assert counts(told) == (91, 0, 3)
    assert told.state.tricks[-1].winner == ANNA
    assert told.pays("Slam") == 200

    # The defence's.
    told = garde(3, "", won=0, fool="last", fool_by=CHLOE)
    assert counts(told) == (3, 88, 0)
    assert told.state.tricks[-1].winner == CHLOE

    # Boris won trick 1. The last card of the last trick but the fool is a defender's: it wins.
    told = garde(45, "T21", won=9, fool="last", fool_by=ANNA)
    assert told.state.tricks[-1].winner != ANNA

    told = garde(91, "T21 T1 F", players=5, partner=2, won=15, last=True, fool="last", fool_by=2)
    assert told.state.tricks[-1].winner == 2
    assert counts(told) == (91, 0, 3)


@pytest.mark.rule("1.8.14")
def test_the_other_side_s_fool_in_the_last_trick_of_a_slam_changes_sides_or_stays() -> None:
    against: dict[str, Any] = {"won": 18, "last": True, "fool": "last", "fool_by": DARIO}
    transfers = garde(91, "T21 T1 F", options={"fool_last_in_slam": "transfers"}, **against)
    assert counts(transfers) == (91, 0, 3)
    stays = garde(91, "T21 T1 F", options={"fool_last_in_slam": "stays"}, **against)
    assert counts(stays) == (87, 4, 2)
    for told in (transfers, stays):
        assert told.pays("Slam") == 200

    # The taker's fool in a slam of the defence.
    against = {"won": 0, "fool": "last", "fool_by": ANNA}
    transfers = garde(3, "", options={"fool_last_in_slam": "transfers"}, **against)
    assert counts(transfers) == (3, 88, 0)
    stays = garde(3, "", options={"fool_last_in_slam": "stays"}, **against)
    assert counts(stays) == (3 + 4, 88 - 4, 1)


@pytest.mark.parametrize("option", ["transfers", "stays"])
def test_earlier_in_a_slam_it_stays_and_without_one_it_goes_whatever_the_option(
    option: str,
) -> None:
    """1.8.14: seventeen tricks are no slam."""
    against: dict[str, Any] = {
        "last": True,
        "fool_by": DARIO,
        "options": {"fool_last_in_slam": option},
    }
    for place in ("early", "before-last"):
        assert counts(garde(91, "T21 T1 F", won=18, fool=place, **against)) == (87, 4, 2)
    assert counts(garde(88, "T21 T1 F", won=17, fool="last", **against)) == (88, 3, 3)


# ---- not played at all (1.10.7) --------------------------------------------------------------

DOG = "F S1 S2 S3 S4 S5"


# Anna wins SK SQ S6 S7: 4½ + 3½ + ½ + ½ = 9. The dog with the fool counts 4½ + 5 x ½ = 7.
@pytest.mark.rule("1.7.3", "1.10.7")
def test_a_fool_that_nobody_plays_belongs_to_the_dog_s_side_or_was_laid_away() -> None:
    for bid, dog in [("guard-without", 7), ("guard-against", 0)]:
        told = hand(stock=DOG).says(f"{bid} pass pass pass").plays("SK SQ S6 S7").claims(BORIS)
        assert counts(told) == (9 + dog, 82 - dog, 1 if dog else 0)
    told = hand().says("guard pass pass pass").turns_up(DOG).lays_away(DOG).plays("SK SQ S6 S7")
    assert counts(told.claims(BORIS)) == (9 + 7, 91 - 16, 1)
