"""A record turned round the table stands, and brings everybody what the one before them had."""

from collections import Counter

from games.rules import Record, Variant, as_result, replay, turned
from tests.rules.properties.playing import EVERY_TABLE
from tests.rules.properties.test_stated import finished_hands


def assert_turned(record: Record) -> None:
    before, players = replay(record).outcome, len(record.players)
    assert before.scores is not None
    assert record.dealer is not None
    for step in range(1, players):
        played = replay(turned(record, step))
        assert played.problem is None, str(played.problem)
        assert played.record.dealer == (record.dealer + step) % players
        assert played.outcome.scores == before.scores[-step:] + before.scores[:-step]
        # In games without sides the lines of the seats change places.
        lines = (Counter(line.points for line in one.lines) for one in (played.outcome, before))
        assert next(lines) == next(lines)
    assert turned(record, players) == record


@EVERY_TABLE
def test_a_record_turned_round_the_table_scores_the_same_seats_further_on(
    variant: Variant, players: int
) -> None:
    for end in finished_hands(variant, players):
        assert_turned(end.record)
        told = as_result(end)
        assert told is not None
        assert_turned(told)
