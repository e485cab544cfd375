"""The numbered rules of every sheet, and which of them need no ruling."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from games.display.rulesheets import rule_sheet
from games.rules import VARIANTS, Variant

RULINGS = Path(__file__).parent
# What is drawn at random, and judged by a second program, is no ruling that a player has signed.
RANDOM = (RULINGS / "oracle", RULINGS / "properties", RULINGS / "test_notation_round_trip.py")
NUMBER = r"(?:[1-9]\d*(?:\.\d+){1,2}|[A-Z]\d+)[a-z]?"

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
    """The numbers on the sheet under which there is a rule: "1.9.3a", but not "1.9" or "1.9.3",
    whose parts have numbers of their own."""
    anchors = {anchor.removeprefix("r-") for anchor in rule_sheet(variant.key, "en").anchors}
    numbers = {anchor for anchor in anchors if re.fullmatch(NUMBER, anchor)}
    return {number for number in numbers if not any(is_part(one, number) for one in numbers)}


def is_part(one: str, whole: str) -> bool:
    """Whether a number is a part of another: "1.9.3a" of "1.9.3", not "1.10" of "1.1"."""
    return one.startswith(whole) and one != whole and not one[len(whole)].isdigit()


def faults(exercised: Collection[str]) -> list[str]:
    """A sentence for each sheet with rules that no ruling exercises or that are excused in vain."""
    sentences = []
    for variant in VARIANTS:
        excused = NEED_NO_TEST.get(variant.key, {}).keys()
        missing = rules_of(variant) - excused - set(exercised)
        in_vain = excused & set(exercised)
        if missing:
            sentences.append(f"{variant.key}: no ruling exercises {', '.join(sorted(missing))}")
        if in_vain:
            sentences.append(f"{variant.key}: excused, but exercised: {', '.join(sorted(in_vain))}")
    return sentences
