"""Handfuls (1.8.1 to 1.8.9; `handful_by`, `handful_excuse`; fine points 8, 15, 16)."""

import pytest

from tests.rules.table import Hand, hand
from tests.rules.written import filled

NOT_NOW = "announcement-not-allowed"


def trumps(first: int, last: int) -> str:
    return " ".join(f"T{number}" for number in range(first, last + 1))


TEN = trumps(1, 10)
# Anna takes; her cards are unknown, or T1 to T12, the fool and low spades.
BLIND = hand().says("guard-without pass pass pass")
SHORT = filled(f"{trumps(1, 12)} F", "S")
LAST_RESORT = hand(deal={0: SHORT}, handful_excuse="last-resort").says(
    "guard-without pass pass pass"
)
KNOWN = hand(deal={0: SHORT}).says("guard-without pass pass pass")


def pays(told: Hand, label: str) -> int | float | None:
    """The score of a handful where Anna wins: her fool is led, and she claims the rest."""
    winner = {3: "F SK S1", 4: "F SK S1 S2", 5: "F SK S1 S2 S3"}[told.players]
    return told.plays(winner).claims(0).pays(label)


# ---- how many (1.8.1, 1.8.4) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "count", "points"),
    [
        (3, 13, 20), (3, 14, 20), (3, 15, 30), (3, 17, 30), (3, 18, 40), (3, 21, 40),
        (4, 10, 20), (4, 12, 20), (4, 13, 30), (4, 14, 30), (4, 15, 40), (4, 17, 40),
        (5, 8, 20), (5, 9, 20), (5, 10, 30), (5, 12, 30), (5, 13, 40), (5, 14, 40),
    ],
)  # fmt: skip
def test_the_tier_is_the_highest_that_the_number_reaches(
    players: int, count: int, points: int
) -> None:
    told = hand(players).says("guard-without " + "pass " * (players - 1))
    if players == 5:
        told = told.names("SK")
    assert pays(told.shows(trumps(1, count)), f"Handful of {count}") == points


def test_fewer_trumps_are_no_handful_nor_are_plain_cards() -> None:
    """1.8.1."""
    for players, count in ((3, 12), (4, 9), (5, 7)):
        told = hand(players).says("guard-without " + "pass " * (players - 1))
        problem = told.shows(trumps(1, count)).refused(NOT_NOW, "1.8.1", seat=0)
        assert str(problem) == f"A handful needs {count + 1} trumps; Anna showed {count}."
        told.shows("").refused(NOT_NOW, "1.8.1")
    problem = BLIND.shows(f"{trumps(1, 9)} SK HK").refused(NOT_NOW, "1.8.1", seat=0)
    assert str(problem) == "A handful consists of trumps, not SK and HK."


def test_a_lower_tier_may_be_claimed_and_no_other_number() -> None:
    """1.8.4; and further trumps may stay hidden."""
    for size, points in ((10, 20), (13, 30), (15, 40)):
        assert pays(BLIND.shows(trumps(1, 16), size=size), "Handful of 16") == points
    for size in (9, 11, 12, 14, 16, 0, -10, 18, 8):
        BLIND.shows(trumps(1, 16), size=size).refused(NOT_NOW, "1.8.4", seat=0)
    BLIND.shows(trumps(1, 12), size=13).refused(NOT_NOW, "1.8.4", seat=0)
    KNOWN.shows(trumps(3, 12)).stands()


def test_trumps_known_to_be_elsewhere_are_not_in_the_hand() -> None:
    """The order of the table: not-in-hand before announcement-not-allowed."""
    KNOWN.shows(trumps(4, 13)).refused("not-in-hand", "1.4", cards="T13", seat=0)
    KNOWN.shows("T13 T14").refused("not-in-hand", "1.4", cards="T13", seat=0)
    defender = hand(deal={0: SHORT}).says("pass guard-without pass pass")
    defender.shows(TEN, seat=1).refused("not-in-hand", "1.4", cards="T1", seat=1)
    defender.shows(trumps(1, 12), seat=0).refused(NOT_NOW, "1.8.2", seat=0)


# ---- who (1.8.2) -----------------------------------------------------------------------------


def test_only_the_taker_shows_a_handful_or_with_the_option_anyone_and_each_once() -> None:
    """1.8.2, 1.8.3: who may not is not told to wait for a turn."""
    problem = BLIND.shows(TEN, seat=2).refused(NOT_NOW, "1.8.2", seat=2)
    assert str(problem) == "Only the taker may show a handful here."
    BLIND.shows(TEN, seat=0).stands()

    told = hand(handful_by="anyone").says("guard-without pass pass pass")
    for seat in range(4):
        told.shows(TEN, seat=seat).stands()

    told = hand(handful_by="anyone").says("guard-without pass pass pass").shows(TEN)
    told.shows(TEN).refused(NOT_NOW, "1.8.3", seat=0)
    told.shows(trumps(3, 12), seat=0).refused(NOT_NOW, "1.8.3", seat=0)
    told.shows(trumps(11, 20), seat=3).stands()

    told = BLIND.plays("S1")
    told.shows(TEN, seat=2).refused(NOT_NOW, "1.8.2", seat=2)


# ---- when (1.8.3, fine points 8 and 15) ------------------------------------------------------


@pytest.mark.rule("1.8.9")
def test_a_handful_is_shown_from_the_end_of_the_auction_until_one_s_own_first_card() -> None:
    """1.8.3."""
    hand().shows(TEN, seat=0).refused("wrong-phase", "1.5.2", seat=0)
    hand().says("guard pass pass").shows(TEN).refused("wrong-phase", "1.5.2", seat=3)

    taken = hand().says("guard pass pass pass")
    taken.shows(TEN).turns_up("S1 S2 S3 S4 S5 S6").lays_away(None).stands()
    taken.turns_up("S1 S2 S3 S4 S5 S6").shows(TEN).lays_away(None).stands()
    taken.turns_up("S1 S2 S3 S4 S5 S6").lays_away(None).shows(TEN).stands()
    hand(5).says("guard pass pass pass pass").shows(trumps(1, 8)).names("HK").stands()

    told = hand().says("pass guard-without pass pass").plays("S1")
    told.shows(TEN).plays("T5").stands()
    told.plays("S2").shows(TEN).refused(NOT_NOW, "1.8.3", seat=1)
    told.plays("S2 S3 S4").shows(TEN).refused(NOT_NOW, "1.8.3", seat=1)

    # During the first trick it is shown in turn.
    told = hand(handful_by="anyone").says("guard-without pass pass pass").plays("S1")
    problem = told.shows(TEN, seat=2).refused("not-your-turn", "1.8.3", seat=1)
    assert str(problem) == "It is Boris’s turn; a handful is shown at one’s own turn to play."
    # Anna has played: that is too late, no matter whose turn it is.
    told.shows(TEN, seat=0).refused(NOT_NOW, "1.8.3", seat=0)


# ---- the Excuse (1.8.5, fine point 16) -------------------------------------------------------


def test_the_fool_counts_as_a_trump_or_as_a_last_resort_with_every_trump() -> None:
    """1.8.5: what is not known to be kept back is not judged."""
    assert pays(BLIND.shows(f"{trumps(1, 9)} F"), "Handful of 10") == 20
    KNOWN.shows(f"{trumps(1, 9)} F").stands()
    BLIND.shows(f"{trumps(1, 8)} F").refused(NOT_NOW, "1.8.1")

    LAST_RESORT.shows(f"{trumps(1, 12)} F").stands()
    LAST_RESORT.shows(TEN).stands()
    problem = LAST_RESORT.shows(f"{trumps(1, 10)} F").refused(NOT_NOW, "1.8.5", seat=0)
    assert (
        str(problem)
        == "The Excuse may be shown only with every trump; Anna keeps back T11 and T12."
    )

    blind = hand(handful_excuse="last-resort").says("guard-without pass pass pass")
    told = blind.shows(f"{trumps(1, 9)} F").stands()
    told.plays("T15").stands()  # a trump played later proves nothing


# ---- trumps that were laid away (1.8.6) ------------------------------------------------------


DOG = "S1 S2 S3 S4 S5 S6"
AWAY = hand().says("guard pass pass pass").turns_up(DOG)


@pytest.mark.rule("1.8.6")
def test_only_a_trump_laid_away_openly_may_be_shown_again() -> None:
    AWAY.lays_away("T1 S1 S2 S3 S4 S5", shown="T1").shows(TEN).stands()
    AWAY.lays_away(None, shown="T1").shows(TEN).stands()

    AWAY.lays_away("T1 S1 S2 S3 S4 S5").shows(TEN).refused("not-in-hand", "1.4", cards="T1")

    told = AWAY.lays_away(None, shown="F").shows(f"{trumps(1, 9)} F")
    problem = told.refused("not-in-hand", "1.4", cards="F", seat=0)
    assert str(problem) == "Anna cannot have F: it was discarded."


# ---- what it pays (1.8.7, 1.8.8) -------------------------------------------------------------


def lost(told: Hand) -> Hand:
    """A hand that Anna loses: Boris takes all tricks."""
    return told.plays("S1 SK S2 F").claims(1)


def test_a_handful_belongs_to_the_side_that_wins_the_hand_whatever_the_contract() -> None:
    """1.8.7: the sheet says who showed it."""
    against = hand(handful_by="anyone").says("guard-against pass pass pass")
    assert lost(against.shows(TEN)).pays("Handful of 10") == -20
    assert lost(against.shows(TEN, seat=2)).pays("Handful of 10") == -20
    without = hand(handful_by="anyone").says("guard-without pass pass pass")
    assert pays(without.shows(TEN, seat=2), "Handful of 10") == 20

    for bid in ("guard-without", "guard-against"):
        told = hand(stock=DOG).says(f"{bid} pass pass pass").shows(TEN)
        assert told.plays("F SK S7 S8").claims(0).pays("Handful of 10") == 20

    told = BLIND.shows(TEN).plays("F SK S1 S2").claims(0)
    line = told.lines["Handful of 10"].as_json(["Anna", "Boris", "Chloe", "Dario"])
    assert line["how"] == "shown by Anna, to the side that wins the hand"
    assert line["rule"] == "1.8.7"


@pytest.mark.rule("1.8.8")
def test_two_handfuls_are_both_paid() -> None:
    told = hand(handful_by="anyone").says("guard-against pass pass pass")
    told = lost(told.shows(TEN).shows(trumps(11, 21), seat=3))
    assert (told.pays("Handful of 10"), told.pays("Handful of 11")) == (-20, -20)
    # Anna has no point and no bout: -(25 + 56) x 6 - 20 - 20.
    each = -(25 + 56) * 6 - 40
    assert told.scores == [3 * each, -each, -each, -each]
