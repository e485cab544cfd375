"""The sample records of the format's authors, where they lie beside this clone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules import verify

SHARED = Path(__file__).parents[3] / "shared" / "records"
SAMPLED = sorted(file.stem for file in SHARED.glob("*.ndjson"))
VALID = ("status", "phase", "turn", "scores", "sides", "card_points")

pytestmark = pytest.mark.skipif(
    not SHARED.exists(), reason="the shared sample records are not beside this clone"
)


def samples(name: str) -> Iterator[tuple[int, Any, dict[str, Any]]]:
    """The lines of a file: number, record, expected answer."""
    for number, line in enumerate((SHARED / f"{name}.ndjson").read_text().splitlines(), 1):
        sample = json.loads(line)
        yield number, sample["record"], sample["expect"]


@pytest.mark.parametrize("name", SAMPLED)
def test_every_sample_has_the_answer_that_is_expected(name: str) -> None:
    differing = []
    for number, record, expect in samples(name):
        answer = verify(record if isinstance(record, str) else json.dumps(record))
        if expect["ok"]:
            found = {key: answer.get(key) for key in VALID}
            wanted = {key: expect[key] for key in VALID}
        else:
            found = {key: answer.get("error", {}).get(key) for key in expect["error"]}
            wanted = expect["error"]
        if json.dumps(found) != json.dumps(wanted):
            differing.append((number, found, wanted))
    assert differing == []
