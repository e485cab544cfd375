"""Every numbered rule of every sheet has its ruling: a test names it, or it stands here why not."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games.display.rulesheets import rule_sheet
from games.rules import VARIANTS, Variant
from games.rules.cards import CODES

TESTS = Path(__file__).parent.parent
# The oracle judges hands for itself: it is no ruling that a player has signed.
ORACLE = TESTS / "rules" / "oracle"
NUMBER = r"(?:[1-9]\d*(?:\.\d+){1,2}|[A-Z]\d+)[a-z]?"
ONE = re.compile(rf"(?<![\w.]){NUMBER}(?!\w|\.\d)")
SPAN = re.compile(rf"({NUMBER})(?: to |–)({NUMBER})")
LAST = re.compile(r"(?P<before>.*?)(?P<number>\d+)[a-z]?$")
CITED = re.compile(rf"(?:[a-z0-9-]+/)?(?P<rule>{NUMBER})")

# Rules that no record can break or keep.
NEED_NO_TEST = {
    "french": {
        "1.2.2": "how the first dealer is drawn; only who dealt is noted",
        "1.2.3": "who deals next is the match's, not the hand's: tests/book/test_seal.py",
        "1.4.1": "the sheet says itself that ClubTarot does not check it",
        "1.4.3": "a hand dealt wrongly is not recorded",
    },
    "droggn": {
        "2.9.5": "the stick is left out, since nobody has written down how it goes",
        "D31": "the same, among the decisions",
    },
}


def rules_of(variant: Variant) -> set[str]:
    """The numbers on the sheet under which something is said: "1.9.3a", but not "1.9" or "1.9.3",
    whose parts have numbers of their own."""
    anchors = {anchor.removeprefix("r-") for anchor in rule_sheet(variant.key, "en").anchors}
    numbers = {anchor for anchor in anchors if re.fullmatch(NUMBER, anchor)}
    return {number for number in numbers if not any(is_part(one, number) for one in numbers)}


def is_part(one: str, whole: str) -> bool:
    """Whether a number is a part of another: "1.9.3a" of "1.9.3", not "1.10" of "1.1"."""
    return one.startswith(whole) and one != whole and not one[len(whole)].isdigit()


@cache
def mentioned() -> frozenset[str]:
    """Every number of a rule that a test of the rules or of the pages names."""
    modules = [
        path
        for part in ("rules", "club", "recording", "matches", "replay")
        for path in (TESTS / part).rglob("*.py")
    ]
    numbers: set[str] = set()
    for path in modules:
        if path != Path(__file__) and ORACLE not in path.parents:
            source = path.read_text()
            numbers.update(*map(numbers_in, said_in(source)), cited_in(source))
    return frozenset(numbers)


def said_in(source: str) -> Iterator[str]:
    """The comments and docstrings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def cited_in(source: str) -> set[str]:
    """The texts of a module that are the number of a rule and nothing else: "french/1.9.3b". One
    that is the code of a card as well ("C7") may mean that."""
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    found = [CITED.fullmatch(text) for text in texts if isinstance(text, str)]
    return {match["rule"] for match in found if match and match[0] not in CODES}


def numbers_in(text: str) -> set[str]:
    """The numbers that a sentence names, "B19 to B21" with what lies between."""
    found = set(ONE.findall(text))
    for first, last in SPAN.findall(text):
        low, high = LAST.match(first), LAST.match(last)
        if low and high and low["before"] == high["before"]:
            between = range(int(low["number"]), int(high["number"]) + 1)
            found |= {f"{low['before']}{number}" for number in between}
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_rule_of_a_sheet_is_named_by_a_test(variant: Variant) -> None:
    excused = NEED_NO_TEST.get(variant.key, {})
    rules = rules_of(variant)
    assert len(rules) > 10
    assert sorted(excused.keys() - rules) == [], "excused, but no longer on the sheet"
    assert sorted(rules - mentioned() - excused.keys()) == [], "no test names these rules"


def test_nothing_is_excused_that_a_test_names() -> None:
    excused = {rule for rules in NEED_NO_TEST.values() for rule in rules}
    assert sorted(excused & mentioned()) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1.9.3b, C-i and B12.", {"1.9.3b", "B12"}),
        ("contra (B19 to B21)", {"B19", "B20", "B21"}),
        ("sheet 2.2 to 2.4", {"2.2", "2.3", "2.4"}),
        ("1.7.1 to 1.7.3; french/1.9.1", {"1.7.1", "1.7.2", "1.7.3", "1.9.1"}),
        ("seat 3 of 0 to 3, half 0.5", set()),
    ],
)
def test_how_numbers_are_read(text: str, numbers: set[str]) -> None:
    assert numbers_in(text) == numbers


def test_a_card_is_no_citation() -> None:
    assert cited_in('told.refused("C7")\ntold.refused("sca-tarok/C7", "B12")') == {"C7", "B12"}
    assert cited_in('told.plays("C7")') == set()
