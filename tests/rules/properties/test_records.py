"""What holds of every record, also of broken ones: generated lines, judged twice, as JSON and as
text."""

import json
from typing import Any

import pytest

from games.rules import RecordError, format_record, parse_record, replay, verify
from games.rules.notation import format_text, parse_text
from tests.rules.notated import assert_same_answer, assert_same_hand, is_whole
from tests.rules.oracle.compare import compact, exact
from tests.rules.oracle.generate import lines
from tests.rules.oracle.judge import judge
from tests.rules.oracle.registry import GAMES
from tests.rules.refusals import assert_well_said
from tests.thorough import amount

# A broken rule shows in one to three of these records, so that fewer of a seed would miss it.
SEEDS = ("records-1", "records-2", "records-3")[: amount(1, thorough=3)]
RECORDS = 150  # half of them broken in some way
# Of how many records one is tried as text as well.
TEXTS = amount(6, thorough=2)


def assert_well_answered(line: bytes, answer: dict[str, Any]) -> None:
    """The answer is JSON; a refusal is a whole sentence with a rule of the sheet; a valid record
    has one canonical line with the same answer."""
    assert json.loads(json.dumps(answer)) == answer
    if answer["ok"]:
        canonical = format_record(parse_record(line))
        assert format_record(parse_record(canonical)) == canonical
        assert verify(canonical) == answer
        return
    assert answer["error"]["message"]
    try:
        problem = replay(parse_record(line)).problem
    except RecordError as error:
        problem = error.problem
    assert problem is not None
    assert_well_said(problem)


def assert_same_as_text(line: bytes, answer: dict[str, Any]) -> None:
    """What can be read as JSON is the same hand as text, with the same answer."""
    try:
        record = json.loads(line)
        again = json.dumps(record, allow_nan=False)  # which Python reads, and JSON does not know
    except ValueError:
        return
    if is_whole(record) and json.loads(again) == record:
        assert_same_answer(assert_same_hand(record), verify(again))
    if answer["ok"]:
        canonical = format_record(parse_record(line))
        text = format_text(parse_record(line))
        assert parse_text(text) == parse_record(canonical)
        assert format_record(parse_text(text)) == canonical
        assert format_text(parse_text(text)) == text


@pytest.mark.parametrize("game", tuple(GAMES))
@pytest.mark.parametrize("seed", SEEDS)
def test_rules_and_second_judge_agree_on_every_record_and_answer_it_well(
    game: str, seed: str
) -> None:
    answers = []
    for number, line in enumerate(lines(seed, RECORDS, game)):
        answer = verify(line)
        answers.append(answer)
        assert exact(compact(answer)) == exact(compact(judge(line))), line
        assert_well_answered(line, answer)
        if number % TEXTS == 0:
            assert_same_as_text(line, answer)
    # They are of all sorts; otherwise the above would say little.
    codes = {answer["error"]["code"] for answer in answers if not answer["ok"]}
    statuses = {answer["status"] for answer in answers if answer["ok"]}
    assert statuses >= {"scored", "in-progress"}
    assert len(codes) >= 8
    assert 0.3 < sum(answer["ok"] for answer in answers) / len(answers) < 0.8
