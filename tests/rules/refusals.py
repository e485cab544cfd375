"""What every refusal has to be, whatever it refuses."""

from __future__ import annotations

import re

from games.display.rulesheets import rule_anchor, rule_sheet
from games.rules import Problem

LEFT_OPEN = re.compile(r"\{\w+\}")


def assert_well_said(problem: Problem) -> None:
    """A refusal is a sentence with nothing left to fill in, and its rule can be looked up."""
    sentence = str(problem)
    assert sentence and not LEFT_OPEN.search(sentence) and "None" not in sentence, sentence
    if problem.rule:
        variant, _, _ = problem.rule.partition("/")
        assert rule_anchor(problem.rule) in rule_sheet(variant, "en").anchors, problem.rule
