"""What holds of every record, also of broken ones: generated lines, judged twice."""

import json
from functools import cache

import pytest

from games.rules import RecordError, format_record, parse_record, replay, verify
from tests.rules.oracle.compare import compact, exact
from tests.rules.oracle.generate import lines
from tests.rules.oracle.judge import judge
from tests.rules.oracle.registry import GAMES
from tests.rules.refusals import assert_well_said
from tests.thorough import amount

# A broken rule shows in one to three of these records, so that fewer of a seed would miss it.
SEEDS = ("records-1", "records-2", "records-3")[: amount(1, thorough=3)]
EACH_SEED = pytest.mark.parametrize("seed", SEEDS)
EACH_GAME = pytest.mark.parametrize("game", tuple(GAMES))


@cache
def generated(game: str, seed: str) -> tuple[bytes, ...]:
    """A hundred and fifty records of a game, half of them broken in some way."""
    return tuple(lines(seed, 150, game))


@EACH_GAME
@EACH_SEED
def test_the_engine_and_the_second_judge_agree(game: str, seed: str) -> None:
    for line in generated(game, seed):
        assert exact(compact(verify(line))) == exact(compact(judge(line))), line


@EACH_GAME
@EACH_SEED
def test_every_answer_is_json_with_a_sentence_for_every_fault(game: str, seed: str) -> None:
    for line in generated(game, seed):
        answer = verify(line)
        assert json.loads(json.dumps(answer)) == answer
        assert answer["ok"] or answer["error"]["message"]


@EACH_GAME
@EACH_SEED
def test_every_refusal_is_well_said_and_cites_a_rule_of_the_sheet(game: str, seed: str) -> None:
    for line in generated(game, seed):
        try:
            problem = replay(parse_record(line)).problem
        except RecordError as error:
            problem = error.problem
        if problem is not None:
            assert_well_said(problem)


@EACH_GAME
@EACH_SEED
def test_a_valid_record_has_one_canonical_line_with_the_same_answer(game: str, seed: str) -> None:
    for line in generated(game, seed):
        answer = verify(line)
        if answer["ok"]:
            canonical = format_record(parse_record(line))
            assert format_record(parse_record(canonical)) == canonical
            assert verify(canonical) == answer


@EACH_GAME
def test_the_generated_records_are_of_all_sorts(game: str) -> None:
    """Otherwise the tests above would say little."""
    answers = [verify(line) for seed in SEEDS for line in generated(game, seed)]
    codes = {answer["error"]["code"] for answer in answers if not answer["ok"]}
    statuses = {answer["status"] for answer in answers if answer["ok"]}
    assert statuses >= {"scored", "in-progress"}
    assert len(codes) >= amount(8, thorough=11)
    assert 0.3 < sum(answer["ok"] for answer in answers) / len(answers) < 0.8
