"""Sample records with the answers that are expected (data/README.md)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules import verify

SAMPLES = Path(__file__).parent / "data" / "samples"
SAMPLED = sorted(file.stem for file in SAMPLES.glob("*.ndjson"))
VALID = ("status", "phase", "turn", "scores", "sides", "card_points")


def samples(name: str) -> Iterator[tuple[int, Any, dict[str, Any]]]:
    """The lines of a file: number, record, expected answer."""
    for number, line in enumerate((SAMPLES / f"{name}.ndjson").read_text().splitlines(), 1):
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
