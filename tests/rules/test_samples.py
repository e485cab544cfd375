"""Sample records with the answers that are expected, as JSON and as text (data/README.md)."""

import json
from pathlib import Path

import pytest

from games.rules import verify
from tests.rules.notated import assert_same_answer, assert_same_hand, is_whole
from tests.thorough import THOROUGH

SAMPLES = sorted((Path(__file__).parent / "data" / "samples").glob("*.ndjson"))
VALID = ("status", "phase", "turn", "scores", "sides", "card_points")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_has_the_answer_that_is_expected(path: Path) -> None:
    differing: list[tuple[object, ...]] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        sample = json.loads(line)
        record, expect = sample["record"], sample["expect"]
        answer = verify(record if isinstance(record, str) else json.dumps(record))
        if expect["ok"]:
            found = {key: answer.get(key) for key in VALID}
            wanted = {key: expect[key] for key in VALID}
        else:
            found = {key: answer.get("error", {}).get(key) for key in expect["error"]}
            wanted = expect["error"]
        if json.dumps(found) != json.dumps(wanted):
            differing.append((number, found, wanted))
        if is_whole(record) and (THOROUGH or number % 4 == 1):
            assert_same_answer(assert_same_hand(record), answer)
    assert differing == []
