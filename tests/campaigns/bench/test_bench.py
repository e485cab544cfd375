"""What the measurements rest on: both sides play the same hands, goals are judged right."""

import pytest

from games.rules import VARIANTS, Variant, replay
from tests.campaigns.bench import lower_bound
from tests.campaigns.bench.engine import scored
from tests.campaigns.bench.hands import hands_at_every_table, hands_of
from tests.campaigns.figures import DEFECT, MEETS, MISSES, Goal, amount, compared, unmeasured
from tests.campaigns.timing import Figure, in_the_middle


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_bare_loop_takes_the_tricks_that_the_engine_takes(players: int) -> None:
    for hand in hands_of(players, 5, known=True):
        table = hand.table()
        lower_bound.play_all(table, hand.cards)
        by_hand = [cards for _, cards in table.tricks]
        assert by_hand == [list(trick.cards) for trick in replay(hand.record).state.tricks]
        laid = sum(lower_bound.HALVES[card] for card in lower_bound.listed(hand.laid))
        assert sum(table.halves) + laid == 182


def test_the_bare_loop_refuses_a_revoke() -> None:
    spades, hearts = lower_bound.NUMBERS["S1"], lower_bound.NUMBERS["H1"]
    hands = [1 << spades, 1 << hearts | 1 << spades + 1]
    table = lower_bound.Table(hands, leader=0)
    table.play(spades)
    with pytest.raises(lower_bound.Illegal, match="must follow"):
        table.play(hearts)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
@pytest.mark.parametrize("known", [True, False])
def test_of_every_game_whole_hands_by_all_numbers_of_players_are_timed(
    variant: Variant, known: bool
) -> None:
    hands = hands_at_every_table(variant, 3 * len(variant.seats), known=known)
    assert {len(hand.record.players) for hand in hands} == set(variant.seats)
    for hand in hands:
        done = replay(hand.record)
        assert (done.problem, done.state.over) == (None, True)
        assert hand.at_first_card().played == []
        assert done.state.played == hand.cards


@pytest.mark.parametrize("known", [True, False])
def test_what_is_timed_of_a_record_is_a_scored_hand(known: bool) -> None:
    hand = hands_of(4, 1, known=known)[0]
    outcome = scored(hand.line)
    assert (outcome.status, sum(outcome.scores or (1,))) == ("scored", 0)
    # The last line is what the taker wins or loses, three times what each opponent does.
    assert outcome.lines[-1].points == max(outcome.scores or (), key=abs)


def test_the_text_of_a_hand_gives_the_same_points() -> None:
    hand = hands_of(4, 1, known=True)[0]
    laid = sum(lower_bound.HALVES[card] for card in lower_bound.listed(hand.laid))
    assert lower_bound.play_text(hand.text) == laid + lower_bound.play_all(hand.table(), hand.cards)


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(2.9, MEETS), (3.0, MEETS), (3.1, MISSES), (5.1, DEFECT)]
)
def test_a_goal_limits_how_many_times_as_long(ratio: float, verdict: str) -> None:
    assert Goal(3, 5).verdict(ratio) == verdict


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(30, MEETS), (25, MEETS), (24, MISSES), (19, DEFECT)]
)
def test_a_goal_demands_how_many_times_as_quick(ratio: float, verdict: str) -> None:
    assert Goal(25, 20, faster=True).verdict(ratio) == verdict


def test_memory_that_grows_with_the_hands_is_a_defect() -> None:
    where = ("for many", "for few")
    assert amount("export", 105.9, 90, most=16, where=where).verdict == MEETS
    assert amount("export", 110, 90, most=16, where=where).verdict == MISSES
    assert amount("export", 130, 90, most=16, where=where).verdict == DEFECT


def test_of_several_processes_the_one_in_the_middle_counts() -> None:
    floor, missing = Figure.of([10], [10]), unmeasured("PostgreSQL", "no server")
    found = [
        [compared("hand", Figure.of([ours], [ours]), "E", floor), missing]
        for ours in (31, 28, 90, 29, 30)
    ]
    assert in_the_middle(found) == [found[4][0], missing]
