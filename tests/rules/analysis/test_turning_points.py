"""The turning points of finished hands."""

import random

from games.rules import Record, State, Variant, replay
from games.rules.analysis.best_play import BestPlay, best_play
from games.rules.analysis.turning_points import TurningPoints, position_before, turning_points
from games.rules.hand.actions import Play
from games.rules.record.reading import read_action
from tests.rules.properties.playing import EVERY_TABLE, at_random
from tests.thorough import amount

SEED = 1660


def solved(state: State | None) -> BestPlay:
    """Best play from a position in which it is known."""
    assert state is not None
    found = best_play(state)
    assert found is not None
    return found


def assert_each_turn_is_worth_what_best_play_says(
    record: Record, course: TurningPoints, end: State
) -> None:
    """No card within the rules is worth more than best play, and what was best is named."""
    for turn in course.turns:
        action = read_action(record.actions[turn.step], record.variant, end.seats)
        assert isinstance(action, Play)
        assert (action.seat, action.card) == (turn.seat, turn.card)
        assert turn.after < turn.before or action.irregular
        assert turn.best
        assert turn.card not in turn.best
        number = end.play_actions.index(turn.step)
        here = solved(position_before(record, end, number))
        assert here.score == turn.before
        assert [one.card for one in here.prospects if one.score == turn.before] == [
            one.card for one in here.prospects if one.card in turn.best
        ]


def assert_turns_add_up_to_the_score(record: Record, course: TurningPoints, end: State) -> None:
    """Where two sides play the turns of one lose what those of the other win."""
    first = position_before(record, end, end.play_actions.index(course.since))
    begun = solved(first)
    if course.alone:
        own = [turn for turn in course.turns if turn.seat == begun.seat]
        lost = sum(turn.before - turn.after for turn in own)
        assert course.scores[begun.seat] >= begun.score - lost
        return
    sides = replay(record).outcome.sides
    assert sides is not None
    gained = 0.0
    for turn in course.turns:
        with_us = any({turn.seat, begun.seat} <= set(side) for side in sides)
        share = abs(course.scores[begun.seat]) / abs(course.scores[turn.seat] or 1)
        change = (turn.after - turn.before) * share
        gained += change if with_us else -change
    if all(course.scores):
        assert round(begun.score + gained) == course.scores[begun.seat]


@EVERY_TABLE
def test_turning_points_are_those_of_best_play_and_add_up_to_the_score(
    variant: Variant, players: int
) -> None:
    luck, tried = random.Random(SEED), 0
    for _ in range(amount(5, thorough=60)):
        record = at_random(variant, players, luck.randrange(2**40))
        course = turning_points(record, tricks=3)
        if course is None:
            continue
        tried += 1
        end = replay(record).state
        assert_each_turn_is_worth_what_best_play_says(record, course, end)
        if end.claim is None:
            assert_turns_add_up_to_the_score(record, course, end)
    assert tried
