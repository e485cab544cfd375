"""The turning points of finished hands."""

import random

from games.rules import State, Variant, replay
from games.rules.analysis.best_play import BestPlay, best_play
from games.rules.analysis.turning_points import position_before, turning_points
from games.rules.hand.actions import Play
from games.rules.record.reading import read_action
from tests.rules.properties.playing import EVERY_TABLE, at_random
from tests.thorough import amount

SEED = 1659


def solved(state: State | None) -> BestPlay:
    """Best play from a position in which it is known."""
    assert state is not None
    found = best_play(state)
    assert found is not None
    return found


@EVERY_TABLE
def test_no_card_within_the_rules_is_worth_more_than_best_play(
    variant: Variant, players: int
) -> None:
    luck, tried = random.Random(SEED), 0
    for _ in range(amount(6, thorough=150)):
        record = at_random(variant, players, luck.randrange(2**40))
        course = turning_points(record, tricks=3)
        if course is None:
            continue
        tried += 1
        end = replay(record).state
        for turn in course.turns:
            action = read_action(record.actions[turn.step], variant, players)
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
    assert tried


@EVERY_TABLE
def test_what_the_hand_was_worth_and_its_turns_add_up_to_the_score(
    variant: Variant, players: int
) -> None:
    """Where two sides play: the turns of one lose what those of the other win."""
    luck = random.Random(SEED + 1)
    for _ in range(amount(4, thorough=50)):
        record = at_random(variant, players, luck.randrange(2**40))
        course = turning_points(record, tricks=3)
        if course is None or replay(record).state.claim is not None:
            continue
        end = replay(record).state
        first = position_before(record, end, end.play_actions.index(course.since))
        start = solved(first)
        if course.alone:
            own = [turn for turn in course.turns if turn.seat == start.seat]
            lost = sum(turn.before - turn.after for turn in own)
            assert course.scores[start.seat] >= start.score - lost
            continue
        sides = replay(record).outcome.sides
        assert sides is not None
        gained = 0.0
        for turn in course.turns:
            with_us = any({turn.seat, start.seat} <= set(side) for side in sides)
            share = abs(course.scores[start.seat]) / abs(course.scores[turn.seat] or 1)
            change = (turn.after - turn.before) * share
            gained += change if with_us else -change
        if all(course.scores):
            assert round(start.score + gained) == course.scores[start.seat]
