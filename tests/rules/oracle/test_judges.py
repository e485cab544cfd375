"""The second judge itself: the samples' answers, the sheets' vectors, records of all sorts."""

import json
from pathlib import Path

import pytest

from tests.thorough import THOROUGH, amount

from .compare import compact, exact
from .droggn import sheet as droggn
from .droggn.scoring import points
from .generate import lines
from .judge import judge
from .registry import GAMES

DATA = Path(__file__).parents[1] / "data"
# These tests try the second judge, not the rules: few records say whether it is in order.
RECORDS = amount(40, thorough=150)
COURTS = {"11": "J", "12": "N", "13": "Q", "14": "K"}


def vectors(block: str) -> list[list[str]]:
    """The lines of a block of the Droggn sheet, cut at their bars."""
    text = (DATA / f"{block}.txt").read_text()
    return [[part.strip() for part in line.split("|")] for line in text.splitlines()]


def card(code: str) -> str:
    if code == "EX" or code[0] == "T":
        return "F" if code == "EX" else code
    return code[0] + COURTS.get(code[1:], code[1:])


def cards(text: str) -> list[str]:
    return [] if text == "-" else [card(code) for code in text.split()]


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_the_samples_have_the_answers_that_are_expected(variant: str) -> None:
    samples = (DATA / "samples" / f"{variant}.ndjson").read_text().splitlines()
    for line in samples[:: 1 if THOROUGH else 8]:
        sample = json.loads(line)
        expect, answer = sample["expect"], judge(json.dumps(sample["record"]))
        wanted = expect if expect["ok"] else {"ok": False, "error": expect["error"]}
        assert exact(compact(answer)) == exact(compact(wanted)), line[:300]


def test_the_droggn_sheet_s_legal_plays() -> None:
    for trick, hand, legal in vectors("droggn-legal"):
        held = cards(hand)
        found = [each for each in held if not droggn.broken_duty(held, cards(trick), each)]
        assert found == cards(legal)


def test_the_droggn_sheet_s_winners() -> None:
    for trick, place in vectors("droggn-winner"):
        assert droggn.best_place(cards(trick)) == int(place)


def test_the_droggn_sheet_s_counted_piles() -> None:
    ranks = {"K": "SK", "Q": "SQ", "C": "SN", "V": "SJ", "EX": "F"}
    for pile, total in vectors("droggn-count"):
        found = []
        for code in pile.split():
            found += ["S4"] * int(code[1:]) if code[0] == "*" else [ranks.get(code, code)]
        assert points(found) == int(total)


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_the_same_seed_gives_the_same_records_of_all_sorts(variant: str) -> None:
    """Otherwise a comparison with them would say little, or could not be repeated."""
    generated = list(lines("sorts", RECORDS, variant))
    again = amount(10, thorough=RECORDS)
    assert generated[:again] == list(lines("sorts", again, variant))
    answers = [judge(line) for line in generated]
    codes = {answer["error"]["code"] for answer in answers if not answer["ok"]}
    assert {"scored", "in-progress"} <= {answer.get("status") for answer in answers}
    assert len(codes) > amount(3, thorough=7)
    assert 0.3 < sum(answer["ok"] for answer in answers) / len(answers) < 0.9


def test_the_points_of_a_pack_are_all_there() -> None:
    """74 in Droggn (2.3.5); 850 in Tarok, less what is left in hands or in the pile (C12)."""
    for variant, least, most in (("droggn", 74, 74), ("sca-tarok", 800, 850)):
        answers = [judge(line) for line in lines("whole", RECORDS, variant)]
        piles = [answer["card_points"] for answer in answers if answer.get("card_points")]
        assert len(piles) > RECORDS / 8
        assert all(least <= sum(pile) <= most for pile in piles)
        assert all(sum(pile) == most for pile in piles if len(pile) < 4)
