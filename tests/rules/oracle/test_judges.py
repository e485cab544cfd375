"""The second judge itself: it answers the samples as expected; with the rules it is compared in
properties/test_records.py."""

import json
from pathlib import Path

import pytest

from tests.thorough import THOROUGH

from .compare import compact, exact
from .generate import lines
from .judge import judge
from .registry import GAMES

SAMPLES = Path(__file__).parents[1] / "data" / "samples"


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_the_samples_have_the_answers_that_are_expected(variant: str) -> None:
    samples = (SAMPLES / f"{variant}.ndjson").read_text().splitlines()
    for line in samples[:: 1 if THOROUGH else 8]:
        sample = json.loads(line)
        expect, answer = sample["expect"], judge(json.dumps(sample["record"]))
        wanted = expect if expect["ok"] else {"ok": False, "error": expect["error"]}
        assert exact(compact(answer)) == exact(compact(wanted)), line[:300]


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_the_same_seed_gives_the_same_records(variant: str) -> None:
    """Otherwise a comparison with them could not be repeated."""
    assert list(lines("sorts", 10, variant)) == list(lines("sorts", 10, variant))
