"""One score for both: the facts that the tricks give, stated alone, score as the tricks do."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.rules import Line, Record, Variant, as_result, format_record, parse_record, turned
from games.rules.game.facts import written as written_facts
from games.rules.record.shape import FORMAT_STATED
from games.rules.replaying.replay import Replay, fold, replay, start
from tests.rules.properties.playing import EVERY_TABLE, MODES, at_random, written
from tests.thorough import amount


def finished_hands(variant: Variant, players: int) -> Iterator[Replay]:
    """Hands with all options, known, partly known or unknown, that their cards have scored."""
    for number in range(amount(12, thorough=250)):
        seed = random.Random(f"{variant.key} {players} {number}").randrange(2**40)
        whole = written(at_random(variant, players, seed), seed, MODES[number % len(MODES)])
        end = replay(whole)
        if end.state.status == "scored" and end.outcome.scores is not None:
            yield end


def told(line: Line) -> tuple[object, ...]:
    """What a line says, but for cards that nobody has named."""
    how = "" if line.how == "{cards}: for nobody" else line.how.removeprefix("for nobody")
    return line.label, how, line.points, line.rule


def assert_scored_alike(end: Replay, stated: Replay) -> None:
    """The same score; every line written from the facts is one of the whole sheet, in its order."""
    assert stated.problem is None, str(stated.problem)
    by_cards, by_facts = end.outcome, stated.outcome
    assert by_facts.scores == by_cards.scores
    assert by_facts.sides == by_cards.sides
    assert by_facts.card_points == by_cards.card_points
    assert (by_facts.margin, by_facts.won) == (by_cards.margin, by_cards.won)
    rest = iter([told(line) for line in by_cards.lines])
    assert all(told(line) in rest for line in by_facts.lines)
    assert [told(line) for line in by_facts.lines if line.weight == "result"] == [
        told(line) for line in by_cards.lines if line.weight == "result"
    ]


@EVERY_TABLE
def test_a_hand_scores_the_same_from_its_result_stated_anywhere_and_turned_round_the_table(
    variant: Variant, players: int
) -> None:
    hands = list(finished_hands(variant, players))
    assert hands
    for number, end in enumerate(hands):
        record = as_result(end)
        assert record is not None
        line = format_record(record)
        again = parse_record(line)
        assert format_record(again) == line and b'"tarot-hand/2"' in line
        stated = replay(again)
        assert stated.state.level == "result"
        assert_scored_alike(end, stated)

        cut = random.Random(end.count).randrange(end.count)
        if not let_stand(end.record.actions[cut:]):
            begun = end.record._replace(format=FORMAT_STATED)
            assert_scored_alike(end, cut_short(end, begun, cut))

        step = 1 + number % (players - 1)
        assert_turned(end.record, step)
        assert_turned(record, step)


def assert_turned(record: Record, step: int) -> None:
    """A record turned round the table brings everybody what the one before them had."""
    before, players = replay(record).outcome, len(record.players)
    played = replay(turned(record, step))
    assert played.problem is None, str(played.problem)
    assert before.scores is not None
    assert record.dealer is not None
    assert played.record.dealer == (record.dealer + step) % players
    assert played.outcome.scores == before.scores[-step:] + before.scores[:-step]
    # In games without sides the lines of the seats change places.
    lines = (Counter(line.points for line in one.lines) for one in (played.outcome, before))
    assert next(lines) == next(lines)
    assert turned(record, players) == record


def let_stand(actions: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the table lets a call stand that is under the last: stated it would be refused."""
    return any(action["kind"] == "call" and "irregular" in action for action in actions)


def cut_short(end: Replay, record: Record, cut: int) -> Replay:
    """The hand up to an action, and then its facts; what was ruled later follows."""
    state = start(record)
    actions = record.actions[:cut]
    assert fold(state, actions) is None
    stating = record.variant.stating
    values = stating.of(end.state)
    assert values is not None
    result = {"kind": "result", "facts": written_facts(stating, values, state)}
    rulings = [one for one in record.actions[cut:] if one["kind"] == "ruling"]
    return replay(record._replace(actions=(*actions, result, *rulings)))
